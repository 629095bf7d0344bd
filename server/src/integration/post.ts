import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';

import { ANSWER_SECONDS, type Failure } from '@aapurti/contract/integration/webhooks';

import { ownVersion } from '../process/version.ts';
import { checkTarget, pinnedLookup, type Rules, TargetRefused } from './targets.ts';

/** The most simultaneous requests to one webhook. */
export const AT_ONCE = 8;
const ANSWER_BYTES_MAX = 64 * 1024;
/** The most sockets of one company. */
const SOCKETS_MAX = 64;
const IDLE_MILLISECONDS = 30_000;

/** The status of the response, or the reason for having none. */
export interface Outcome {
  status: number | null;
  failure: Failure | null;
}

/**
 * Posts to webhooks. Each company has its own connections, because the buyer's may lead into its networks, and no company waits for
 * another's slow webhook on the same host.
 */
export interface Poster {
  /** @param company the vendor's id; null for the buyer */
  post(url: string, company: string | null, headers: Readonly<Record<string, string>>, body: string): Promise<Outcome>;
  /** Aborts requests in progress, which then do not count. */
  close(): void;
}

export function openPoster(given: Pick<Rules, 'settings' | 'resolve'>): Poster {
  const agents = new Map<string | null, ReturnType<typeof agentsOf>>();
  const agentsFor = (company: string | null) => {
    const known = agents.get(company) ?? agentsOf({ ...given, isBuyers: company === null });
    agents.set(company, known);
    return known;
  };
  const userAgent = `Aapurti/${ownVersion()}`;
  return {
    async post(address, company, headers, body) {
      const { rules, http, https } = agentsFor(company);
      const url = new URL(address);
      try {
        checkTarget(rules, url);
      } catch (error) {
        return { status: null, failure: failureOf(error) };
      }
      const options = {
        method: 'POST',
        headers: { ...headers, 'user-agent': userAgent, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      };
      return new Promise((resolve) => {
        const sent =
          url.protocol === 'https:' ? requestHttps(url, { ...options, agent: https }) : requestHttp(url, { ...options, agent: http });
        const late = setTimeout(() => sent.destroy(new Late()), ANSWER_SECONDS * 1000);
        sent.on('response', (answer) => {
          resolve({ status: answer.statusCode ?? 0, failure: null });
          drain(answer);
        });
        sent.on('error', (error) => resolve({ status: null, failure: failureOf(error) }));
        // This event comes last in every case: after a response, an error, or a protocol switch, which is neither.
        sent.on('close', () => {
          clearTimeout(late);
          resolve({ status: null, failure: 'broken' });
        });
        sent.end(body);
      });
    },
    close() {
      for (const { http, https } of agents.values()) {
        http.destroy();
        https.destroy();
      }
    },
  };
}

function agentsOf(rules: Rules) {
  const options = (protocol: string) => ({
    keepAlive: true,
    maxSockets: AT_ONCE,
    maxTotalSockets: SOCKETS_MAX,
    // The time-out closes unused connections.
    timeout: IDLE_MILLISECONDS,
    lookup: pinnedLookup(rules, protocol),
  });
  return { rules, http: new HttpAgent(options('http:')), https: new HttpsAgent(options('https:')) };
}

/** The status decides; the body is read only to allow reuse of the connection. */
function drain(answer: IncomingMessage): void {
  let bytes = 0;
  answer.on('error', () => undefined);
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) answer.destroy();
  });
}

class Late extends Error {
  override name = 'Late';
}

const FAILURE_OF_CODE: Readonly<Record<string, Failure>> = {
  ENOTFOUND: 'name',
  EAI_AGAIN: 'name',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  ETIMEDOUT: 'late',
};

function failureOf(error: unknown): Failure {
  if (error instanceof TargetRefused) return 'private';
  if (error instanceof Late) return 'late';
  const { code = '' } = error as NodeJS.ErrnoException;
  return FAILURE_OF_CODE[code] ?? (/CERT|SIGNATURE|^ERR_TLS|EPROTO/.test(code) ? 'certificate' : 'broken');
}

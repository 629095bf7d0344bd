import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';

import { ANSWER_SECONDS, type Failure } from '@aapurti/contract/webhooks';

import { ownVersion } from '../process/version.ts';
import { checkTarget, pinnedLookup, type Rules, TargetRefused } from './targets.ts';

/** Of one endpoint at once. */
export const AT_ONCE = 8;
const ANSWER_BYTES_MAX = 64 * 1024;

/** The status of the answer, or why there was none. */
export interface Outcome {
  status: number | null;
  failure: Failure | null;
}

/** Posts to endpoints. Connections of the buyer's endpoints and of vendors' are apart, since the buyer's may lead into its networks. */
export interface Poster {
  post(url: string, isBuyers: boolean, headers: Readonly<Record<string, string>>, body: string): Promise<Outcome>;
  /** Ends what is under way, which counts for nothing. */
  close(): void;
}

export function openPoster(given: Pick<Rules, 'settings' | 'resolve'>): Poster {
  const agents = { buyers: agentsOf({ ...given, isBuyers: true }), vendors: agentsOf({ ...given, isBuyers: false }) };
  const userAgent = `Aapurti/${ownVersion()}`;
  return {
    async post(address, isBuyers, headers, body) {
      const { rules, http, https } = agents[isBuyers ? 'buyers' : 'vendors'];
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
        // `close` comes last, after an answer too, and whatever happened.
        const sent =
          url.protocol === 'https:' ? requestHttps(url, { ...options, agent: https }) : requestHttp(url, { ...options, agent: http });
        const late = setTimeout(() => sent.destroy(new Late()), ANSWER_SECONDS * 1000);
        sent.on('response', (answer) => {
          resolve({ status: answer.statusCode ?? 0, failure: null });
          drain(answer);
        });
        sent.on('error', (error) => resolve({ status: null, failure: failureOf(error) }));
        sent.on('close', () => clearTimeout(late));
        sent.end(body);
      });
    },
    close() {
      for (const { http, https } of Object.values(agents)) {
        http.destroy();
        https.destroy();
      }
    },
  };
}

function agentsOf(rules: Rules) {
  const options = (protocol: string) => ({ keepAlive: true, maxSockets: AT_ONCE, lookup: pinnedLookup(rules, protocol) });
  return { rules, http: new HttpAgent(options('http:')), https: new HttpsAgent(options('https:')) };
}

/** The status decides; what follows it is read only so that the connection can be used again. */
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

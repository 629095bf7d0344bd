import { BuyerSystemError } from './port.ts';
import { say } from '@aapurti/contract/ground/template';

/** Far above the size of a page of orders; it limits memory. */
const BYTES_MOST = 32 * 1024 * 1024;
/** The time is below the time-out of a sync, so that its message names the request. */
const MILLISECONDS = 20_000;

export interface ErpLine {
  /** The name used in messages. */
  name: string;
  /** The address without a trailing slash. */
  url: string;
  /** Secrets that messages replace by an ellipsis. */
  secrets: readonly string[];
  timeout?: number | undefined;
  bytesMost?: number | undefined;
}

export interface ErpAnswer {
  status: number;
  /** Undefined if an error response (400 or more) is not JSON. */
  body: unknown;
  /** The error in words for a response without JSON: 'the web page 502 (Bad Gateway)'. */
  words: string;
}

/**
 * Requests JSON from an ERP. The caller handles status 400 and above. Redirects are not followed, because they would send the key
 * elsewhere.
 * @throws BuyerSystemError naming the request, on a time-out, a redirect, a web page, broken JSON or too many bytes.
 */
export function erpHttp({ name, url, secrets, timeout = MILLISECONDS, bytesMost = BYTES_MOST }: ErpLine) {
  const hidden = secrets.filter((secret) => secret.length > 0);
  const discreet = (text: string) => hidden.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
  /** Throws a message about the ERP's `name`, optionally with the request in `asked`; no value shows a secret. */
  const fail = (message: string, values: Readonly<Record<string, string | number>> = {}): never => {
    const named: Readonly<Record<string, string | number>> = { name, ...values };
    const shown = Object.entries(named).map(([place, value]) => [place, discreet(String(value))]);
    throw new BuyerSystemError(say(message, Object.fromEntries(shown) as Record<string, string>));
  };

  /** @param asked the model, document type or call, for messages: 'Purchase Order', 'common.db.login'. */
  async function ask(
    asked: string,
    path: string,
    init: { method: string; headers: Record<string, string>; body?: unknown },
  ): Promise<ErpAnswer> {
    const late = () =>
      fail('{name} did not respond to the request for {asked} within {seconds} seconds.', { asked, seconds: timeout / 1000 });
    const signal = AbortSignal.timeout(timeout);
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${url}${path}`, {
        method: init.method,
        redirect: 'manual',
        signal,
        headers: {
          accept: 'application/json',
          'user-agent': 'Aapurti',
          ...(init.body !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
          ...init.headers,
        },
        ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
      });
      text = await readText(response, bytesMost);
    } catch (error) {
      if (error instanceof TooMuch)
        return fail('{name} responded to the request for {asked} with more than {size} MB.', {
          asked,
          size: Math.floor(bytesMost / 1024 / 1024),
        });
      if (signal.aborted) return late();
      return fail('{name} could not be reached for {asked}, or the connection was lost ({code}).', { asked, code: codeOf(error) });
    }
    const { status } = response;
    if (status >= 300 && status < 400) {
      const given = response.headers.get('location') ?? '';
      const target = URL.canParse(given, url) ? new URL(given, url).origin : say('another address', {});
      return fail(
        '{name} redirected the request for {asked} to {target}. The portal does not follow redirects. Set ERP_URL to the address that responds.',
        { asked, target },
      );
    }
    const isPage = /^\s*<(!doctype|html|\?xml)/i.test(text);
    const words = isPage ? pageWords(status, titleOf(text)) : String(status);
    if (isPage && status < 400)
      return fail('{name} responded to the request for {asked} with {response} instead of JSON.', { asked, response: words });
    try {
      const body = parseJson(text);
      return isTooDeep(body)
        ? fail('{name} responded to the request for {asked} with JSON that is nested too deeply.', { asked })
        : { status, body, words };
    } catch (error) {
      if (error instanceof BuyerSystemError) throw error;
      if (status >= 400) return { status, body: undefined, words };
      return text === ''
        ? fail('{name} responded to the request for {asked} with status {status} and no content.', { asked, status })
        : fail('{name} responded to the request for {asked} with incomplete or invalid JSON of {count} characters.', {
            asked,
            count: text.length,
          });
    }
  }
  return { ask, fail };
}

class TooMuch extends Error {}

async function readText(response: Response, most: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += (part as Uint8Array).length;
    // Leaving the loop cancels the rest of the response.
    if (bytes > most) throw new TooMuch();
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

/** PostgreSQL stores neither U+0000 nor lone surrogates. */
function parseJson(text: string): unknown {
  if (!/\\u(0000|d[89a-f])/i.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_name, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\u0000', '').replaceAll(/\p{Surrogate}/gu, '\ufffd') : value,
  );
}

/** Far above the depth of any record, and far below the depth at which recursion overflows. */
const NESTED_MAX = 100;

function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > NESTED_MAX) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}

const titleOf = (page: string): string => /<title[^<>]*>([^<]{1,80})/i.exec(page)?.[1]?.trim() ?? '';

/** The ERP's own words in a sentence of the portal: quoted, because they stay in the ERP's language. */
export const quoted = (reason: string): string => say('“{reason}”', { reason: reason.replace(/\.$/, '') });

/** A web page instead of JSON; its title is the ERP's. */
const pageWords = (status: number, title: string): string =>
  title === '' ? say('the web page {status}', { status }) : say('the web page {status} ({pageTitle})', { status, pageTitle: title });

function codeOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message;
}

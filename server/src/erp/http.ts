import { BuyerSystemError } from './port.ts';
import { say } from '@aapurti/contract/ground/template';

/** Far above a page of orders; bounds memory. */
const BYTES_MOST = 32 * 1024 * 1024;
/** The time is below the time-out of a sync, so that its message names the request. */
const MILLISECONDS = 20_000;

export interface ErpLine {
  /** The name in messages. */
  name: string;
  /** The address without a trailing slash. */
  url: string;
  /** Replaced by an ellipsis in messages. */
  secrets: readonly string[];
  timeout?: number | undefined;
  bytesMost?: number | undefined;
}

export interface ErpAnswer {
  status: number;
  /** Undefined if a refusal (400 or more) is not JSON. */
  body: unknown;
  /** A refusal in words, for what comes without JSON: '502 with a web page (Bad Gateway)'. */
  words: string;
}

/**
 * Requests JSON from an ERP. Status 400 and above is left to the caller. Redirects are not followed: they would carry the key elsewhere.
 * @throws BuyerSystemError naming the request, on a time-out, a redirect, a web page, broken JSON or too many bytes.
 */
export function erpHttp({ name, url, secrets, timeout = MILLISECONDS, bytesMost = BYTES_MOST }: ErpLine) {
  const hidden = secrets.filter((secret) => secret.length > 0);
  const discreet = (text: string) => hidden.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
  /** Throws a message about the ERP's `name` and `what` it was asked for; no value shows a secret. */
  const fail = (message: string, values: Readonly<Record<string, string | number>>): never => {
    const named: Readonly<Record<string, string | number>> = { name, ...values };
    const shown = Object.entries(named).map(([place, value]) => [place, discreet(String(value))]);
    throw new BuyerSystemError(say(message, Object.fromEntries(shown) as Record<string, string>));
  };

  /** @param what in words, for messages: 'Purchase Order', 'the login'. */
  async function ask(
    what: string,
    path: string,
    init: { method: string; headers: Record<string, string>; body?: unknown },
  ): Promise<ErpAnswer> {
    const late = () => fail('{name}, asked for {what}, did not respond within {seconds} s.', { what, seconds: timeout / 1000 });
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
        return fail('{name}, asked for {what}, returned more than {size} MB.', { what, size: Math.floor(bytesMost / 1024 / 1024) });
      if (signal.aborted) return late();
      return fail('{name}, asked for {what}, could not be reached or broke off ({code}).', { what, code: codeOf(error) });
    }
    const { status } = response;
    if (status >= 300 && status < 400) {
      const given = response.headers.get('location') ?? '';
      const target = URL.canParse(given, url) ? new URL(given, url).origin : 'another address';
      return fail(
        '{name}, asked for {what}, returned a redirect to {target}, which is not followed. Set ERP_URL to the address that responds.',
        { what, target },
      );
    }
    const isPage = /^\s*<(!doctype|html|\?xml)/i.test(text);
    const words = `${status}${isPage ? ` with a web page${titleOf(text)}` : ''}`;
    if (isPage && status < 400)
      return fail('{name}, asked for {what}, returned {response} (HTML) instead of JSON.', { what, response: words });
    try {
      const body = parseJson(text);
      return isTooDeep(body)
        ? fail('{name}, asked for {what}, returned JSON that is nested too deeply.', { what })
        : { status, body, words };
    } catch (error) {
      if (error instanceof BuyerSystemError) throw error;
      if (status >= 400) return { status, body: undefined, words };
      return text === ''
        ? fail('{name}, asked for {what}, returned {status} with nothing.', { what, status })
        : fail('{name}, asked for {what}, returned JSON that is incomplete or invalid, {count} characters.', {
            what,
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
    // Leaving the loop cancels the rest of the answer.
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

/** Far above any record, and far below the depth at which recursion overflows. */
const NESTED_MAX = 100;

function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > NESTED_MAX) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}

function titleOf(page: string): string {
  const title = /<title[^<>]*>([^<]{1,80})/i.exec(page)?.[1]?.trim();
  return title ? ` (${title})` : '';
}

function codeOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message;
}

import { BuyerSystemError } from './port.ts';

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
  const fail = (what: string, problem: string): never => {
    throw new BuyerSystemError(discreet(`${name}, asked for ${what}, ${problem}`));
  };

  /** @param what in words, for messages: 'Purchase Order', 'the login'. */
  async function ask(
    what: string,
    path: string,
    init: { method: string; headers: Record<string, string>; body?: unknown },
  ): Promise<ErpAnswer> {
    const late = () => fail(what, `did not answer within ${timeout / 1000} s.`);
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
      if (error instanceof TooMuch) return fail(what, `answered with more than ${Math.floor(bytesMost / 1024 / 1024)} MB.`);
      if (signal.aborted) return late();
      return fail(what, `could not be reached or broke off (${codeOf(error)}).`);
    }
    const { status } = response;
    if (status >= 300 && status < 400) {
      const given = response.headers.get('location') ?? '';
      const target = URL.canParse(given, url) ? new URL(given, url).origin : 'another address';
      return fail(what, `answered with a redirect to ${target}, which is not followed. ERP_URL has to name the address that answers.`);
    }
    const isPage = /^\s*<(!doctype|html|\?xml)/i.test(text);
    const words = `${status}${isPage ? ` with a web page${titleOf(text)}` : ''}`;
    if (isPage && status < 400) return fail(what, `answered ${words} (HTML) instead of JSON.`);
    try {
      const body = parseJson(text);
      return isTooDeep(body) ? fail(what, 'answered with JSON that is nested too deeply.') : { status, body, words };
    } catch (error) {
      if (error instanceof BuyerSystemError) throw error;
      if (status >= 400) return { status, body: undefined, words };
      return fail(
        what,
        text === '' ? `answered ${status} with nothing.` : `answered with JSON that breaks off or is none, ${text.length} characters.`,
      );
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

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The ways in which an ERP may misbehave. */
export type Trouble =
  | { kind: 'html'; status?: number }
  | { kind: 'cut' }
  | { kind: 'silence' }
  | { kind: 'reset' }
  | { kind: 'redirect'; to: string }
  | { kind: 'huge' };

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: unknown;
}

/** A server on its own port that responds with the result of `answer`: a status with JSON. */
export async function fakeErp(answer: (asked: Asked) => { status?: number; json: unknown }) {
  const asked: Asked[] = [];
  /** The trouble for each request in turn, or a function that decides per request. Null means a normal response. */
  let trouble: ((request: Asked) => Trouble | null) | null = null;

  let open = 0;
  let most = 0;

  const server: Server = createServer((request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => (open -= 1));
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://erp');
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const text = Buffer.concat(parts).toString();
      const one: Asked = {
        method: request.method ?? '',
        path: decodeURIComponent(url.pathname),
        query: url.searchParams,
        headers: request.headers,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
      };
      asked.push(one);
      const now = trouble?.(one) ?? null;
      const { status = 200, json } = answer(one);
      const body = JSON.stringify(json);
      if (now === null) response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      else spoil(response, now, body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    /** The highest number of concurrent requests. */
    most: () => most,
    trouble(given: typeof trouble) {
      trouble = given;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type FakeErp = Awaited<ReturnType<typeof fakeErp>>;

function spoil(response: ServerResponse, trouble: Trouble, body: string) {
  if (trouble.kind === 'html') {
    response
      .writeHead(trouble.status ?? 200, { 'content-type': 'text/html' })
      .end('<!DOCTYPE html><title>Bad Gateway</title><h1>nginx</h1>');
  } else if (trouble.kind === 'cut') response.writeHead(200, { 'content-type': 'application/json' }).end(body.slice(0, body.length / 2));
  else if (trouble.kind === 'redirect') response.writeHead(302, { location: trouble.to }).end();
  else if (trouble.kind === 'huge') response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(3 * 1024 * 1024)}"`);
  else if (trouble.kind === 'reset') response.destroy();
  // Silence: the server sends no response until the client gives up.
}

/** Converts an SQL pattern: `_` matches any letter, `%` any text, and a backslash escapes either. */
function likeness(pattern: string): RegExp {
  const parts = pattern.match(/\\.|[^\\]/gsu) ?? [];
  const source = parts.map((part) =>
    part === '_' ? '.' : part === '%' ? '.*' : part.at(-1)?.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
  );
  return new RegExp(`^${source.join('')}$`, 'isu');
}

/** Compares as a database does: text as text, numbers by value. */
export function holds(value: unknown, operator: string, wanted: unknown): boolean {
  const given = value ?? null;
  switch (operator) {
    case '=':
      return given === (wanted ?? null) || (wanted === false && given === null);
    case '!=':
      return given !== (wanted ?? null) && !(wanted === false && given === null);
    case 'in':
      return (wanted as unknown[]).includes(given);
    case '>=':
      return given !== null && (given as string | number) >= (wanted as string | number);
    case '>':
      return given !== null && (given as string | number) > (wanted as string | number);
    case '=ilike':
    case 'ilike':
      return typeof given === 'string' && likeness(String(wanted)).test(given);
    default:
      throw new Error(`the fake does not know ${operator}`);
  }
}

/** The visible text of HTML. */
export function readHtml(html: string): string {
  const plain = html.replaceAll('<br>', ' ').replaceAll(/<[^<>]*>/g, '');
  return plain.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

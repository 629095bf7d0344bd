/** Load on a server: a few connections that each send a request, wait for the whole response, and continue. */
import { connect } from 'node:net';

export interface Asked {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  /** The body, sent as JSON or with its own content type. */
  body?: object | { type: string; content: Buffer };
  token?: string;
}

export interface Loaded {
  /** The milliseconds of each response. */
  times: number[];
  /** The time from the first request to the last response. */
  seconds: number;
  /** The number of 503 responses, if they are accepted. */
  busy: number;
  /** The first response other than 200 and 201, which ends the load; '' if there was none. */
  failed: string;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');

/**
 * Sends requests until the time is over, and waits for the pending ones. It uses bare sockets, because an HTTP client takes as much CPU
 * time as the measured server. @param ask returns the nth request.
 */
export async function load(
  url: string,
  ask: (n: number) => Asked,
  {
    connections,
    milliseconds,
    least = connections,
    mayBeBusy = false,
  }: { connections: number; milliseconds: number; least?: number; mayBeBusy?: boolean },
): Promise<Loaded> {
  const times: number[] = [];
  let busy = 0;
  let failed = '';
  let asked = 0;
  const started = performance.now();
  const isOver = () => failed !== '' || (asked >= least && performance.now() - started >= milliseconds);
  await Promise.all(
    Array.from({ length: connections }, () =>
      converse(url, {
        next: () => {
          if (isOver()) return null;
          asked += 1;
          return ask(asked - 1);
        },
        answered: (time) => times.push(time),
        refused: (status, words) => {
          if (status === 503 && mayBeBusy) busy += 1;
          else failed ||= words;
        },
      }),
    ),
  );
  return { times, seconds: (performance.now() - started) / 1000, busy, failed };
}

/** Runs one connection until there is no request left. */
function converse(
  url: string,
  {
    next,
    answered,
    refused,
  }: { next: () => Asked | null; answered: (milliseconds: number) => void; refused: (status: number, words: string) => void },
): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((done, fail) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let sent = 0;
    let current: Asked | null = null;
    const send = () => {
      current = next();
      if (current === null) {
        socket.end();
        done();
        return;
      }
      const [head, body] = written(current, `${hostname}:${port}`);
      sent = performance.now();
      // A short body goes in one packet with the head.
      if (body.length < 16_384) socket.write(Buffer.concat([head, body]));
      else {
        socket.write(head);
        socket.write(body);
      }
    };
    const takes = answerReader((status, text) => {
      if (status !== 200 && status !== 201) {
        refused(status, `${current?.method} ${current?.path} answered ${status}: ${text()}`);
      } else answered(performance.now() - sent);
      send();
    });
    socket.on('data', takes);
    socket.on('error', fail);
    socket.on('close', () => fail(new Error(`${url} closed the connection`)));
    socket.once('connect', send);
  });
}

function written({ method, path, body, token }: Asked, host: string): [Buffer, Buffer] {
  const { type, content } = contentOf(body);
  const head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${token === undefined ? '' : `authorization: ${token}\r\n`}${
    type === '' ? '' : `content-type: ${type}\r\ncontent-length: ${content.length}\r\n`
  }\r\n`;
  return [Buffer.from(head), content];
}

function contentOf(body: Asked['body']): { type: string; content: Buffer } {
  if (body === undefined) return { type: '', content: Buffer.alloc(0) };
  if ('content' in body && Buffer.isBuffer(body.content)) return body;
  return { type: 'application/json', content: Buffer.from(JSON.stringify(body)) };
}

/** Reads a response piece by piece, and reports when it is complete. It counts the bytes of a long response without storing them. */
function answerReader(whole: (status: number, text: () => string) => void): (piece: Buffer) => void {
  let head: Buffer = Buffer.alloc(0);
  /** The remaining bytes; null while the head is incomplete, NaN for a chunked response. */
  let left: number | null = null;
  let tail: Buffer = Buffer.alloc(0);
  let status = 0;
  const end = () => {
    const last = tail;
    [head, left, tail] = [Buffer.alloc(0), null, Buffer.alloc(0)];
    whole(status, () => last.toString().slice(0, 500));
  };
  return (given) => {
    let piece = given;
    if (left === null) {
      head = head.length === 0 ? piece : Buffer.concat([head, piece]);
      const at = head.indexOf(END_OF_HEAD);
      if (at < 0) return;
      const text = head.toString('latin1', 0, at);
      status = Number(text.slice(9, 12));
      left = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? NaN);
      // The piece includes the line break before the body, so that the last chunk is found even if it is the only one.
      piece = head.subarray(at + (Number.isNaN(left) ? 2 : 4));
    }
    if (Number.isNaN(left)) {
      tail = Buffer.concat([tail.subarray(-LAST_CHUNK.length), piece]);
      if (tail.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) end();
    } else {
      tail = piece;
      left -= piece.length;
      if (left <= 0) end();
    }
  };
}

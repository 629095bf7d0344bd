import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  body: { type: string; id: string; at: string; vendor: string; version: number };
}

/** A vendor's or the buyer's own system, which receives webhooks. */
export interface Receiver {
  url: string;
  received: Received[];
  /** Sets the response: a status, or whatever the function does. */
  answer(how: number | ((response: ServerResponse, message: Received) => void)): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let how: (response: ServerResponse, message: Received) => void = (response) => response.writeHead(204).end();
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const message = { headers: request.headers, text, body: JSON.parse(text) as Received['body'] };
      received.push(message);
      how(response, message);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    answer(given) {
      how = typeof given === 'number' ? (response) => response.writeHead(given).end() : given;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

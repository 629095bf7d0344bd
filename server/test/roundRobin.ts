import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of several portals: each request goes to the next portal, independent of its sender. */
export async function startRoundRobin(urls: readonly string[]): Promise<{ url: string; close: () => Promise<void> }> {
  let turn = 0;
  const proxy = createServer((asked, reply) => {
    const to = new URL(urls[turn % urls.length] ?? '');
    turn += 1;
    const { method, url: path, headers } = asked;
    const passed = request({ host: to.hostname, port: to.port, method, path, headers, agent: false }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    passed.once('error', () => (reply.headersSent ? reply.destroy() : reply.writeHead(502).end()));
    asked.pipe(passed);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        proxy.close(() => done());
        proxy.closeAllConnections();
      }),
  };
}

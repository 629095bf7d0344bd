import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as later } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, startApi } from './api.ts';
import { type Malformed, malformedRequests } from './malformed.ts';

let api: Api;
let port: number;
const uncaught: unknown[] = [];
const note = (error: unknown) => void uncaught.push(error);

beforeAll(async () => {
  api = await startApi({ captcha: false });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = api.app.server.address() as AddressInfo);
  process.on('uncaughtException', note);
  process.on('unhandledRejection', note);
});
afterAll(async () => {
  process.off('uncaughtException', note);
  process.off('unhandledRejection', note);
  await api.close();
});

/** The statuses of all responses on one connection, which the client closes after the server has responded or has had the chance to. */
function statusesOf({ bytes }: Malformed): Promise<number[]> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const done = () => {
      socket.destroy();
      resolve(Array.from(text.matchAll(/^HTTP\/1\.1 (\d{3})/gm), ([, status]) => Number(status)));
    };
    socket.setEncoding('latin1');
    socket.on('data', (piece: string) => (text += piece));
    // A client that is rejected in mid-request may find the connection closed, which counts as a response too.
    socket.on('error', done);
    socket.on('close', done);
    // The server waits for the rest of an incomplete request, and nothing more comes.
    socket.end(Buffer.from(bytes, 'latin1'));
  });
}

test('no bytes on the wire cause a 5xx or a defect, and the server responds to the next call as usual', async () => {
  const admin = await api.newAdmin();
  const corpus = malformedRequests(admin.token ?? '');
  expect(corpus.length).toBeGreaterThanOrEqual(500);
  const failed: string[] = [];
  const answered = new Map<number, number>();
  const queue = [...corpus];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let each = queue.pop(); each !== undefined; each = queue.pop()) {
        let statuses = await statusesOf(each);
        // The server is busy because of other load, not because of these bytes, so the client repeats them as told.
        for (let tries = 0; tries < 20 && statuses.includes(503); tries += 1) {
          await later(250);
          statuses = await statusesOf(each);
        }
        for (const status of statuses) {
          answered.set(status, (answered.get(status) ?? 0) + 1);
          if (status >= 500) failed.push(`${status} to ${each.what}`);
        }
      }
    }),
  );
  expect(failed).toEqual([]);
  expect(uncaught).toEqual([]);
  // Some requests got a real response instead of only a closed connection.
  expect(answered.get(400)).toBeGreaterThan(100);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  expect((await admin.get('/api/auth/user', { page: 1 })).status).toBe(200);
  const counts = [...answered].sort(([one], [another]) => one - another).map(([status, times]) => `${times} by ${status}`);
  console.log(`${corpus.length} malformed requests, answered ${counts.join(', ')}; the rest were hung up on.`);
});

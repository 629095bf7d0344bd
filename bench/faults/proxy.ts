/** A proxy between the server and PostgreSQL that simulates a bad network. */
import { type Socket, connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Proxy {
  port: number;
  /** Delays each piece of a response by the given milliseconds. */
  delay: (milliseconds: number) => void;
  /** Closes all connections at once, and rejects new ones while `refusing`. */
  cut: (refusing?: boolean) => void;
  /** Stops all traffic on old and new connections, without closing them. */
  stall: () => void;
  /** Restores the network, except for stalled connections, which the network has forgotten. */
  heal: () => void;
  close: () => Promise<void>;
}

export async function openProxy(port: number): Promise<Proxy> {
  const pairs = new Set<{ sockets: Socket[]; stalled: boolean }>();
  let delay = 0;
  let refusing = false;
  let stalling = false;
  const server = createServer((near) => {
    if (refusing) return void near.destroy();
    const far = connect(port, '127.0.0.1');
    const pair = { sockets: [near, far], stalled: stalling };
    pairs.add(pair);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      // The pieces stay in order, however long each one is delayed.
      let before: Promise<unknown> = Promise.resolve();
      from.on('data', (piece: Buffer) => {
        if (pair.stalled) return;
        const wait = from === far ? delay : 0;
        before = before.then(() => sleep(wait)).then(() => !to.destroyed && to.write(piece));
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        pairs.delete(pair);
        to.destroy();
      });
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const cutAll = () => {
    for (const { sockets } of pairs) for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    delay: (milliseconds) => (delay = milliseconds),
    cut(isRefusing = false) {
      refusing = isRefusing;
      cutAll();
    },
    stall() {
      stalling = true;
      for (const pair of pairs) pair.stalled = true;
    },
    heal() {
      delay = 0;
      refusing = false;
      stalling = false;
    },
    async close() {
      const closed = new Promise((done) => server.close(done));
      cutAll();
      await closed;
    },
  };
}

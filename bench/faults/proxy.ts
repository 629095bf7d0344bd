/** Stands between the server and PostgreSQL, and can be a bad network. */
import { type Socket, connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Proxy {
  port: number;
  /** Milliseconds that each piece of an answer waits. */
  delay: (milliseconds: number) => void;
  /** Ends all connections at once, and takes no new ones while `refusing`. */
  cut: (refusing?: boolean) => void;
  /** Nothing comes through any more, on old connections and new ones, and nobody is told. */
  stall: () => void;
  /** All is well again, save that what has been stalled stays so: the network forgot those connections. */
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
      // The pieces stay in order, however long each waits.
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

/** The faults that hit an installation while its vendors write. */
import { randomUUID } from 'node:crypto';
import { open, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { formOf } from './load.ts';
import type { Site, SiteKind } from './sites.ts';

export interface Fault {
  name: string;
  site: SiteKind;
  times: number;
  /** The number of concurrent writers; 8 keep the server busy on two cores. */
  writers?: number;
  inject: (site: Site, turn: number) => Promise<void>;
}

const kill = (pid: number | undefined, signal: NodeJS.Signals) => {
  if (pid !== undefined && pid > 1) process.kill(pid, signal);
};

export const FAULTS: readonly Fault[] = [
  {
    name: 'server-kill',
    site: 'embedded',
    times: 20,
    async inject({ portal }) {
      await portal.kill();
      portal.launch();
    },
  },
  {
    name: 'database-kill',
    site: 'embedded',
    times: 20,
    async inject({ portal }) {
      kill(await portal.postmaster(), 'SIGKILL');
    },
  },
  {
    name: 'backend-kill',
    site: 'embedded',
    times: 5,
    async inject({ portal }) {
      kill(await portal.backend(), 'SIGKILL');
    },
  },
  {
    name: 'database-stop',
    site: 'embedded',
    times: 4,
    async inject({ portal }, turn) {
      kill(await portal.postmaster(), turn % 2 === 0 ? 'SIGINT' : 'SIGQUIT');
    },
  },
  { name: 'upload-abort', site: 'embedded', times: 10, inject: abortUploads },
  { name: 'request-abort', site: 'embedded', times: 8, inject: abortRequests },
  { name: 'overload', site: 'embedded', times: 3, writers: 160, inject: () => sleep(6_000) },
  {
    name: 'worker-kill',
    site: 'workers',
    times: 5,
    async inject({ portal }) {
      const worker = await portal.worker();
      if (worker === undefined) throw new Error('There is no worker to kill.');
      kill(worker, 'SIGKILL');
    },
  },
  {
    name: 'workers-kill',
    site: 'workers',
    times: 3,
    async inject({ portal }) {
      await portal.kill();
      portal.launch();
    },
  },
  {
    name: 'restart-fast',
    site: 'beside',
    times: 5,
    inject: async ({ postgres }) => postgres?.restart('fast'),
  },
  {
    name: 'restart-immediate',
    site: 'beside',
    times: 5,
    inject: async ({ postgres }) => postgres?.restart('immediate'),
  },
  {
    name: 'slow-database',
    site: 'beside',
    times: 5,
    async inject({ proxy, random }) {
      proxy?.delay(random.between(100, 600));
      await sleep(3_000);
      proxy?.heal();
    },
  },
  { name: 'connections-cut', site: 'beside', times: 5, inject: async ({ proxy }) => proxy?.cut() },
  {
    name: 'database-away',
    site: 'beside',
    times: 4,
    async inject({ proxy, random }) {
      proxy?.cut(true);
      await sleep(random.between(1_000, 4_000));
      proxy?.heal();
    },
  },
  {
    name: 'connections-stalled',
    site: 'beside',
    times: 3,
    async inject({ proxy, random }) {
      proxy?.stall();
      await sleep(random.between(1_000, 4_000));
      proxy?.heal();
    },
  },
  { name: 'disk-full', site: 'small disk', times: 4, inject: fillDisk },
  { name: 'files-full', site: 'small files', times: 3, inject: fillDisk },
  { name: 'clock-forward', site: 'clock', times: 3, inject: (site) => setClock(site, 25) },
  { name: 'clock-back', site: 'clock', times: 3, inject: (site) => setClock(site, -25) },
];

/**
 * Changes the clock, and later sets it back, which is a jump too. @throws Error if the server did not notice the change, because the run
 * would then prove nothing.
 */
async function setClock({ place, portal }: Site, hours: number): Promise<void> {
  await writeFile(place, `${hours > 0 ? '+' : ''}${hours}h`);
  await sleep(3_000);
  const answer = await fetch(`${portal.url}/healthz`);
  const said = Date.parse(answer.headers.get('date') ?? '');
  if (Math.abs(said - Date.now() - hours * HOUR) > HOUR) throw new Error(`The clock was not moved: the server says ${said}.`);
  await writeFile(place, '+0');
}

/** Fills the disk to its last byte for a while. */
async function fillDisk({ place, random }: Site): Promise<void> {
  const ballast = join(place, 'ballast');
  const file = await open(ballast, 'w');
  try {
    for (const size of [4 * 1024 * 1024, 64 * 1024, 4 * 1024]) {
      const piece = Buffer.alloc(size, 1);
      while ((await file.write(piece).catch(() => undefined)) !== undefined);
    }
  } finally {
    await file.close();
  }
  await sleep(random.between(2_000, 5_000));
  await rm(ballast);
}

const AT_ONCE = 12;
const HOUR = 60 * 60_000;

/** Sends the given share of a request and then disconnects. */
function abandon(site: Site, method: string, path: string, headers: Record<string, string>, body: Buffer, share: number): Promise<void> {
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: portal',
    `content-length: ${body.length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n');
  return new Promise((resolve) => {
    const socket = connect(site.portal.port, '127.0.0.1', () => {
      socket.write(`${head}\r\n\r\n`);
      socket.write(body.subarray(0, Math.floor(body.length * share)), () => {
        setTimeout(() => socket.destroy(), site.random.between(0, 60));
      });
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });
}

/** Sends only parts of uploads, so that none can be stored: the ledger does not contain these. */
async function abortUploads(site: Site): Promise<void> {
  const clients = Array.from({ length: AT_ONCE }, async () => {
    const vendor = site.random.pick(site.vendors);
    const file = { name: 'scan.pdf', content: Buffer.alloc(400_000, '%PDF-1.4\n') };
    const encoded = new Response(formOf({ city: 'Pune' }, { panpicture: file }));
    const headers = { authorization: await site.load.token(vendor), 'content-type': encoded.headers.get('content-type') ?? '' };
    await abandon(
      site,
      'PUT',
      `/api/auth/edit/${vendor.id}`,
      headers,
      Buffer.from(await encoded.arrayBuffer()),
      site.random.between(0, 0.95),
    );
  });
  await Promise.all(clients);
}

/**
 * One of three clients disconnects in the middle of its request, and one before the response; half of the latter clients send the request again
 * with the same key.
 */
async function abortRequests(site: Site): Promise<void> {
  const clients = Array.from({ length: AT_ONCE }, async (_, index) => {
    const wanted = site.load.wanted(site.random.pick(['invoice', 'payment', 'scheme', 'dispatchNote'] as const));
    if (wanted.vendor === null) return;
    const body = Buffer.from(JSON.stringify(wanted.body));
    const key = randomUUID();
    const token = await site.load.token(wanted.vendor);
    const headers = { authorization: token, 'content-type': 'application/json', 'idempotency-key': key };
    const isPart = index % 3 === 0;
    const entry = isPart ? undefined : site.ledger.entry(wanted.kind, wanted.mark);
    if (entry) entry.state = 'given up';
    await abandon(site, 'POST', wanted.path, headers, body, isPart ? site.random.between(0, 0.95) : 1);
    if (entry && index % 3 === 2) await site.load.deliver(wanted, entry, { key });
  });
  await Promise.all(clients);
}

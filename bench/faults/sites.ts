/** The installations that suffer the faults: each with vendors that write, and a ledger of the responses they received. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import sql from 'sql-template-tag';

import { actAs, makeInvoice, makeUser } from '../../server/src/demo/factories.ts';
import { type OpenDatabase, openDatabase } from '../../server/src/database/open.ts';
import { openFileStore } from '../../server/src/files/store.ts';
import { openContext } from '../../server/src/openContext.ts';
import { settings } from '../tools.ts';
import { type Findings, Ledger, baseline, compare, filesFolderOf, orphans } from './ledger.ts';
import { eanOf, ITEMS, Load, type Vendor } from './load.ts';
import { Portal } from './portal.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { type Proxy, openProxy } from './proxy.ts';
import type { Random } from './random.ts';

export type SiteKind = 'embedded' | 'workers' | 'beside' | 'small disk' | 'small files' | 'clock';

export interface Site {
  kind: SiteKind;
  portal: Portal;
  load: Load;
  ledger: Ledger;
  random: Random;
  vendors: Vendor[];
  /** The folder of the disk to fill, or the file that sets the time. */
  place: string;
  postgres?: Postgres;
  proxy?: Proxy;
  compare: () => Promise<Findings>;
  /** Runs housekeeping as two hours later. @returns the number of files left without a row, which should be 0. */
  sweep: () => Promise<number>;
  end: () => Promise<void>;
}

const VENDORS = 6;
const DISK = '700m';
const FAKE_TIME = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib']
  .map((folder) => join(folder, 'faketime', 'libfaketime.so.1'))
  .find((file) => existsSync(file));

/** The reason why this machine cannot run such a site; null if it can. */
export async function obstacle(kind: SiteKind): Promise<string | null> {
  if (kind === 'clock' && FAKE_TIME === undefined) return "libfaketime is not installed (Debian's package libfaketime)";
  if (kind !== 'small disk' && kind !== 'small files') return null;
  const folder = await mkdtemp(join(tmpdir(), 'aapurti-mount-'));
  try {
    await mount(folder);
    await unmount(folder);
    return null;
  } catch {
    return 'this user may not mount a disk of a small size';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function openSite(kind: SiteKind, random: Random): Promise<Site> {
  const root = await mkdtemp(join(tmpdir(), 'aapurti-faults-'));
  const ends: (() => Promise<unknown>)[] = [() => rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })];
  const end = async () => {
    for (const each of ends.reverse()) await each();
  };
  try {
    return { ...(await furnish(kind, random, root, ends)), end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function furnish(kind: SiteKind, random: Random, root: string, ends: (() => Promise<unknown>)[]): Promise<Omit<Site, 'end'>> {
  const place = join(root, 'place');
  await mkdir(place);
  if (kind.startsWith('small')) {
    await mount(place);
    ends.push(() => unmount(place));
  }
  const folder = join(kind === 'small disk' ? place : root, 'data');
  await mkdir(folder, { mode: 0o700 });
  const filesRoot = kind === 'small files' ? join(place, 'files') : join(folder, 'files');
  const env: Record<string, string> = { FILES_URL: `file://${filesRoot}` };
  if (kind === 'workers') env['WORKERS'] = '2';
  const clock = join(place, 'clock');
  if (kind === 'clock') {
    await writeFile(clock, '+0');
    Object.assign(env, {
      LD_PRELOAD: FAKE_TIME ?? '',
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      // Setting the wall clock must not affect the monotonic clock.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    });
  }
  let postgres: Postgres | undefined;
  let proxy: Proxy | undefined;
  if (kind === 'beside') {
    postgres = await startPostgres(join(root, 'postgres'));
    ends.push(postgres.stop);
    proxy = await openProxy(postgres.port);
    ends.push(proxy.close);
    env['DATABASE_URL'] = postgres.url(proxy.port);
  }
  const portal = await Portal.start(folder, join(root, 'server.log'), env);
  ends.push(() => portal.stop());

  async function onDatabase<Result>(work: (db: OpenDatabase, url: string) => Promise<Result>): Promise<Result> {
    const url = postgres?.url() ?? (await portal.databaseUrl());
    const db = await openDatabase({ url, max: 2 });
    try {
      return await work(db, url);
    } finally {
      await db.close();
    }
  }
  const ledger = new Ledger();
  const storage = { ...settings({ folder, databaseUrl: undefined }), filesUrl: `file://${filesRoot}` };
  const vendors = await onDatabase(async (db, url) => {
    const made = await seed(db, url, storage);
    await baseline(db, ledger, await filesFolderOf(db, filesRoot));
    return made;
  });
  return {
    kind,
    portal,
    ledger,
    random,
    vendors,
    load: new Load(portal.url, vendors, ledger, random),
    place: kind === 'clock' ? clock : place,
    ...(postgres && { postgres }),
    ...(proxy && { proxy }),
    compare: () => onDatabase(async (db) => compare(db, ledger, await filesFolderOf(db, filesRoot))),
    sweep: () =>
      onDatabase(async (db) => {
        const files = await openFileStore(storage, db, () => new Date(Date.now() + 2 * 60 * 60_000));
        await files.sweep();
        return orphans(db, await filesFolderOf(db, filesRoot));
      }),
  };
}

async function seed(db: OpenDatabase, url: string, given: ReturnType<typeof settings>): Promise<Vendor[]> {
  const eans = Array.from({ length: ITEMS }, (_, index) => eanOf(index));
  await db.execute(sql`
    insert into items (item_code, ean, item_name, brand_name, category_name, hsn_code, uom_code, mrp)
    select 'ITM-' || n, ean, 'Basmati Rice, Lot ' || n, 'Annapurna', 'Rice', '10063020', 'PCS', 120
    from unnest(${eans}::text[]) with ordinality as item (ean, n)`);
  const ctx = await openContext(given, db, url);
  const vendors: Vendor[] = [];
  for (let serial = 1; serial <= VENDORS; serial += 1) {
    const user = await makeUser(ctx, serial);
    const acting = await actAs(ctx, user.id);
    const invoices = [1, 2, 3].map((place) => `9900${serial}${place}`);
    for (const number of invoices) await makeInvoice(ctx, acting, number, { invoiceValue: '9999999999.00', IGSTValue: null });
    vendors.push({ ...user, invoices });
  }
  await ctx.sessions.close();
  return vendors;
}

const run = promisify(execFile);

async function mount(folder: string): Promise<void> {
  await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=0700`, 'none', folder]);
}

async function unmount(folder: string): Promise<void> {
  await run('umount', ['--lazy', folder]);
}

/**
 * Uploads whose server is killed (SIGKILL, together with its embedded database) at a random moment. After the next start, either none or
 * all of the rows must exist, and all of them if the response had arrived; each product must have exactly one entry in the log.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import sql from 'sql-template-tag';

import { findEmbedded } from '../server/src/database/embedded/embedded.ts';
import { type OpenDatabase, openDatabase } from '../server/src/database/open.ts';
import { endAll, report, settings, start, timed } from './tools.ts';
import { caller, newVendor, seedItems, sheetOf } from './uploads.ts';

const KILLS = Number(process.env['BENCH_KILLS'] ?? 20);
const ROWS = Number(process.env['BENCH_ROWS'] ?? 10_000);

const folder = await mkdtemp(join(tmpdir(), 'aapurti-kills-'));
const found = { none: 0, all: 0, some: 0, lost: 0, unlogged: 0 };
try {
  const file = await sheetOf(ROWS);
  let seconds = 0;
  let isSeeded = false;
  for (let kill = 0; kill <= KILLS; kill += 1) {
    const { url, child } = await start('installation.ts', settings({ folder, databaseUrl: undefined }));
    const token = await onDatabase(async (db) => {
      if (!isSeeded) await seedItems(db, ROWS);
      isSeeded = true;
      return newVendor(db);
    });
    const call = caller(url);
    if (kill === 0) {
      // The duration of an undisturbed upload. It is the first upload of a process, like those that are killed.
      seconds = await timed(() => call.upload(token, file, { created: ROWS, updated: 0 }));
    } else {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      let isAnswered = false;
      const uploading = call.upload(token, file, { created: ROWS, updated: 0 }).then(
        () => (isAnswered = true),
        () => undefined,
      );
      await sleep(Math.random() * seconds * 1500);
      child.kill('SIGKILL');
      await Promise.all([ended, uploading]);
      const again = await start('installation.ts', settings({ folder, databaseUrl: undefined }));
      const stored = await caller(again.url).count(token);
      if (stored !== 0 && stored !== ROWS) found.some += 1;
      else found[stored === 0 ? 'none' : 'all'] += 1;
      if (isAnswered && stored !== ROWS) found.lost += 1;
      found.unlogged += await onDatabase(unlogged);
      console.log(`kill ${kill}: ${stored} rows${isAnswered ? ', and the answer had come' : ''}`);
    }
    await endAll();
  }
} finally {
  await endAll();
  await rm(folder, { recursive: true, force: true });
}
report(`${KILLS} kills during uploads of ${ROWS} rows`, [
  {
    what: `none of the rows ${found.none} times, all ${found.all} times; some of them`,
    goal: '0',
    reached: String(found.some),
    good: found.some === 0,
  },
  { what: 'answered and not there', goal: '0', reached: String(found.lost), good: found.lost === 0 },
  { what: 'products without one entry in the log each', goal: '0', reached: String(found.unlogged), good: found.unlogged === 0 },
]);

/** The number of products without a log entry, or of log entries without a product. */
async function unlogged(db: OpenDatabase): Promise<number> {
  const odd = await db.first<{ count: number }>(sql`
    select count(*)::int as count
    from (select entity_id, count(*) as entries from audit_log where action = 'product.create' group by entity_id) logged
    full join products on entity_id = products.id::text where entries is distinct from 1 or products.id is null`);
  return odd?.count ?? 0;
}

async function onDatabase<Result>(work: (db: OpenDatabase) => Promise<Result>): Promise<Result> {
  const db = await openDatabase({ url: await findEmbedded(folder), max: 1 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/**
 * Product files in Excel format: the rate compared with only parsing the file, the pages of other users in the meantime, and the memory for
 * many rows.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { readBare } from '../bareReader.ts';
import { median, onBench, percentile, settings, timed } from '../tools.ts';
import { caller, newVendor, seedItems, sheetOf } from '../uploads.ts';

const ROUNDS = 3;
/** The number of rows of the file whose rate counts. */
export const SOME = Number(process.env['BENCH_ROWS'] ?? 20_000);
/** The number of rows of the file whose memory counts. */
export const MANY = 5 * SOME;

export interface SheetFigures {
  /** Rows per second, as a fraction of the rate of only parsing. */
  rate: number;
  /** The p95 of another vendor's first page, in milliseconds. */
  idle: number;
  meanwhile: number;
  /** The peak memory of the server, in MB. */
  memory: { in: number; out: number };
}

export async function measureSheets(): Promise<SheetFigures> {
  let found: SheetFigures | undefined;
  await onBench(async (bench) => {
    await seedItems(bench.db, MANY);
    const portal = await bench.start('portal.ts', settings(bench));
    const call = caller(portal.url);
    const pid = portal.child.pid ?? 0;
    const [some, many] = [await sheetOf(SOME), await sheetOf(MANY)];
    const other = await newVendor(bench.db);
    await call.upload(other, some, { created: SOME, updated: 0 });
    const idle = await pagesWhile(() => call.page(other), sleep(SOME / 10));

    const seconds = { bare: [] as number[], portal: [] as number[] };
    const meanwhile: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const bare = await timed(() => readBare(some));
      const [quiet, beside] = [await newVendor(bench.db), await newVendor(bench.db)];
      const stored = await timed(() => call.upload(quiet, some, { created: SOME, updated: 0 }));
      meanwhile.push(...(await pagesWhile(() => call.page(other), call.upload(beside, some, { created: SOME, updated: 0 }))));
      // The first round only warms up both sides.
      if (round === 0) continue;
      seconds.bare.push(bare);
      seconds.portal.push(stored);
      console.log(`${SOME} rows parsed in ${bare.toFixed(2)} s, read and stored in ${stored.toFixed(2)} s`);
    }

    const token = await newVendor(bench.db);
    await resetPeak(pid);
    const storing = await timed(() => call.upload(token, many, { created: MANY, updated: 0 }));
    const peakIn = await peakMemory(pid);
    await resetPeak(pid);
    const writing = await timed(() => download(portal.url, token));
    console.log(`${MANY} rows read and stored in ${storing.toFixed(1)} s, and written in ${writing.toFixed(1)} s`);
    found = {
      rate: median(seconds.bare) / median(seconds.portal),
      idle: percentile(idle, 0.95),
      meanwhile: percentile(meanwhile, 0.95),
      memory: { in: peakIn, out: await peakMemory(pid) },
    };
  });
  if (found === undefined) throw new Error('a bench ends with its figures');
  return found;
}

async function download(url: string, token: string): Promise<void> {
  const answer = await fetch(`${url}/api/product/export`, { headers: { authorization: token } });
  let bytes = 0;
  for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) bytes += chunk.length;
  if (answer.status !== 200 || bytes < MANY * 20) throw new Error(`an export answered ${answer.status} with ${bytes} bytes`);
}

/**
 * Requests one page after another until the work is done, with pauses of 20 ms, like a user and not like a load test. @returns the
 * milliseconds of each page.
 */
async function pagesWhile(page: () => Promise<void>, work: Promise<void>): Promise<number[]> {
  const times: number[] = [];
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    times.push((await timed(page)) * 1000);
    await sleep(20);
  }
  await done;
  return times;
}

/** Resets the kernel's peak counter. */
async function resetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}

/** The peak memory in MB since the last reset. */
async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

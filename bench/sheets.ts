/**
 * Products by Excel: reading and storing against only parsing the same file, memory and other people's pages meanwhile, and the
 * export against the bare writer. Rounds are interleaved, so that whatever else the machine does meets both sides.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { writeXlsxStream } from 'hucre/xlsx';

import { readBare, readHeadings } from './bareReader.ts';
import { median, onBench, percentile, report, settings, timed } from './tools.ts';
import { caller, newVendor, seedItems, sheetOf } from './uploads.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SOME = Number(process.env['BENCH_ROWS'] ?? 20_000);
const MANY = 5 * SOME;

const results: Parameters<typeof report>[1][number][] = [];

await onBench(async (bench) => {
  await seedItems(bench.db, MANY);
  const portal = await bench.start('portal.ts', settings(bench));
  const call = caller(portal.url);
  const pid = portal.child.pid ?? 0;

  const some = await sheetOf(SOME);
  console.log(`a sheet of ${SOME} rows has ${(some.length / 1e6).toFixed(1)} MB`);
  const seconds = { bare: [] as number[], portal: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const bare = await timed(() => readBare(some));
    const token = await newVendor(bench.db);
    const stored = await timed(() => call.upload(token, some, { created: SOME, updated: 0 }));
    // The first round warms both up.
    if (round === 0) continue;
    seconds.bare.push(bare);
    seconds.portal.push(stored);
    console.log(`round ${round}: parsed in ${bare.toFixed(2)} s, read and stored in ${stored.toFixed(2)} s`);
  }
  const ratio = median(seconds.bare) / median(seconds.portal);
  results.push({
    what: `${SOME} rows read and stored, rate against only parsing`,
    goal: '≥ 0.50',
    reached: ratio.toFixed(2),
    good: ratio >= 0.5,
  });

  const many = await sheetOf(MANY);
  const token = await newVendor(bench.db);
  const other = await newVendor(bench.db);
  await call.upload(other, some, { created: SOME, updated: 0 });
  const idle = await pageTimes(() => call.page(other), 5_000);
  await resetPeak(pid);
  let isDone = false;
  const uploading = timed(() => call.upload(token, many, { created: MANY, updated: 0 })).finally(() => {
    isDone = true;
  });
  const busy = await pageTimes(
    () => call.page(other),
    Number.POSITIVE_INFINITY,
    () => isDone,
  );
  console.log(`${MANY} rows were stored in ${(await uploading).toFixed(1)} s, ${busy.length} pages meanwhile`);
  const peak = await peakMemory(pid);
  results.push({
    what: `${MANY} rows: memory of the server at its peak`,
    goal: '≤ 350 MB',
    reached: `${peak.toFixed(0)} MB`,
    good: peak <= 350,
  });
  const [idle95, busy95] = [percentile(idle, 0.95), percentile(busy, 0.95)];
  results.push({
    what: `a product page meanwhile, p95 against idle (${idle95.toFixed(1)} ms)`,
    goal: '≤ 2.0',
    reached: `${(busy95 / idle95).toFixed(1)} (${busy95.toFixed(1)} ms)`,
    good: busy95 <= 2 * idle95,
  });

  const columns = await columnsOf(portal.url, token);
  const firsts: number[] = [];
  const rates = { bare: [] as number[], portal: [] as number[] };
  let growth = 0;
  for (let round = 0; round <= Math.min(ROUNDS, 3); round += 1) {
    const bare = await timed(() => drain(writeXlsxStream(rowsOf(MANY, columns), { name: 'Products' })));
    await resetPeak(pid);
    const before = await peakMemory(pid);
    const started = performance.now();
    const answer = await fetch(`${portal.url}/api/product/export`, { headers: { authorization: token } });
    const { first, bytes } = await drain(answer.body);
    const whole = (performance.now() - started) / 1000;
    if (answer.status !== 200 || bytes < MANY * 20) throw new Error(`an export answered ${answer.status} with ${bytes} bytes`);
    if (round === 0) continue;
    growth = Math.max(growth, (await peakMemory(pid)) - before);
    firsts.push(first - started);
    rates.bare.push(MANY / bare);
    rates.portal.push(MANY / whole);
    console.log(`round ${round}: written in ${bare.toFixed(2)} s, exported in ${whole.toFixed(2)} s`);
  }
  const rate = median(rates.portal) / median(rates.bare);
  results.push(
    { what: `export of ${MANY}: first byte`, goal: '< 500 ms', reached: `${median(firsts).toFixed(0)} ms`, good: median(firsts) < 500 },
    { what: 'its growth of the server’s memory', goal: '< 60 MB', reached: `${growth.toFixed(0)} MB`, good: growth < 60 },
    { what: 'its rate against the bare writer’s', goal: '≥ 0.50', reached: rate.toFixed(2), good: rate >= 0.5 },
  );
});
report('products by Excel', results);

/** How many columns an export has: the bare writer writes as many. */
async function columnsOf(url: string, token: string): Promise<number> {
  const answer = await fetch(`${url}/api/product/export?EANCode=none`, { headers: { authorization: token } });
  return readHeadings(Buffer.from(await answer.arrayBuffer()));
}

/** Rows like those of the export: as many texts and numbers, made as they are asked for. */
function* rowsOf(count: number, columns: number): Generator<(string | number)[]> {
  for (let row = 0; row < count; row += 1) {
    yield Array.from({ length: columns }, (_, column) => (column % 2 === 0 ? `Basmati rice, pack ${row}` : row + column / 4));
  }
}

/** When its first byte came, and how many there were. */
async function drain(stream: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null): Promise<{ first: number; bytes: number }> {
  let first = 0;
  let bytes = 0;
  for await (const chunk of (stream ?? []) as AsyncIterable<Uint8Array>) {
    if (bytes === 0) first = performance.now();
    bytes += chunk.length;
  }
  return { first, bytes };
}

/** Milliseconds of one page after another, each 20 ms after the last: a person's clicks, not a load. */
async function pageTimes(page: () => Promise<void>, milliseconds: number, isOver = () => false): Promise<number[]> {
  const times: number[] = [];
  const start = performance.now();
  while (!isOver() && performance.now() - start < milliseconds) {
    times.push((await timed(page)) * 1000);
    await sleep(20);
  }
  return times;
}

/** What the kernel counts from here on. */
async function resetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}

/** In MB, since the last reset. */
async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/**
 * `npm run bench`: runs every bench, one after another, and prints their tables again at the end; with names (`npm run bench limits`) only
 * those. RESULTS.md stores the tables and keeps those of other benches. Fails if a goal is missed. A run with a setting, for example
 * `BENCH_SECONDS=0.2 npm run bench`, is quick and only roughly right, so it does not change RESULTS.md.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { keepResults } from './results.ts';

const BENCHES = ['limits', 'uploadKills', 'noisy', 'chain', 'manyInvoices', 'changes', 'webhooks', 'keys', 'screens', 'grids'];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0) throw new Error(`There is no bench ${unknown.join(', ')}. There are: ${BENCHES.join(', ')}.`);

const isRough = Object.keys(process.env).some((name) => name.startsWith('BENCH_'));
/** The lines of the tables, with an empty line before each table. */
const tables: string[] = [];
const missed: string[] = [];
for (const name of asked.length > 0 ? asked : BENCHES) {
  console.log(`\n── ${name}`);
  const child = spawn(process.execPath, [...process.execArgv, fileURLToPath(new URL(`${name}.ts`, import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const own: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line);
    if (line.startsWith('|')) own.push(line);
    else if (own.length > 0 && own.at(-1) !== '') own.push('');
  }
  if ((await ended) !== 0) missed.push(name);
  if (own.length > 0 && !isRough) await keepResults(name, own.join('\n').trimEnd());
  tables.push(...own, '');
}
console.log(`\n── all of it\n${tables.join('\n')}`);
console.log(missed.length === 0 ? 'Every goal is reached.' : `Not all goals are reached: ${missed.join(', ')}.`);
if (missed.length > 0) process.exitCode = 1;

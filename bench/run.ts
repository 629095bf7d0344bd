/**
 * `npm run bench`: every bench, one after another, and their tables once more at the end; with names (`npm run bench sheets`) only
 * those. Fails where a goal is missed.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const BENCHES = ['productPage', 'money', 'orders', 'orderImport', 'print', 'sheets', 'uploadKills'];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0) throw new Error(`There is no bench ${unknown.join(', ')}. There are: ${BENCHES.join(', ')}.`);

/** The lines of the tables, and an empty one before each. */
const tables: string[] = [];
const missed: string[] = [];
for (const name of asked.length > 0 ? asked : BENCHES) {
  console.log(`\n── ${name}`);
  const child = spawn(process.execPath, [...process.execArgv, fileURLToPath(new URL(`${name}.ts`, import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line);
    if (line.startsWith('|')) tables.push(line);
    else if (tables.at(-1) !== '') tables.push('');
  }
  if ((await ended) !== 0) missed.push(name);
}
console.log(`\n── all of it\n${tables.join('\n')}`);
console.log(missed.length === 0 ? '\nEvery goal is reached.' : `\nNot all goals are reached: ${missed.join(', ')}.`);
if (missed.length > 0) process.exitCode = 1;

/** `npm run bench`: every bench, one after another; with names (`npm run bench sheets`) only those. Fails where a goal is missed. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BENCHES = ['productPage', 'sheets', 'uploadKills'];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0) throw new Error(`There is no bench ${unknown.join(', ')}. There are: ${BENCHES.join(', ')}.`);
for (const name of asked.length > 0 ? asked : BENCHES) {
  console.log(`\n── ${name}`);
  const child = spawn(process.execPath, [...process.execArgv, fileURLToPath(new URL(`${name}.ts`, import.meta.url))], { stdio: 'inherit' });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (code !== 0) process.exitCode = 1;
}

/** The last results of the benches, in RESULTS.md: one chapter per bench, with date and machine. */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

import { findPostgres } from '../server/src/database/embedded/postgres-programs.ts';

const FILE = fileURLToPath(new URL('RESULTS.md', import.meta.url));
const HEAD = `# What the benches have measured

Written by \`npm run bench\`, and by \`npm run faults\`; run one of them and only its chapter changes. Files in this folder have the benches' names and say their goals.
`;

/** Replaces the tables of a bench by new ones. */
export async function keepResults(bench: string, tables: string): Promise<void> {
  const text = await readFile(FILE, 'utf8').catch(() => HEAD);
  const [head = HEAD, ...chapters] = text.split(/^(?=## )/m);
  const chapter = `## ${bench}\n\n${await circumstances()}\n\n${tables}\n\n`;
  const place = chapters.findIndex((each) => each.startsWith(`## ${bench}\n`));
  chapters.splice(place < 0 ? chapters.length : place, 1, chapter);
  await writeFile(FILE, `${[head.trimEnd(), ...chapters.map((each) => each.trimEnd())].join('\n\n')}\n`);
}

/** The date, the machine, and its load: if the load equals the number of cores, nothing else ran next to the bench. */
async function circumstances(): Promise<string> {
  const all = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const {
    postgres: [program = '', ...prefix],
  } = await findPostgres(tmpdir());
  const database = execFileSync(program, [...prefix, '--version'], { encoding: 'utf8' }).trim();
  const machine = `${all.length} × ${all[0]?.model.trim() ?? 'unknown'}, ${memory}, Node ${process.versions.node}, ${database.replace('postgres (PostgreSQL)', 'PostgreSQL')}`;
  return `${new Date().toISOString().slice(0, 10)}, ${machine}, load average ${loadavg()[1]?.toFixed(1)}.`;
}

// `npm run mutate`: removes each column of the lines of documents from each place where it still is written, one at a time in a copy of the
// tree, and runs the type check and then the tests of that place. Prints what was caught by what, and `N removed, N caught` at the end.
// `--sample 20` removes so many at random, `--seed 7` the same ones again; `--only goodsSheet` those of places whose names have the text.
// `--report` names what is not caught without failing.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

import { root } from './workspace.mjs';

const EVERY_LINE = 'server/test/everyLine.test.ts';
const DISPATCH = ['server/src/dispatch-notes/dispatchGoods.test.ts', 'server/src/dispatch-notes/goodsSheet.test.ts'];
const INVOICES = ['server/src/invoices/lineSheet.test.ts', 'server/src/invoices/lines.test.ts', 'server/src/invoices/match.test.ts'];
const ORDERS = ['server/src/purchase-orders/lines.test.ts', 'server/src/purchase-orders/orders.test.ts', 'server/test/everyField.test.ts'];
const RECEIPTS = ['server/src/receipts/receipts.test.ts', 'server/src/buyer-system/sheets.test.ts'];
const ANSWERS = ['server/src/purchase-orders/answers.test.ts', 'server/src/purchase-orders/answerSheet.test.ts'];

/**
 * The files that write columns of lines, with the tests that are run one after the other until one fails, and the blocks of properties that
 * are such columns: `name` is the beginning of the line that opens one. Items of lists, of `select` and of `json_build_object` are found by
 * their form.
 */
const PLACES = {
  'server/src/purchase-orders/lines.ts': { tests: ORDERS, blocks: ['export const orderLineTable = lineMap('] },
  'server/src/purchase-orders/orders.ts': { tests: [...ORDERS, 'server/src/purchase-orders/prints.test.ts'] },
  'server/src/buyer-system/orderSheet.ts': {
    tests: ['server/test/everyField.test.ts', 'server/src/buyer-system/sheets.test.ts'],
    blocks: ['const ofLine = {'],
  },
  'server/src/purchase-orders/answers.ts': {
    tests: [EVERY_LINE, ...ANSWERS],
    blocks: ['const sentFields = {', "export const answerTable = lineMap('order_answers', {"],
  },
  'server/src/purchase-orders/answerSheet.ts': {
    tests: [EVERY_LINE, ...ANSWERS.toReversed()],
    blocks: ['export const answerColumns = {', 'const exported = {'],
  },
  'server/src/purchase-orders/sheetLines.ts': { tests: [DISPATCH[1], INVOICES[0]], blocks: ['export const orderLineColumns = {'] },
  'server/src/dispatch-notes/lines.ts': { tests: [EVERY_LINE, ...DISPATCH], blocks: ['export const dispatchLineTable = lineMap('] },
  'server/src/dispatch-notes/goods.ts': { tests: [EVERY_LINE, ...DISPATCH] },
  'server/src/dispatch-notes/orderLines.ts': { tests: DISPATCH },
  'server/src/dispatch-notes/goodsSheet.ts': {
    tests: [EVERY_LINE, DISPATCH[1]],
    blocks: ['const batchColumns = {', 'export const goodsColumns = {', 'const exported = {'],
  },
  'server/src/invoices/lines.ts': { tests: [EVERY_LINE, ...INVOICES], blocks: ['export const invoiceLineTable = lineMap('] },
  'server/src/invoices/lineSheet.ts': { tests: [EVERY_LINE, INVOICES[0]], blocks: ['const named = {', 'const billedTerms = {'] },
  'server/src/receipts/lines.ts': { tests: [EVERY_LINE, ...RECEIPTS], blocks: ['export const receiptLineTable = lineMap('] },
  'server/src/receipts/receipts.ts': { tests: [EVERY_LINE, RECEIPTS[0]] },
  'server/src/buyer-system/receipts.ts': { tests: [EVERY_LINE, RECEIPTS[1]] },
  'server/src/buyer-system/receiptSheet.ts': { tests: [RECEIPTS[1]], blocks: ['export const receiptColumns = {'] },
  'contract/src/dispatch-notes/dispatchGoods.ts': {
    tests: [EVERY_LINE],
    blocks: ['const batchTerms = z.object({', 'const dispatchLine = z.object({'],
  },
  'contract/src/invoices/invoiceLines.ts': {
    tests: [EVERY_LINE],
    blocks: ['const invoiceLineForm = z.object({', "export const invoiceLine = named('InvoiceLine', {"],
  },
  'contract/src/receipts/receipts.ts': {
    tests: [EVERY_LINE],
    blocks: ['const receivedLine = z.object({', "const storedLine = named('ReceiptItem', {"],
  },
};

const mapped = execFileSync('git', ['grep', '-l', '= lineMap(', '--', 'server/src'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const forgotten = mapped.filter((file) => !(file in PLACES));
if (forgotten.length > 0) throw new Error(`Columns of lines are declared in ${forgotten.join(', ')}: name it in PLACES.`);

/** @typedef {{ file: string, kind: string, column: string, start: number, end: number }} Mutant */

/** The properties of a block: from its opening line to the line that closes it. @returns {Mutant[]} */
function properties(file, text, opening) {
  const start = text.indexOf(`\n${opening}`);
  if (start === -1) throw new Error(`${file} has no block "${opening}".`);
  const from = text.indexOf('\n', start + 1) + 1;
  const body = text.slice(from, from + text.slice(from).search(/^[})]/m));
  const starts = [...body.matchAll(/^ {2}(?:\.\.\.)?(\w+)\b[^\n]*/gm)];
  const ends = (index) => starts[index + 1]?.index ?? body.length;
  return starts.flatMap((found, index) => [
    { file, kind: 'property', column: found[1], start: from + found.index, end: from + ends(index) },
  ]);
}

/** The range of an item with the comma after it, else with the one before it. */
function withComma(text, start, end) {
  const after = /^,\s*/.exec(text.slice(end));
  if (after !== null) return { start, end: end + after[0].length };
  const before = /,\s*$/.exec(text.slice(0, start));
  return { start: before === null ? start : start - before[0].length, end };
}

const LISTS = /(?:const [A-Z]+ = |\b(?:selected|exported|json|names)\((?:'\w+', )?)\[([^\]]*)\]/g;
/** The aliases of tables of lines. */
const LINE = '(?:line|part|row|first|each|ordered|answer|receipt_lines)';
const SELECTED = new RegExp(String.raw`(?<=(?:select|,)\s+)(?:${LINE}\.\w+|trim_scale\(${LINE}\.\w+\)) as (?:"(\w+)"|(\w+))`, 'g');
const PAIRS = new RegExp(String.raw`'(\w+)', ${LINE}\.\w+(?=\s*[,)])`, 'g');

/** @returns {Mutant[]} */
function mutantsOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const item = (kind, column, start, length) => ({ file, kind, column, ...withComma(text, start, start + length) });
  const lists = [...text.matchAll(LISTS)].flatMap((list) =>
    [...list[1].matchAll(/'(\w+)'/g)].map((each) =>
      item('list', each[1], list.index + list[0].indexOf(`[${list[1]}`) + 1 + each.index, each[0].length),
    ),
  );
  const selected = [...text.matchAll(SELECTED)].map((each) => item('select', each[1] ?? each[2], each.index, each[0].length));
  const pairs = [...text.matchAll(PAIRS)].map((each) => item('json', each[1], each.index, each[0].length));
  return [...(PLACES[file].blocks ?? []).flatMap((opening) => properties(file, text, opening)), ...lists, ...selected, ...pairs];
}

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
function drawn(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function sampled(items, count, seed) {
  const next = drawn(seed);
  const left = [...items];
  return Array.from({ length: Math.min(count, items.length) }, () => left.splice(Math.floor(next() * left.length), 1)[0]);
}

/** Runs a program. @returns null if it succeeds, otherwise its output. */
function failureOf(folder, program, args) {
  return new Promise((done) => {
    const env = { ...process.env, CI: '' };
    delete env.CI;
    const child = spawn(join(folder, 'node_modules/.bin', program), args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
    child.once('exit', (code) => done(code === 0 ? null : output));
  });
}
/** Unchanged files are not checked again, which makes it four times as fast. */
const compiling = (folder) =>
  failureOf(folder, 'tsc', ['--noEmit', '--incremental', '--tsBuildInfoFile', join(folder, 'types.tsbuildinfo')]);
const testing = (folder, files) => failureOf(folder, 'vitest', ['run', '--retry=0', '--bail=1', ...files]);

/** The current tree, with the packages as links to the same files. */
function copyTree() {
  const folder = mkdtempSync(join(tmpdir(), 'aapurti-mutate-'));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
  const needed = files.filter((file) => !/^e2e\/pictures\/|^bench\/.*\.(?:json|md)$/.test(file));
  for (const file of needed) cpSync(join(root, file), join(folder, file), { recursive: true });
  const packages = ['', 'contract/', 'server/', 'web/'].map((at) => `${at}node_modules`);
  for (const each of packages)
    try {
      execFileSync('cp', ['-al', join(root, each), join(folder, dirname(each))], { stdio: 'ignore' });
    } catch {
      // A folder on another file system, or none.
      if (each === 'node_modules') execFileSync('cp', ['-a', join(root, each), folder]);
    }
  return folder;
}

const { values } = parseArgs({
  options: { sample: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' }, report: { type: 'boolean' } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const all = Object.keys(PLACES)
  .filter((file) => file.includes(values.only ?? ''))
  .flatMap(mutantsOf);
const chosen = values.sample === undefined ? all : sampled(all, Number(values.sample), seed);
console.log(`${all.length} places of columns, ${chosen.length} to remove, seed ${seed}`);

const survivors = [];
let compiled = 0;
let done = 0;

/** @returns what caught the mutant: null if nothing did. */
async function caughtBy(folder, { file }) {
  if ((await compiling(folder)) !== null) return 'the type check';
  // The first test alone catches most mutants, and starts faster than all of them.
  const [first, ...others] = PLACES[file].tests;
  if ((await testing(folder, [first])) !== null) return first;
  return others.length > 0 && (await testing(folder, others)) !== null ? 'the others' : null;
}

/** Takes mutants until none is left. */
async function work(folder, mutants) {
  for (let mutant = mutants.shift(); mutant !== undefined; mutant = mutants.shift()) {
    const { file, kind, column, start, end } = mutant;
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.slice(0, start) + text.slice(end));
    const caught = await caughtBy(folder, mutant);
    writeFileSync(path, text);
    if (caught === 'the type check') compiled += 1;
    const what = `${file}:${text.slice(0, start).split('\n').length} ${kind} ${column}`;
    if (caught === null) survivors.push(what);
    done += 1;
    console.log(`${done}. ${what}: ${caught === null ? 'NOT CAUGHT' : `caught by ${caught}`}`);
  }
}

// A test file keeps one core busy.
const folders = [];
try {
  while (folders.length < Math.min(2, availableParallelism())) folders.push(copyTree());
  // The tests below fail only for the removed column.
  const failure = (await compiling(folders[0])) ?? (await testing(folders[0], [EVERY_LINE]));
  if (failure !== null) throw new Error(`The tree fails as it is.\n${failure}`);
  const mutants = [...chosen];
  await Promise.all(folders.map((folder) => work(folder, mutants)));
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
console.log(`${chosen.length} removed, ${chosen.length - survivors.length} caught (${compiled} by the type check), seed ${seed}`);
// The end of CI's log shows what stands under this heading.
if (survivors.length > 0) console.log('\n── tests that failed, or passed only at the second try');
for (const each of survivors) console.log(`Not caught: ${each}`);
if (survivors.length > 0) console.log();
// The other runs of CI end like this.
const failed = values.report === true ? 0 : survivors.length;
console.log(`${chosen.length - survivors.length} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
let tree: string;

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'aapurti-borders-'));
  for (const file of ['.oxlintrc.json', 'oxlint.config.mjs', 'scripts/layers.mjs', 'contract/src']) {
    await cp(join(root, file), join(tree, file), { recursive: true });
  }
  // The configuration looks at which folders there are.
  for (const side of ['server/src', 'web/src']) {
    for (const entry of await readdir(join(root, side), { withFileTypes: true })) {
      if (entry.isDirectory()) await mkdir(join(tree, side, entry.name), { recursive: true });
      else await copyFile(join(root, side, entry.name), join(tree, side, entry.name));
    }
  }
});
afterAll(() => rm(tree, { recursive: true, force: true }));

/** Lints these files, planted in the tree. @returns what is said, as oxlint's `format` has it. */
async function lint(files: Record<string, string>, format = 'default'): Promise<string> {
  const before = new Map<string, string | undefined>();
  for (const [path, text] of Object.entries(files)) {
    before.set(path, await readFile(join(tree, path), 'utf8').catch(() => undefined));
    await mkdir(dirname(join(tree, path)), { recursive: true });
    await writeFile(join(tree, path), text);
  }
  const report = await new Promise<string>((done) => {
    execFile(
      join(root, 'node_modules/.bin/oxlint'),
      ['-c', 'oxlint.config.mjs', '-f', format, ...Object.keys(files)],
      { cwd: tree },
      (_error, stdout, stderr) => done(stdout + stderr),
    );
  });
  for (const [path, text] of before) {
    if (text === undefined) await rm(join(tree, path));
    else await writeFile(join(tree, path), text);
  }
  return report;
}

const use = (from: string) => `import { thing } from '${from}';\nexport const used = thing;\n`;

/** A planted violation of each border, and the words it must be caught with. */
const CAUGHT: [file: string, from: string, words: string][] = [
  ['contract/src/invoices/planted.ts', '@aapurti/server/app', 'nothing else'],
  ['contract/src/invoices/planted.ts', 'node:fs', 'nothing else'],
  ['contract/src/invoices/planted.ts', '../papers/paper.ts', 'nothing else'],
  ['contract/src/ground/planted.ts', '../audit/audit.ts', 'nothing else'],
  ['server/src/schemes/planted.ts', '../../../web/src/ground/api.ts', 'meet in the contract only'],
  ['web/src/products/planted.tsx', '../../../server/src/app.ts', 'meet in the contract only'],
  ['server/src/memos/planted.ts', '@aapurti/web/api', 'meet in the contract only'],
  ['server/src/memos/planted.test.ts', '../../../web/src/ground/api.ts', 'meet in the contract only'],
  ['server/src/schemes/planted.ts', '../sign-in/totp.ts', 'A domain imports only'],
  ['server/src/schemes/planted.ts', '../payments/routes.ts', 'A domain imports only'],
  ['server/src/database/planted.ts', '../schemes/schemes.ts', 'those before it only'],
  ['server/src/database/planted.ts', '../http/serve.ts', 'those before it only'],
  ['server/src/database/planted.ts', '../context.ts', 'those before it only'],
  ['server/src/payments/planted.ts', '../schemes/schemes.ts', 'those before it only'],
  ['server/src/sheets/planted.ts', './worker.ts', 'those before it only'],
  ['server/src/ground/actor.ts', '../database/database.ts', 'those before it only'],
  ['server/src/ground/actor.ts', '../main.ts', 'those before it only'],
  ['web/src/list/planted.tsx', '../products/ProductsPage.tsx', 'know no domain'],
  ['web/src/form/planted.tsx', '@aapurti/contract/vendors/accounts', 'know no domain'],
  ['web/src/sheets/planted.tsx', '@aapurti/contract/products/products', 'know no domain'],
];
const ALLOWED: [file: string, from: string][] = [
  ['contract/src/invoices/planted.ts', '../ground/fields.ts'],
  ['contract/src/invoices/planted.ts', './matching.ts'],
  ['contract/src/invoices/planted.ts', 'zod'],
  ['server/src/schemes/planted.ts', '../payments/store.ts'],
  ['server/src/schemes/planted.ts', './routes.ts'],
  ['server/src/schemes/planted.ts', '../context.ts'],
  ['server/src/database/planted.test.ts', '../demo/factories.ts'],
  ['server/src/sheets/worker.ts', '../invoices/upload.ts'],
  ['server/src/app.ts', './schemes/routes.ts'],
  ['web/src/list/planted.tsx', '@aapurti/contract/ground/operation'],
  ['web/src/sheets/planted.tsx', '@aapurti/contract/sheets/sheets'],
];

/** All of them at once, an import a line: what is said of each, by its file and what it imports. */
async function lintImports(): Promise<(file: string, from: string) => string> {
  const imports = new Map<string, string[]>();
  for (const [file, from] of [...CAUGHT, ...ALLOWED]) imports.set(file, [...(imports.get(file) ?? []), from]);
  const files = Array.from(imports, ([file, all]): [string, string] => [
    file,
    `${all.map((from, place) => `import { thing as thing${place} } from '${from}';\n`).join('')}export const used = [${all.map((_, place) => `thing${place}`).join()}];\n`,
  ]);
  const { diagnostics } = JSON.parse(await lint(Object.fromEntries(files), 'json')) as {
    diagnostics: { code: string; message: string; help?: string; filename: string; labels: { span: { line: number } }[] }[];
  };
  return (file, from) =>
    diagnostics
      .filter(({ filename, labels }) => filename === file && imports.get(file)?.[(labels[0]?.span.line ?? 0) - 1] === from)
      .map(({ code, message, help }) => `${code}: ${message} ${help}`)
      .join('\n');
}

let said: Awaited<ReturnType<typeof lintImports>>;
beforeAll(async () => {
  said = await lintImports();
});

test.each(CAUGHT)('%s may not import %s', (file, from, words) => {
  expect(said(file, from)).toContain(words);
});

test.each(ALLOWED)('%s may import %s', (file, from) => {
  expect(said(file, from)).not.toMatch(/no-restricted-imports/);
});

test('a folder that the list of layers does not name is an error', async () => {
  await mkdir(join(tree, 'server/src/planted'));
  expect(await lint({ 'server/src/planted/planted.ts': use('../context.ts') })).toContain('differ by planted');
  await rm(join(tree, 'server/src/planted'), { recursive: true });
});

test('a cycle is caught', async () => {
  const report = await lint({
    'server/src/http/one.ts': use('./two.ts').replace('used', 'thing2'),
    'server/src/http/two.ts': "import { thing2 } from './one.ts';\nexport const thing = thing2;\n",
  });
  expect(report).toContain('no-cycle');
});

test('a type that is imported where it is used, which the borders do not see, is an error', async () => {
  const report = await lint({ 'server/src/database/planted.ts': "export type Planted = import('../schemes/schemes.ts').Planted;\n" });
  expect(report).toContain('type annotations are forbidden');
});

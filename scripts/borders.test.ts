import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { layers, webLayers } from './layers.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
let tree: string;

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'aapurti-borders-'));
  for (const file of ['.oxlintrc.json', 'oxlint.config.mjs', 'scripts/layers.mjs', 'contract/src']) {
    await cp(join(root, file), join(tree, file), { recursive: true });
  }
  // The configuration looks at which folders there are.
  for (const side of ['server/src', 'web/src']) {
    for (const entry of await readdir(join(root, side), { withFileTypes: true, recursive: true })) {
      const path = join(relative(root, entry.parentPath), entry.name);
      if (entry.isDirectory()) await mkdir(join(tree, path), { recursive: true });
      else if (entry.parentPath === join(root, side)) await copyFile(join(root, path), join(tree, path));
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
  ['server/src/sheets/xlsx/planted.ts', '../../invoices/upload.ts', 'those before it only'],
  ['server/src/sheets/xlsx/planted.ts', '../worker.ts', 'those before it only'],
  ['server/src/buyer-system/pull/planted.ts', '../../payments/routes.ts', 'A domain imports only'],
  ['server/src/buyer-system/pull/planted.ts', '../../sign-in/sessions.ts', 'those before it only'],
  ['server/src/purchase-orders/lock.ts', '../invoices/match.ts', 'those before it only'],
  ['web/src/list/planted.tsx', '../products/ProductsPage.tsx', 'those before it only'],
  ['web/src/ui/style/planted.tsx', '../../list/ListPage.tsx', 'those before it only'],
  ['web/src/ground/planted.ts', '../ui/toast.tsx', 'those before it only'],
  ['web/src/words/planted.ts', '../ground/api.ts', 'those before it only'],
  ['web/src/choose/planted.tsx', '../vendors/refusals.ts', 'those before it only'],
  ['web/src/access/useMay.ts', '../ui/toast.tsx', 'those before it only'],
  ['web/src/invoices/planted.tsx', '../payments/reports.ts', 'those before it only'],
  ['web/src/dispatch-notes/goods/planted.tsx', '../../invoices/balance.ts', 'those before it only'],
  ['web/src/sign-in/planted.tsx', '../vendors/UsersPage.tsx', 'those before it only'],
  ['web/src/vendors/planted.tsx', '../home/DashboardPage.tsx', 'those before it only'],
  ['web/src/vendors/planted.tsx', '../routes.tsx', 'those before it only'],
  ['web/src/memos/planted.tsx', '../invoices/InvoiceForm.tsx', 'A domain imports only'],
  ['web/src/vendors/form/planted.tsx', '../../sign-in/security/Devices.tsx', 'A domain imports only'],
  ['web/src/vendors/planted.tsx', '../people/PeoplePage.tsx', 'A domain imports only'],
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
  ['server/src/buyer-system/pull/planted.ts', '../../payments/store.ts'],
  ['server/src/buyer-system/pull/planted.ts', '../items.ts'],
  ['server/src/sheets/xlsx/planted.ts', '../../database/database.ts'],
  ['web/src/invoices/planted.tsx', '../payments/forgetFigures.ts'],
  ['web/src/invoices/planted.tsx', '../dispatch-notes/useOrder.ts'],
  ['web/src/dispatch-notes/goods/planted.tsx', '../../registrations/placeOptions.ts'],
  ['web/src/dispatch-notes/goods/planted.tsx', '../useOrder.ts'],
  ['web/src/integration/planted.tsx', '../sign-in/proof/ProofForm.tsx'],
  ['web/src/home/search/planted.tsx', '../../vendors/UsersPage.tsx'],
  ['web/src/ui/planted.tsx', '../access/useMay.ts'],
  ['web/src/list/planted.tsx', '@aapurti/contract/ground/operation'],
  ['web/src/sheets/planted.tsx', '@aapurti/contract/sheets/sheets'],
];

/** All of them at once, an import a line: what is said of each, by its file and what it imports. */
async function lintImports(): Promise<(file: string, from: string) => string> {
  const imports = new Map<string, string[]>();
  for (const [file, from] of [...CAUGHT, ...ALLOWED]) imports.set(file, [...(imports.get(file) ?? []), from]);
  const files = Array.from(imports, ([file, all]): [string, string] => [
    file,
    `${all.map((from, index) => `import { thing as thing${index} } from '${from}';\n`).join('')}export const used = [${all.map((_, index) => `thing${index}`).join()}];\n`,
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

test.each(['contract/src', 'server/src', 'web/src'])('a folder of %s that the list of layers does not name is an error', async (side) => {
  await mkdir(join(tree, side, 'planted'));
  expect(await lint({ [`${side}/planted/planted.ts`]: use('../context.ts') })).toContain('differ by planted');
  await rm(join(tree, side, 'planted'), { recursive: true });
});

test.each(['web/src/ui/planted.tsx', 'web/src/payments/planted.tsx'])(
  'the file %s may import from Mantine everything except its button',
  async (file) => {
    const named = (name: string) => `import { ${name} } from '@mantine/core';\nexport const used = ${name};\n`;
    expect(await lint({ [file]: named('Button') })).toContain('ui/Button.tsx');
    expect(await lint({ [file]: named('Alert') })).not.toContain('no-restricted-imports');
  },
);

test('the linter finds a cycle', async () => {
  const report = await lint({
    'server/src/http/one.ts': use('./two.ts').replace('used', 'thing2'),
    'server/src/http/two.ts': "import { thing2 } from './one.ts';\nexport const thing = thing2;\n",
  });
  expect(report).toContain('no-cycle');
});

test('an inline type import, which the borders do not check, is an error', async () => {
  const report = await lint({ 'server/src/database/planted.ts': "export type Planted = import('../schemes/schemes.ts').Planted;\n" });
  expect(report).toContain('type annotations are forbidden');
});

test('every file in the list of layers exists', async () => {
  const sides = { 'server/src': layers, 'web/src': webLayers };
  const named = Object.entries(sides).flatMap(([side, all]) =>
    all.flatMap(({ at, open = [] }) => [join(side, at), ...open.map((file) => join(side, at, file.replace('*', '')))]),
  );
  const missing = await Promise.all(
    named.map((path) =>
      stat(join(root, path)).then(
        () => '',
        () => path,
      ),
    ),
  );
  expect(missing.filter((path) => path !== '')).toEqual([]);
});

test('no folder of the server has more than 20 files besides tests', async () => {
  const files = new Map<string, number>();
  for (const entry of await readdir(join(root, 'server/src'), { withFileTypes: true, recursive: true })) {
    const folder = relative(root, entry.parentPath);
    if (entry.isFile() && !entry.name.endsWith('.test.ts') && !folder.endsWith('migrations'))
      files.set(folder, (files.get(folder) ?? 0) + 1);
  }
  expect(Array.from(files).filter(([, count]) => count > 20)).toEqual([]);
});

test('the server’s sources have at most 31 folders directly in them', async () => {
  const entries = await readdir(join(root, 'server/src'), { withFileTypes: true });
  expect(entries.filter((entry) => entry.isDirectory()).length).toBeLessThanOrEqual(31);
});

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
let tree: string;

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'aapurti-borders-'));
  await cp(join(root, '.oxlintrc.json'), join(tree, '.oxlintrc.json'));
});
afterAll(() => rm(tree, { recursive: true, force: true }));

async function lint(files: Record<string, string>): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(tree, path)), { recursive: true });
    await writeFile(join(tree, path), text);
  }
  const report = await new Promise<string>((done) => {
    execFile(join(root, 'node_modules/.bin/oxlint'), Object.keys(files), { cwd: tree }, (_error, stdout) => done(stdout));
  });
  for (const path of Object.keys(files)) await rm(join(tree, path));
  return report;
}

const use = (from: string) => `import { thing } from '${from}';\nexport const used = thing;\n`;

/** A planted violation of each border, and the words it must be caught with. */
test.each([
  ['contract/src/planted.ts', '@aapurti/server/app', 'nothing else'],
  ['contract/src/planted.ts', 'node:fs', 'nothing else'],
  ['server/src/schemes/planted.ts', '../../../web/src/api.ts', 'meet in the contract only'],
  ['web/src/catalogue/planted.tsx', '../../../server/src/app.ts', 'meet in the contract only'],
  ['server/src/catalogue/planted.ts', '../schemes/routes.ts', 'main file only'],
  ['server/src/schemes/planted.ts', '../accounts/passwords.ts', 'main file only'],
  ['server/src/schemes/rules.ts', '../database/list.ts', 'Rules are pure'],
  ['web/src/list/planted.tsx', '../catalogue/ProductsPage.tsx', 'know no domain'],
  ['web/src/form/planted.tsx', '@aapurti/contract/accounts', 'know no domain'],
  ['web/src/sheets/planted.tsx', '@aapurti/contract/catalogue', 'know no domain'],
])('%s may not import %s', async (file, from, words) => {
  expect(await lint({ [file]: use(from) })).toContain(words);
});

test('a cycle is caught', async () => {
  const report = await lint({
    'server/src/one.ts': use('./two.ts').replace('used', 'thing2'),
    'server/src/two.ts': "import { thing2 } from './one.ts';\nexport const thing = thing2;\n",
  });
  expect(report).toContain('no-cycle');
});

test.each([
  ['contract/src/planted.ts', './fields.ts'],
  ['contract/src/planted.ts', 'zod'],
  ['server/src/catalogue/planted.ts', '../schemes/schemes.ts'],
  ['web/src/list/planted.tsx', '@aapurti/contract/operation'],
  ['web/src/sheets/planted.tsx', '@aapurti/contract/sheets'],
])('%s may import %s', async (file, from) => {
  expect(await lint({ [file]: use(from) })).not.toMatch(/no-restricted-imports/);
});

import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { asDocument, productionPackages } from './dependencies.mjs';

const root = join(import.meta.dirname, '..');

/** The packages that the files which run import. */
function packagesOf(folder: string): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.d)\.tsx?$/.test(file) && !/\.(test|write)\.tsx?$/.test(file),
  );
  const names = files.flatMap((file) =>
    Array.from(
      readFileSync(join(root, folder, file), 'utf8').matchAll(/^(?:.* from|import) '([^'.$][^']*)';$|\bimport\('([^'.$][^']*)'\)/gm),
    ),
  );
  const packages = names.map(([, one, other]) => (/^(?:@[^/]+\/)?[^/]+/.exec(one ?? other ?? '') ?? [''])[0]);
  return [...new Set(packages)].filter((name) => name !== '' && !isBuiltin(name)).toSorted((one, other) => one.localeCompare(other));
}

/** A production installation leaves development packages out. */
test.each(['contract', 'server'])('the dependencies of %s include everything that it imports at run time', (workspace) => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  const used = packagesOf(join(workspace, 'src'));
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((name) => !(name in dependencies))).toEqual([]);
});

/** Licences that ask for no more than to be named, and the LGPL of libvips and libheif, which are loaded as libraries of their own. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
]);
ALLOWED.add('OFL-1.1').add('LGPL-3.0-or-later').add('LGPL-3.0');

test('every package of an installation has a licence that allows its use', () => {
  const parts = (license: string) => license.replaceAll(/[()]/g, '').split(/ AND | OR /);
  const packages = productionPackages();
  expect(packages.length).toBeGreaterThan(100);
  expect(packages.filter(({ license }) => !parts(license).every((part) => ALLOWED.has(part)))).toEqual([]);
});

test('the page docs/dependencies.md lists what the lock file contains: npm run dependencies', () => {
  expect(readFileSync(join(root, 'docs/dependencies.md'), 'utf8')).toBe(asDocument(productionPackages()));
});

import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';

import { expect, test } from 'vitest';

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

/** An installation for production leaves development packages out. */
test.each(['contract', 'server'])('what %s imports when it runs is among its dependencies', (workspace) => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  const used = packagesOf(join(workspace, 'src'));
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((name) => !(name in dependencies))).toEqual([]);
});

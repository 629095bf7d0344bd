import { execFile, execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { countBrowser, countUnit } from './reports.mjs';

const root = join(import.meta.dirname, '..');
let folder: string;

beforeAll(async () => {
  // The folder is within the workspace, whose packages it needs.
  await mkdir(join(root, '.cache'), { recursive: true });
  folder = await mkdtemp(join(root, '.cache/ci-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The output of a program, whatever it exits with. */
function said(
  program: string,
  args: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<{ output: string; failed: boolean }> {
  return new Promise((done) => execFile(program, args, options, (error, output) => done({ output, failed: error !== null })));
}

const FLAKY = `
import { expect, test } from 'vitest';
let tries = 0;
test('steady', () => undefined);
test('flaky', () => { tries += 1; expect(tries, 'the first try').toBe(2); });
test('broken', () => { throw new Error('at every try'); });
`;

test('the report names a unit test that passed only at its second attempt, with its first error, next to failed ones', async () => {
  const report = join(folder, 'unit.json');
  await writeFile(join(folder, 'flaky.test.ts'), FLAKY);
  await writeFile(join(folder, 'vitest.config.ts'), 'export default { test: { include: ["*.test.ts"], retry: 1 } };');
  const args = ['vitest', 'run', '--root', folder, '--reporter=json', `--outputFile.json=${report}`];
  await said('npx', args, { cwd: folder, env: process.env });
  const { passed, failed, faults } = countUnit(JSON.parse(await readFile(report, 'utf8')));
  expect({ passed, failed }).toEqual({ passed: 2, failed: 1 });
  expect(faults).toEqual([
    expect.stringMatching(/^↻ at the second try .*flaky.test.ts › flaky\n {4}AssertionError: the first try: expected 1 to be 2/),
    expect.stringMatching(/^✘ .*flaky.test.ts › broken\n {4}Error: at every try/),
  ]);
});

test('the report names a flaky browser test', () => {
  const tried = (status: string, ...errors: (string | undefined)[]) => ({
    tests: [{ status, results: errors.map((message) => (message === undefined ? {} : { error: { message } })) }],
  });
  const specs = [
    { file: 'a.spec.ts', line: 3, title: 'steady', ...tried('expected', undefined) },
    { file: 'a.spec.ts', line: 5, title: 'flaky', ...tried('flaky', 'too slow', undefined) },
  ];
  expect(countBrowser({ stats: { expected: 1, flaky: 1, unexpected: 0 }, errors: [], suites: [{ suites: [{ specs }] }] })).toEqual({
    passed: 2,
    failed: 0,
    faults: ['↻ at the second try e2e/a.spec.ts:5 › flaky\n    too slow'],
  });
});

/** Replaces every program that CI starts: each test run names itself, has two passes and one test that needed a second try. */
const RUNNER = `#!/bin/sh
case "$*" in -e*) echo 5432; exit;; -p*) echo secret; exit;; esac
echo "much else"
printf '\\n── tests that failed, or passed only at the second try\\n↻ at the second try a test of %s\\n    its first error\\n' "$*"
printf '\\nunit 2 passed\\n\\n2 passed, 0 failed\\n'
`;

test.runIf(process.platform === 'linux')('the end of CI lists the flaky tests of every run', async () => {
  const [checkout, programs] = [join(folder, 'checkout'), join(folder, 'programs')];
  await cp(join(root, '.ci'), join(checkout, '.ci'), { recursive: true });
  await mkdir(programs);
  const quiet = '#!/bin/sh\n';
  const fakes = {
    npm: RUNNER,
    node: RUNNER,
    ls: `#!/bin/sh\necho ${programs}\n`,
    id: '#!/bin/sh\necho 1000\n',
    initdb: quiet,
    pg_ctl: quiet,
  };
  for (const [name, text] of Object.entries(fakes)) {
    await writeFile(join(programs, name), text);
    await chmod(join(programs, name), 0o755);
  }
  const env = { ...process.env, PATH: `${programs}:/usr/bin:/bin`, TMPDIR: tmpdir() };
  const { output, failed } = await said(join(checkout, '.ci/run'), [], { cwd: checkout, env });
  expect(failed).toBe(false);
  const end = output.slice(output.lastIndexOf('unit 2 passed'));
  expect(
    [
      ...end.matchAll(/^── (.*): tests that failed, or passed only at the second try\n↻ at the second try (.*)\n {4}its first error$/gm),
    ].map(([, name, of]) => [name, of]),
  ).toEqual([
    ['npm test', 'a test of test'],
    ['every other browser test', 'a test of scripts/test.mjs browser'],
    ['once more on Node 24 with PostgreSQL 15', 'a test of exec --yes --package=node@24 -- node scripts/test.mjs server'],
    ['with a real Tryton', 'a test of scripts/test.mjs tryton'],
    ['through PgBouncer, and with a streaming replica', 'a test of scripts/test.mjs scaling'],
    ['without twenty columns of lines', 'a test of scripts/mutate-lines.mjs --sample 20 --report'],
  ]);
  expect(output.trimEnd().split('\n').at(-1)).toBe('12 passed, 0 failed');
  // Every run that the script knows was counted.
  const script = execFileSync('grep', ['-cE', '^ *run ', join(root, '.ci/run')], { encoding: 'utf8' }).trim();
  expect(Number(script)).toBe(6);
});

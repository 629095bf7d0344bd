// `npm test`: shows within minutes whether the portal works, with one line of counts at the end. With names (`node scripts/test.mjs unit`)
// it runs only those steps. TEST_DATABASE_URL chooses the PostgreSQL server.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { checkPackage } from './packed.mjs';
import { countBrowser, countUnit } from './reports.mjs';
import { findScaling } from './scaling.mjs';
import { findTryton } from './tryton.mjs';
import { checkNode, installPackages, root, runStep } from './workspace.mjs';

const reports = join(root, '.cache/reports');
const unitReport = join(reports, 'unit.json');
const journeysReport = join(reports, 'journeys.json');
const browserReport = join(reports, 'browser.json');
const trytonReport = join(reports, 'tryton.json');
const scalingReport = join(reports, 'scaling.json');

/** Each step returns the numbers of passed and failed tests; a step without tests of its own counts as one. */
const steps = {
  types: () => script('types'),
  lint: () => script('lint'),
  format: () => script('format', ['--check']),
  openapi: () => script('openapi', ['--check']),
  unit: () => units([]),
  /** The unit tests that depend on the version of Node or PostgreSQL: the web runs in browsers, and the scripts read sources. */
  server: () => units(['--exclude=web/**', '--exclude=scripts/**']),
  /** One journey through each domain. */
  journeys: () => inBrowser(journeysReport, '--grep=@journey'),
  /** Every other browser test: each screen in every size, language and failure, and paths outside the journeys. */
  browser: () => inBrowser(browserReport, '--grep-invert=@journey'),
  package: async () => {
    await checkPackage();
    return { passed: 1, failed: 0 };
  },
  tryton: () =>
    tests(trytonReport, countUnit, async () => {
      await findTryton();
      return script('tryton', ['--reporter=default', '--reporter=json', `--outputFile.json=${trytonReport}`]);
    }),
  scaling: () =>
    tests(scalingReport, countUnit, async () => {
      await findScaling();
      return script('scaling', ['--reporter=default', '--reporter=json', `--outputFile.json=${scalingReport}`]);
    }),
};
/** They run in parallel: none depends on another, and none keeps two cores busy. */
const quick = ['types', 'lint', 'format', 'openapi'];
/** They take minutes, or need uncommon programs, so they run only if named. */
const onRequest = ['server', 'browser', 'tryton', 'scaling'];

checkNode();
const names = process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(steps).filter((name) => !onRequest.includes(name));
const total = { passed: 0, failed: 0 };
const lines = [];
/** The tests that failed or passed only on their second try, by name, for the end of the output, which readers see first. */
const faults = [];
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
try {
  await installPackages();
  await Promise.all(names.filter((name) => quick.includes(name)).map((name) => step(name)));
  for (const name of names) if (!quick.includes(name)) await step(name);
} catch (error) {
  console.error(error.message);
  total.failed += 1;
}
if (faults.length > 0) console.log(`\n── tests that failed, or passed only at the second try\n${faults.join('\n')}`);
console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function step(name) {
  // A program that runs in parallel with others prefixes its output with its name.
  if (!quick.includes(name)) console.log(`\n── ${name}`);
  const started = performance.now();
  const { passed, failed } = await steps[name]().catch((error) => {
    console.error(error.message);
    return { passed: 0, failed: 1 };
  });
  total.passed += passed;
  total.failed += failed;
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  lines.push(`${name.padEnd(8)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.padStart(5)} s`);
}

async function script(name, args = [], env = {}) {
  const capture = quick.includes(name);
  const { code, output } = await runStep('npm', ['run', '--silent', name, ...(args.length > 0 ? ['--', ...args] : [])], { env, capture });
  if (capture) console.log(`\n── ${name}\n${output.trimEnd()}`);
  if (code !== 0) faults.push(`✘ ${name} ended with ${code}`);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function units(which) {
  return tests(unitReport, countUnit, () =>
    script('unit', [...which, '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]),
  );
}

async function inBrowser(report, which) {
  return tests(report, countBrowser, async () => {
    await findBrowser();
    await build();
    // Tests must not run on an installation's own database.
    return script('e2e', [which, '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: report, DATABASE_URL: '' });
  });
}

/** Counts by the runner's report; a failed runner without a failed test, or without a report, is one failure. */
async function tests(report, count, runTests) {
  const { failed: broken } = await runTests();
  let counted;
  try {
    counted = count(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    console.error(`No report was found in ${report}.`);
    return { passed: 0, failed: 1 };
  }
  faults.push(...counted.faults);
  return { passed: counted.passed, failed: Math.max(counted.failed, broken) };
}

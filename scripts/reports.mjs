/** Reads the reports of the two test runners: the number of passed and failed tests, and a note about each that failed, even once. */
import { stripVTControlCharacters } from 'node:util';

const FAILED = '✘';
const AGAIN = '↻ at the second try';
const LINES_OF_ERROR = 12;

/** The name of a test that failed, or passed on its second try, with the start of its first error. */
function note(mark, name, said = '') {
  const told = stripVTControlCharacters(said)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const start = told.slice(0, LINES_OF_ERROR).join('\n    ');
  return `${mark} ${name}${start === '' ? '' : `\n    ${start}`}`;
}

/** Counts a vitest report. A file that could not be loaded has no tests in the report, and counts as one failure. */
export function countUnit({ numPassedTests, numFailedTests, testResults }) {
  const faults = [];
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((each) => each.status === 'failed'),
  );
  for (const file of testResults) {
    const { name, message, assertionResults } = file;
    for (const { status, fullName, failureMessages } of assertionResults) {
      // A test that passed on its second try keeps the error of its first.
      if (failureMessages.length > 0) faults.push(note(status === 'failed' ? FAILED : AGAIN, `${name} › ${fullName}`, failureMessages[0]));
    }
    if (unloaded.includes(file)) faults.push(note(FAILED, name, message));
  }
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length, faults };
}

/** Counts a Playwright report. */
export function countBrowser({ stats, errors, suites }) {
  const faults = [];
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  for (const { file, line, title, tests } of suites.flatMap(specsOf)) {
    for (const { status, results } of tests) {
      if (status !== 'unexpected' && status !== 'flaky') continue;
      const failed = results.find((result) => result.error !== undefined);
      faults.push(note(status === 'flaky' ? AGAIN : FAILED, `e2e/${file}:${line} › ${title}`, failed?.error.message));
    }
  }
  for (const { message } of errors) faults.push(note(FAILED, 'browser tests', message));
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, faults };
}

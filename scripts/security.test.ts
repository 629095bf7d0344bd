import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs/security-requirements.md'), 'utf8');

/** The items of the list of requirements: ids, state and measure, divided by bars. */
const rows = (text.split('## Requirements')[1] ?? '')
  .split('\n')
  .filter((line) => /^- \d/.test(line))
  .map((line) => line.slice(2).split('|'));

/** The number of requirements of levels 1 and 2 that each chapter of ASVS 5.0 has. */
const REQUIREMENTS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

test('every requirement appears once, in its chapter', () => {
  const ids = rows.flatMap(([listed = '']) => listed.split(',').map((id) => id.trim()));
  expect(ids.filter((id) => !/^\d{1,2}\.\d{1,2}\.\d{1,2}$/.test(id))).toEqual([]);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const counts = REQUIREMENTS.map((_, chapter) => ids.filter((id) => id.startsWith(`${chapter + 1}.`)).length);
  expect(counts).toEqual(REQUIREMENTS);
});

test('each requirement states whether it is met, and how', () => {
  const states = rows.map(([, state = '']) => state.trim());
  expect(states.filter((state) => !['holds', 'n/a', 'not yet'].includes(state))).toEqual([]);
  expect(rows.filter(([, , measure = '']) => measure.trim() === '')).toEqual([]);
});

test('every named test exists', () => {
  // A name may be wrapped over two lines.
  const named = [...text.replaceAll('\n', ' ').matchAll(/`([^`]+)`: (_[^_]+_(?:, _[^_]+_)*)/g)].flatMap(([, file = '', names = '']) =>
    names
      .slice(1, -1)
      .split('_, _')
      .map((words) => ({ file, words })),
  );
  expect(named.length).toBeGreaterThan(200);
  const source = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8').replaceAll('\\', '') : '');
  expect(named.filter(({ file, words }) => !source(file).includes(words))).toEqual([]);
});

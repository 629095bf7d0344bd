import { expect, test } from 'vitest';

import { followedLines } from './agreedTerms.ts';

const line = (externalId: string | null, itemCode: string) => ({ externalId, itemCode });
const known = (...lines: ReturnType<typeof line>[]) => lines.map((each, index) => ({ ...each, line: index + 1 }));
type Lines = ReturnType<typeof line>[];

test.each<[string, Lines, Lines, (number | undefined)[]]>([
  ['the line with its id, wherever it moves', [line('b', 'X'), line('a', 'Y')], [line('a', 'Y'), line('b', 'X')], [2, 1]],
  ['the line in its place if neither has an id', [line(null, 'Y'), line(null, 'X')], [line(null, 'X'), line(null, 'X')], [1, 2]],
  ['the first line left of its item under another id', [line('c', 'X'), line('d', 'X')], [line('a', 'X'), line('b', 'X')], [1, 2]],
  ['no line that another line follows', [line('a', 'X'), line('b', 'X')], [line('a', 'X')], [1, undefined]],
  ['no line if its item is new', [line('b', 'Y')], [line('a', 'X')], [undefined]],
])('an amended line follows %s', (_, lines, before, followed) => {
  expect(followedLines(lines, known(...before)).map((each) => each?.line)).toEqual(followed);
});

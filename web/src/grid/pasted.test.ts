import { expect, test } from 'vitest';

import { readBlock, writeBlock } from './pasted.ts';

test.each([
  ['12', [['12']]],
  ['12\r\n', [['12']]],
  [
    '1\t2\r\n3\t4\r\n',
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  [
    '1\t\n\t4',
    [
      ['1', ''],
      ['', '4'],
    ],
  ],
  ['\n5', [[''], ['5']]],
  [
    '"a\tb"\t"say ""so"""\n"two\nlines"\tc',
    [
      ['a\tb', 'say "so"'],
      ['two\nlines', 'c'],
    ],
  ],
  ['"no end\tb', [['"no end', 'b']]],
  ['5" pipe\t2', [['5" pipe', '2']]],
])('the pasted block %j is read as %j', (text, rows) => expect(readBlock(text)).toEqual(rows));

test('a copied block is read back unchanged', () => {
  const rows = [
    ['12', 'a\tb'],
    ['', 'say "so"\nagain'],
  ];
  expect(readBlock(writeBlock(rows))).toEqual(rows);
});

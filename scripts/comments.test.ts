import { expect, test } from 'vitest';

import { allFragments, fragments } from './comments.mjs';

test.each([
  ['/** Of the vendor. */\nexport const id = 1;', ['Of the vendor.']],
  ['/**\n * What is sent,\n * and more.\n */\nexport const id = 1;', ['What is sent, and more.']],
  ['// A sentence that goes on\n// of the vendor.\nexport const id = 1;', []],
  ['export const id = 1; // Whether it is so.', ['Whether it is so.']],
  ['.a {\n  /* On a phone. */\n}', ['On a phone.']],
  ['/** The vendor’s id. */\nexport const id = "/** Of */";', []],
])('the check finds the comments that are fragments: %j', (text, expected) => {
  expect(fragments(text.startsWith('.') ? 'file.css' : 'file.ts', text).map((each) => each.text)).toEqual(expected);
});

test('no comment begins with a preposition or a relative pronoun', () => {
  expect(allFragments().flatMap(({ file, found }) => found.map(({ text }) => `${file}: ${text}`))).toEqual([]);
});

import { expect, test } from 'vitest';

import { allFragments, fragments } from './comments.mjs';

/** The number of such comments that are left in a folder. It may only become smaller. */
const LEFT: Readonly<Record<string, number>> = {
  'contract/src/invoices': 12,
  'contract/src/memos': 4,
  'contract/src/payments': 5,
  'server/src/invoices': 21,
  'server/src/payments': 5,
  'server/src/purchase-orders': 23,
};

test.each([
  ['/** Of the vendor. */\nexport const id = 1;', ['Of the vendor.']],
  ['/**\n * What is sent,\n * and more.\n */\nexport const id = 1;', ['What is sent, and more.']],
  ['// A sentence that goes on\n// of the vendor.\nexport const id = 1;', []],
  ['export const id = 1; // Whether it is so.', ['Whether it is so.']],
  ['.a {\n  /* On a phone. */\n}', ['On a phone.']],
  ['/** The vendor’s id. */\nexport const id = "/** Of */";', []],
])('%j', (text, expected) => {
  expect(fragments(text.startsWith('.') ? 'file.css' : 'file.ts', text).map((each) => each.text)).toEqual(expected);
});

test('no comment begins with a preposition or a relative pronoun', () => {
  const more: string[] = [];
  const counts = new Map<string, number>();
  for (const { file, found } of allFragments()) {
    const folder = file
      .split('/')
      .slice(0, 3)
      .join('/')
      .replace(/\/[^/]*\.\w+$/, '');
    for (const { text } of found) {
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
      if ((counts.get(folder) ?? 0) > (LEFT[folder] ?? 0)) more.push(`${file}: ${text}`);
    }
  }
  expect(more).toEqual([]);
});

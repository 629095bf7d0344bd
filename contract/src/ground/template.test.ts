import { expect, test } from 'vitest';

import { format, inARow, madeOf, say, sayEither, sayJoined, sayNames, sayWords } from './template.ts';
import hindi from '../words/hindi.json' with { type: 'json' };
import { translator } from '../words/translate.ts';

test('a message chooses a plural by its number and a variant by its word', () => {
  const rows = '{count, plural, =0 {no row} one {1 row} other {{count} rows}} of {name}';
  expect([0, 1, 2, '1', '1,234'].map((count) => format(rows, { count, name: '{x}' }))).toEqual([
    'no row of {x}',
    '1 row of {x}',
    '2 rows of {x}',
    '1 row of {x}',
    '1,234 rows of {x}',
  ]);
  expect(format('It is {state, select, open {open} other {closed}}.', { state: 'open' })).toBe('It is open.');
  expect(format('{count, plural, one {# row} other {# rows}}', { count: 123_456 })).toBe('1,23,456 rows');
  // Hindi uses the singular for zero.
  expect(format('{count, plural, one {एक} other {कई}}', { count: 0 }, 'hi')).toBe('एक');
  expect(format('{missing} stays', {})).toBe('{missing} stays');
});

test('names are listed by the language of the reader', () => {
  const names = ['A', 'B', 'C'];
  expect([format('of {names}', { names }), format('{names} का', { names }, 'hi')]).toEqual(['of A, B and C', 'A, B, और C का']);
  expect([sayNames([]), sayNames(['A']), sayWords(names)]).toEqual(['', 'A', 'A, B and C']);
});

test('a text is translated by its message alone, never by how it looks', () => {
  const translate = translator({ 'Signed in as {by}': '{by} के रूप में' }, 'hi');
  expect(translate('Signed in as Asha')).toBe('Signed in as Asha');
  expect(translate(say('Signed in as {by}', { by: 'Asha' }))).toBe('Asha के रूप में');
});

test('typed values stay as typed even if they equal a text of the portal; a text of the portal inside a text is translated', () => {
  const catalogue = {
    'Not found.': 'नहीं मिला।',
    'Row {row}': 'पंक्ति {row}',
    'Remove {name}': '{name} हटाएँ',
    '{name}: {problem}': '{name}: {problem}',
    '{names}': '{names}',
    '{words}': '{words}',
  };
  const translate = translator(catalogue, 'hi');
  say('Row {row}', { row: 5 });
  for (const name of ['Not found.', 'Row 5', '{name}', 'constructor']) {
    expect(translate('Remove {name}', { name })).toBe(`${name} हटाएँ`);
    expect(translate(say('{name}: {problem}', { name, problem: 'Not found.' }))).toBe(`${name}: नहीं मिला।`);
    expect(translate('{names}', { names: [name, 'Rice'] })).toBe(`${name} और Rice`);
  }
  expect(translate(sayWords(['Not found.', 'Row 5']))).toBe('नहीं मिला। और पंक्ति 5');
});

test('a finished text that is a list of one keeps its translation', () => {
  const translate = translator({ 'Row {row}': 'पंक्ति {row}', '{words}': '{words}', '{either}': '{either}' }, 'hi');
  for (const list of [sayWords, sayEither]) {
    const row = say('Row {row}', { row: 7 });
    expect([list([]), list([row])]).toEqual(['', row]);
    expect(translate(row)).toBe('पंक्ति 7');
  }
});

test('sentences are joined by one space, and an empty one is left out', () => {
  expect(sayJoined(['A.', '', 'B.'])).toBe('A. B.');
  expect(sayJoined(['', 'A.', ''])).toBe('A.');
  expect([sayJoined([]), sayJoined([''])]).toEqual(['', '']);
});

test('a text may equal the name of an inherited property of every object', () => {
  const translate = translator({ 'Signed in as {name}': '{name} के रूप में' }, 'hi');
  expect(['constructor', '__proto__', 'toString'].map((text) => translate(text))).toEqual(['constructor', '__proto__', 'toString']);
  expect(translate('Signed in as {name}', { name: 'constructor' })).toBe('constructor के रूप में');
});

test('a finished text remembers its message and values, which may look like a placeholder or like another text', () => {
  expect(say('Order {number} of {name} is cancelled.', { number: '{name}', name: 'Not found.' })).toBe(
    'Order {name} of Not found. is cancelled.',
  );
  expect(madeOf('Order {name} of Not found. is cancelled.')).toEqual({
    message: 'Order {number} of {name} is cancelled.',
    values: { number: '{name}', name: 'Not found.' },
  });
  expect(madeOf('Order 5 of Not found. is cancelled.')).toBeUndefined();
});

test('a finished text is translated by the message that made it, not by a longer one that fits', () => {
  const translate = translator({ 'Line {no}: {problem}': 'पंक्ति {no}: {problem}', 'Line {no}: {name} has no price.': 'अन्य' }, 'hi');
  expect(translate(say('Line {no}: {problem}', { no: 2, problem: 'X has no price.' }))).toBe('पंक्ति 2: X has no price.');
});

test('the portal remembers the newest ten thousand texts', () => {
  say('Row {row} is the oldest.', { row: 0 });
  for (let row = 1; row < 10_000; row++) say('Row {row} is newer.', { row });
  expect(madeOf('Row 0 is the oldest.')).toBeDefined();
  say('Row {row} is newer.', { row: 10_000 });
  expect(madeOf('Row 0 is the oldest.')).toBeUndefined();
  expect(madeOf('Row 1 is newer.')).toBeDefined();
});

test('a list of alternatives reads well in both languages, however long it is', () => {
  const translate = translator(hindi, 'hi');
  const rates = [[], ['5%'], ['5%', '12%'], ['5%', '12%', '18%']];
  expect(rates.map(sayEither)).toEqual(['', '5%', '5% or 12%', '5%, 12% or 18%']);
  expect(rates.map((each) => translate(sayEither(each)))).toEqual(['', '5%', '5% या 12%', '5%, 12% या 18%']);
  const finding = say('Line {no}: cess is {found}; {expected} is due.', { no: 1, found: '₹1.00', expected: sayEither(['₹2.00', '₹3.00']) });
  expect(translate(finding)).toContain('₹2.00 या ₹3.00');
  expect(inARow(['A', 'B', 'C'])).toBe('A, B, C');
});

test('the verb of a button is last in Hindi, and the name in it stays as typed', () => {
  const translate = translator(hindi, 'hi');
  expect(translate('{action} {row}', { action: 'Delete', row: 'Products' })).toBe('Products हटाएँ');
});

import { describe, expect, test } from 'vitest';

import type { Database } from './database.ts';
import { isSeen, keepTexts, matchesOf, ownTexts, smallLetters } from './ownTexts.ts';

const NAMES = ['basmati rice', 'rice flakes rice', '', 'चावल', 'price', 'ric', 'e'];
const CODES = ['b-1', 'r-1', null, 'c-1', 'p-2', 'r', 'e'];
const IDS = ['70', '60', '50', '40', '30', '20', '10'];

function kept(): Database {
  const db = {} as Database;
  keepTexts(db, 'products 1', { version: '1', ids: IDS, columns: [NAMES, CODES] });
  return db;
}

test.each([
  [
    ['rice', undefined],
    ['70', '60', '30'],
  ],
  [
    ['rice', '-1'],
    ['70', '60'],
  ],
  [
    [undefined, '-1'],
    ['70', '60', '40'],
  ],
  [['ल', undefined], ['40']],
  // Not over the end of one row and the beginning of the next.
  [['rice f', undefined], ['60']],
  [
    ['ce', undefined],
    ['70', '60', '30'],
  ],
  [['rice rice', undefined], []],
  [[undefined, 'e'], ['10']],
  [[undefined, undefined], IDS],
])('%j is found in %j', (wanted, ids) => {
  const own = ownTexts(kept(), 'products 1');
  expect(own && matchesOf(own, wanted)).toEqual(ids);
});

test('every part of every text is found where a look at each would find it, and nowhere else', () => {
  const own = ownTexts(kept(), 'products 1');
  const ends = NAMES.flatMap((name) => Array.from(name, (_, start) => name.slice(start)));
  const parts = ends.flatMap((end) => Array.from(end, (_, length) => end.slice(0, length + 1)));
  for (const part of [...parts, ...parts.map((each) => `${each}x`), ...parts.map((each) => `f${each}`)]) {
    const expected = IDS.filter((_, row) => NAMES[row]?.includes(part));
    expect([part, own && matchesOf(own, [part])]).toEqual([part, expected]);
  }
});

test('the last searches are answered from what they found, until the texts are others', () => {
  const db = kept();
  const own = ownTexts(db, 'products 1');
  const search = (text: string) => own && matchesOf(own, [text]);
  const first = search('rice');
  expect(search('rice')).toBe(first);
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) search(text);
  expect(search('rice')).toBe(first);
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) search(text);
  expect(own?.found.size).toBe(8);
  expect(search('rice')).not.toBe(first);
  keepTexts(db, 'products 1', { version: '2', ids: ['80'], columns: [['new rice'], [null]] });
  const later = ownTexts(db, 'products 1');
  expect(later && matchesOf(later, ['rice'])).toEqual(['80']);
});

describe('what is kept', () => {
  test("is one owner's, and gives way to what is used later", () => {
    const db = kept();
    const long = ['x'.repeat(9_000_000)];
    for (const whose of ['2', '3']) keepTexts(db, whose, { version: '1', ids: ['1'], columns: [long] });
    expect(ownTexts(db, 'products 1')).toBeDefined();
    keepTexts(db, '4', { version: '1', ids: ['1'], columns: [long] });
    expect(['2', '3', '4', 'products 1', '5'].map((whose) => ownTexts(db, whose) !== undefined)).toEqual([false, true, true, true, false]);
  });

  test('is what somebody searches twice', () => {
    const db = {} as Database;
    expect(['1', '1', '2', '2'].map((version) => isSeen(db, 'products 1', version))).toEqual([false, true, false, true]);
  });
});

test.each([
  ['Basmati RICE', 'basmati rice'],
  ['चावल 5%_', 'चावल 5%_'],
  // Of these languages disagree.
  ['İ', undefined],
  ['ÄRGER', undefined],
  ['ärger', 'ärger'],
])('%j in small letters is %j', (text, small) => expect(smallLetters(text)).toBe(small));

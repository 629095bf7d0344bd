import { codeKey, gtinKey } from '@aapurti/contract/ground/codeKeys';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../../test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Characters that can disguise a number, and plain ones. */
const SIGNS = [
  ...'PpOo/-_.,#09aZ\\%\'"',
  ...' \t\n\u0085\u00a0\u1680\u2003\u2028\u202f\u3000\u2800',
  ...'\u0001\u007f\u00ad\u034f\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2066\u3164\uffa0\ufe0f\ufeff\ufff9\u{e0041}',
  ...'\u02d7\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\u207b\ufe58\ufe63\uff0d\u30fc\uff70\u2044\u2215\uff0f',
  ...'ＰｏＯ０９／éÉe\u0301ßÿŸµΣςσяЯѝक१ﬁ²½Å\u212b한\u1112\u1161\u11ab\u{1d54f}',
];

/** A fixed sequence of pseudo-random numbers from 0 to 1. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

test('the database and the contract normalise the same numbers identically', async () => {
  const next = random(20451);
  const texts = Array.from({ length: 20_000 }, () =>
    Array.from({ length: 1 + Math.floor(next() * 14) }, () => SIGNS[Math.floor(next() * SIGNS.length)]).join(''),
  );
  const digits = Array.from({ length: 2_000 }, () =>
    Array.from({ length: 1 + Math.floor(next() * 16) }, () => '0000123８\u200e'[Math.floor(next() * 9)]).join(''),
  );
  const given = [...SIGNS, ...texts, ...digits];
  const rows = await database.db.rows<{ text: string; code: string; gtin: string }>(sql`
    select text, code_key(text) as code, gtin_key(text) as gtin from unnest(${given}::text[]) with ordinality as given(text, place) order by place`);
  expect(rows).toHaveLength(given.length);
  expect(rows.filter(({ text, code, gtin }) => code !== codeKey(text) || gtin !== gtinKey(text))).toEqual([]);
});

test('a normalised number stays the same when it is normalised again', async () => {
  const next = random(7);
  const texts = Array.from({ length: 2_000 }, () => Array.from({ length: 8 }, () => SIGNS[Math.floor(next() * SIGNS.length)]).join(''));
  for (const text of texts) expect(codeKey(codeKey(text))).toBe(codeKey(text));
});

import { expect, test } from 'vitest';

import { SPELLINGS, TRADE_UNITS, tradeUnit, unitKey, UQC } from './units.ts';

/** The list of unit codes on the GST portal. */
const LIST =
  'BAG BAL BDL BKL BOU BOX BTL BUN CAN CBM CCM CMS CTN DOZ DRM GGK GMS GRS GYD KGS KLR KME LTR MLT MTR MTS NOS OTH PAC PCS PRS QTL ROL SET SQF SQM SQY TBS TGM THD TON TUB UGS UNT YDS';

test('the codes are those of the GST portal', () => {
  expect(UQC).toEqual(LIST.split(' '));
  for (const code of UQC) expect(tradeUnit(code)).toBe(code);
});

test('no spelling belongs to two codes, and each is in the form that the lookup uses', () => {
  const written = Object.entries(SPELLINGS).flatMap(([code, spellings]) => [code, ...spellings.split(' ')]);
  expect(written.filter((spelling, place) => written.indexOf(spelling) !== place)).toEqual([]);
  for (const spelling of TRADE_UNITS.keys()) expect(unitKey(spelling)).toBe(spelling);
});

test.each([
  ['PKT', 'PAC'],
  ['PACKET', 'PAC'],
  ['Packets', 'PAC'],
  ['TIN', 'CAN'],
  ['JAR', 'NOS'],
  ['TRAY', 'NOS'],
  ['POUCH', 'PAC'],
  ['CASE', 'CTN'],
  ['PETI', 'BOX'],
  ['BAGS', 'BAG'],
  ['MT', 'MTS'],
  ['Kilogram', 'KGS'],
  ['k.g.', 'KGS'],
  ['Sq. Ft.', 'SQF'],
  [' nos. ', 'NOS'],
  ['किलो', 'KGS'],
  ['बोरी', 'BAG'],
  ['पेटी', 'BOX'],
  ['पैकेट', 'PAC'],
  ['कि.ग्रा.', 'KGS'],
  ['दर्जन', 'DOZ'],
])('the unit %s has the code %s', (uom, code) => expect(tradeUnit(uom)).toBe(code));

test.each(['', ' ', 'KGX', 'constructor', '__proto__', 'toString', 'Khokha', 'KG5', 'P K T S S'])('the unit %j has no code', (uom) =>
  expect(tradeUnit(uom)).toBeNull(),
);

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { messages as orders, orderCodes } from '../contract/src/buyer-system/buyerSystemSheets.ts';
import { invoiceCodes, messages as invoices } from '../contract/src/invoices/invoices.ts';
import { matchCodes, messages as matching } from '../contract/src/invoices/matching.ts';
import { figureCodes } from '../contract/src/memos/memoFigures.ts';
import { memoCodes } from '../contract/src/memos/memoMessages.ts';
import { accountCodes } from '../contract/src/payments/account.ts';
import { paymentCodes } from '../contract/src/payments/paymentMessages.ts';
import { reportCodes } from '../contract/src/payments/reported.ts';
import { messages as receipts, receiptCodes } from '../contract/src/receipts/receipts.ts';
import { refusalMessages } from '../contract/src/settings/controls.ts';
import { refusalsIn, tableOfRefusals } from './refusals.ts';

test('the table of refusals is what the sources refuse', () => {
  const table = tableOfRefusals();
  expect(table.split('\n').length).toBeGreaterThan(500);
  expect(table).toBe(readFileSync(join(import.meta.dirname, 'refusals.txt'), 'utf8'));
}, 120_000);

/** The codes that the contract declares beside the messages of money. */
const CODES = [paymentCodes, accountCodes, reportCodes, memoCodes, figureCodes, invoiceCodes, matchCodes, receiptCodes, orderCodes];
/** The folders all of whose refusals are about money. */
const MONEY = ['payments', 'memos'];
/** The messages of other folders that refuse for a rule of money. */
const ALSO = [
  invoices.createFailed,
  invoices.hasNotes,
  invoices.hasPayments,
  invoices.approvedStays,
  invoices.future,
  invoices.taxes,
  matching.notException,
  matching.notReturnable,
  matching.changed,
  matching.toleranceFor,
  matching.tolerancePast,
  matching.toleranceUsual,
  receipts.isCancelled,
  orders.arrived,
  orders.noSuchLine,
  invoices.belowSettled('{number}', '{value}', '{settled}'),
  matching.aboveLimit('{value}', '{limit}'),
];
/** Refusals of every folder, which a program knows by the status. */
const COMMON = /^(404 - Not found\.|409 - Someone else has changed this record\.|422 - Must be one of )/;

test('every refusal of money has a code that the contract declares', () => {
  const declared = new Set([...CODES.flatMap((codes) => Object.values<string>(codes)), ...Object.keys(refusalMessages)]);
  for (const code of declared) expect(code).toMatch(/^[a-z]+(_[a-z]+)+$/);
  const rows = new Set(
    ['payments', 'memos', 'settings', 'invoices', 'receipts', 'buyer-system'].flatMap((folder) => refusalsIn(`server/src/${folder}`)),
  );
  const ofMoney = new Set(MONEY.flatMap((folder) => refusalsIn(`server/src/${folder}`)));
  const told = [...rows].map((row) => ({ row, code: row.split(' ')[1] ?? '', text: row.replace(/^\S+ \S+ /, '') }));
  const known = told.filter(({ row, text }) => !COMMON.test(row) && (ofMoney.has(row) || ALSO.includes(text)));
  expect(known.filter(({ code }) => code === '-').map(({ row }) => row)).toEqual([]);
  expect(known.filter(({ code }) => !/^(several|\{code\})$/.test(code) && !declared.has(code)).map(({ row }) => row)).toEqual([]);
  // A message that nobody says any more leaves the list.
  const said = new Set(told.map(({ text }) => text));
  expect(ALSO.filter((text) => !said.has(text))).toEqual([]);
}, 120_000);

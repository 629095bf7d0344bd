import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { noteCodes } from '../contract/src/dispatch-notes/dispatchNotes.ts';
import { goodsCodes } from '../contract/src/dispatch-notes/dispatchGoods.ts';
import { lifeCodes } from '../contract/src/dispatch-notes/ewayLife.ts';
import { faultCodes } from '../contract/src/buyer-system/buyerSystemConnection.ts';
import { lineSheetCodes } from '../contract/src/sheets/lineSheets.ts';
import { rowCodes } from '../contract/src/sheets/rowMessages.ts';
import { orderCodes } from '../contract/src/buyer-system/buyerSystemSheets.ts';
import { commonCodes } from '../contract/src/ground/operation.ts';
import { partyCodes } from '../contract/src/ground/registrationRules.ts';
import { einvoiceCodes } from '../contract/src/invoices/einvoices.ts';
import { lineCodes } from '../contract/src/invoices/invoiceLines.ts';
import { invoiceCodes } from '../contract/src/invoices/invoices.ts';
import { matchCodes } from '../contract/src/invoices/matching.ts';
import { selfCodes } from '../contract/src/invoices/selfInvoices.ts';
import { figureCodes } from '../contract/src/memos/memoFigures.ts';
import { memoCodes } from '../contract/src/memos/memoMessages.ts';
import { openingSheetCodes } from '@aapurti/contract/payments/openingSheets';
import { statementCodes } from '../contract/src/papers/statements.ts';
import { accountCodes } from '../contract/src/payments/account.ts';
import { paymentCodes } from '../contract/src/payments/paymentMessages.ts';
import { reportCodes } from '../contract/src/payments/reported.ts';
import { printCodes } from '../contract/src/purchase-orders/cartons.ts';
import { answerCodes } from '../contract/src/purchase-orders/orderAnswers.ts';
import { acknowledgeCodes, orderSearchCodes } from '../contract/src/purchase-orders/orders.ts';
import { rateCodes } from '../contract/src/rates/gstRates.ts';
import { receiptCodes } from '../contract/src/receipts/receipts.ts';
import { registrationCodes } from '../contract/src/registrations/registrations.ts';
import { leaveCodes } from '../contract/src/people/members.ts';
import { listCodes } from '../contract/src/settings/lists.ts';
import { settingsCodes } from '../contract/src/settings/settings.ts';
import { identityCodes } from '../contract/src/vendors/identity.ts';
import { limitCodes, refusalMessages } from '../contract/src/settings/controls.ts';
import { refusalsIn, rowFaultsIn, tableOfRefusals } from './refusals.ts';

test('the table of refusals lists what the sources refuse', () => {
  const table = tableOfRefusals();
  expect(table.split('\n').length).toBeGreaterThan(500);
  expect(table).toBe(readFileSync(join(import.meta.dirname, 'refusals.txt'), 'utf8'));
}, 120_000);

/** The codes that the contract declares beside the messages of money. */
const CODES = [
  commonCodes,
  paymentCodes,
  accountCodes,
  reportCodes,
  memoCodes,
  figureCodes,
  invoiceCodes,
  lineCodes,
  matchCodes,
  selfCodes,
  einvoiceCodes,
  receiptCodes,
  orderCodes,
  answerCodes,
  acknowledgeCodes,
  orderSearchCodes,
  printCodes,
  rateCodes,
  registrationCodes,
  partyCodes,
  statementCodes,
  openingSheetCodes,
  noteCodes,
  goodsCodes,
  lifeCodes,
  settingsCodes,
  limitCodes,
  listCodes,
  leaveCodes,
  rowCodes,
  lineSheetCodes,
  faultCodes,
  identityCodes,
];
/** The folders and files that make money, what it is measured by, and who may. */
const MONEY = [
  'payments',
  'memos',
  'invoices',
  'receipts',
  'dispatch-notes',
  'buyer-system',
  'purchase-orders',
  'rates',
  'registrations',
  'settings',
  'people/delegations.ts',
  'access/owner.ts',
  'audit/fourEyes.ts',
  'vendors/identity.ts',
];
/** A schema's messages about a field: those refusals have `errors` by field, and no code. */
const OF_FIELDS = /^422 - (Must be one of |\{errors\}$|Invoice number is required\.|The e-invoice portal does not accept numbers)/;

const declared = new Set([...CODES.flatMap((codes) => Object.values<string>(codes)), ...Object.keys(refusalMessages)]);

test('every refusal of money has a code that the contract declares', () => {
  for (const code of declared) expect(code).toMatch(/^[a-z]+(_[a-z]+)+$/);
  const rows = MONEY.flatMap((folder) => refusalsIn(`server/src/${folder}`)).filter((row) => !OF_FIELDS.test(row));
  expect(rows.length).toBeGreaterThan(150);
  const codeOf = (row: string) => row.split(' ')[1] ?? '';
  expect(rows.filter((row) => codeOf(row) === '-')).toEqual([]);
  expect(rows.filter((row) => !/^(several|\{code\})$/.test(codeOf(row)) && !declared.has(codeOf(row)))).toEqual([]);
}, 120_000);

test('every error of a row of money has a code that the contract declares, except what a schema cannot read', () => {
  const rows = MONEY.filter((place) => !place.endsWith('.ts')).flatMap((folder) => rowFaultsIn(`server/src/${folder}`));
  expect(rows.length).toBeGreaterThan(30);
  const without = rows.filter((row) => row.startsWith('- '));
  expect(without).toEqual(['- {message}']);
  expect(rows.filter((row) => !/^(-|\{\w+\}) /.test(row) && !declared.has(row.split(' ')[0] ?? ''))).toEqual([]);
}, 120_000);

test('the common refusals of every call have codes', () => {
  const COMMON = /^\S+ - (Please sign in\.|You are not allowed|Not found\.|Someone else has changed|Too many attempts|The server is busy)/;
  expect(refusalsIn('server/src').filter((row) => COMMON.test(row))).toEqual([]);
}, 120_000);

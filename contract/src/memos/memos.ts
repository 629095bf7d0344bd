import * as z from 'zod';

import { dateFilter, isBlank, optionalCode, optionalDate, optionalPattern, optionalText } from '../ground/fields.ts';
import { type Decimal, MONEY, MONEY_MAX, optionalNumber, optionalRuled, PERCENT, QUANTITY, type Range } from '../ground/numbers.ts';
import { changesOf, idParams, listQuery, message, operation, ownerChoice, textFilter } from '../ground/operation.ts';
import { taxRateProblem } from '../ground/rateRules.ts';
import { partyField } from '../ground/registrationRules.ts';

/** Debit and credit memos are one thing with two faces: they differ in sign, in address, and in the credit's price difference. */
export const MEMO_KINDS = ['debit', 'credit'] as const;
export type MemoKind = (typeof MEMO_KINDS)[number];

/** 'Debit Memo', as screens and messages call it. */
export const memoTitles: Readonly<Record<MemoKind, string>> = { debit: 'Debit Memo', credit: 'Credit Memo' };

export const messages = {
  created: (kind: MemoKind) => `${memoTitles[kind]} created successfully.`,
  updated: (kind: MemoKind) => `${memoTitles[kind]} updated successfully.`,
  deleted: (kind: MemoKind) => `${memoTitles[kind]} deleted successfully.`,
  empty: 'This memo is empty. Fill in the product name at least.',
  rested: (numbers: string) =>
    `Invoice ${numbers}: approved or paid, and within what was accepted only because this memo takes goods back. The memo can neither be reduced nor deleted.`,
  /** `days`: of the invoices, as 31-03-2026, 01-04-2026. */
  several: (days: string) => `The vendor has several invoices with this number, of ${days}. Give the date of the one that is meant.`,
} as const;

const DESCRIPTION_MAX = 1000;

/** The one amount of a memo that may be below zero. */
const DIFFERENCE: Range = { places: 2, least: MONEY_MAX.negated().toNumber(), most: MONEY_MAX };

const numberField = (range: Range, what: string) => optionalNumber(range, { invalid: `Invalid ${what}. It should be number.` });

/** Section 5.6. All of it may be left empty; what is filled in has to be right. */
const creditFields = z.object({
  productName: optionalText(500),
  vendorInvoiceRef: optionalCode(100),
  vendorInvoiceRef_Date: optionalDate,
  buyerPORef: optionalCode(100),
  buyerPORef_Date: optionalDate,
  description: optionalText(DESCRIPTION_MAX),
  itemQuantity: numberField(QUANTITY, 'Item Quantity'),
  // As long as it is digits it is taken; how many an HSN code should have is a remark of the form.
  HSNCode: optionalPattern(/^\d{1,20}$/, 'Invalid HSN Code. It should be number.'),
  unitPrice: numberField(MONEY, 'Unit Price'),
  priceDifference: numberField(DIFFERENCE, 'Price Difference'),
  taxRate: optionalRuled(PERCENT, { invalid: 'Invalid Tax rate. It should be number.' }, taxRateProblem),
  CGST: numberField(MONEY, 'CGST'),
  SGST: numberField(MONEY, 'SGST'),
  IGST: numberField(MONEY, 'IGST'),
  amount: numberField(MONEY, 'amount'),
  vendorGST: partyField,
  buyerGST: partyField,
});
const debitFields = creditFields.omit({ priceDifference: true });

/** A debit memo has no price difference: what is sent as one is no field of it. */
export type MemoForm = z.infer<typeof debitFields> & { priceDifference?: Decimal | null };

/** A memo with nothing on it would only be clutter in the list. */
function filled<S extends z.ZodType<MemoForm>>(schema: S): S {
  return schema.refine(
    (memo) => Object.entries(memo).some(([name, value]) => name in creditFields.shape && !name.endsWith('GST') && !isBlank(value)),
    {
      message: messages.empty,
      path: ['productName'],
    },
  );
}

/** As the form holds it. */
export const memoForms: Readonly<Record<MemoKind, z.ZodType<MemoForm>>> = { debit: filled(debitFields), credit: filled(creditFields) };

const amount = z.number().nullable();
const absent = z.string().nullable();

const memo = z.object({
  _id: z.string(),
  userID: z.string(),
  productName: absent,
  vendorInvoiceRef: absent,
  vendorInvoiceRef_Date: absent,
  buyerPORef: absent,
  buyerPORef_Date: absent,
  description: absent,
  itemQuantity: amount,
  HSNCode: absent,
  unitPrice: amount,
  taxRate: amount,
  CGST: amount,
  SGST: amount,
  IGST: amount,
  amount,
  vendorGST: z.string().nullable(),
  buyerGST: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
const debitMemo = memo.meta({ id: 'DebitMemo' });
const creditMemo = memo.extend({ priceDifference: amount }).meta({ id: 'CreditMemo' });

/** Of either kind; only credit memos have `priceDifference`. */
export type Memo = z.infer<typeof debitMemo> & { priceDifference?: number | null };

interface Face {
  record: z.ZodType<Memo>;
  created: z.ZodType<MemoForm & { userID: string | null; invoiceId: string | null }>;
  changed: ReturnType<typeof changesOf>;
}

/** Where the vendor has several invoices with the number: the `_id` of the one that is meant, whose date the memo takes. */
const invoiceId = optionalText(20);

const faces: Readonly<Record<MemoKind, Face>> = {
  debit: {
    record: debitMemo,
    created: filled(debitFields.extend({ userID: ownerChoice, invoiceId })),
    changed: changesOf(debitFields.extend({ invoiceId })),
  },
  credit: {
    record: creditMemo,
    created: filled(creditFields.extend({ userID: ownerChoice, invoiceId })),
    changed: changesOf(creditFields.extend({ invoiceId })),
  },
};

/** The date, number and amount columns. */
const SORTABLE = [
  'updatedAt',
  'vendorInvoiceRef_Date',
  'buyerPORef_Date',
  'itemQuantity',
  'unitPrice',
  'taxRate',
  'CGST',
  'SGST',
  'IGST',
  'amount',
] as const;

const saved = (record: z.ZodType<Memo>) => z.object({ message: z.string(), data: record });

/** The five calls of one kind, from `api/debitMemo/getAllUserDebitMemo` to `api/creditMemo/removeUserCreditMemo/{id}`. */
function callsOf(kind: MemoKind) {
  const { record, created, changed } = faces[kind];
  const path = (verb: string) => `/api/${kind}Memo/${verb}${memoTitles[kind].replace(' ', '')}`;
  const name = memoTitles[kind].toLowerCase();
  const keeps = kind === 'credit' ? '; 409 if the match of an invoice that is approved or paid rests on it' : '';
  return {
    list: operation({
      id: `${kind}Memo.list`,
      summary: `${memoTitles[kind]}s, newest first; the date filters apply to the time of entry`,
      method: 'GET',
      path: path('getAllUser'),
      access: 'members',
      query: listQuery(
        { startDate: dateFilter, endDate: dateFilter, vendorInvoiceRef: textFilter, userID: ownerChoice },
        kind === 'credit' ? [...SORTABLE, 'priceDifference'] : SORTABLE,
      ),
      replies: { 200: z.array(record), 201: z.array(record) },
    }),
    get: operation({
      id: `${kind}Memo.get`,
      summary: `One ${name}, as an array of one`,
      method: 'GET',
      path: `${path('getAllUser')}/{id}`,
      access: 'members',
      params: idParams,
      replies: { 200: z.array(record) },
    }),
    create: operation({
      id: `${kind}Memo.create`,
      summary: `Add a ${name}; 409 with the candidates if several invoices have the number and it gives no date`,
      method: 'POST',
      path: path('AddUser'),
      access: 'memos',
      body: created,
      idempotent: true,
      replies: { 200: saved(record) },
    }),
    edit: operation({
      id: `${kind}Memo.edit`,
      summary: `Change a ${name}; absent fields stay${keeps}`,
      method: 'PUT',
      path: `${path('ChangeUser')}/{id}`,
      access: 'memos',
      params: idParams,
      body: changed,
      replies: { 200: saved(record) },
    }),
    remove: operation({
      id: `${kind}Memo.remove`,
      summary: `Delete a ${name}${keeps}`,
      method: 'DELETE',
      path: `${path('removeUser')}/{id}`,
      access: 'memos',
      params: idParams,
      replies: { 200: message },
    }),
  };
}

export const debitMemos = callsOf('debit');
export const creditMemos = callsOf('credit');
export const memos = { debit: debitMemos, credit: creditMemos } as const;

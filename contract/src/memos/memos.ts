import * as z from 'zod';

import {
  anything,
  dateFilter,
  isBlank,
  itemsOf,
  named,
  optionalCode,
  optionalDate,
  optionalPattern,
  optionalText,
  requiredText,
} from '../ground/fields.ts';
import {
  type Decimal,
  lineNumberWords,
  MONEY,
  MONEY_MAX,
  optionalNumber,
  optionalRuled,
  ORDERED,
  PERCENT,
  QUANTITY,
  type Range,
  requiredNumber,
  WHOLE,
  ruleOf,
} from '../ground/numbers.ts';
import { changesOf, listQuery, oneOf, operationsOf, ownerChoice, textFilter } from '../ground/operation.ts';
import { taxRateRule } from '../ground/rateRules.ts';
import { partyField } from '../ground/registrationRules.ts';
import { say } from '../ground/template.ts';
import { memoCodes, type MemoKind, memoTitles, messages } from './memoMessages.ts';

/** The party that issued a memo, which determines its effect on the payable amount. */
export const ISSUERS = ['vendor', 'buyer'] as const;
export type Issuer = (typeof ISSUERS)[number];
/** A GST note (section 34 of the CGST Act), or a commercial one without taxes, which may be issued at any time. */
const NOTE_KINDS = ['gst', 'commercial'] as const;
/** 'open' awaits the other party; 'answered' is a claim that the vendor's note has replaced. */
export const MEMO_STATUSES = ['open', 'accepted', 'answered', 'reversed'] as const;

/** The effect of a memo: it lowers or raises the payable amount. A memo that raises it, and the buyer's claim, await the other party. */
export function effectOf(kind: MemoKind, issuer: Issuer): { lowers: boolean; waits: boolean } {
  return { lowers: (kind === 'credit') === (issuer === 'vendor'), waits: !(kind === 'credit' && issuer === 'vendor') };
}

/** The party that accepts a memo; null if it counts without acceptance. */
export function acceptorOf(kind: MemoKind, issuer: Issuer): Issuer | null {
  const { lowers, waits } = effectOf(kind, issuer);
  return !waits ? null : lowers ? 'vendor' : 'buyer';
}

/** The issuers whose open memos of a kind await a party. */
export const issuersFor = (kind: MemoKind, side: Issuer): Issuer[] => ISSUERS.filter((issuer) => acceptorOf(kind, issuer) === side);

/** The last day of a GST note for an invoice: 30 November after its financial year (section 34 of the CGST Act). */
export function lastNoteDay(invoiceDate: string): string {
  const [year = 0, month = 0] = invoiceDate.split('-').map(Number);
  return `${month >= 4 ? year + 1 : year}-11-30`;
}

const DESCRIPTION_MAX = 1000;

/** The only amount of a memo that may be below zero. */
const DIFFERENCE: Range = { places: 2, least: MONEY_MAX.negated().toNumber(), most: MONEY_MAX };

const numberField = (range: Range, what: string) =>
  optionalNumber(range, { invalid: say('Invalid {what}. It should be number.', { what }) });

/** Section 5.6. All fields may be left blank; filled ones must be valid. */
const creditFields = z.object({
  productName: optionalText(500),
  vendorInvoiceRef: optionalCode(100),
  vendorInvoiceRef_Date: optionalDate,
  buyerPORef: optionalCode(100),
  buyerPORef_Date: optionalDate,
  description: optionalText(DESCRIPTION_MAX),
  itemQuantity: numberField(QUANTITY, 'Item Quantity'),
  // Any digits are accepted; the form warns about an unusual number of digits in an HSN code.
  HSNCode: optionalPattern(/^\d{1,20}$/, 'Invalid HSN Code. It should be number.'),
  unitPrice: numberField(MONEY, 'Unit Price'),
  priceDifference: numberField(DIFFERENCE, 'Price Difference'),
  taxRate: optionalRuled(PERCENT, { invalid: 'Invalid Tax rate. It should be number.' }, taxRateRule),
  CGST: numberField(MONEY, 'CGST'),
  SGST: numberField(MONEY, 'SGST'),
  IGST: numberField(MONEY, 'IGST'),
  amount: numberField(MONEY, 'amount'),
  vendorGST: partyField,
  buyerGST: partyField,
});
const debitFields = creditFields.omit({ priceDifference: true });

const choiceOf = <const Names extends readonly [string, ...string[]]>(names: Names, problem: string) =>
  z
    .enum([...names, ''], problem)
    .nullish()
    .transform((name) => ((name ?? '') === '' ? null : (name as Names[number])));

/** The fields of the memo as a document. */
const documentFields = {
  memoNumber: optionalCode(40),
  /** Today by default. */
  memoDate: optionalDate,
  /** Buyer users choose it; a vendor's memo always belongs to the vendor. */
  issuer: choiceOf(ISSUERS, messages.issuer),
  /** A GST note by default. */
  kind: choiceOf(NOTE_KINDS, messages.kind),
};

/** A debit memo has no price difference, so a submitted one counts as an unknown field. */
export type MemoForm = z.infer<typeof debitFields> & { priceDifference?: Decimal | null } & z.infer<z.ZodObject<typeof documentFields>>;

/** An empty memo would only clutter the list. */
function filled<S extends z.ZodType<MemoForm>>(schema: S): S {
  return schema.refine(
    (memo) => Object.entries(memo).some(([name, value]) => name in creditFields.shape && !name.endsWith('GST') && !isBlank(value)),
    {
      message: messages.empty,
      path: ['productName'],
      params: { code: memoCodes.empty },
    },
  );
}

/** A claim that a 409 names in its `data`, if a note does not say which claim it answers. */
export const claimCandidate = named('ClaimCandidate', {
  _id: z.string(),
  memoNumber: z.string().nullable(),
  memoDate: z.string().nullable(),
  amount: z.number(),
});

/** The memo in the form's shape. */
export const memoForms: Readonly<Record<MemoKind, z.ZodType<MemoForm>>> = {
  debit: filled(debitFields.extend(documentFields)),
  credit: filled(creditFields.extend(documentFields)),
};

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
  memoNumber: absent,
  memoDate: absent,
  issuer: z.enum(ISSUERS),
  kind: z.enum(NOTE_KINDS),
  status: z.enum(MEMO_STATUSES),
  /** The invoice that it refers to; null for none: then only a vendor's credit counts, on account. */
  invoiceId: absent,
  /** The claim that it answers. */
  claimId: absent,
  /** The part of a claim that notes have replaced. */
  answered: z.number(),
  /** The payment that deducted a claim, which the vendor need not accept then. */
  paymentId: absent,
  lines: z.array(
    named('MemoLine', {
      no: z.number(),
      /** The returned quantity; null if the line is only about money. */
      quantity: z.number().nullable(),
      taxable: z.number(),
      CGST: z.number(),
      SGST: z.number(),
      IGST: z.number(),
      cess: z.number(),
    }),
  ),
  createdAt: z.string(),
  updatedAt: z.string(),
});
const debitMemo = memo.meta({ id: 'DebitMemo' });
const creditMemo = memo.extend({ priceDifference: amount }).meta({ id: 'CreditMemo' });

/** A memo of either kind; only credit memos have `priceDifference`. */
export type Memo = z.infer<typeof debitMemo> & { priceDifference?: number | null };

interface Face {
  record: z.ZodType<Memo>;
  created: z.ZodType<MemoForm & { userID: string | null; invoiceId: string | null; claimId: string | null; lines: MemoLineForm[] | null }>;
  changed: ReturnType<typeof changesOf>;
}

/** The `_id` of the intended invoice if the vendor has several with the number; the memo takes its date. */
const invoiceId = optionalText(20);
/** The buyer's claim that a vendor's note answers; `none` means that it concerns something else. */
const claimId = optionalText(20);

const LINES_MAX = 1000;
const memoLineForm = z.object({
  /** The line of the invoice. */
  no: requiredNumber({ ...WHOLE, least: 1 }, { required: 'Line is required.', ...lineNumberWords }),
  quantity: requiredNumber(ORDERED, {
    required: 'Quantity is required.',
    invalid: 'Quantity should be a number above 0, at most three decimals.',
  }),
});
export type MemoLineForm = z.output<typeof memoLineForm>;
/** The returned goods, by line of the invoice. An error of a line names its number. */
const lines = anything
  .transform((value, context): MemoLineForm[] | null => {
    if (isBlank(value)) return null;
    if (!Array.isArray(value) || value.length > LINES_MAX) {
      context.addIssue({ code: 'custom', message: say('At most {LINES_MAX} lines.', { LINES_MAX }) });
      return z.NEVER;
    }
    return value.flatMap((each, index) => {
      const parsed = memoLineForm.safeParse(each);
      if (parsed.success) return [parsed.data];
      const [issue] = parsed.error.issues;
      context.addIssue({
        code: 'custom',
        message: say('Line {index}: {message}', { index: index + 1, message: issue?.message ?? 'is not valid.' }),
        params: ruleOf(parsed.error.issues),
        path: [index],
      });
      return [];
    });
  })
  .meta({ type: ['array', 'null'], items: { type: 'object' } });
itemsOf.set(lines, memoLineForm);

const references = { invoiceId, claimId, lines };

/** The references that an edit sends in addition to the invoice. */
export const referencesOfEdit = z.object({ claimId, lines });

const faces: Readonly<Record<MemoKind, Face>> = {
  debit: {
    record: debitMemo,
    created: filled(debitFields.extend({ ...documentFields, ...references, userID: ownerChoice })),
    changed: changesOf(debitFields.extend({ ...documentFields, ...references })),
  },
  credit: {
    record: creditMemo,
    created: filled(creditFields.extend({ ...documentFields, ...references, userID: ownerChoice })),
    changed: changesOf(creditFields.extend({ ...documentFields, ...references })),
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

const filters = {
  startDate: dateFilter,
  endDate: dateFilter,
  vendorInvoiceRef: textFilter,
  userID: ownerChoice,
  status: oneOf(MEMO_STATUSES).optional(),
  /** The party that can accept it. */
  waits: oneOf(ISSUERS).optional(),
};

const saved = (record: z.ZodType<Memo>) => z.object({ message: z.string(), data: record });

/** The calls for one kind, from `api/debitMemo/getAllUserDebitMemo` to `api/creditMemo/removeUserCreditMemo/{id}`. */
function callsOf(kind: MemoKind) {
  const { record, created, changed } = faces[kind];
  const path = (verb: string) => `/api/${kind}Memo/${verb}${memoTitles[kind].replace(' ', '')}`;
  const name = memoTitles[kind].toLowerCase();
  const keeps = '; 409 if a payment, an approval or the other party’s reply depends on it';
  return operationsOf(`${kind}Memo`, 'memos', {
    list: {
      summary: `List ${name}s, newest first; the date filters apply to the time of entry`,
      route: `GET ${path('getAllUser')}`,
      access: 'members',
      query: listQuery(filters, kind === 'credit' ? [...SORTABLE, 'priceDifference'] : SORTABLE),
      replies: { 200: z.array(record), 201: z.array(record) },
    },
    totals: {
      summary: `Count the ${name}s that match the filters, and total their amounts`,
      route: `GET /api/${kind}Memo/totals`,
      access: 'members',
      query: z.object(filters),
      replies: { 200: z.object({ count: z.number(), CGST: z.number(), SGST: z.number(), IGST: z.number(), amount: z.number() }) },
    },
    get: {
      summary: `Get one ${name}, as an array of one`,
      route: `GET ${path('getAllUser')}/{id}`,
      access: 'members',
      replies: { 200: z.array(record) },
    },
    create: {
      summary: `Add a ${name}; 409 with the candidates if several invoices have the number and the date is missing`,
      route: `POST ${path('AddUser')}`,
      body: created,
      idempotent: true,
      replies: { 200: saved(record) },
    },
    edit: {
      summary: `Change a ${name}; omitted fields do not change${keeps}`,
      route: `PUT ${path('ChangeUser')}/{id}`,
      body: changed,
      replies: { 200: saved(record) },
    },
    remove: {
      summary: `Delete a ${name}${keeps}`,
      route: `DELETE ${path('removeUser')}/{id}`,
    },
    accept: {
      summary: `Accept an open ${name}. An increase needs a buyer user who did not enter it; a claim needs the vendor. The call names the \`updatedAt\` of the memo that was read; 409 if it has changed since`,
      route: `POST /api/${kind}Memo/accept/{id}`,
      body: z.object({ updatedAt: z.string('Must be the updatedAt of the memo.') }),
      replies: { 200: saved(record) },
    },
    reverse: {
      summary: `Reverse a ${name} with a reason, as of today. If this increases the payable amount, it needs a buyer user who did not enter the memo`,
      route: `POST /api/${kind}Memo/reverse/{id}`,
      body: z.object({ reason: requiredText(messages.noReason, 500) }),
      replies: { 200: saved(record) },
    },
  });
}

export const debitMemos = callsOf('debit');
export const creditMemos = callsOf('credit');
export const memos = { debit: debitMemos, credit: creditMemos } as const;

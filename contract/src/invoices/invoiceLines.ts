import * as z from 'zod';

import { plainCode } from '../ground/codes.ts';
import { anything, dateFilter, isBlank, itemsOf, named, optionalCode, optionalText } from '../ground/fields.ts';
import {
  lineNumberWords,
  MONEY,
  optionalNumber,
  optionalRuled,
  ORDERED,
  PERCENT,
  PRICE,
  requiredNumber,
  WHOLE,
  ruleOf,
} from '../ground/numbers.ts';
import { operationsOf, ownerChoice } from '../ground/operation.ts';
import { taxRateRule } from '../ground/rateRules.ts';
import { say, sayOnce } from '../ground/template.ts';

const INVOICE_LINES_MAX = 1000;

export const messages = {
  quantity: 'Quantity should be a number above 0, at most three decimals.',
  price: 'Price should be an amount in rupees, at most four decimals.',
  noItem: 'enter the item or an order line.',
  noLine: (order: string, line: string) => say('order {order} does not have a line {line}. Select one of its lines.', { order, line }),
  noOrder: (order: string) => say('no order of the vendor has the ID {order}. Select one of its order lines.', { order }),
  noReceipt: (receipt: string) =>
    say('the goods receipt with the ID {receipt} is for another line. Leave it blank, or enter that line.', { receipt }),
  /** Rupees, here and below, as ₹1.00. */
  discount: (discount: string, price: string) =>
    say('the discount of {discount} exceeds the price of {price}. Correct one of them.', { discount, price }),
  tooMuch: (amount: string, most: string) =>
    say('{amount} exceeds the {most} that an invoice can have. Correct the quantity or the price.', { amount, most }),
  keep: (number: string, lines: number) =>
    say(
      'Invoice {number} has {lines, plural, one {one line} other {# lines}} and must keep at least one. Delete the invoice instead, or enter its lines.',
      { number, lines },
    ),
  most: sayOnce('At most {INVOICE_LINES_MAX} lines.', { INVOICE_LINES_MAX }),
} as const;

/** Names of the reasons for rejecting a line, for programs. */
export const lineCodes = {
  noItem: 'invoice_line_without_item',
  noLine: 'no_order_line',
  noReceipt: 'receipt_of_other_line',
  discount: 'discount_above_price',
  tooMuch: 'invoice_line_too_high',
} as const;

/** The messages for the figures of a line, in the form, the API and the upload. */
export const lineWords = {
  quantity: { required: 'Quantity is required.', invalid: messages.quantity },
  unitPrice: { invalid: messages.price },
  discount: { invalid: 'Discount should be an amount in rupees.' },
  taxRate: { invalid: 'Tax rate should be a percentage from 0 to 100.' },
  cessRate: { invalid: 'Cess rate should be a percentage from 0 to 100.' },
} as const;

/** A submitted line. Blank fields take the order line's values. */
const invoiceLineForm = z.object({
  orderId: optionalText(20),
  line: optionalNumber({ ...WHOLE, least: 1 }, lineNumberWords),
  receiptId: optionalText(20),
  itemCode: optionalCode(50),
  itemName: optionalText(500),
  hsnCode: optionalCode(8, undefined, plainCode),
  uom: optionalText(20),
  quantity: requiredNumber(ORDERED, lineWords.quantity),
  unitPrice: optionalNumber(PRICE, lineWords.unitPrice),
  discount: optionalNumber(MONEY, lineWords.discount),
  taxRate: optionalRuled(PERCENT, lineWords.taxRate, taxRateRule),
  cessRate: optionalNumber(PERCENT, lineWords.cessRate),
});
/** The figures of a line that users enter. */
export const lineFiguresForm = invoiceLineForm.pick({ quantity: true, unitPrice: true });
export type InvoiceLineForm = z.output<typeof invoiceLineForm>;
export const LINE_FIELDS = Object.keys(invoiceLineForm.shape) as readonly (keyof InvoiceLineForm)[];
export type LineTerm = Exclude<keyof InvoiceLineForm, 'orderId' | 'line' | 'receiptId' | 'quantity'>;
/** The fields that take the order line's values if left blank. */
export const LINE_TERMS = Object.keys(
  invoiceLineForm.omit({ orderId: true, line: true, receiptId: true, quantity: true }).shape,
) as readonly LineTerm[];

/** The lines of an invoice; null if left out. An error of a line names its number. */
export const invoiceLinesField = anything
  .transform((value, context): InvoiceLineForm[] | null => {
    if (isBlank(value)) return null;
    if (!Array.isArray(value) || value.length > INVOICE_LINES_MAX) {
      context.addIssue({ code: 'custom', message: messages.most });
      return z.NEVER;
    }
    return value.flatMap((each, index) => {
      const parsed = invoiceLineForm.safeParse(each);
      if (parsed.success) return [parsed.data];
      const [issue] = parsed.error.issues;
      context.addIssue({
        code: 'custom',
        message: say('Line {index}: {message}', { index: index + 1, message: issue?.message ?? 'is not valid.' }),
        params: ruleOf(parsed.error.issues),
        path: [index, ...(issue?.path ?? [])],
      });
      return [];
    });
  })
  .meta({ type: ['array', 'null'], items: { type: 'object' } });
itemsOf.set(invoiceLinesField, invoiceLineForm);

const absent = z.string().nullable();
const amount = z.number();

export const invoiceLine = named('InvoiceLine', {
  no: z.number(),
  orderId: absent,
  poNumber: absent,
  /** The line of the order; 0 if an amendment has removed the line. */
  line: z.number().nullable(),
  receiptId: absent,
  itemCode: absent,
  itemName: z.string(),
  hsnCode: absent,
  uom: absent,
  quantity: amount,
  unitPrice: amount,
  discount: amount,
  taxable: amount,
  taxRate: amount.nullable(),
  cessRate: amount.nullable(),
  CGST: amount,
  SGST: amount,
  IGST: amount,
  cess: amount,
});
export type InvoiceLine = z.infer<typeof invoiceLine>;

/** The sums of the lines, for the header of the invoice. */
export const lineSumsRecord = z.object({ invoiceValue: amount, CGSTValue: amount, SGSTValue: amount, IGSTValue: amount });

/** A line of an order that can be invoiced. */
const proposedLine = invoiceLine.extend({
  accepted: amount,
  invoiced: amount,
});
export type ProposedLine = z.infer<typeof proposedLine>;

const proposal = z.object({
  userID: absent,
  PONumber: absent,
  PODate: absent,
  vendorGST: absent,
  buyerGST: absent,
  lines: z.array(proposedLine),
  sums: lineSumsRecord,
});
export type InvoiceProposal = z.infer<typeof proposal>;

export const invoiceLines = operationsOf('invoice', 'members', {
  propose: {
    summary:
      'Propose lines for a new invoice: accepted quantities of an order, goods receipt or dispatch note that are not invoiced yet; dispatched quantities if it is not received',
    route: 'GET /api/invoice/proposal',
    query: z.object({
      orderId: optionalText(20),
      receiptNumber: optionalCode(100),
      noteId: optionalText(20),
      day: dateFilter,
      userID: ownerChoice,
    }),
    replies: { 200: proposal },
  },
  get: {
    id: 'invoice.lines',
    summary: 'List the lines of an invoice',
    route: 'GET /api/invoice/lines/{id}',
    replies: { 200: z.array(invoiceLine) },
  },
});

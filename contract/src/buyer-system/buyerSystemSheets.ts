import * as z from 'zod';

import { plainCode } from '../ground/codes.ts';
import {
  anything,
  flag,
  isBlank,
  itemsOf,
  named,
  optionalCode,
  optionalDate,
  optionalText,
  requiredCode,
  requiredText,
} from '../ground/fields.ts';
import { stateField } from '../ground/gst.ts';
import { eanProblem, hsnProblem } from '../ground/india.ts';
import {
  MONEY,
  optionalNumber,
  optionalRuled,
  ORDERED,
  PERCENT,
  PRICE,
  QUANTITY,
  requiredNumber,
  ruleOf,
  WHOLE,
} from '../ground/numbers.ts';
import { listQuery, operation, operationsOf, ownerChoice, textFilter, workbook } from '../ground/operation.ts';
import { ACCEPTANCES, purchaseOrder } from '../purchase-orders/orders.ts';
import { taxRateRule } from '../ground/rateRules.ts';
import { REASONS } from '../receipts/receipts.ts';
import { partyField } from '../ground/registrationRules.ts';
import { dryRun, SHEET_BYTES_MAX, sheetAnswers, sheetDone, sheetRefusal, type SheetSummaries } from '../sheets/sheets.ts';
import { say } from '../ground/template.ts';

/** The four calls for data that administrators upload: the template, the current data, an upload, and the upload with its errors marked. */
export function buyerSheet<Query extends z.ZodType>({
  id,
  summaries,
  path,
  filters,
  access,
  bySite = false,
}: {
  id: string;
  summaries: SheetSummaries;
  path: string;
  filters: Query;
  /** The roles that may upload. */
  access: 'purchasing' | 'receiving' | 'accounting' | 'administrators';
  /** The rows name orders. */
  bySite?: boolean;
}) {
  const upload = { access, body: z.object(sheetAnswers), files: ['file'], fileBytesMax: SHEET_BYTES_MAX } as const;
  return operationsOf(id, 'buyers', {
    template: {
      summary: summaries.template,
      route: `GET /api/buyerData/${path}/template`,
      replies: { 200: workbook },
    },
    export: {
      summary: summaries.export,
      route: `GET /api/buyerData/${path}/export`,
      query: filters,
      replies: { 200: workbook },
    },
    upload: {
      summary: summaries.upload,
      route: `POST /api/buyerData/${path}`,
      query: z.object({ dryRun }),
      idempotent: 'byVerb',
      bySite,
      replies: { 200: sheetDone, 201: sheetRefusal },
      ...upload,
    },
    mark: {
      summary: 'Return the file as .xlsx with its errors marked, without saving anything',
      route: `POST /api/buyerData/${path}/marked`,
      replies: { 200: workbook, 201: sheetRefusal },
      ...upload,
    },
  });
}
export type BuyerSheet = ReturnType<typeof buyerSheet>;

const byVendor = z.object({ userID: ownerChoice });

export const messages = {
  created: 'Purchase order added.',
  updated: 'Purchase order updated.',
  cancelled: 'Purchase order cancelled.',
  closed: 'Purchase order closed.',
  confirmed: 'Quantity confirmed.',
  confirmQuantity: 'Quantity should be a number of 0 or more, at most three decimals.',
  noSuchLine: 'Choose a line of the order by its number.',
  numberInUse: (number: string, day: string, value: string) =>
    say('This vendor already has order {number} of {day} for {value}. Enter another number, or change that order.', { number, day, value }),
  arrived: (number: string) =>
    say('Goods were accepted against order {number}, and they must be paid for. Close the order instead.', { number }),
  /** `status` is Closed or Cancelled. `day` is the formatted date of its last change. */
  ended: (number: string, status: string, day: string) =>
    say(
      'Order {number} is {status, select, Closed {closed} other {cancelled}} (last changed on {day}) and can no longer be changed. Enter a new order for goods that are still needed.',
      { number, status, day },
    ),
  closedByFile: (number: string) => say('Purchase order {number} is open. Close it on its page with a reason.', { number }),
  closeReason: 'Enter the reason for closing the order short.',
  number: 'PO Number is required.',
  date: 'PO Date is required.',
  vendor: 'Choose the vendor.',
  lines: 'Add at least one line.',
  acceptance: 'Accepted by must be receipt, order or sale.',
  numberLetters: 'A PO Number cannot contain line breaks, tabs or invisible characters.',
} as const;

/** Names of the reasons for rejecting a change of an order, for programs. */
export const orderCodes = {
  arrived: 'goods_were_accepted',
  ended: 'order_ended',
  noSuchLine: 'no_order_line',
  numberInUse: 'order_number_in_use',
  ofErp: 'order_of_erp',
  item: 'unknown_item',
  value: 'order_value_too_high',
  otherVendor: 'order_of_other_vendor',
  taxRate: 'tax_rate_not_valid',
  tooManyLines: 'too_many_lines',
  closedByFile: 'order_closed_by_file',
} as const;

/** The most lines of an order entered in the portal. */
export const LINES_MAX = 500;
/** The most lines of an uploaded or imported order: lists and documents show all of them. */
export const LOADED_LINES_MAX = 5_000;

/** The messages for the figures of an order's line, in the form, the API and the sheet. */
export const typedLineWords = {
  quantity: { required: 'Quantity is required.', invalid: 'Quantity should be a number above 0, at most three decimals.' },
  caseQuantity: { invalid: 'Case quantity should be a number above 0.' },
  MRP: { invalid: 'MRP should be an amount in rupees.' },
  price: { required: 'Price is required.', invalid: 'Price should be an amount in rupees, at most four decimals.' },
  discountRate: { invalid: 'Discount should be a percentage from 0 to 100.' },
  taxRate: { invalid: 'Tax rate should be a percentage from 0 to 100.' },
  cessRate: { invalid: 'Cess rate should be a percentage from 0 to 100.' },
} as const;

/** A line as a user enters it. Blank fields take the item's values, found by its EAN or code. */
export const typedLine = z.object({
  EANCode: optionalCode(14, eanProblem, plainCode),
  itemCode: optionalCode(50),
  itemName: optionalText(500),
  hsnCode: optionalCode(8, hsnProblem, plainCode),
  uom: optionalText(20),
  quantity: requiredNumber(ORDERED, typedLineWords.quantity),
  caseQuantity: optionalNumber(ORDERED, typedLineWords.caseQuantity),
  MRP: optionalNumber(MONEY, typedLineWords.MRP),
  price: requiredNumber(PRICE, typedLineWords.price),
  discountRate: optionalNumber(PERCENT, typedLineWords.discountRate),
  taxRate: optionalRuled(PERCENT, typedLineWords.taxRate, taxRateRule),
  cessRate: optionalNumber(PERCENT, typedLineWords.cessRate),
  /** If left out or blank, the stored line keeps its way of acceptance, and a new one is accepted by receipt. */
  acceptance: z.preprocess((value) => (isBlank(value) ? null : value), z.enum(ACCEPTANCES, messages.acceptance).nullable()),
  /** True if the price also applies to goods that were accepted before it was agreed. */
  fromFirstPiece: flag.default(false),
});
export type TypedLine = z.output<typeof typedLine>;

const requiredDate = optionalDate.transform((value, context): string => {
  if (value === null) context.addIssue({ code: 'custom', message: messages.date });
  return value ?? '';
});

/** An error of a line names the line's number. */
const typedLines = anything
  .transform((value, context): TypedLine[] => {
    const given = Array.isArray(value) ? value : [];
    if (given.length === 0 || given.length > LINES_MAX) {
      context.addIssue({ code: 'custom', message: given.length === 0 ? messages.lines : say('At most {LINES_MAX} lines.', { LINES_MAX }) });
      return z.NEVER;
    }
    return given.flatMap((each, index) => {
      const parsed = typedLine.safeParse(each);
      if (parsed.success) return [parsed.data];
      const [issue] = parsed.error.issues;
      context.addIssue({
        code: 'custom',
        message: say('Line {index}: {message}', { index: index + 1, message: issue?.message ?? 'is not valid.' }),
        params: ruleOf(parsed.error.issues),
      });
      return [];
    });
  })
  .meta({ type: 'array', items: { type: 'object' } });
itemsOf.set(typedLines, typedLine);

export const typedOrder = z.object({
  poNumber: requiredCode(messages.number, 100, (text) => (/\p{Cc}/u.test(text) ? messages.numberLetters : null)),
  poDate: requiredDate,
  deliverBy: optionalDate,
  /** If blank, the terms stay unchanged; a new order takes the vendor's. */
  paymentTerms: optionalText(500),
  deliveryLocation: optionalText(1000),
  vendorGST: partyField,
  buyerGST: partyField,
  placeOfSupply: stateField(),
  lines: typedLines,
});
export type TypedOrder = z.output<typeof typedOrder>;

const orderOf = z.object({ message: z.string(), data: purchaseOrder });

export const buyerOrders = {
  ...buyerSheet({
    id: 'buyerOrder',
    summaries: {
      template: 'Download a template for purchase orders, with an example and notes',
      export: 'Export the purchase orders that were uploaded or entered in the portal as an .xlsx file that can be uploaded again',
      upload: 'Upload purchase orders from a .csv or .xlsx file, all rows or none; dryRun=true only checks the file',
    },
    path: 'orders',
    filters: byVendor,
    access: 'purchasing',
    bySite: true,
  }),
  ...operationsOf('buyerOrder', 'purchasing', {
    get: {
      summary: 'Get a purchase order for editing',
      route: 'GET /api/buyerData/orders/get/{id}',
      access: 'buyers',
      replies: { 200: z.array(purchaseOrder) },
    },
    create: {
      summary: 'Add a purchase order for a vendor, if no ERP is connected',
      route: 'POST /api/buyerData/orders/create',
      bySite: true,
      body: typedOrder.extend({
        userID: anything.transform((value, context): string => {
          if (isBlank(value) || typeof value !== 'string') context.addIssue({ code: 'custom', message: messages.vendor });
          return typeof value === 'string' ? value.trim() : '';
        }),
      }),
      idempotent: true,
      replies: { 200: orderOf },
    },
    edit: {
      summary: 'Change an open order that was uploaded or entered in the portal, with all its lines',
      route: 'PUT /api/buyerData/orders/edit/{id}',
      bySite: true,
      body: typedOrder.extend({ updatedAt: anything }),
      replies: { 200: orderOf },
    },
    /** Closes short an order, for example with 92 of 100 received, and e-mails its vendor the reason. */
    close: {
      summary:
        'Close short an open order that was uploaded or entered in the portal, with a reason; the remaining quantity is no longer expected; 409 when stale',
      route: 'POST /api/buyerData/orders/close/{id}',
      bySite: true,
      body: z.object({ reason: requiredText(messages.closeReason, 500), updatedAt: anything.meta({ type: 'string' }) }),
      replies: { 200: orderOf },
    },
    /**
     * The buyer confirms the finished quantity of a line that is accepted by order; for other lines, the quantity that may be received, and
     * was received in the buyer's system, beyond the order.
     */
    confirm: {
      summary:
        'Confirm a quantity of an order line: the completed part of a service, or an over-delivery that can be received; 409 when stale or cancelled',
      route: 'POST /api/buyerData/orders/confirm/{id}',
      bySite: true,
      body: z.object({
        line: requiredNumber({ ...WHOLE, least: 1 }, { invalid: messages.noSuchLine, code: orderCodes.noSuchLine }).transform((line) =>
          line.toNumber(),
        ),
        quantity: requiredNumber(QUANTITY, { required: messages.confirmQuantity, invalid: messages.confirmQuantity }),
        updatedAt: anything.meta({ type: 'string' }),
      }),
      replies: { 200: orderOf },
    },
    cancel: {
      summary: 'Cancel an open order that was uploaded or entered in the portal; 409 if any of its goods have been accepted',
      route: 'POST /api/buyerData/orders/cancel/{id}',
      bySite: true,
      replies: { 200: orderOf },
    },
  }),
};

const receipt = named('ReceiptLine', {
  _id: z.string(),
  vendorCode: z.number(),
  vendorName: z.string(),
  poNumber: z.string(),
  itemName: z.string().nullable(),
  EANCode: z.string().nullable(),
  itemCode: z.string().nullable(),
  receiptNumber: z.string(),
  receivedOn: z.string(),
  quantity: z.number(),
  rejected: z.number(),
  reason: z.enum(REASONS).nullable(),
  batch: z.string().nullable(),
});
export type Receipt = z.infer<typeof receipt>;

const receiptFilters = listQuery({ userID: ownerChoice, poNumber: textFilter }, ['receivedOn', 'quantity', 'poNumber']);

export const buyerReceipts = {
  list: operation({
    id: 'buyerReceipt.list',
    summary: 'List goods receipts, newest first',
    route: 'GET /api/buyerData/receipts',
    access: 'buyers',
    query: receiptFilters,
    replies: { 200: z.array(receipt), 201: z.array(receipt) },
  }),
  ...buyerSheet({
    id: 'buyerReceipt',
    summaries: {
      template: 'Download a template for goods receipts, with an example and notes',
      export: 'Export the goods receipts that match the filters as an .xlsx file that can be uploaded again',
      upload: 'Upload goods receipts from a .csv or .xlsx file, all rows or none; dryRun=true only checks the file',
    },
    path: 'receipts',
    filters: receiptFilters,
    access: 'receiving',
    bySite: true,
  }),
};

export const buyerReturns = buyerSheet({
  id: 'buyerReturn',
  summaries: {
    template: 'Download a template for purchase returns, with an example and notes',
    export: 'Export the uploaded purchase returns as an .xlsx file that can be uploaded again',
    upload: 'Upload purchase returns from a .csv or .xlsx file, all rows or none; dryRun=true only checks the file',
  },
  path: 'returns',
  filters: byVendor,
  access: 'receiving',
  bySite: true,
});
export const buyerPayments = buyerSheet({
  id: 'buyerPayment',
  summaries: {
    template: 'Download a template for payments, with an example and notes',
    export: 'Export the uploaded payments as an .xlsx file that can be uploaded again',
    upload: 'Upload payments from a .csv or .xlsx file, all rows or none; dryRun=true only checks the file',
  },
  path: 'payments',
  filters: byVendor,
  access: 'accounting',
});

export const buyerOpenings = buyerSheet({
  id: 'buyerOpening',
  summaries: {
    template: 'Download a template for opening balances, with an example and notes',
    export: 'Export the opening balances that are not reversed as an .xlsx file that can be uploaded again',
    upload: 'Upload opening balances from a .csv or .xlsx file, all rows or none; dryRun=true only checks the file',
  },
  path: 'openings',
  filters: byVendor,
  access: 'accounting',
});

import * as z from 'zod';

import {
  anything,
  dateFilter,
  named,
  optionalCode,
  optionalDate,
  optionalText,
  requiredCode,
  requiredText,
  showDate,
  showNumber,
} from '../ground/fields.ts';
import { listQuery, oneOf, operationsOf, ownerChoice, textFilter } from '../ground/operation.ts';
import { optionalNumber, ORDERED, QUANTITY, requiredNumber } from '../ground/numbers.ts';
import { say, sayOnce } from '../ground/template.ts';

/** The reasons for rejecting goods on arrival, as text. */
export const REJECTIONS = {
  damaged: 'damaged',
  short_life: 'shelf life too short',
  wrong_item: 'wrong item',
  quality: 'quality',
  excess: 'more than ordered',
  other: 'other reason',
} as const;
export type Rejection = keyof typeof REJECTIONS;
export const REASONS = Object.keys(REJECTIONS) as [Rejection, ...Rejection[]];

/** The most photos of a receipt. */
export const PHOTOS_MAX = 20;

export const messages = {
  created: 'Goods receipt saved.',
  cancelled: 'Goods receipt cancelled.',
  number: 'Receipt Number is required.',
  date: 'Receipt Date is required.',
  future: (day: string, today: string) =>
    say('The goods receipt is dated {day}, which is after today ({today}). Correct the date.', { day, today }),
  beforeOrder: (order: string, day: string) =>
    say('Order {order} is dated {day}. Its goods cannot be received before that date.', { order, day }),
  tooManyRejected: (rejected: number, quantity: number) =>
    say('{rejected} rejected of {quantity} received. Correct the rejected or the received quantity.', { rejected, quantity }),
  whyRejected: (rejected: number) => say('Enter the reason for rejecting {rejected}.', { rejected }),
  describe: 'Describe the reason.',
  noneRejected: 'No quantity is rejected. Leave the reason blank.',
  orderCancelled: (order: string) =>
    say('Order {order} is cancelled, so its goods cannot be received. Ask the buyer for a new order.', { order }),
  fromErp: (order: string, erp: string) =>
    say('Order {order} comes from {erp}, which also sends its goods receipts. Enter the receipt there.', { order, erp }),
  otherVendor: (order: string) => say('Order {order} belongs to another vendor. Enter its goods in a receipt of their own.', { order }),
  noLine: (order: string) => say('No order has the ID {order}. Select a line of an order of the vendor.', { order }),
  notInOrder: (order: string, line: number) => say('Order {order} does not have a line {line}. Select one of its lines.', { order, line }),
  beyond: (order: string, line: number, open: number, accepted: number) =>
    say(
      'Line {line} of order {order}: {open} are open and {accepted} accepted. Reject the excess, or ask the buyer to confirm it in the order.',
      { line, order, open, accepted },
    ),
  ofLine: (place: number, problem: string) => say('Line {index}: {message}', { index: place, message: problem }),
  lines: 'Enter the received quantity of at least one line.',
  quantity: 'Invalid quantity. It should be a number above 0 and below 100 crore.',
  rejected: 'Invalid quantity. It should be number.',
  reason: 'Choose the reason for rejection.',
  line: 'Each line needs an order number and a line number.',
  code: 'Scan or enter the number of a dispatch note or purchase order, or the SSCC of a package.',
  unknown: 'No dispatch note, purchase order or package has this number.',
  ofErp: (order: string, erp: string) =>
    say('Receive order {order} in {erp}: received and rejected quantities come from there.', { order, erp }),
  otherSite: 'Your role does not cover this site. Choose one of yours.',
  noSite: 'Choose the site that received the goods.',
  cancelReason: 'Enter the reason for cancelling the goods receipt.',
  isCancelled: (number: string, day: string, reason: string) =>
    say('Goods receipt {number} was already cancelled on {day} ({reason}). Enter a new receipt for goods that arrived.', {
      number,
      day,
      reason,
    }),
  photoAdded: 'Photo added.',
  photoRemoved: 'Photo removed.',
  noPhoto: 'Choose a photo.',
  photosFull: sayOnce('A goods receipt can have at most {PHOTOS_MAX} photos.', { PHOTOS_MAX }),
} as const;

/** Names of the reasons for rejecting a receipt, for programs. */
export const receiptCodes = {
  beyond: 'receipt_above_order',
  day: 'receipt_day',
  isCancelled: 'receipt_is_cancelled',
  rejected: 'rejected_quantity_wrong',
  order: 'unknown_order',
  noLine: 'no_order_line',
  several: 'several_order_lines',
  ofErp: 'order_of_erp',
  orderCancelled: 'order_is_cancelled',
  otherVendor: 'order_of_other_vendor',
  unknownSite: 'unknown_site',
  noSite: 'site_needed',
  otherSite: 'site_not_yours',
  unknownNote: 'unknown_dispatch_note',
  noteCancelled: 'dispatch_note_is_cancelled',
  noteNotDelivered: 'dispatch_note_without_goods',
  noteReceived: 'dispatch_note_is_received',
  numberInUse: 'receipt_number_in_use',
  photo: 'photo_not_accepted',
  photosFull: 'photos_are_full',
} as const;

/** An order line for which more has arrived than was ordered. */
export interface OfOrder {
  line: number;
  received: number;
  rejected: number;
  ordered: number;
}

/** More has arrived than was ordered; of the excess, the part that is not rejected may be invoiced. */
export function beyondOrder(poNumber: string, { line, received, rejected, ordered }: OfOrder): string {
  const excess = Number((received - rejected - ordered).toFixed(3));
  if (excess <= 0)
    return say('Line {line} of order {poNumber}: {received} received of {ordered} ordered.', { line, poNumber, received, ordered });
  return say(
    'Line {line} of order {poNumber}: {received} received of {ordered} ordered. The vendor can invoice the {excess} extra. To return them, cancel this receipt and enter it again with the extra quantity rejected.',
    { line, poNumber, received, ordered, excess },
  );
}

/** The quantities of an order line on a dispatch note and on its receipt, if they differ. */
export interface Difference {
  poNumber: string;
  line: number;
  uom: string | null;
  sent: number;
  received: number;
}

/** Describes goods that are short or in excess compared with the dispatch note; null if the quantities are equal. */
export function differenceWords({ poNumber, line, uom, sent, received }: Difference): string | null {
  const difference = Number((received - sent).toFixed(3));
  if (difference === 0) return null;
  const much = `${showNumber(Math.abs(difference))} ${uom ?? ''}`.trim();
  const [shown, arrived] = [showNumber(sent), showNumber(received)];
  return difference < 0
    ? say('Line {line} of order {poNumber}: {much} short. {shown} dispatched, {arrived} received.', {
        line,
        poNumber,
        much,
        shown,
        arrived,
      })
    : say('Line {line} of order {poNumber}: {much} over. {shown} dispatched, {arrived} received.', {
        line,
        poNumber,
        much,
        shown,
        arrived,
      });
}

/** The most lines of a receipt. */
const RECEIPT_LINES_MAX = 1_000;

interface ReceivedLine {
  quantity: number;
  rejected: number;
  reason: Rejection | null;
  remark: string | null;
}

/** The problem with a line of a receipt, and its field; null if there is none. Quantities are in the order's unit. */
export function receivedProblem({
  quantity,
  rejected,
  reason,
  remark,
}: ReceivedLine): { field: keyof ReceivedLine; message: string } | null {
  if (rejected > quantity) return { field: 'rejected', message: messages.tooManyRejected(rejected, quantity) };
  if (rejected > 0 && reason === null) return { field: 'reason', message: messages.whyRejected(rejected) };
  if (rejected > 0 && reason === 'other' && remark === null) return { field: 'remark', message: messages.describe };
  if (rejected === 0 && reason !== null) return { field: 'reason', message: messages.noneRejected };
  return null;
}

/**
 * The problem with the date of a receipt: it is in the future, or before the date of an order of the goods. `today` is the date in India.
 */
export function receivedDayProblem(day: string, orders: readonly { number: string; orderedOn: string }[], today: string): string | null {
  if (day > today) return messages.future(showDate(day), showDate(today));
  const later = orders.find(({ orderedOn }) => day < orderedOn);
  return later === undefined ? null : messages.beforeOrder(later.number, showDate(later.orderedOn));
}

/** The most characters of a receipt's number. */
export const RECEIPT_NUMBER_MAX = 40;

const receivedLine = z.object({
  orderId: requiredText(messages.line, 20),
  line: z.number(messages.line).int(messages.line).min(1, messages.line),
  quantity: requiredNumber(ORDERED, { required: messages.quantity, invalid: messages.quantity }).transform((value) => value.toNumber()),
  rejected: optionalNumber(QUANTITY, { invalid: messages.rejected }).transform((value) => value?.toNumber() ?? 0),
  reason: z.enum(REASONS, messages.reason).nullable().default(null),
  remark: optionalText(500),
  batch: optionalCode(50),
});

const receivedOn = optionalDate.transform((value, context): string => {
  if (value === null) context.addIssue({ code: 'custom', message: messages.date });
  return value ?? '';
});

const text = z.string().nullable();

const storedLine = named('ReceiptItem', {
  orderId: z.string(),
  poNumber: z.string(),
  line: z.number(),
  itemName: text,
  EANCode: text,
  uom: text,
  quantity: z.number(),
  rejected: z.number(),
  accepted: z.number(),
  reason: z.enum(REASONS).nullable(),
  remark: text,
  batch: text,
  /** The order's value of one unit, including tax; null if the order no longer has the line. */
  unitValue: z.number().nullable(),
});

const head = named('ReceiptHead', {
  _id: z.string(),
  userID: z.string(),
  vendorName: z.string(),
  receiptNumber: z.string(),
  receivedOn: z.string(),
  DCNumber: text,
  poNumbers: z.array(z.string()),
  siteId: text,
  site: text,
  quantity: z.number(),
  rejected: z.number(),
  /** The value of the accepted goods at the prices of their orders, including tax; 0 for a cancelled receipt. */
  value: z.number(),
  isCancelled: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const receipt = head
  .extend({
    gateEntryAt: text,
    remark: text,
    enteredBy: text,
    cancelReason: text,
    lines: z.array(storedLine),
    /** The warnings by line: more than ordered, or less than dispatched. */
    remarks: z.array(z.string()),
    /** The lines that differ from the quantity on the dispatch note. */
    differences: z.array(
      named('ReceiptDifference', {
        poNumber: z.string(),
        line: z.number(),
        uom: text,
        sent: z.number(),
        received: z.number(),
        unitValue: z.number().nullable(),
      }),
    ),
    /** The photos of faulty goods. Their URLs are valid for some minutes. */
    photos: z.array(z.object({ _id: z.string(), name: z.string(), url: z.string(), createdAt: z.string() })),
  })
  .meta({ id: 'Receipt' });
export type Receipt = z.infer<typeof receipt>;

const arriving = z.object({
  orderId: z.string(),
  poNumber: z.string(),
  line: z.number(),
  itemName: z.string(),
  EANCode: text,
  uom: text,
  ordered: z.number(),
  received: z.number(),
  expected: z.number(),
  unitValue: z.number().nullable(),
  batch: text,
  bestBefore: text,
});
const delivery = named('Delivery', {
  userID: z.string(),
  vendorName: z.string(),
  noteId: text,
  DCNumber: text,
  poNumbers: z.array(z.string()),
  /** The receipt of this note, if it was received already. */
  receiptNumber: text,
  /** Proposes the number after the last receipt of the site; nothing reserves it. Null if that receipt has no serial number. */
  nextReceiptNumber: text,
  /** The reason why the caller may not receive it: its orders are for another site. */
  otherSite: text,
  lines: z.array(arriving),
});
export type Delivery = z.infer<typeof delivery>;

/** The outcomes of a receipt. */
export const RECEIPT_STATES = ['accepted', 'rejected', 'cancelled'] as const;
export type ReceiptState = (typeof RECEIPT_STATES)[number];

/** One rejected piece makes a receipt partly rejected; a cancelled receipt counts nothing. */
export function receiptState({ isCancelled, rejected }: { isCancelled: boolean; rejected: number }): ReceiptState {
  return isCancelled ? 'cancelled' : rejected > 0 ? 'rejected' : 'accepted';
}

const filters = {
  startDate: dateFilter,
  endDate: dateFilter,
  receiptNumber: textFilter,
  poNumber: textFilter,
  DCNumber: textFilter,
  site: textFilter,
  state: oneOf(RECEIPT_STATES).optional(),
  userID: ownerChoice,
};

/** Goods receipts of the buyer. A vendor sees its own. */
export const receipts = operationsOf('receipt', 'receiving', {
  list: {
    summary: 'List goods receipts with received and rejected quantities, newest first',
    route: 'GET /api/receipts/get',
    access: 'members',
    query: listQuery(filters, ['receivedOn', 'receiptNumber', 'updatedAt']),
    replies: { 200: z.array(head), 201: z.array(head) },
  },
  totals: {
    summary: 'Count the goods receipts that match the filters, and total the value of their accepted goods',
    route: 'GET /api/receipts/totals',
    access: 'members',
    query: z.object(filters),
    replies: { 200: z.object({ count: z.number(), value: z.number() }) },
  },
  get: {
    summary: 'Get a goods receipt with its lines and warnings',
    route: 'GET /api/receipts/get/{id}',
    access: 'members',
    replies: { 200: receipt },
  },
  find: {
    summary: 'Find the delivery of a scanned SSCC, dispatch note or purchase order number, one entry per vendor that uses it',
    route: 'GET /api/receipts/find',
    query: z.object({ code: requiredCode(messages.code, 100) }),
    replies: { 200: z.array(delivery) },
  },
  create: {
    summary: 'Add a goods receipt; 422 with errors by line, 409 if the receipt already exists',
    route: 'POST /api/receipts/create',
    bySite: true,
    body: z.object({
      receiptNumber: requiredCode(messages.number, RECEIPT_NUMBER_MAX),
      receivedOn,
      gateEntryAt: optionalText(40, (value) => (Number.isNaN(Date.parse(value)) ? 'Invalid time.' : null)),
      noteId: optionalText(20),
      siteId: optionalText(20),
      remark: optionalText(500),
      lines: z
        .array(receivedLine, messages.lines)
        .min(1, messages.lines)
        .max(RECEIPT_LINES_MAX, sayOnce('At most {INVOICE_LINES_MAX} lines.', { INVOICE_LINES_MAX: RECEIPT_LINES_MAX })),
    }),
    replies: { 200: z.object({ message: z.string(), data: receipt }) },
    idempotent: true,
  },
  addPhoto: {
    id: 'receipt.photo',
    summary:
      'Add a photo of damaged or wrong goods, also visible to the vendor: PNG, JPEG, WebP or HEIC; 409 if the receipt has its maximum',
    route: 'POST /api/receipts/photo/{id}',
    bySite: true,
    files: ['photo'],
    replies: { 200: z.object({ message: z.string(), data: receipt }) },
    idempotent: true,
  },
  /** `{id}` is the photo's. */
  removePhoto: {
    summary: 'Remove a photo of a goods receipt',
    route: 'DELETE /api/receipts/photo/{id}',
    bySite: true,
    replies: { 200: z.object({ message: z.string(), data: receipt }) },
  },
  cancel: {
    summary: 'Cancel a goods receipt that was entered in the portal and reverse its quantities',
    route: 'POST /api/receipts/cancel/{id}',
    bySite: true,
    body: z.object({ reason: requiredText(messages.cancelReason, 500), updatedAt: anything.meta({ type: 'string' }) }),
    replies: { 200: z.object({ message: z.string(), data: receipt }) },
    idempotent: true,
  },
});

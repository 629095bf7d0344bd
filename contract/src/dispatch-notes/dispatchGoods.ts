import * as z from 'zod';

import { DISPATCH_STATES, isSscc } from './dispatchRules.ts';
import { DISPATCH_KINDS, type DispatchKind, MOVEMENTS } from './movements.ts';
import { plainCode } from '../ground/codes.ts';
import { anything, isIsoDate, named, optionalCode, optionalDate, optionalText } from '../ground/fields.ts';
import { stateField } from '../ground/gst.ts';
import { gstinFormatProblem, normaliseGstin, transporterProblem } from '../ground/india.ts';
import { lineNumberWords, MONEY, optionalNumber, QUANTITY, requiredNumber, WHOLE } from '../ground/numbers.ts';
import { operationsOf } from '../ground/operation.ts';
import { say, sayOnce } from '../ground/template.ts';

/** The most lines of one note. */
const LINES_MAX = 1000;
const PACKAGES_MAX = 2000;
const VEHICLES_MAX = 20;
/** Kilometres: the most that an e-way bill accepts. */
const DISTANCE_MAX = 4000;

export const messages = {
  saved: 'Goods saved.',
  moved: {
    ready: 'Dispatch note ready.',
    draft: 'The dispatch note is a draft again.',
    leave: 'The goods are in transit.',
    arrive: 'Arrival recorded.',
    close: 'Dispatch note closed.',
    cancel: 'Dispatch note cancelled. Its number is not reused.',
  },
  kind: 'Choose the reason for transport.',
  lines: 'Add at least one line.',
  notIssued: (kind: DispatchKind, by: 'vendor' | 'buyer') =>
    by === 'buyer'
      ? say('{words}: only the buyer issues this dispatch note.', { words: MOVEMENTS[kind].words })
      : say('{words}: only the vendor issues this dispatch note.', { words: MOVEMENTS[kind].words }),
  otherSide: 'This dispatch note is issued by the buyer, so only the buyer can change it.',
  noOrder: (no: number) => say('Line {no}: enter the order and its line. Only own goods move without an order.', { no }),
  ofOrder: (no: number) =>
    say('Line {no}: own goods are not part of an order. Choose another reason for transport to dispatch order lines.', { no }),
  goodsName: (no: number) => say('Line {no}: enter the name of the goods.', { no }),
  goodsValue: (no: number) => say('Line {no}: enter the value of the goods.', { no }),
  goodsHsn: (no: number) => say('Line {no}: enter the HSN code of the goods.', { no }),
  samePlace: 'Enter another place of delivery: these goods move between two of your own premises.',
  ownParty: 'These goods stay with their owner. Leave this GST number blank.',
  notDelivered: (number: string) => say('Dispatch note {number} contains no ordered goods, so it cannot be received.', { number }),
  taxable: 'Invalid value. It should be a number.',
  quantity: 'Invalid quantity. It should be a number above 0 and below 100 crore.',
  quantityBasis: 'The quantity must be exact or provisional.',
  cartons: 'Invalid carton number. It should be number.',
  date: 'Invalid date. Enter an existing date.',
  mrp: 'Invalid MRP. It should be number.',
  sscc: 'An SSCC has 18 digits. The last one is a check digit.',
  weight: 'Invalid weight. It should be number.',
  distance: sayOnce('Should be whole kilometres from 0 to {DISTANCE_MAX}.', { DISTANCE_MAX }),
  pin: 'A PIN code has six digits and does not start with 0.',
  ownGstin: 'Enter a confirmed GST registration of the vendor that is valid on the day of the dispatch note.',
  buyerGstin: 'Enter a GST registration of the buyer that is valid on the day of the dispatch note.',
  hsn: 'An HSN code has 4, 6 or 8 digits.',
  mode: 'Choose road, rail, air or ship.',
  fixed: (state: string) => say('This dispatch note is {state}. Its goods can no longer be changed.', { state }),
  leftFixed: 'The goods have been dispatched: the number, date, order and registrations of this dispatch note can no longer be changed.',
  notDeletable: 'The goods have been dispatched, so this dispatch note cannot be deleted. Cancel it instead.',
  received: (receipt: string) =>
    say('This dispatch note was received with goods receipt {number}. It can no longer be changed or deleted.', { number: receipt }),
  wasReceived: 'A cancelled goods receipt refers to this dispatch note, so it cannot be deleted.',
  challanNumber: (number: string, characters = number.length) =>
    characters > 16
      ? say('Challan number {number} has {characters} characters. Rule 55 of the CGST Rules allows at most 16.', { number, characters })
      : say('Challan number {number}: Rule 55 of the CGST Rules allows only letters, digits, - and /.', { number }),
  noLine: (no: number, line: number) => say('Line {no}: the order does not have a line {line}. Select one of its lines.', { no, line }),
  noLines: 'This dispatch note has no lines.',
  noInvoice: 'Choose the tax invoice that accompanies the goods.',
  noPackages: 'This dispatch note has no packages.',
  cancelledLabels: 'This dispatch note is cancelled and has no labels to print.',
  manyPapers: (most: number) => say('This dispatch note was printed {most} times, so its transport can no longer be changed.', { most }),
  papersFull: 'The limit for dispatch note documents is reached. Contact the buyer for help.',
  billElsewhere: (number: string, note: string) => say('E-way bill {number} is already on dispatch note {note}.', { number, note }),
  notYourInvoice: 'This vendor has no such invoice.',
} as const;

/** Names of the reasons for rejecting the goods of a dispatch note, for programs. */
export const goodsCodes = {
  otherSide: 'dispatch_note_of_buyer',
  notIssued: 'movement_of_other_side',
  noOrder: 'no_order_line',
  ofOrder: 'own_goods_of_order',
  ownGoods: 'own_goods_incomplete',
  notOpen: 'order_not_open',
  otherPlace: 'order_of_other_place',
  aboveOrder: 'dispatch_above_order',
  aboveRejected: 'return_above_rejected',
  batch: 'batch_not_acceptable',
  parts: 'dispatch_parts_wrong',
  samePlace: 'place_of_delivery_same',
  ownParty: 'goods_stay_with_owner',
  state: 'dispatch_note_state',
  left: 'dispatch_note_has_left',
  received: 'dispatch_note_is_received',
  challanNumber: 'challan_number_not_allowed',
  arrivalFuture: 'arrival_in_future',
  noLines: 'dispatch_note_without_lines',
  noFile: 'no_eway_bill',
  papersFull: 'dispatch_papers_are_full',
  billElsewhere: 'eway_bill_in_use',
  invoice: 'unknown_invoice',
} as const;

const above0 = requiredNumber({ ...QUANTITY, least: 0.001 }, { invalid: messages.quantity });
const whole1 = (text: string) => requiredNumber({ ...WHOLE, least: 1 }, { invalid: text }).transform((number) => number.toNumber());
const optionalDay = anything
  .transform((value, context): string | null => {
    if (value === undefined || value === null || value === '') return null;
    if (typeof value === 'string' && isIsoDate(value.trim())) return value.trim();
    context.addIssue({ code: 'custom', message: messages.date });
    return z.NEVER;
  })
  .meta({ type: ['string', 'null'], format: 'date' });
const matching = (most: number, pattern: RegExp, text: string) =>
  optionalCode(most, (value) => (pattern.test(value) ? null : text), plainCode);

const part = z.object({ no: whole1(messages.lines), quantity: above0 });

/** A quantity is provisional if the exact one is not known yet (rule 55(1)(v) of the CGST Rules); by default it is exact. */
export const QUANTITY_BASES = ['exact', 'provisional'] as const;

/** The details of a batch that a vendor states in addition to its quantity: in the form, the upload and the log. */
const batchTerms = z.object({
  cartons: optionalNumber(WHOLE, { invalid: messages.cartons }),
  /** The order's by default; job work states that of the goods, not of the service. */
  hsnCode: matching(8, /^(\d{4}|\d{6}|\d{8})$/, messages.hsn),
  batch: optionalCode(50),
  madeOn: optionalDay,
  bestBefore: optionalDay,
  mrp: optionalNumber(MONEY, { invalid: messages.mrp }),
  /** The net content of one retail pack, for example 500 g. */
  netContent: optionalText(30),
  countryOfOrigin: optionalText(60),
  quantityBasis: z
    .enum([...QUANTITY_BASES, ''], messages.quantityBasis)
    .nullish()
    .transform((basis) => (basis === '' || basis === undefined ? null : basis)),
});
export type BatchTerm = keyof typeof batchTerms.shape;
export const BATCH_TERMS = Object.keys(batchTerms.shape) as readonly BatchTerm[];

/** A line of an order, or own goods without an order. Own goods state the fields that otherwise come from the order's line. */
const sentLine = batchTerms.extend({
  orderId: optionalText(20),
  line: optionalNumber({ ...WHOLE, least: 1 }, lineNumberWords).transform((line) => line?.toNumber() ?? null),
  quantity: above0,
  itemName: optionalText(200),
  uom: optionalCode(30),
  taxable: optionalNumber(MONEY, { invalid: messages.taxable }),
});
export type SentGoods = z.output<typeof sentLine>;

const sentPackage = z.object({
  kind: z.enum(['carton', 'pallet', 'loose'], 'The package must be a carton, a pallet or loose.'),
  /** The pallet on which it is stacked, by its position in the list, starting at 1. */
  parent: optionalNumber({ ...WHOLE, least: 1 }, { invalid: 'Enter the number of a pallet.' }),
  sscc: optionalCode(18, (text) => (isSscc(text) ? null : messages.sscc), plainCode),
  grossKg: optionalNumber(QUANTITY, { invalid: messages.weight }),
  lines: z.array(part, messages.lines).max(LINES_MAX).default([]),
});

const vehicle = z.object({
  number: optionalCode(30),
  over: z.boolean().default(false),
  lines: z.array(part, messages.lines).max(LINES_MAX).default([]),
});

/** The number in the form in which registration numbers are stored. */
const capital = (text: string | null) => (text === null ? null : normaliseGstin(text));

const pin = matching(6, /^[1-9]\d{5}$/, messages.pin);
const stateCode = stateField({ anyTerritory: true });
const otherParty = optionalText(20, (text) => gstinFormatProblem(normaliseGstin(text))).transform(capital);

/** The tax invoice travels along only with the kind `invoice`. A blank address means that of the named registration. */
const transportForm = z.object({
  expectedOn: optionalDate,
  distance: optionalNumber({ ...WHOLE, most: DISTANCE_MAX }, { invalid: messages.distance }),
  mode: z.enum(['road', 'rail', 'air', 'ship'], messages.mode).nullable().default(null),
  transporterId: optionalText(20, transporterProblem).transform(capital),
  transportDocument: optionalCode(15),
  transportDocumentOn: optionalDate,
  vehicles: z.array(vehicle).max(VEHICLES_MAX, sayOnce('At most {VEHICLES_MAX} vehicles.', { VEHICLES_MAX })).default([]),
});

const goodsForm = transportForm.extend({
  kind: z.enum(DISPATCH_KINDS, messages.kind),
  invoiceId: optionalText(20),
  fromAddress: optionalText(240),
  fromPlace: optionalText(50),
  fromPin: pin,
  fromState: stateCode,
  /** A registration of the vendor, if the goods leave from another place than the note's registration has. */
  fromGSTIN: otherParty,
  shipToName: optionalText(100),
  shipToAddress: optionalText(240),
  shipToPlace: optionalText(50),
  shipToPin: pin,
  shipToState: stateCode,
  /** The GST number of another party that receives the goods. */
  shipToGSTIN: otherParty,
  lines: z.array(sentLine, messages.lines).min(1, messages.lines).max(LINES_MAX, sayOnce('At most {LINES_MAX} lines.', { LINES_MAX })),
  packages: z.array(sentPackage).max(PACKAGES_MAX, sayOnce('At most {PACKAGES_MAX} packages.', { PACKAGES_MAX })).default([]),
});
export type GoodsForm = z.output<typeof goodsForm>;

const text = z.string().nullable();
const rate = z.number().nullable();
const storedPart = z.object({ no: z.number(), quantity: z.number() });

const dispatchLine = z.object({
  no: z.number(),
  /** Null for own goods, which have no order. */
  orderId: text,
  poNumber: text,
  /** The site that the order is delivered to. */
  siteId: text,
  line: rate,
  itemCode: z.string(),
  itemName: z.string(),
  EANCode: text,
  hsnCode: text,
  quantity: z.number(),
  uom: text,
  UQC: text,
  cartons: z.number().nullable(),
  taxable: z.number(),
  CGSTRate: rate,
  SGSTRate: rate,
  IGSTRate: rate,
  cessRate: rate,
  batch: text,
  madeOn: text,
  bestBefore: text,
  mrp: rate,
  netContent: text,
  countryOfOrigin: text,
  quantityBasis: z.enum(QUANTITY_BASES).nullable(),
});
export type DispatchLine = z.infer<typeof dispatchLine>;

const dispatchPackage = z.object({
  no: z.number(),
  kind: z.enum(['carton', 'pallet', 'loose']),
  parent: z.number().nullable(),
  sscc: text,
  grossKg: z.number().nullable(),
  lines: z.array(storedPart),
});
const storedVehicle = z.object({ number: text, over: z.boolean(), lines: z.array(storedPart) });

export const goods = named('DispatchGoods', {
  _id: z.string(),
  userID: z.string(),
  DCNumber: z.string(),
  state: z.enum(DISPATCH_STATES).nullable(),
  /** The party that issues the note. */
  issuer: z.enum(['vendor', 'buyer']),
  kind: z.enum(DISPATCH_KINDS),
  invoiceId: text,
  invoiceNumber: text,
  expectedOn: text,
  fromAddress: text,
  fromPlace: text,
  fromPin: text,
  fromState: text,
  fromGSTIN: text,
  shipToName: text,
  shipToAddress: text,
  shipToPlace: text,
  shipToPin: text,
  shipToState: text,
  shipToGSTIN: text,
  distance: z.number().nullable(),
  mode: z.enum(['road', 'rail', 'air', 'ship']).nullable(),
  transporterId: text,
  transportDocument: text,
  transportDocumentOn: text,
  vehicles: z.array(storedVehicle),
  lines: z.array(dispatchLine),
  packages: z.array(dispatchPackage),
  eWayBillNumber: text,
  ewayValidUntil: text,
  partBChanged: z.boolean(),
  ewayMadeAt: text,
  /** Its cancelled e-way bills. */
  ewayCancelled: z.array(z.string()),
  leftAt: text,
  arrivedOn: text,
  /** The documents printed at dispatch, and after each later change of transport; the last one is valid. */
  papers: z.array(z.object({ no: z.number(), madeAt: z.string() })),
  /** The time of the goods' last change, to send with the next one; null before the first. */
  updatedAt: text,
  nextSscc: text,
  /** Warnings about the note, its vehicles and its places, which block nothing. */
  remarks: z.array(z.string()),
});
export type DispatchGoods = z.infer<typeof goods>;

const openLine = named('OpenLine', {
  orderId: z.string(),
  poNumber: z.string(),
  line: z.number(),
  itemCode: z.string(),
  itemName: z.string(),
  hsnCode: text,
  uom: text,
  ordered: z.number(),
  received: z.number(),
  /** The total quantity of all notes that are ready or dispatched. */
  sent: z.number(),
  open: z.number(),
  /** Rejected at receipts and not yet returned. */
  returnable: z.number(),
  /** The value including tax of the remaining quantity, in proportion to the line's total. */
  openValue: z.number(),
  caseQuantity: z.number().nullable(),
  mrp: z.number().nullable(),
  shelfDays: z.number().nullable(),
});
export type OpenLine = z.infer<typeof openLine>;

const updatedAt = anything.meta({ type: 'string' });
const changed = { 200: z.object({ message: z.string(), data: goods }) };

/** The goods that dispatch notes carry. `{id}` is the note's; for `open`, the order's. */
export const dispatchGoods = operationsOf('dispatchGoods', {
  get: {
    summary: 'Get the lines, packages, transport and status of a dispatch note',
    route: 'GET /api/dispatchGoods/get/{id}',
    access: 'members',
    replies: { 200: goods },
  },
  open: {
    summary: 'List the lines of an order with the quantities still to be dispatched',
    route: 'GET /api/dispatchGoods/open/{id}',
    access: 'members',
    replies: { 200: z.array(openLine) },
  },
  save: {
    summary: 'Replace the lines, packages and transport of a dispatch note before dispatch; 422 with errors by line, 409 when stale',
    route: 'PUT /api/dispatchGoods/save/{id}',
    access: 'dispatch',
    body: goodsForm.extend({ updatedAt }),
    replies: changed,
    idempotent: true,
  },
  transport: {
    summary: 'Change the transport of a dispatch note, also after dispatch; its e-way bill then needs a new Part B',
    route: 'PUT /api/dispatchGoods/transport/{id}',
    access: 'dispatch',
    body: transportForm.extend({ updatedAt }),
    replies: changed,
    idempotent: true,
  },
  move: {
    summary:
      'Change the status of a dispatch note: ready, draft, dispatched, closed or cancelled; 409 if its current status does not allow it',
    route: 'POST /api/dispatchGoods/move/{id}',
    access: 'dispatch',
    body: z.object({ move: z.enum(['ready', 'draft', 'leave', 'close', 'cancel'], 'Choose an option.'), updatedAt }),
    replies: changed,
    idempotent: true,
  },
  arrive: {
    summary: 'Mark the goods of a dispatch note as arrived',
    route: 'POST /api/dispatchGoods/arrive/{id}',
    access: 'arrivals',
    bySite: true,
    body: z.object({ arrivedOn: optionalDate, updatedAt }),
    replies: changed,
    idempotent: true,
  },
});

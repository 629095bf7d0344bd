import * as z from 'zod';

import { REASONS, type Reason } from './answerRules.ts';
import { plainCode } from '../ground/codes.ts';
import { anything, flag, isIsoDate, named, optionalCode, optionalText } from '../ground/fields.ts';
import { optionalNumber, PRICE, QUANTITY, requiredNumber, WHOLE } from '../ground/numbers.ts';
import { operationsOf, ownerChoice } from '../ground/operation.ts';
import { say, sayOnce } from '../ground/template.ts';

/** The most deliveries of one line. */
export const PROMISES_MAX = 20;
/** The most lines of one call, which is the maximum number of lines of an order. */
const LINES_MAX = 10_000;

/**
 * The statuses of a line's confirmation. Open lines have none, or a declined one. `outdated`: the buyer has changed the line since;
 * `replaced`: the vendor has confirmed it again.
 */
const ANSWER_STATES = ['accepted', 'rejected', 'proposed', 'countered', 'agreed', 'declined', 'withdrawn', 'replaced', 'outdated'] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];

export const messages = {
  sent: 'Confirmation sent.',
  decided: 'Decision sent.',
  withdrawn: 'Proposals withdrawn.',
  lines: 'Confirm at least one line.',
  line: 'Each line needs its line number.',
  decision: 'Accept the line, propose a change or reject it.',
  quantity: 'Invalid quantity. It should be a number below 100 crore.',
  price: 'Invalid price. It should be a number.',
  date: 'Invalid date. Enter an existing date.',
  promises: sayOnce('A line can have at most {PROMISES_MAX} deliveries.', { PROMISES_MAX }),
  reason: 'Choose a reason.',
  ean: 'An EAN has 8 to 14 digits.',
  nothingToWithdraw: (poNumber: string) =>
    say('No lines of order {poNumber} are waiting for the buyer. Reload the page to see their status.', { poNumber }),
  waitsForBuyer: (line: number, poNumber: string) =>
    say('Line {line} of order {poNumber} is waiting for the buyer. Withdraw the proposal first.', { line, poNumber }),
  isCountered: (line: number, poNumber: string) =>
    say("Line {line} of order {poNumber}: accept or reject the buyer's counter-offer first.", { line, poNumber }),
  noCounter: (line: number, poNumber: string) =>
    say('Line {line} of order {poNumber} has no counter-offer to respond to. Reload the page to see its status.', { line, poNumber }),
  noProposal: (line: number, poNumber: string) =>
    say('Line {line} of order {poNumber} has no proposal to decide on. Reload the page to see its status.', { line, poNumber }),
  isReceived: (line: number, poNumber: string) =>
    say('Line {line} of order {poNumber}: goods have already been received. Ask the buyer to amend the order.', { line, poNumber }),
} as const;

/** Names of the reasons for rejecting an order confirmation, or a decision on one, for programs. */
export const answerCodes = {
  wrong: 'confirmation_wrong',
  amended: 'order_amended_since',
  lineNotOpen: 'line_not_open',
  nothingWaits: 'no_line_waits',
  notOpen: 'order_not_open',
  decisionWrong: 'decision_wrong',
  price: 'price_needs_approver',
  aboveLimit: 'above_member_limit',
} as const;

const reason = anything
  .transform((value, context): Reason | null => {
    if (value === undefined || value === null || value === '') return null;
    if (typeof value === 'string' && Object.hasOwn(REASONS, value)) return value as Reason;
    context.addIssue({ code: 'custom', message: messages.reason });
    return z.NEVER;
  })
  .meta({ enum: [...Object.keys(REASONS), null] });

const day = z.string(messages.date).trim().refine(isIsoDate, messages.date).meta({ format: 'date' });
const promise = z.object({ quantity: requiredNumber(QUANTITY, { invalid: messages.quantity }), date: day });
const promises = z.array(promise, messages.promises).max(PROMISES_MAX, messages.promises).default([]);
const price = optionalNumber(PRICE, { invalid: messages.price });
const line = requiredNumber({ ...WHOLE, least: 1 }, { invalid: messages.line }).transform((number) => number.toNumber());
const remark = optionalText(500);

function linesOf<Line extends z.ZodType>(schema: Line) {
  return z.array(schema, messages.lines).min(1, messages.lines).max(LINES_MAX, say('At most {LINES_MAX} lines.', { LINES_MAX }));
}

const updatedAt = anything.meta({ type: 'string' });

/** `agree` and `decline` respond to the buyer's counter-offer. Without promises, `accept` means the whole quantity on the order's date. */
const sentLine = z.object({
  line,
  decision: z.enum(['accept', 'change', 'reject', 'agree', 'decline'], messages.decision),
  promises,
  rejectedQuantity: optionalNumber(QUANTITY, { invalid: messages.quantity }),
  price,
  substituteEAN: optionalCode(14, (text) => (/^\d{8,14}$/.test(text) ? null : messages.ean), plainCode),
  reason,
  remark,
});
export type SentLine = z.output<typeof sentLine>;

/** A counter-offer needs a price or promises, and can be made once per line. */
const decidedLine = z.object({
  line,
  decision: z.enum(['agree', 'decline', 'counter'], 'Accept the proposal, reject it or make a counter-offer.'),
  promises,
  price,
  remark,
  /** True if an accepted price also applies to goods accepted before. */
  fromFirstPiece: flag.default(false),
});
export type DecidedLine = z.output<typeof decidedLine>;

const promisedPart = z.object({ quantity: z.number(), date: z.string() });
const offer = z.object({ price: z.number().nullable(), promises: z.array(promisedPart) });

const answer = named('OrderAnswer', {
  line: z.number(),
  itemName: z.string(),
  decision: z.enum(['accept', 'change', 'reject']),
  state: z.enum(ANSWER_STATES),
  promises: z.array(promisedPart),
  rejectedQuantity: z.number(),
  price: z.number().nullable(),
  substituteEAN: z.string().nullable(),
  reason: z.enum(Object.keys(REASONS) as [Reason, ...Reason[]]).nullable(),
  remark: z.string().nullable(),
  counter: offer.nullable(),
  buyerRemark: z.string().nullable(),
  sentAt: z.string(),
  decidedAt: z.string().nullable(),
});

const answeredLine = z.object({
  line: z.number(),
  itemCode: z.string(),
  itemName: z.string(),
  uom: z.string().nullable(),
  quantity: z.number(),
  caseQuantity: z.number().nullable(),
  receivedQuantity: z.number(),
  price: z.number(),
  answer: answer.nullable(),
  /** The terms of the last confirmation of the line, if an amendment ended it and there is no newer one. */
  was: z.object({ quantity: z.number(), price: z.number(), deliverBy: z.string().nullable(), endedAt: z.string() }).nullable(),
});
export type AnsweredLine = z.infer<typeof answeredLine>;

const orderAnswers = named('OrderAnswers', {
  _id: z.string(),
  userID: z.string(),
  poNumber: z.string(),
  status: z.string(),
  deliverBy: z.string().nullable(),
  acknowledged: z.boolean(),
  /** The site of the order. */
  siteId: z.string().nullable(),
  tolerances: z.object({ daysLate: z.number(), quantityLess: z.number(), quantityMore: z.number(), priceMore: z.number() }),
  lines: z.array(answeredLine),
  earlier: z.array(answer),
  /** The ERP of the order: the time when it last received these confirmations, and the number of settled ones it has not received yet. */
  erp: z.object({ system: z.string(), toldAt: z.string().nullable(), untold: z.number() }).nullable(),
  /** The time of the order's last change, to send with the next one. */
  updatedAt: z.string(),
});
export type OrderAnswers = z.infer<typeof orderAnswers>;

const changed = { 200: z.object({ message: z.string(), data: orderAnswers }) };

/** The number of days that `kept` covers. */
export const KEPT_DAYS = 180;

/** Confirmed deliveries with a past date: their number, those that came on time, and those that are complete by now. */
const keptPromises = z.object({ promises: z.number(), onTime: z.number(), inFull: z.number() });
export type KeptPromises = z.infer<typeof keptPromises>;

/** Confirmations of a purchase order line by line, and the buyer's decisions on them. `{id}` is the order's. */
export const answers = operationsOf('orderAnswer', {
  get: {
    summary: 'List the lines of an order with their current and earlier confirmations',
    route: 'GET /api/orderAnswer/get/{id}',
    access: 'members',
    replies: { 200: orderAnswers },
  },
  send: {
    summary:
      'Confirm lines: accept, change or reject. Changes within the tolerances apply immediately; others wait for the buyer. 409 names lines that cannot be confirmed now',
    route: 'POST /api/orderAnswer/send/{id}',
    access: 'catalogue',
    body: z.object({ lines: linesOf(sentLine), updatedAt }),
    replies: changed,
    idempotent: true,
  },
  withdraw: {
    summary: 'Withdraw all proposals of an order that the buyer has not decided on',
    route: 'POST /api/orderAnswer/withdraw/{id}',
    access: 'catalogue',
    body: z.object({ updatedAt }),
    replies: changed,
  },
  kept: {
    summary: `Get a vendor's on-time and in-full deliveries of the last ${KEPT_DAYS} days`,
    route: 'GET /api/orderAnswer/kept',
    access: 'members',
    query: z.object({ userID: ownerChoice }),
    replies: { 200: keptPromises },
  },
  decide: {
    summary:
      'Accept or reject proposals, or make one counter-offer; a price above the order needs an approver. The call names the `updatedAt` of the confirmations that were read; 409 if they have changed since',
    route: 'POST /api/orderAnswer/decide/{id}',
    access: 'orderAnswers',
    bySite: true,
    body: z.object({ lines: linesOf(decidedLine), updatedAt: z.string('Must be the updatedAt of the confirmations.') }),
    replies: changed,
    idempotent: true,
  },
});

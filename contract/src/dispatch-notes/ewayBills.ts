import * as z from 'zod';

import { goods } from './dispatchGoods.ts';
import { EWAY_ACTIONS, lifeMessages } from './ewayLife.ts';
import { anything, dateFilter, optionalPattern, optionalText, requiredText, showNumber } from '../ground/fields.ts';
import { stateField } from '../ground/gst.ts';
import { PIN } from '../ground/india.ts';
import { optionalNumber, WHOLE } from '../ground/numbers.ts';
import { jsonFile, operationsOf, ownerChoice } from '../ground/operation.ts';
import { say, sayOnce } from '../ground/template.ts';

/** The most notes in one file. */
export const BILLS_MAX = 10_000;
/** The most notes in one check. */
const CHECKED_MAX = 1000;
/** The most characters of a result: a row has about 60. */
const RESULT_MAX = 900_000;

export const messages = {
  none: 'Choose dispatch notes or dates.',
  notNeeded: 'No e-way bill is needed.',
  otherSide: 'Only its issuer can create the e-way bill.',
  noFile: 'None of these dispatch notes can be included in the file.',
  tooMany: sayOnce('A file can contain at most {BILLS_MAX} dispatch notes.', { BILLS_MAX: showNumber(BILLS_MAX) }),
  text: 'Choose the file with the portal’s result, or paste it.',
  taken: (count: number) => say('{count, plural, one {1 e-way bill number} other {{count} e-way bill numbers}} imported.', { count }),
} as const;

const ids = (most: number) => z.array(z.string().max(20), messages.none).max(most, messages.tooMany).default([]);

/** Notes by id, or those of these dates; `voluntary` includes notes that need no bill. */
const chosen = (most: number) =>
  z.object({ noteIds: ids(most), startDate: dateFilter, endDate: dateFilter, userID: ownerChoice, voluntary: z.boolean().default(false) });

const checked = z.object({
  noteId: z.string(),
  DCNumber: z.string(),
  value: z.number(),
  needed: z.boolean(),
  /** True if the bill is in the file. */
  included: z.boolean(),
  words: z.array(z.string()),
});
export type CheckedBill = z.infer<typeof checked>;

/** E-way bills for the bulk upload of the government portal. */
export const ewayBills = operationsOf('ewayBill', 'dispatch', {
  check: {
    summary: 'Check which dispatch notes need an e-way bill and which the file leaves out, with reasons',
    route: 'POST /api/ewayBill/check',
    access: 'members',
    body: chosen(CHECKED_MAX),
    replies: { 200: z.array(checked) },
  },
  file: {
    summary:
      'Download the file for the bulk upload of the e-way bill portal, with one bill for each dispatch note that needs one and has none',
    route: 'POST /api/ewayBill/file',
    body: chosen(BILLS_MAX),
    replies: { 200: jsonFile },
  },
  result: {
    summary: "Import e-way bill numbers from the portal's result: JSON, .csv or a table copied from a spreadsheet",
    route: 'POST /api/ewayBill/result',
    body: z.object({ text: requiredText(messages.text, RESULT_MAX), userID: ownerChoice }),
    replies: { 200: z.object({ message: z.string(), data: z.object({ taken: z.number(), problems: z.array(z.string()) }) }) },
    idempotent: true,
  },
  change: {
    summary:
      'Record a new Part B, another transporter, an extension or a cancellation, with the request for the e-way bill portal; 409 when stale',
    route: 'POST /api/ewayBill/change/{id}',
    body: z.object({
      action: z.enum(EWAY_ACTIONS, lifeMessages.action),
      reason: optionalText(30),
      remark: optionalText(50),
      place: optionalText(50),
      state: stateField({ anyTerritory: true }),
      pin: optionalPattern(PIN.pattern, PIN.invalid),
      remainingDistance: optionalNumber({ ...WHOLE, least: 1, most: 4000 }, { invalid: lifeMessages.remaining }),
      updatedAt: anything.meta({ type: 'string' }),
    }),
    replies: {
      200: z.object({
        message: z.string(),
        data: goods,
        /** The keys are those of the government portal's API; several vehicles have one each. */
        requests: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
      }),
    },
    idempotent: true,
  },
});

import * as z from 'zod';

import { buyerSheet } from '../buyer-system/buyerSystemSheets.ts';
import { dateFilter, isBlank, named, optionalDate, optionalText, patternText } from '../ground/fields.ts';
import { Decimal, optionalNumber, PERCENT, type Range, requiredNumber } from '../ground/numbers.ts';
import { changesOf, listQuery, operationsOf, ownerChoice, textFilter } from '../ground/operation.ts';
import { CONDITIONS, rateProblem } from '../ground/rateRules.ts';
import { say } from '../ground/template.ts';

export const messages = {
  created: 'GST rate added.',
  updated: 'GST rate updated.',
  deleted: 'GST rate deleted.',
  prefix: 'An HSN prefix has 2, 4, 6 or 8 digits.',
  rate: 'Rate is required. It should be a percentage from 0 to 100.',
  cessRate: 'Cess rate should be a percentage with at most three decimals.',
  condition: 'Goods must be any, prepacked or loose.',
  validFrom: 'Valid From is required.',
  overlap: (prefix: string, rate: string, days: string) =>
    say('{prefix} already has a rate of {rate}% {days}. Change that rate, or choose other dates.', { prefix, rate, days }),
  fixed: "A rate's goods cannot be changed. Add a rate for the other goods.",
} as const;

/** Names of the reasons for rejecting a change of a rate, for programs. */
export const rateCodes = { overlap: 'rate_overlaps', fixed: 'rate_goods_fixed', notValid: 'rate_not_valid' } as const;

export const HSN_PREFIX = /^\d{2}(\d{2}){0,3}$/;
/** The cess on tobacco was a multiple of its value. */
export const CESS: Range = { ...PERCENT, most: '999.999' };

/** The rules of the single fields; `checkedRate` has those for the whole form. */
const gstRateForm = z.object({
  hsnPrefix: patternText(HSN_PREFIX, { invalid: messages.prefix }),
  condition: z.preprocess((value) => (isBlank(value) ? 'any' : value), z.enum(CONDITIONS, messages.condition)),
  rate: requiredNumber(PERCENT, { invalid: messages.rate }),
  cessRate: optionalNumber(CESS, { invalid: messages.cessRate }),
  validFrom: optionalDate.transform((value, context): string => {
    if (value === null) context.addIssue({ code: 'custom', message: messages.validFrom });
    return value ?? '';
  }),
  validTo: optionalDate,
  notification: optionalText(200),
});
export type GstRateForm = z.infer<typeof gstRateForm>;

export const checkedRate = gstRateForm.superRefine((form, context) => {
  const problem = form.rate instanceof Decimal && form.validFrom ? rateProblem(form) : null;
  if (problem !== null)
    context.addIssue({ code: 'custom', path: [problem.field], message: problem.message, params: { code: rateCodes.notValid } });
});

const gstRate = named('GstRate', {
  _id: z.string(),
  hsnPrefix: z.string(),
  condition: z.enum(CONDITIONS),
  rate: z.number(),
  cessRate: z.number(),
  validFrom: z.string(),
  validTo: z.string().nullable(),
  notification: z.string().nullable(),
  /** True for an unchanged rate that the portal was shipped with, which its notification proves. */
  proved: z.boolean(),
  changedBy: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type GstRate = z.infer<typeof gstRate>;

const filters = listQuery(
  {
    /** An HSN code or its beginning: selects the rates that apply to it, and those of longer codes. */
    hsnCode: textFilter,
    /** Selects the rates that apply on this date. */
    day: dateFilter,
  },
  ['hsnPrefix', 'rate', 'cessRate', 'validFrom', 'validTo', 'createdAt'],
);

const ratePercents = z.object({ rate: z.number(), cessRate: z.number() }).nullable();

const saved = { 200: z.object({ message: z.string(), data: gstRate }) };

export const gstRates = {
  ...operationsOf('gstRate', {
    list: {
      summary: 'List GST rates by HSN code with their first and last day, newest first',
      route: 'GET /api/buyerData/gstRates',
      access: 'buyers',
      query: filters,
      replies: { 200: z.array(gstRate), 201: z.array(gstRate) },
    },
    get: {
      summary: 'Get one GST rate, as an array of one',
      route: 'GET /api/buyerData/gstRates/get/{id}',
      access: 'buyers',
      replies: { 200: z.array(gstRate) },
    },
    create: {
      summary: 'Add a GST rate; 422 if the same goods already have a rate on any of these days',
      route: 'POST /api/buyerData/gstRates/create',
      access: 'administrators',
      body: checkedRate,
      idempotent: true,
      replies: saved,
    },
    edit: {
      summary: 'Change a GST rate; with a later first day, the old rate ends the day before and remains as a separate row',
      route: 'PUT /api/buyerData/gstRates/edit/{id}',
      access: 'administrators',
      body: changesOf(gstRateForm),
      replies: saved,
    },
    remove: {
      id: 'gstRate.delete',
      summary: 'Delete a GST rate that was entered by mistake',
      route: 'DELETE /api/buyerData/gstRates/delete/{id}',
      access: 'administrators',
    },
    ofOrder: {
      summary:
        'List the lines of an order with the GST rates of their HSN codes on a given day, pre-packed and loose; null if there is no rate',
      route: 'GET /api/gstRates/ofOrder',
      access: 'members',
      query: z.object({ poNumber: textFilter, day: dateFilter, userID: ownerChoice }),
      replies: {
        200: z.array(
          z.object({
            line: z.number(),
            itemName: z.string(),
            hsnCode: z.string().nullable(),
            taxable: z.number(),
            orderRate: z.number().nullable(),
            prepacked: ratePercents,
            loose: ratePercents,
          }),
        ),
      },
    },
  }),
  ...buyerSheet({
    id: 'gstRate',
    summaries: {
      template: 'Download a template for GST rates, with an example and notes',
      export: 'Export the GST rates that match the filters as an .xlsx file that can be uploaded again',
      upload: 'Upload GST rates from a .csv or .xlsx file, all rows or none; dryRun=true only checks the file',
    },
    path: 'gstRates',
    filters,
    access: 'administrators',
  }),
};

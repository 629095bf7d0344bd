import * as z from 'zod';

import { dateFilter, flag, indianDay, isBlank, named, optionalDate, optionalText, patternText, requiredText } from '../ground/fields.ts';
import { MONEY, optionalNumber, PERCENT, QUANTITY } from '../ground/numbers.ts';
import { changesOf, listQuery, operationsOf, ownerChoice, textFilter } from '../ground/operation.ts';
import { say } from '../ground/template.ts';

export const messages = {
  created: 'Scheme Uploaded Successfully',
  updated: 'Scheme updated successfully',
  deleted: 'Scheme deleted successfully',
  wrong: 'Something went wrong',
  badEan: 'Invalid EANCode',
  freeQuantity: 'Free quantity should be more then quantity.',
  validity: 'Validity date cannot be earlier than today.',
} as const;

/** Section 5.3. The server decides whether the buyer lists the EAN, and whether `validity` was changed. */
export const schemeForm = z.object({
  schemeName: requiredText('Scheme name is required.'),
  date: optionalDate,
  productName: optionalText(500),
  EANCode: patternText(/^\d{1,14}$/, { invalid: 'EANCode is required. It should be number.' }),
  quantity: optionalNumber(QUANTITY, { invalid: 'Invalid quantity. It should be number.' }),
  freeQuantity: optionalNumber(QUANTITY, { invalid: 'Invalid free quantity. It should be number.' }),
  netPTR: optionalNumber(MONEY, { invalid: 'Invalid Net PTR. It should be a number.' }),
  UOM: optionalText(50),
  discount: optionalNumber(PERCENT, {
    invalid: 'Invalid discount. It should be number.',
    outside: 'Invalid discount. It should be from 0 to 100.',
  }),
  validity: optionalDate,
  narration: optionalText(1000),
  active: flag.default(true),
});
export type SchemeForm = z.infer<typeof schemeForm>;

/** 'Buy 10, get 1' is a real scheme, so this is a warning and not an error. */
export function freeQuantityRemark(quantity: unknown, freeQuantity: unknown): string | null {
  if (isBlank(quantity) || isBlank(freeQuantity)) return null;
  return Number(freeQuantity) < Number(quantity) ? messages.freeQuantity : null;
}

/** The reason why a scheme in use can neither be deleted nor moved to another item. `count` is at least 1. */
export function inUse(count: number): string {
  return say('{count, plural, one {1 product uses} other {{count} products use}} this scheme', { count });
}

/** A new or changed validity date cannot be in the past, in India. */
export function validityProblem(validity: string | null, now: Date): string | null {
  return validity !== null && validity < indianDay(now) ? messages.validity : null;
}

const scheme = named('Scheme', {
  _id: z.string(),
  userID: z.string(),
  schemeName: z.string(),
  schemeNumber: z.number(),
  date: z.string(),
  EANCode: z.string(),
  productName: z.string().nullable(),
  quantity: z.number().nullable(),
  freeQuantity: z.number().nullable(),
  netPTR: z.number().nullable(),
  UOM: z.string().nullable(),
  discount: z.number().nullable(),
  validity: z.string().nullable(),
  narration: z.string().nullable(),
  active: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Scheme = z.infer<typeof scheme>;

export const schemes = operationsOf('scheme', 'members', {
  list: {
    summary: 'List schemes, newest first',
    route: 'GET /api/schema/get',
    query: listQuery({ startDate: dateFilter, endDate: dateFilter, schemeNumber: textFilter, userID: ownerChoice }, [
      'schemeNumber',
      'date',
      'quantity',
      'freeQuantity',
      'discount',
      'netPTR',
      'validity',
    ]),
    replies: { 200: z.array(scheme), 201: z.array(scheme) },
  },
  get: {
    summary: 'Get one scheme, as an array of one',
    route: 'GET /api/schema/get/{id}',
    replies: { 200: z.array(scheme) },
  },
  byEan: {
    summary: 'List the active, unexpired schemes for an EAN',
    route: 'GET /api/schema/getByEan/{ean}',
    params: z.object({ ean: z.string() }),
    query: z.object({ userID: ownerChoice }),
    replies: { 200: z.array(scheme), 201: z.array(scheme) },
  },
  create: {
    summary: 'Add a scheme; the server assigns its number',
    route: 'POST /api/schema/create',
    access: 'catalogue',
    body: schemeForm.extend({ userID: ownerChoice }),
    idempotent: true,
    replies: { 200: z.object({ message: z.string(), data: scheme }), 201: z.object({ message: z.string() }) },
  },
  edit: {
    summary: 'Change a scheme; its number and owner do not change',
    route: 'PUT /api/schema/edit/{id}',
    access: 'catalogue',
    body: changesOf(schemeForm),
    replies: { 200: z.object({ message: z.string(), data: scheme }), 201: z.object({ message: z.string() }) },
  },
  remove: {
    id: 'scheme.delete',
    summary: 'Delete a scheme that no product uses',
    route: 'DELETE /api/schema/delete/{id}',
    access: 'catalogue',
  },
  maxNumber: {
    summary: 'Get the highest scheme number assigned so far, initially 0',
    route: 'GET /api/schema/getMaxSchemaNumber',
    replies: { 200: z.object({ maxSchemeNumber: z.number() }) },
  },
});

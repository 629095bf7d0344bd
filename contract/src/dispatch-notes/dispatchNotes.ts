import * as z from 'zod';

import { DISPATCH_STATES } from './dispatchRules.ts';
import { DISPATCH_KINDS } from './movements.ts';
import { referenceCode } from '../ground/codes.ts';
import { dateFilter, named, optionalCode, optionalDate, optionalPattern, optionalText, requiredCode } from '../ground/fields.ts';
import { MOBILE } from '../ground/india.ts';
import { optionalNumber, QUANTITY, WHOLE } from '../ground/numbers.ts';
import { changesOf, listQuery, oneOf, operationsOf, ownerChoice, textFilter, workbook } from '../ground/operation.ts';
import { partyField } from '../ground/registrationRules.ts';

export const messages = {
  created: 'Dispatch Note added Successfully',
  updated: 'Dispatch Note updated Successfully',
  deleted: 'Dispatch Note deleted Successfully',
  createFailed: 'Something went Wrong',
  /** The message for a number that the vendor already uses (409). */
  numberInUse: 'Something went Wrong. This DC Number is already in use.',
  DCNumber: 'DC Number is required.',
  PONumber: 'Invalid PO Number. It should be number.',
  issuer: 'Choose the vendor or the buyer.',
} as const;

/** Names of the reasons for rejecting a dispatch note, for programs. */
export const noteCodes = { numberInUse: 'dispatch_note_number_in_use', order: 'unknown_order' } as const;

/** Section 9. */
export const DISPATCH_PAGE_SIZE = 10;

const LOCATION_MAX = 500;

/** An order's number as its buyer may write it. Text other than digits must be looked up among that vendor's orders. */
const ORDER_NUMBER = /^[^\p{Cc}]{1,100}$/u;

/** True for a plain number, which needs no look-up. */
export function isPlainNumber(text: string): boolean {
  return /^\d{1,64}$/.test(text);
}

/** Section 5.7. Only the challan's own number is mandatory; other fields must be valid if filled in. */
export const dispatchNoteForm = z.object({
  // Challans are numbered with letters and slashes.
  DCNumber: requiredCode(messages.DCNumber, 100),
  /** Today in India by default. */
  challanDate: optionalDate,
  PONumber: optionalPattern(ORDER_NUMBER, messages.PONumber, referenceCode),
  PODate: optionalDate,
  NumberOfCarton: optionalNumber(WHOLE, { invalid: 'Invalid carton number. It should be number.' }),
  TransporterDetails: optionalText(LOCATION_MAX),
  DriverName: optionalText(),
  DriverContact: optionalPattern(MOBILE.pattern, 'Invalid Mobile number. Add valid number.'),
  VehicleNumber: optionalCode(30),
  // The form warns about the number of digits.
  eWayBillNumber: optionalPattern(/^\d{1,64}$/, 'Invalid e-way bill number. It should be number.'),
  totalNoOfPackages: optionalNumber(WHOLE, { invalid: 'Invalid total number of packages. It should be number.' }),
  netWeightInKgs: optionalNumber(QUANTITY, { invalid: 'Invalid weight. It should be number.' }),
  grossWeightInKgs: optionalNumber(QUANTITY, { invalid: 'Invalid gross weight. It should be number.' }),
  deliveryLocation: optionalText(LOCATION_MAX),
  buyerRepresentativeId: optionalText(100),
  vendorGST: partyField,
  buyerGST: partyField,
});
export type DispatchNoteForm = z.infer<typeof dispatchNoteForm>;

const absent = z.string().nullable();
const amount = z.number().nullable();

const ISSUERS = ['vendor', 'buyer'] as const;

/** A delivery challan. Weights are kilograms. */
const dispatchNote = named('DispatchNote', {
  _id: z.string(),
  userID: z.string(),
  DCNumber: z.string(),
  challanDate: z.string(),
  PONumber: absent,
  PODate: absent,
  NumberOfCarton: amount,
  TransporterDetails: absent,
  DriverName: absent,
  DriverContact: absent,
  VehicleNumber: absent,
  eWayBillNumber: absent,
  totalNoOfPackages: amount,
  netWeightInKgs: amount,
  grossWeightInKgs: amount,
  deliveryLocation: absent,
  buyerRepresentativeId: absent,
  state: z.enum(DISPATCH_STATES).nullable(),
  issuer: z.enum(ISSUERS),
  /** The reason for the movement of its goods; null if none is stated yet. */
  kind: z.enum(DISPATCH_KINDS).nullable(),
  vendorGST: z.string().nullable(),
  buyerGST: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type DispatchNote = z.infer<typeof dispatchNote>;

/** The list's filters, which an export also takes. Dates are the challan's own. */
const query = listQuery(
  {
    startDate: dateFilter,
    endDate: dateFilter,
    /** Matches anywhere, any case. */
    DCNumber: textFilter,
    /** The site of its orders. */
    site: textFilter,
    /** The status of its goods. */
    state: oneOf(DISPATCH_STATES).optional(),
    /** The party that issues the note. */
    issuer: oneOf(ISSUERS).optional(),
    userID: ownerChoice,
  },
  [
    'DCNumber',
    'challanDate',
    'PONumber',
    'PODate',
    'NumberOfCarton',
    'totalNoOfPackages',
    'netWeightInKgs',
    'grossWeightInKgs',
    'createdAt',
    'updatedAt',
  ],
);

const saved = { 200: z.object({ message: z.string(), data: dispatchNote }) };

export const dispatchNotes = operationsOf('dispatchNote', {
  list: {
    summary: 'List dispatch notes, newest first',
    route: 'GET /api/desPatchNote/get',
    access: 'members',
    query,
    replies: { 200: z.array(dispatchNote), 201: z.array(dispatchNote) },
  },
  get: {
    summary: 'Get one dispatch note, as an array of one',
    route: 'GET /api/desPatchNote/get/{id}',
    access: 'members',
    replies: { 200: z.array(dispatchNote) },
  },
  create: {
    summary: 'Add a dispatch note; 409 if the vendor already uses the DC number',
    route: 'POST /api/desPatchNote/create',
    access: 'dispatch',
    // Buyer users choose the vendor; a vendor's note is always the vendor's own.
    body: dispatchNoteForm.extend({ userID: ownerChoice, issuer: z.enum(ISSUERS, messages.issuer).default('vendor') }),
    idempotent: true,
    replies: saved,
  },
  edit: {
    summary: 'Change a dispatch note; omitted fields do not change; 409 when stale or if the DC number is in use',
    route: 'PUT /api/desPatchNote/edit/{id}',
    access: 'dispatch',
    body: changesOf(dispatchNoteForm),
    replies: saved,
  },
  remove: {
    id: 'dispatchNote.delete',
    summary: 'Delete a dispatch note',
    route: 'DELETE /api/desPatchNote/delete/{id}',
    access: 'dispatch',
  },
  export: {
    summary: 'Export all dispatch notes that match the filters as an .xlsx file',
    route: 'GET /api/desPatchNote/export',
    access: 'members',
    query,
    replies: { 200: workbook },
  },
});

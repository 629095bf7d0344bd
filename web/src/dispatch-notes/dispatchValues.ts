import type { DispatchNote } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { indianDay } from '@aapurti/contract/ground/fields';

import { PARTY_LABELS } from '../registrations/partyLabels.ts';
import { type Merge, mergeValues } from '../form/newer.ts';
import type { Values } from '../form/useContractForm.ts';

/** The fields of section 2.10 with their labels. */
export const DISPATCH_LABELS = {
  DCNumber: 'DC Number',
  challanDate: 'Date of Delivery Challan',
  PONumber: 'PO Number',
  PODate: 'PO Date',
  NumberOfCarton: 'Number of Cartons',
  TransporterDetails: 'Transporter',
  DriverName: 'Driver Name',
  DriverContact: 'Driver Contact',
  VehicleNumber: 'Vehicle Number',
  eWayBillNumber: 'E-way Bill Number',
  totalNoOfPackages: 'Total Number of Packages',
  netWeightInKgs: 'Net Weight',
  grossWeightInKgs: 'Gross Weight',
  deliveryLocation: 'Delivery Location',
  buyerRepresentativeId: 'Buyer Representative ID',
  ...PARTY_LABELS,
} as const;

const FIELDS = Object.keys(DISPATCH_LABELS) as (keyof typeof DISPATCH_LABELS)[];

/** The form values of a dispatch note. */
export function dispatchValues(note: DispatchNote): Values {
  return Object.fromEntries(FIELDS.map((name) => [name, String(note[name] ?? '')]));
}

/** The values of a new note, dated today. */
export function newDispatchValues(now: Date, given: { PONumber: string; userID: string }): Values {
  const blank = Object.fromEntries(FIELDS.map((name) => [name, '']));
  return { ...blank, challanDate: indianDay(now), issuer: 'vendor', ...given };
}

/** Merges another user's edit into an open form: see `mergeValues`. */
export function mergeDispatchNote(was: DispatchNote, is: DispatchNote, mine: Values): Merge {
  return mergeValues(dispatchValues(was), dispatchValues(is), mine, DISPATCH_LABELS);
}

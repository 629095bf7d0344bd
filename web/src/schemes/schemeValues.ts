import { indianDay } from '@aapurti/contract/ground/fields';
import type { Scheme } from '@aapurti/contract/schemes/schemes';

import { type Merge, mergeValues, plainWords } from '../form/newer.ts';
import type { Values } from '../form/useContractForm.ts';

/** The labels of section 2.7, by field. */
export const SCHEME_LABELS = {
  userID: 'Vendor',
  EANCode: 'EAN Code',
  schemeName: 'Scheme Name',
  productName: 'Product Name',
  date: 'Date',
  validity: 'Validity',
  quantity: 'Quantity',
  freeQuantity: 'Free Quantity',
  netPTR: 'Net PTR',
  discount: 'Discount',
  UOM: 'UOM',
  active: 'Active',
  narration: 'Narration',
} as const;

const FIELDS = Object.keys(SCHEME_LABELS) as (keyof typeof SCHEME_LABELS)[];

/** The form's values for a scheme: text, except for the switch. */
export function schemeValues(scheme: Scheme): Values {
  return Object.fromEntries(FIELDS.map((name) => [name, name === 'active' ? scheme.active : String(scheme[name] ?? '')]));
}

/** A new scheme: dated today, active, with the known values. */
export function newSchemeValues(given: Values): Values {
  return { ...Object.fromEntries(FIELDS.map((name) => [name, ''])), date: indianDay(new Date()), active: true, ...given };
}

/** Merges another user's edit into an open form. */
export function mergeSchemes(was: Scheme, is: Scheme, mine: Values): Merge {
  return mergeValues(schemeValues(was), schemeValues(is), mine, SCHEME_LABELS, (value) =>
    typeof value === 'boolean' ? (value ? 'Yes' : 'No') : plainWords(value),
  );
}

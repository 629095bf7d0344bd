import { showNumber, showPercent } from '@aapurti/contract/ground/fields';
import type { Scheme } from '@aapurti/contract/schemes/schemes';

import { code, type Column, custom, date, money, number, serial, status, text } from '../list/columns.tsx';

/** The terms of a scheme in one line: goods that come free, as `10 + 1`, and the discount. */
function termsOf({ quantity, freeQuantity, discount }: Scheme): string {
  const free = freeQuantity === null || freeQuantity === 0 ? [] : [`${showNumber(quantity)} + ${showNumber(freeQuantity)}`];
  return [...free, ...(discount === null ? [] : [showPercent(discount)])].join(' · ') || '–';
}

/** The columns of section 2.7 in its order. */
export const schemeColumns: readonly Column<Scheme>[] = [
  serial('Sr No'),
  code('Scheme No', 'schemeNumber', { sortBy: true }),
  text('Scheme Name', 'schemeName', { lead: true }),
  date('Date', 'date', { sortBy: true, extra: true }),
  code('EAN Code', 'EANCode', { brief: true, extra: true }),
  { ...text('Product Name', 'productName', { brief: true, main: true, width: 150 }), card: ({ productName }) => productName },
  number('Quantity', 'quantity', { sortBy: true, brief: true, main: true }),
  text('UOM', 'UOM', { extra: true }),
  number('Free Quantity', 'freeQuantity', { sortBy: true, brief: true, main: true }),
  {
    ...custom<Scheme>('Discount', ({ discount }) => showPercent(discount), { sortBy: 'discount', align: 'right', brief: true, main: true }),
    card: termsOf,
  },
  money('Net PTR', 'netPTR', { sortBy: true, extra: true, summed: false }),
  text('Narration', 'narration', { extra: true }),
  date('Validity', 'validity', { sortBy: true }),
  status('Active', ({ active }) => (active ? { word: 'Active', tone: 'good' } : { word: 'Inactive', tone: 'neutral' }), {
    brief: true,
    main: true,
  }),
];

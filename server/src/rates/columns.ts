import { CESS, HSN_PREFIX, messages } from '@aapurti/contract/rates/gstRates';
import { PERCENT } from '@aapurti/contract/ground/numbers';
import { CONDITIONS } from '@aapurti/contract/ground/rateRules';

import { columnMap } from '../database/columns.ts';
import { dateColumn, decimalColumn, digitsColumn, required, textColumn } from '../sheets/columns.ts';

export const rateTable = columnMap('gst_rates', {
  hsnPrefix: ['hsn_prefix', 'text collate "C"'],
  condition: ['condition', 'text'],
  rate: ['rate', 'numeric'],
  cessRate: ['cess_rate', 'numeric'],
  validFrom: ['valid_from', 'date'],
  validTo: ['valid_to', 'date'],
  notification: ['notification', 'text'],
});

/** The columns of the sheet. */
export const rateColumns = {
  hsnPrefix: required(
    digitsColumn({
      heading: 'HSN',
      example: '1006',
      note: 'The first 2, 4, 6 or 8 digits of the code, formatted as text. The longest match applies.',
      problem: (text) => (HSN_PREFIX.test(text) ? null : messages.prefix),
    }),
  ),
  condition: textColumn({
    heading: 'Goods',
    example: 'prepacked',
    note: 'The goods that the rate applies to: prepacked (and labelled), loose or any. If blank, any.',
    options: CONDITIONS,
  }),
  rate: required(
    decimalColumn({
      heading: 'Rate',
      example: 5,
      note: 'In percent: IGST, or CGST and SGST together.',
      range: PERCENT,
      percent: true,
      words: { invalid: messages.rate },
    }),
  ),
  cessRate: decimalColumn({
    heading: 'Cess Rate',
    example: 0,
    note: 'In percent. If blank, no cess.',
    range: CESS,
    percent: true,
    words: { invalid: messages.cessRate },
  }),
  validFrom: required(dateColumn({ heading: 'Valid From', example: '22-09-2025', note: 'The first day.' })),
  validTo: dateColumn({ heading: 'Valid To', example: '31-03-2027', note: 'The last day. Leave blank if no end is known.' }),
  notification: textColumn({
    heading: 'Notification',
    example: '9/2025-CT(R)',
    note: 'The GST notification that sets the rate. Required if the rate is not a standard GST rate on those dates.',
    width: 28,
  }),
};

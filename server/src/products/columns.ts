import { figureWords, messages, PERCENTAGE, SHELF_LIFE } from '@aapurti/contract/products/products';
import { MONEY, QUANTITY } from '@aapurti/contract/ground/numbers';
import { PERCENTAGE_PLACES } from '@aapurti/contract/products/pricing';
import { say } from '@aapurti/contract/ground/template';

import { columnMap } from '../database/columns.ts';
import { dateColumn, decimalColumn, digitsColumn, plainCell, required, textColumn } from '../sheets/columns.ts';

const ofItem = {
  EANCode: ['ean', 'text'],
  HSNCode: ['hsn_code', 'text'],
  brandName: ['brand_name', 'text'],
  productCategory: ['category', 'text'],
  productName: ['name', 'text'],
  SKUCode: ['sku_code', 'text'],
  UOM: ['uom', 'text'],
  uomConversion: ['uom_conversion', 'numeric'],
} as const;
const given = {
  quantity: ['quantity', 'numeric'],
  shelfLifeDays: ['shelf_life_days', 'integer'],
  dateOfAvailability: ['available_on', 'date'],
  MRP: ['mrp', 'numeric'],
  percentage: ['percentage', 'numeric'],
  margin: ['margin', 'numeric'],
  transferPrice: ['transfer_price', 'numeric'],
  remarks: ['remarks', 'text'],
} as const;
const netPTR = ['net_ptr', 'numeric'] as const;
const scheme = ['scheme_id', 'bigint'] as const;

/** The columns that a product copies from the buyer's item. */
export const itemTable = columnMap('products', ofItem);
/** The columns that its vendor enters. */
export const givenTable = columnMap('products', given);
/** The columns that lists and exports show; they join the scheme. */
export const productTable = columnMap('products', { ...ofItem, ...given, netPTR, priceApproval: ['price_approved', 'boolean'] });
/** The product columns in the log. */
export const loggedTable = columnMap('products', { ...productTable.fields, scheme });
/** The logged columns of a product that an upload has added. Values that follow from the item are left out, because uploads are large. */
export const loggedOfSheet = columnMap('products', { EANCode: ofItem.EANCode, ...given, netPTR, scheme });

const percentage = decimalColumn({
  heading: 'Percentage',
  example: 22.5,
  note: 'Margin as a percentage of the MRP: 22.5 for 22.5%. Optional if Margin or Transfer Price is filled in.',
  range: PERCENTAGE,
  percent: true,
  words: figureWords.percentage,
});

/** The columns of the product sheet, under the labels of the screen. */
export const productColumns = {
  EANCode: required(
    digitsColumn({
      heading: 'EAN Code',
      example: '8901030516320',
      note: "8, 12, 13 or 14 digits, formatted as text. Must be the EAN of one of the buyer's items, which provides name, brand, HSN code and units.",
      words: { invalid: messages.noMatch },
    }),
  ),
  shelfLifeDays: required(
    decimalColumn({
      heading: 'Shelf Life in Days',
      example: 365,
      note: 'A whole number of days.',
      range: SHELF_LIFE,
      width: 18,
      words: figureWords.shelfLifeDays,
    }),
  ),
  quantity: required(
    decimalColumn({ heading: 'Quantity', example: 50, note: 'At most three decimals.', range: QUANTITY, words: figureWords.quantity }),
  ),
  dateOfAvailability: dateColumn({
    heading: 'Date of Availability',
    example: '01-12-2026',
    note: 'A date, or text in the form DD-MM-YYYY. Optional.',
    width: 20,
  }),
  MRP: required(
    decimalColumn({ heading: 'MRP', example: 120, note: 'In rupees, at most two decimals.', range: MONEY, words: figureWords.MRP }),
  ),
  percentage: {
    ...percentage,
    read(filled: Parameters<typeof percentage.read>[0], ways?: Parameters<typeof percentage.read>[1]) {
      const cell = plainCell(filled);
      const found = percentage.read(cell, ways);
      if ('error' in found || found.value === null) return found;
      const value = Number.isInteger(cell) ? found.value : found.value.toDecimalPlaces(PERCENTAGE_PLACES);
      // 0.225 in a cell without a format may mean 22.5%.
      const isTiny = typeof cell === 'number' && cell > 0 && cell < 1;
      return {
        value,
        remark: isTiny ? say('This is {value}% of the MRP, less than 1%. Enter 22.5 for 22.5%.', { value: value.toFixed() }) : null,
      };
    },
  },
  margin: decimalColumn({
    heading: 'Margin',
    example: 27,
    note: 'In rupees: MRP x percentage / 100. Optional if Percentage or Transfer Price is filled in.',
    range: MONEY,
    words: figureWords.margin,
  }),
  transferPrice: decimalColumn({
    heading: 'Transfer Price',
    example: 93,
    note: 'In rupees: MRP minus margin. Optional if Percentage or Margin is filled in.',
    range: MONEY,
    words: figureWords.transferPrice,
  }),
  scheme: textColumn({
    heading: 'Product Scheme',
    example: '',
    note: 'Number or name of one of your active schemes for this EAN. Leave blank for none.',
    width: 24,
  }),
  remarks: textColumn({ heading: 'Remarks', example: 'Ready stock', note: 'Optional.', width: 32, most: 1000 }),
};

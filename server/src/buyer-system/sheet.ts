import { MONEY } from '@aapurti/contract/ground/numbers';
import { CONVERSION, itemWords } from '@aapurti/contract/products/itemProposals';
import { eanProblem, eanRemark, hsnProblem } from '@aapurti/contract/ground/india';

import { codeColumn, decimalColumn, digitsColumn, required, textColumn } from '../sheets/columns.ts';

/** The columns of the buyer's item sheet. Only EAN and name are mandatory. */
export const itemColumns = {
  ean: required(
    digitsColumn({
      heading: 'EAN Code',
      example: '8901030516320',
      note: '8, 12, 13 or 14 digits with a valid check digit, formatted as text. Codes that start with 2 can be your own.',
      problem: eanProblem,
      remark: eanRemark,
      most: 14,
    }),
  ),
  name: required(textColumn({ heading: 'Item Name', example: 'Basmati Rice 5 kg', note: 'As printed on the pack.', width: 36, most: 500 })),
  itemCode: codeColumn({
    heading: 'Item Code',
    example: 'ITM-00042',
    note: 'Your own unique code. If blank, the row updates the item with this EAN; a new item uses the EAN as its code.',
    most: 50,
  }),
  brandName: textColumn({ heading: 'Brand Name', example: 'Annapurna', note: 'Optional.' }),
  category: textColumn({ heading: 'Category', example: 'Rice', note: 'Optional.' }),
  hsnCode: digitsColumn({
    heading: 'HSN Code',
    example: '10063020',
    note: '4, 6 or 8 digits, formatted as text.',
    problem: hsnProblem,
    most: 8,
  }),
  skuCode: codeColumn({ heading: 'SKU Code', example: 'BR-5KG', note: "The manufacturer's article number. Optional.", most: 50 }),
  uom: textColumn({ heading: 'UOM', example: 'PCS', note: 'Unit of measure.', most: 20 }),
  uomDescription: textColumn({ heading: 'UOM Description', example: 'Pieces', note: 'Optional.', most: 100 }),
  uomConversion: decimalColumn({
    heading: 'UOM Conversion',
    example: 1,
    note: 'Pieces in one unit. If blank, 1.',
    range: CONVERSION,
    words: itemWords.uomConversion,
  }),
  mrp: decimalColumn({ heading: 'MRP', example: 549, note: 'In rupees, at most two decimals.', range: MONEY, words: itemWords.MRP }),
};

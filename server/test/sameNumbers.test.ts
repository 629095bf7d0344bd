import { readdirSync, readFileSync } from 'node:fs';

import { typedLine } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import { dispatchGoods } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { itemsOf } from '@aapurti/contract/ground/fields';
import { invoiceLinesField } from '@aapurti/contract/invoices/invoiceLines';
import { invoiceForm } from '@aapurti/contract/invoices/invoices';
import { openingForm } from '@aapurti/contract/payments/account';
import { paymentForm } from '@aapurti/contract/payments/payments';
import { acceptForm } from '@aapurti/contract/products/itemProposals';
import { productForm } from '@aapurti/contract/products/products';
import { answers } from '@aapurti/contract/purchase-orders/orderAnswers';
import { gstRates } from '@aapurti/contract/rates/gstRates';
import { receipts } from '@aapurti/contract/receipts/receipts';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod';

import { itemColumns } from '../src/buyer-system/sheet.ts';
import { openingColumns } from '../src/buyer-system/openingSheet.ts';
import { orderColumns } from '../src/buyer-system/orderSheet.ts';
import { paymentColumns } from '../src/buyer-system/paymentSheet.ts';
import { receiptColumns } from '../src/buyer-system/receiptSheet.ts';
import { returnColumns } from '../src/buyer-system/returnSheet.ts';
import { goodsColumns } from '../src/dispatch-notes/goodsSheet.ts';
import { invoiceColumns } from '../src/invoices/columns.ts';
import { invoiceLineColumns } from '../src/invoices/lineSheet.ts';
import { productColumns } from '../src/products/columns.ts';
import { answerColumns } from '../src/purchase-orders/answerSheet.ts';
import { rateColumns } from '../src/rates/columns.ts';
import type { Column, Columns } from '../src/sheets/columns.ts';

// Every number column accepts the same numbers as the field of the form and the API, and rejects all others with the same message.

type Shape = Readonly<Record<string, z.ZodType>>;
const shapeOf = (schema: unknown) => (schema as z.ZodObject).shape as Shape;
const elementOf = (schema: z.ZodType | undefined) => shapeOf((schema as unknown as z.ZodArray).element);

const received = elementOf(shapeOf(receipts.create.body)['lines']);
const sent = elementOf(shapeOf(dispatchGoods.save.body)['lines']);
const answered = elementOf(shapeOf(answers.send.body)['lines']);
const billed = shapeOf(itemsOf.get(invoiceLinesField));
const promised = elementOf((answered['promises'] as unknown as z.ZodDefault).def.innerType as z.ZodType);
const rate = shapeOf(gstRates.create.body);

const INVOICE = {
  invoiceValue: invoiceForm.shape.invoiceValue,
  CGSTValue: invoiceForm.shape.CGSTValue,
  SGSTValue: invoiceForm.shape.SGSTValue,
  IGSTValue: invoiceForm.shape.IGSTValue,
};

/** The form's field for each number column; a text states why there is none. */
const SHEETS: Readonly<Record<string, readonly [Columns, Readonly<Record<string, z.ZodType | string | undefined>>]>> = {
  orders: [
    orderColumns,
    {
      quantity: typedLine.shape.quantity,
      caseQuantity: typedLine.shape.caseQuantity,
      mrp: typedLine.shape.MRP,
      price: typedLine.shape.price,
      discountRate: typedLine.shape.discountRate,
      taxRate: typedLine.shape.taxRate,
      cessRate: typedLine.shape.cessRate,
    },
  ],
  items: [itemColumns, { uomConversion: acceptForm.shape.uomConversion, mrp: acceptForm.shape.MRP }],
  opening: [openingColumns, { amount: openingForm.shape.amount }],
  payments: [paymentColumns, { amount: paymentForm.shape.amount }],
  receipts: [
    receiptColumns,
    { quantity: received['quantity'], rejected: received['rejected'], accepted: 'A form has the rejected quantity alone.' },
  ],
  returns: [
    returnColumns,
    { receivedQuantity: 'Returns come by sheet or from the ERP.', returnedQuantity: 'Returns come by sheet or from the ERP.' },
  ],
  goods: [goodsColumns, { line: sent['line'], quantity: sent['quantity'], cartons: sent['cartons'], mrp: sent['mrp'] }],
  invoices: [invoiceColumns, INVOICE],
  lines: [
    invoiceLineColumns,
    {
      ...INVOICE,
      line: billed['line'],
      quantity: billed['quantity'],
      unitPrice: billed['unitPrice'],
      discount: billed['discount'],
      taxRate: billed['taxRate'],
      cessRate: billed['cessRate'],
    },
  ],
  products: [
    productColumns,
    {
      shelfLifeDays: productForm.shape.shelfLifeDays,
      quantity: productForm.shape.quantity,
      MRP: productForm.shape.MRP,
      percentage: productForm.shape.percentage,
      margin: productForm.shape.margin,
      transferPrice: productForm.shape.transferPrice,
    },
  ],
  answers: [
    answerColumns,
    {
      line: answered['line'],
      quantity: promised['quantity'],
      price: answered['price'],
      rejected: answered['rejectedQuantity'],
      ordered: 'As it was downloaded: the sheet alone compares it.',
      orderPrice: 'As it was downloaded: the sheet alone compares it.',
    },
  ],
  rates: [rateColumns, { rate: rate['rate'], cessRate: rate['cessRate'] }],
};

/** The values that a file reads by a rule of its own, each with the reason. */
const APART: Readonly<Record<string, readonly string[]>> = {
  // A quantity of 0 reverses a receipt.
  'receipts quantity': ['0'],
  // The import rejects it with the message of the form.
  'opening amount': ['0'],
  // A rate is compared with the legal rates once both are known to be numbers.
  'orders taxRate': ['0.001', '0.0001'],
  'lines taxRate': ['0.001', '0.0001'],
};
const VALUES = [
  'x',
  '1e3',
  '0x10',
  '-1',
  '0',
  '0.001',
  '0.0001',
  '0.00001',
  '1.5',
  '100',
  '100.001',
  '999.999',
  '1000',
  '1000000',
  '1000000000',
];
const FAR = ['10000000000', '1000000000000', '1000000000000000', '-1000000000000'];

const isNumbers = ({ format }: Column<unknown>) => format === 'number' || format === 'amount';
const cases = Object.entries(SHEETS).flatMap(([sheet, [columns, fields]]) =>
  Object.entries(fields).flatMap(([name, field]) =>
    typeof field === 'string' ? [] : [{ name: `${sheet} ${name}`, column: columns[name], field }],
  ),
);

test('the table has every number column of every file', () => {
  const source = new URL('../src/', import.meta.url);
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      path.endsWith('.ts') && !/^sheets.|\.test\.ts$/.test(path) && readFileSync(new URL(path, source), 'utf8').includes('decimalColumn('),
  );
  // Two of the other files use the columns of an order line.
  expect(files.length).toBe(Object.keys(SHEETS).length + 1);
  for (const [columns, fields] of Object.values(SHEETS)) {
    const numbers = Object.entries(columns).flatMap(([name, column]) => (isNumbers(column) ? [name] : []));
    expect(Object.keys(fields).toSorted()).toEqual(numbers.toSorted());
  }
  expect(cases.filter(({ column, field }) => column === undefined || field === undefined)).toEqual([]);
});

describe.each(cases)('$name', ({ name, column, field }) => {
  test.each([...VALUES, ...FAR])('%s', (value) => {
    if (APART[name]?.includes(value) === true) return;
    const form = field?.safeParse(value).error?.issues[0]?.message ?? null;
    for (const cell of [value, ...(/^-?[\d.]+$/.test(value) ? [Number(value)] : [])]) {
      const read = column?.read(cell);
      expect(read !== undefined && 'error' in read ? read.error : null).toBe(form);
    }
  });
});

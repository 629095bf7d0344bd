import { referenceCode } from '@aapurti/contract/ground/codes';
import { IRN, messages as einvoiceMessages } from '@aapurti/contract/invoices/einvoices';
import { AMOUNT, messages, REMARKS_MAX } from '@aapurti/contract/invoices/invoices';
import { MONEY } from '@aapurti/contract/ground/numbers';
import { type Numbering, numberMessages } from '@aapurti/contract/settings/documentNumbers';

import { columnMap } from '../database/columns.ts';
import { codeColumn, dateColumn, decimalColumn, digitsColumn, required, textColumn } from '../sheets/columns.ts';

/** The columns that a form or a row of an upload fills. */
export const invoiceTable = columnMap('invoices', {
  PONumber: ['po_number', 'text'],
  PODate: ['po_date', 'date'],
  invoiceNumber: ['number', 'text collate "C"'],
  invoiceDate: ['invoice_date', 'date'],
  invoiceValue: ['value', 'numeric'],
  CGSTValue: ['cgst', 'numeric'],
  SGSTValue: ['sgst', 'numeric'],
  IGSTValue: ['igst', 'numeric'],
  IRN: ['irn', 'text'],
  remarks: ['remarks', 'text'],
});

const DIGITS_MAX = 64;
/**
 * Matches numbers with characters other than digits. Whether they are valid, and whether the order exists, is known only once all rows are
 * staged.
 */
const LETTERED = /^(?!\d+\.0+$).*[^\d\s']/u;
const ORDER_NUMBER = /^(?=.*\p{L})[^.,]{1,64}$/u;

/** The column of an invoice number, with the error message for the configured numbering. */
export const numberColumnIn = (numbering: Numbering) =>
  digitsColumn({
    heading: 'Invoice Number',
    example: '0001042',
    note: 'Format as text to keep leading zeros. Digits; also letters, - and / if the settings allow them. Unique in a financial year.',
    most: DIGITS_MAX,
    also: LETTERED,
    words: { required: numberMessages[numbering], invalid: numberMessages[numbering] },
  });

export const numberColumn = numberColumnIn('digits');

export const valueColumn = decimalColumn({
  heading: 'Invoice Value',
  example: 118,
  note: 'In rupees, including taxes, at most two decimals.',
  range: AMOUNT,
  words: { required: messages.invoiceValue, invalid: messages.invoiceValue },
});

/** The columns of the invoice sheet, under the labels of the screen. */
export const invoiceColumns = {
  PONumber: digitsColumn({
    heading: 'PO Number',
    example: '4500012345',
    note: 'Digits formatted as text, or the number of an order. Optional.',
    most: DIGITS_MAX,
    also: ORDER_NUMBER,
    clean: referenceCode,
    words: { invalid: messages.poNumber },
  }),
  PODate: dateColumn({ heading: 'PO Date', example: '01-11-2026', note: 'A date, or text in the form DD-MM-YYYY. Optional.' }),
  invoiceNumber: required(numberColumn),
  invoiceDate: dateColumn({
    heading: 'Invoice Date',
    example: '10-11-2026',
    note: 'A date, or text in the form DD-MM-YYYY. If blank, today.',
    isTodayIfEmpty: true,
  }),
  invoiceValue: required(valueColumn),
  CGSTValue: decimalColumn({
    heading: 'CGST Value',
    example: 9,
    note: 'In rupees. CGST and SGST apply within a state, IGST between states.',
    range: MONEY,
    words: { invalid: messages.CGSTValue },
  }),
  SGSTValue: decimalColumn({
    heading: 'SGST Value',
    example: 9,
    note: 'In rupees. Must equal CGST.',
    range: MONEY,
    words: { invalid: messages.SGSTValue },
  }),
  IGSTValue: decimalColumn({
    heading: 'IGST Value',
    example: '',
    note: 'In rupees. Applies between states.',
    range: MONEY,
    words: { invalid: messages.IGSTValue },
  }),
  vendorGST: codeColumn({
    heading: 'Vendor GST Registration',
    example: '',
    note: 'GST number, or URP if there is none. Required if the vendor has several registrations.',
    most: 15,
  }),
  buyerGST: codeColumn({
    heading: 'Buyer GST Registration',
    example: '',
    note: 'GST number. Required if the buyer has several registrations.',
    most: 15,
  }),
  IRN: codeColumn({
    heading: 'IRN',
    example: '',
    note: 'The IRN of an e-invoice, 64 characters. Optional.',
    width: 32,
    problem: (text) => (IRN.test(text) ? null : einvoiceMessages.irn),
  }),
  remarks: textColumn({ heading: 'Remarks', example: '', note: 'Optional.', width: 32, most: REMARKS_MAX }),
};

import { indianDay } from '@aapurti/contract/ground/fields';
import type { Invoice } from '@aapurti/contract/invoices/invoices';

import { moneyText } from '../form/money.ts';
import { PARTY_LABELS } from '../registrations/partyLabels.ts';
import { type Merge, mergeValues } from '../form/newer.ts';
import type { Values } from '../form/useContractForm.ts';

/** The fields of section 2.8, with the words the form shows for them. */
export const INVOICE_LABELS = {
  PONumber: 'PO Number',
  PODate: 'PO Date',
  invoiceNumber: 'Invoice Number',
  invoiceDate: 'Invoice Date',
  invoiceValue: 'Invoice Value',
  CGSTValue: 'CGST Value',
  SGSTValue: 'SGST Value',
  IGSTValue: 'IGST Value',
  IRN: 'IRN',
  remarks: 'Remarks',
  ...PARTY_LABELS,
} as const;

export const TAX_FIELDS = ['CGSTValue', 'SGSTValue', 'IGSTValue'] as const;
export type TaxField = (typeof TAX_FIELDS)[number];
const AMOUNTS = ['invoiceValue', ...TAX_FIELDS] as const;

/** The values of the form for an invoice; amounts with their two decimals, as they are tidied when a field is left. */
export function invoiceValues(invoice: Invoice): Values {
  const texts = Object.keys(INVOICE_LABELS).map((name) => [name, invoice[name as keyof typeof INVOICE_LABELS] ?? '']);
  const amounts = AMOUNTS.map((name) => [name, moneyText(invoice[name])]);
  return Object.fromEntries([...texts, ...amounts]) as Values;
}

/** A new one is most often of today. */
export function newInvoiceValues(now: Date): Values {
  const blank = Object.keys(INVOICE_LABELS).map((name) => [name, '']);
  return { ...Object.fromEntries(blank), invoiceDate: indianDay(now), userID: '' } as Values;
}

/** Merges another user's edit into an open form: see `mergeValues`. */
export function mergeInvoice(was: Invoice, is: Invoice, mine: Values): Merge {
  return mergeValues(invoiceValues(was), invoiceValues(is), mine, INVOICE_LABELS);
}

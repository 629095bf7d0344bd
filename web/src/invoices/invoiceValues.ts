import { indianDay } from '@aapurti/contract/ground/fields';
import type { InvoiceLine } from '@aapurti/contract/invoices/invoiceLines';
import type { Invoice } from '@aapurti/contract/invoices/invoices';

import { moneyText } from '../form/money.ts';
import { PARTY_LABELS } from '../registrations/partyLabels.ts';
import { type Merge, mergeValues } from '../form/newer.ts';
import type { Values } from '../form/useContractForm.ts';
import { isSameLines, linesInWords, type TypedLine, typedLinesOf } from './typedLines.ts';

/** The fields of section 2.8, with their labels in the form. */
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

/** The form values of an invoice. Amounts have two decimals, as the fields format them on blur. */
export function invoiceValues(invoice: Invoice): Values {
  const texts = Object.keys(INVOICE_LABELS).map((name) => [name, invoice[name as keyof typeof INVOICE_LABELS] ?? '']);
  const amounts = AMOUNTS.map((name) => [name, moneyText(invoice[name])]);
  return Object.fromEntries([...texts, ...amounts]) as Values;
}

/** The values of a new invoice, dated today because most are. */
export function newInvoiceValues(now: Date): Values {
  const blank = Object.keys(INVOICE_LABELS).map((name) => [name, '']);
  return { ...Object.fromEntries(blank), invoiceDate: indianDay(now), userID: '' } as Values;
}

/** An invoice with its lines, if it has any. */
export type WithLines = Invoice & { lines?: readonly InvoiceLine[] | undefined };

/**
 * Merges another user's edit into an open form: see `mergeValues`. Lines are merged as a whole. The figures of the head follow from them, so a
 * form with changed lines also keeps its figures.
 */
export function mergeInvoice(was: WithLines, is: WithLines, mine: Values): Merge {
  const head = mergeValues(invoiceValues(was), invoiceValues(is), mine, INVOICE_LABELS);
  if (was.lines === undefined || is.lines === undefined) return head;
  const [before, theirs] = [typedLinesOf(was.lines), typedLinesOf(is.lines)];
  const typed = mine['typedLines'] as readonly TypedLine[];
  if (isSameLines(before, theirs)) return head;
  const isTyped = !isSameLines(before, typed);
  const clashes = isTyped && !isSameLines(theirs, typed);
  const adopt = clashes ? Object.fromEntries(Object.entries(head.adopt).filter(([name]) => !isAmount(name))) : head.adopt;
  const lines = {
    label: 'Lines',
    theirs: linesInWords(theirs, clashes ? typed : before),
    yours: clashes ? linesInWords(typed, theirs) : null,
  };
  return { adopt: clashes ? adopt : { ...adopt, typedLines: theirs }, changes: [lines, ...head.changes] };
}

const isAmount = (name: string) => (AMOUNTS as readonly string[]).includes(name);

import type { Access } from '@aapurti/contract/ground/operation';
import { comments } from '@aapurti/contract/comments/comments';
import { showNumber } from '@aapurti/contract/ground/fields';
import type { Invoice } from '@aapurti/contract/invoices/invoices';
import type { InvoiceMatch } from '@aapurti/contract/invoices/matching';
import type { AgreedTerms } from '@aapurti/contract/invoices/orderFigures';
import { memos } from '@aapurti/contract/memos/memos';
import { receipts } from '@aapurti/contract/receipts/receipts';

import type { Action } from '../ui/ActionMenu.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import { wayOutOf } from './wayOut.ts';

export type MatchFinding = InvoiceMatch['findings'][number];

export interface Ways {
  invoice: Invoice;
  match: InvoiceMatch;
  isBuyers: boolean;
  may: (access: Access) => boolean;
  /** The corrections of lines, for the vendor. */
  agreed: readonly AgreedTerms[];
  /** True if the vendor may change the invoice. */
  mayCorrect: boolean;
  /** The page for amending an order; null if the user may not amend it. */
  amendOf: (orderId: string) => string | null;
  /** Opens the release of all exceptions with a proposed reason; null if the user may not release. */
  release: ((reason: string) => void) | null;
  sendBack: (() => void) | null;
  /** Starts a comment to the other side; null where no comments are shown. */
  ask: ((text: string) => void) | null;
}

/** The form field that resolves an exception of the head, with the label of the button. */
const FIELDS: Readonly<Record<string, readonly [field: string, label: string]>> = {
  vendor_registration_differs: ['vendorGST', 'Correct GST number'],
  buyer_registration_differs: ['buyerGST', 'Correct GST number'],
  tax_kind_differs: ['buyerGST', 'Correct GST number'],
  value_differs: ['invoiceValue', 'Correct amount'],
  tax_differs: ['invoiceValue', 'Correct amount'],
  roundings_above_most: ['invoiceValue', 'Correct amount'],
  date_in_future: ['invoiceDate', 'Correct date'],
  date_before_order: ['invoiceDate', 'Correct date'],
  irn_missing: ['IRN', 'Enter IRN'],
  irn_differs: ['IRN', 'Correct IRN'],
};

/** The exceptions that an amendment of the order resolves. */
const OF_ORDER: ReadonlySet<string> = new Set([
  'line_without_order',
  'item_differs',
  'unit_differs',
  'hsn_differs',
  'price_above_order',
  'charge_above_cap',
  'tax_rate_unknown',
  'tax_rate_differs',
  'tax_rate_unlawful',
  'tax_rate_changed',
  'cess_differs',
  'vendor_registration_differs',
  'vendor_registration_ended',
  'buyer_registration_differs',
  'buyer_registration_ended',
]);

/** The price exceptions, which a release accepts. */
const OF_PRICE: readonly string[] = ['price_above_order', 'price_above_order_together'];

/** The buttons of an exception on its invoice's page, for the acts that the reader may do. If nothing else helps, a comment asks the other side. */
export function waysOut(finding: MatchFinding, ways: Ways): Action[] {
  if (finding.outcome !== 'fault' || ways.match.matchState !== 'exception') return [];
  return ways.isBuyers ? buyersWays(finding, ways) : vendorsWays(finding, ways);
}

function vendorsWays(finding: MatchFinding, ways: Ways): Action[] {
  const { code, line } = finding;
  const { invoice, match, agreed, mayCorrect, may } = ways;
  const ask = may(comments.create.access) ? ways.ask : null;
  const { _id: id } = invoice;
  if (!mayCorrect) return [];
  const found: Action[] = [];
  const offered = wayOutOf(finding, match.findings, agreed, match.lines.length);
  if (offered !== null) found.push({ label: offered.label, href: urls.invoiceCorrected(id, offered.terms.line) });
  const field = FIELDS[code];
  if (field !== undefined) found.push({ label: field[1], href: urls.invoiceEditAt(id, field[0]) });
  if (may(memos.credit.create.access)) {
    const excess = excessOf(finding, ways);
    if (excess !== null) found.push({ label: 'Add credit memo', href: urls.creditMemoForInvoice(id, excess.line, excess.quantity) });
    if (code === 'price_above_order_together') found.push({ label: 'Add credit memo', href: urls.creditMemoForInvoice(id) });
  }
  if (code === 'duplicate') found.push(anotherInvoice(finding, invoice, false));
  if (found.length === 0 && (code === 'item_differs' || code === 'unit_differs') && line !== null)
    found.push({ label: t('Correct line {line}', { line }), href: urls.invoiceEdit(id) });
  if (ask !== null && code === 'price_above_order')
    found.push({ label: t('Propose {price}', { price: finding.found }), onClick: () => ask(proposal(finding, match)) });
  else if (ask !== null && found.length === 0 && code !== 'bank_unconfirmed')
    found.push({ label: 'Ask the buyer', onClick: () => ask(t(finding.message)) });
  return found;
}

function buyersWays(finding: MatchFinding, ways: Ways): Action[] {
  const { code, line } = finding;
  const { invoice, match, may, release, sendBack } = ways;
  const ask = may(comments.create.access) ? ways.ask : null;
  const faults = match.findings.filter(({ outcome }) => outcome === 'fault');
  const found: Action[] = [];
  if (code === 'price_above_order' && release !== null && faults.every((each) => OF_PRICE.includes(each.code)))
    found.push({
      label: t('Accept {price}', { price: finding.found }),
      onClick: () => release(t('{price} accepted for line {line}.', { price: finding.found, line: line ?? 0 })),
    });
  const ordered = orderLineOf(finding, match);
  if (code === 'quantity_above_accepted' && ordered !== null) {
    if (ordered.accepted === 0 && may(receipts.create.access))
      found.push({ label: 'Receive goods', href: urls.receiveFor(ordered.poNumber) });
    if (ordered.accepted > 0 && ask !== null) found.push({ label: 'Request credit memo', onClick: () => ask(requested(finding, match)) });
  }
  const orderId = match.lines.find(({ no }) => no === (line ?? 1))?.orderId ?? match.lines.find((each) => each.orderId !== null)?.orderId;
  const amend = OF_ORDER.has(code) && orderId ? ways.amendOf(orderId) : null;
  if (amend !== null) found.push({ label: 'Amend order', href: amend });
  if (code === 'duplicate') found.push(anotherInvoice(finding, invoice, true));
  if (code === 'bank_unconfirmed') found.push({ label: 'Open vendor page', href: urls.document('vendor', invoice.userID) });
  if (found.length === 0 && sendBack !== null) found.push({ label: 'Send back', onClick: sendBack });
  return found;
}

/** The other invoice of a duplicate; the finding has its number. */
function anotherInvoice({ document }: MatchFinding, { userID }: Invoice, isBuyers: boolean): Action {
  const number = document ?? '';
  return { label: t('Invoice {number}', { number }), href: urls.invoicesLike(number, isBuyers ? userID : undefined) };
}

function orderLineOf({ line }: MatchFinding, { lines, orderLines }: InvoiceMatch) {
  const billed = lines.find(({ no }) => no === line);
  return orderLines.find((each) => each.orderId === billed?.orderId && each.line === billed.line) ?? null;
}

/** The goods of a line above the accepted quantity, in the unit of the invoice; null before any receipt, because the receipt may still come. */
function excessOf(finding: MatchFinding, { match, agreed }: Ways): { line: number; quantity: number } | null {
  if (finding.code !== 'quantity_above_accepted' || finding.line === null) return null;
  const billed = match.lines.find(({ no }) => no === finding.line);
  const terms = agreed.find(({ line }) => line === finding.line);
  if (billed === undefined || terms === undefined || orderLineOf(finding, match)?.accepted === 0) return null;
  // Quantities have three decimals, and the rounding removes the error of the subtraction.
  const quantity = Math.round((billed.quantity - terms.quantity) * 1000) / 1000;
  return quantity > 0 ? { line: finding.line, quantity } : null;
}

/** The quantity above the accepted one, in the unit of the order. */
const unitsAbove = ({ code, found, expected }: MatchFinding): number | null =>
  code === 'quantity_above_accepted' ? Math.round((Number(found) - Number(expected)) * 1e6) / 1e6 : null;

/** The units and rupees above order and receipt, shown next to an exception. */
export function excessFigures(finding: MatchFinding, match: InvoiceMatch): { units: number; uom: string | null; amount: number } | null {
  const ordered = orderLineOf(finding, match);
  if (finding.outcome !== 'fault' || ordered === null) return null;
  const { uom, difference, differenceValue, priceDifferenceValue } = ordered;
  if (finding.code === 'price_above_order') return { units: 0, uom, amount: priceDifferenceValue };
  const units = unitsAbove(finding);
  if (units === null) return null;
  // The figures of the order cover all invoices, so they differ from this invoice's if others bill more of the line.
  const isOfThis = Math.abs(difference - units) < 1e-6;
  return { units, uom, amount: isOfThis ? Math.round((differenceValue - priceDifferenceValue) * 100) / 100 : 0 };
}

function requested(finding: MatchFinding, match: InvoiceMatch): string {
  const ordered = orderLineOf(finding, match);
  const values = {
    line: finding.line ?? 0,
    itemName: ordered?.itemName ?? '',
    quantity: showNumber(unitsAbove(finding)),
    uom: ordered?.uom ?? '',
  };
  return t('Please add a credit memo for {quantity} {uom} of line {line}, {itemName}.', values);
}

function proposal({ line, found, expected }: MatchFinding, { lines }: InvoiceMatch): string {
  const itemName = lines.find(({ no }) => no === line)?.itemName ?? '';
  return t('We propose {price} for line {line}, {itemName}. The order has {ordered}.', {
    price: found,
    line: line ?? 0,
    itemName,
    ordered: expected,
  });
}

import { uqcWords } from '../ground/units.ts';
import type { DispatchNote } from '../dispatch-notes/dispatchNotes.ts';
import { showDate, showMoney, showNumber, showPercent } from '../ground/fields.ts';
import type { InvoiceLine } from '../invoices/invoiceLines.ts';
import type { Invoice } from '../invoices/invoices.ts';
import type { Parties } from '../ground/parties.ts';
import { isUntaxedKind } from '../ground/registrationRules.ts';
import { type MemoKind, memoTitles } from '../memos/memoMessages.ts';
import type { Memo } from '../memos/memos.ts';
import { Decimal } from '../ground/numbers.ts';
import type { PurchaseOrder } from '../purchase-orders/orders.ts';
import { sumOf } from '../purchase-orders/orderTax.ts';
import { rateOf } from './packageSheet.ts';
import {
  billBoxes,
  type Box,
  cell,
  documentSheet,
  figure,
  goodsBoxes,
  goodsColumns,
  partyBox,
  placeFact,
  quantityCell,
  signatures,
  stateTax,
  totalsBlock,
  wordsBlock,
} from './documentSheet.ts';
import type { Cell, Sheet, Table } from './paper.ts';
import { MODE_WORDS, type Payment } from '../payments/payments.ts';
import type { Translate } from '../ground/template.ts';
import { say } from '../ground/template.ts';

/** A purchase order with its lines, taxes and total. */
export function orderPaper(order: PurchaseOrder, parties: Parties, t: Translate): Sheet {
  const sums = sumOf(order.listOfItems);
  const taxes = [
    ['CGST', sums.cgst],
    [stateTax(parties), sums.sgst],
    ['IGST', sums.igst],
    [t('Cess'), sums.cess],
  ] as const;
  return documentSheet(t, {
    title: t('Purchase order'),
    number: order.poNumber,
    parties,
    boxes: billBoxes(parties, t),
    facts: [
      [t('PO Date'), showDate(order.poDate)],
      [t('Deliver By'), showDate(order.deliverBy)],
      [t('Payment Terms'), order.paymentTerms],
      [t('Status'), t(order.status)],
      [t('Delivery'), t(order.deliveryStatus)],
      [t('Payment'), t(order.paymentStatus)],
      [t('Acknowledged On'), showDate(order.acknowledgedOn)],
      [t("Vendor's Reference"), order.acknowledgementReference],
      [t('Delivery Location'), order.deliveryLocation],
      placeFact(parties, t),
    ],
    parts: [
      {
        kind: 'table',
        columns: [
          { title: t('No.'), width: 8 },
          { title: t('Item'), width: 62 },
          { title: t('Quantity'), width: 20, align: 'right' },
          { title: t('MRP (₹)'), width: 19, align: 'right' },
          { title: t('Price (₹)'), width: 19, align: 'right' },
          { title: t('Taxable (₹)'), width: 21, align: 'right' },
          { title: t('Tax (₹)'), width: 20, align: 'right' },
          { title: t('Total (₹)'), width: 21, align: 'right' },
        ],
        rows: order.listOfItems.map((line, index) => [
          cell(String(index + 1)),
          [
            { text: line.itemName, bold: true, lines: 2 },
            {
              text: [
                line.EANCode ?? line.itemCode,
                line.hsnCode === null ? '' : say('HSN {hsnCode}', { hsnCode: line.hsnCode }),
                t(uqcWords(line) ?? ''),
              ]
                .filter(Boolean)
                .join(' · '),
              lines: 2,
            },
          ],
          cell(`${showNumber(line.itemQuantityInCart)} ${line.uom ?? ''}`.trim()),
          line.itemSellingPrice === null ? cell('–') : figure(line.itemSellingPrice),
          figure(line.itemPrice),
          figure(line.salesOrderTaxModel.taxableAmount),
          [...figureLines(line.taxAMT), { text: rateOf(line, t, stateTax(parties)), lines: 2 }],
          figure(line.totalCost, true),
        ]),
      },
      totalsBlock([[t('Taxable'), sums.taxable], ...taxes.filter(([, tax]) => !tax.isZero()), [t('Total'), sums.total]]),
      wordsBlock(sums.total, t),
      signatures([], parties, t),
    ],
    watermark: order.status === 'Cancelled' ? t('CANCELLED') : null,
  });
}

function figureLines(value: Decimal.Value): { text: string; lines: number }[] {
  return [{ text: showMoney(new Decimal(value).toString(), ''), lines: 2 }];
}

const whole = (value: number | null) => (value === null ? null : showNumber(value));
export const weight = (value: number | null, t: Translate) => (value === null ? null : t('{weight} kg', { weight: showNumber(value) }));

/** A dispatch note (delivery challan). */
export function dispatchPaper(note: DispatchNote, parties: Parties, t: Translate): Sheet {
  return documentSheet(t, {
    title: t('Dispatch note'),
    number: note.DCNumber,
    parties,
    boxes: goodsBoxes(parties, t, { from: parties.issuer, to: parties.issuer === 'vendor' ? 'buyer' : 'vendor' }),
    facts: [
      [t('Date of Delivery Challan'), showDate(note.challanDate)],
      [t('PO Number'), note.PONumber],
      [t('PO Date'), showDate(note.PODate)],
      [t('Delivery Location'), note.deliveryLocation],
      [t('Number of Cartons'), whole(note.NumberOfCarton)],
      [t('Total Number of Packages'), whole(note.totalNoOfPackages)],
      [t('Net Weight'), weight(note.netWeightInKgs, t)],
      [t('Gross Weight'), weight(note.grossWeightInKgs, t)],
      [t('Transporter'), note.TransporterDetails],
      [t('Vehicle Number'), note.VehicleNumber],
      [t('Driver Name'), note.DriverName],
      [t('Driver Contact'), note.DriverContact],
      [t('E-way Bill Number'), note.eWayBillNumber],
      [t('Buyer Representative ID'), note.buyerRepresentativeId],
      placeFact(parties, t),
    ],
    parts: [signatures([t('Received by')], parties, t)],
  });
}

const money = (value: number | null | undefined) => (value === null || value === undefined ? null : showMoney(value));

const MEMO_KIND = { gst: 'GST note (section 34 of the CGST Act)', commercial: 'Commercial note, without GST' } as const;

/** A debit or credit memo, under the letterhead of its issuer. */
export function memoPaper(kind: MemoKind, memo: Memo, parties: Parties, t: Translate): Sheet {
  const amount = memo.amount ?? 0;
  const taxes = [
    ['CGST', memo.CGST],
    [stateTax(parties), memo.SGST],
    ['IGST', memo.IGST],
  ] as const;
  const other = parties.issuer === 'vendor' ? 'buyer' : 'vendor';
  return documentSheet(t, {
    title: t(memoTitles[kind]),
    number: memo.memoNumber ?? (memo.vendorInvoiceRef === null ? '' : t('on invoice {number}', { number: memo.vendorInvoiceRef })),
    under: t(MEMO_KIND[memo.kind]),
    parties,
    boxes: [
      partyBox(t(other === 'buyer' ? 'Buyer' : 'Vendor'), parties[other], t, other === 'vendor' ? parties.vendor.code : null),
      partyBox(t('Issued by'), parties[parties.issuer], t, parties.issuer === 'vendor' ? parties.vendor.code : null),
    ],
    facts: [
      [t('Memo Date'), showDate(memo.memoDate)],
      placeFact(parties, t),
      [t('Vendor Invoice Reference'), memo.vendorInvoiceRef],
      [t('Vendor Invoice Date'), showDate(memo.vendorInvoiceRef_Date)],
      [t('Buyer PO Reference'), memo.buyerPORef],
      [t('Buyer PO Date'), showDate(memo.buyerPORef_Date)],
      [t('Product Name'), memo.productName],
      [t('HSN Code'), memo.HSNCode],
      [t('Item Quantity'), whole(memo.itemQuantity)],
      [t('Unit Price'), money(memo.unitPrice)],
      [t('Price Difference'), money(memo.priceDifference)],
      [t('Tax Rate'), memo.taxRate === null ? null : showPercent(memo.taxRate)],
      [t('Description'), memo.description],
    ],
    parts: [
      totalsBlock([...taxes.flatMap(([name, tax]) => (tax === null ? [] : [[name, tax] as const])), [t('Amount'), amount]]),
      wordsBlock(amount, t),
      signatures([], parties, t),
    ],
    watermark: memo.status === 'reversed' ? t('REVERSED') : null,
  });
}

/** A line with the code of its unit on GST documents. */
export type BilledLine = InvoiceLine & { UQC: string | null };

/** An invoice as recorded in the portal. The legal tax invoice is the vendor's own, signed or with an IRN. */
export function invoicePaper(invoice: Invoice, lines: readonly BilledLine[], parties: Parties, t: Translate): Sheet {
  const untaxed = isUntaxedKind(parties.vendor.kind);
  const taxes = [
    ['CGST', invoice.CGSTValue],
    [stateTax(parties), invoice.SGSTValue],
    ['IGST', invoice.IGSTValue],
  ] as const;
  const cess = lines.reduce((sum, line) => sum.plus(line.cess), new Decimal(0));
  const stated = taxes.reduce((sum, [, tax]) => sum.plus(tax ?? 0), cess);
  const taxable = lines.reduce((sum, line) => sum.plus(line.taxable), new Decimal(0));
  const rounding = new Decimal(invoice.invoiceValue).minus(taxable).minus(stated);
  return documentSheet(t, {
    title: untaxed ? t('Bill of supply') : t('Tax invoice'),
    number: invoice.invoiceNumber,
    under: t('As recorded in the portal'),
    parties,
    boxes: billBoxes(parties, t),
    facts: [
      [t('Invoice Date'), showDate(invoice.invoiceDate)],
      placeFact(parties, t),
      [t('PO Number'), invoice.PONumber],
      [t('PO Date'), showDate(invoice.PODate)],
      [t('Due Date'), showDate(invoice.dueDate)],
      [t('Remarks'), invoice.remarks],
      ['IRN', invoice.IRN],
    ],
    parts: [
      ...(lines.length === 0 ? [] : [invoiceTable(lines, parties, t)]),
      totalsBlock([
        ...(lines.length === 0 ? [] : [[t('Taxable'), taxable] as const]),
        ...taxes.flatMap(([name, tax]) => (tax === null || tax === 0 ? [] : [[name, tax] as const])),
        ...(cess.isZero() ? [] : [[t('Cess'), cess] as const]),
        ...(lines.length === 0 || rounding.isZero() ? [] : [[t('Rounding'), rounding] as const]),
        [t('Total'), invoice.invoiceValue],
      ]),
      wordsBlock(invoice.invoiceValue, t),
      signatures([], parties, t),
    ],
  });
}

function invoiceTable(lines: readonly BilledLine[], parties: Parties, t: Translate): Table {
  const rates = (line: InvoiceLine) => {
    const rate = new Decimal(line.taxRate ?? 0);
    const half = showPercent(rate.div(2).toString());
    const names = line.IGST > 0 ? `IGST ${showPercent(rate.toString())}` : `CGST ${half} + ${stateTax(parties)} ${half}`;
    return line.taxRate === null ? t('No rate') : rate.isZero() ? t('Nil') : names;
  };
  return {
    kind: 'table',
    columns: [
      ...goodsColumns(70, t),
      { title: t('Price (₹)'), width: 22, align: 'right' },
      { title: t('Taxable (₹)'), width: 24, align: 'right' },
      { title: t('Tax (₹)'), width: 24, align: 'right' },
    ],
    rows: lines.map((line) => [
      cell(String(line.no)),
      [
        { text: line.itemName, bold: true, lines: 2 },
        ...(line.poNumber === null ? [] : [{ text: t('Purchase order {poNumber}', { poNumber: line.poNumber }), lines: 2 }]),
      ],
      cell(line.hsnCode ?? '–'),
      quantityCell(line, t),
      figure(line.unitPrice),
      figure(line.taxable),
      [...figureLines(Decimal.sum(line.CGST, line.SGST, line.IGST, line.cess)), { text: rates(line), lines: 2 }],
    ]),
  };
}

/** An invoice in a payment advice; rupees as exact text. */
export interface PaidInvoice {
  number: string;
  day: string;
  value: string;
  /** The notes and deductions that lower it, less debits. */
  taken: string;
  /** The part that this payment covers. */
  paid: string;
}

/** A payment advice. @param today the date for the notes and deductions. */
export function paymentPaper(payment: Payment, invoices: readonly PaidInvoice[], today: string, parties: Parties, t: Translate): Sheet {
  const isOfInvoices = invoices.length > 0;
  return documentSheet(t, {
    title: t('Payment advice'),
    number: payment.invoice === null ? t('on account') : t('on invoice {number}', { number: payment.invoice }),
    parties,
    boxes: paidBoxes(parties, t),
    facts: [
      [t('Payment Date'), showDate(payment.paymentDate)],
      [t('Payment Mode'), t(MODE_WORDS[payment.tenderType])],
      [t('Invoice Reference'), payment.invoice ?? t('No invoice: payment on account')],
      [t('Reference'), payment.reference],
      [t('Remarks'), payment.remarks],
      ...(isOfInvoices ? [[t('Notes and deductions as of'), showDate(today)] as const] : []),
    ],
    parts: [
      ...(isOfInvoices ? [paidTable(payment, invoices, t)] : []),
      totalsBlock([[t('Amount'), payment.amount]]),
      wordsBlock(payment.amount, t),
      signatures([], parties, t),
    ],
    watermark: payment.isReversed ? t('REVERSED') : null,
  });
}

function paidTable(payment: Payment, invoices: readonly PaidInvoice[], t: Translate): Table {
  const rows = invoices.map(({ number, day, value, taken, paid }) => [
    cell(number),
    cell(showDate(day)),
    figure(value),
    figure(taken),
    figure(paid, true),
  ]);
  const onAccount = [cell(t('On account')), cell(''), cell(''), cell(''), figure(payment.onAccount, true)];
  return {
    kind: 'table',
    columns: [
      { title: t('Invoice'), width: 64 },
      { title: t('Invoice Date'), width: 24 },
      { title: t('Invoice Value (₹)'), width: 34, align: 'right' },
      { title: t('Notes and deductions (₹)'), width: 34, align: 'right' },
      { title: t('Paid (₹)'), width: 34, align: 'right' },
    ],
    rows: payment.onAccount === 0 ? rows : [...rows, onAccount],
  };
}

function paidBoxes(parties: Parties, t: Translate): Box[] {
  return [partyBox(t('Paid to'), parties.vendor, t, parties.vendor.code), partyBox(t('Paid by'), parties.buyer, t)];
}

/** An invoice (`amount` above 0) or a payment (below 0) in a statement. */
export interface StatementLine {
  day: string;
  kind: 'invoice' | 'payment' | 'note';
  /** 'Invoice 4711', 'Payment, online, invoice 4711'. */
  words: string;
  amount: string;
}

export interface Statement {
  from: string | null;
  to: string | null;
  /** The balance before `from`. */
  opening: string;
  lines: readonly StatementLine[];
}

function periodOf(from: string | null, to: string | null, t: Translate): string {
  if (from === null) return to === null ? '' : t('to {to}', { to: showDate(to) });
  return to === null ? t('from {from}', { from: showDate(from) }) : t('from {from} to {to}', { from: showDate(from), to: showDate(to) });
}

/** The account of a vendor: its invoices and payments by date, with the balance after each. */
export function statementPaper({ from, to, opening, lines }: Statement, parties: Parties, t: Translate): Sheet {
  let balance = new Decimal(opening);
  const sums = { invoice: new Decimal(0), payment: new Decimal(0), note: new Decimal(0) };
  const rows: Cell[][] =
    from === null ? [] : [[cell(showDate(from)), cell(t('Balance before')), cell(''), cell(''), figure(balance, true)]];
  for (const { day, kind, words, amount } of lines) {
    const value = new Decimal(amount);
    balance = balance.plus(value);
    sums[kind] = sums[kind].plus(value);
    rows.push([
      cell(showDate(day)),
      cell(words),
      value.gt(0) ? figure(value) : cell(''),
      value.gt(0) ? cell('') : figure(value.negated()),
      figure(balance, true),
    ]);
  }
  return documentSheet(t, {
    title: t('Statement'),
    number: periodOf(from, to, t),
    parties,
    boxes: [partyBox(t('Vendor'), parties.vendor, t, parties.vendor.code), partyBox(t('Buyer'), parties.buyer, t)],
    facts: [[t('Entries'), showNumber(lines.length)]],
    parts: [
      {
        kind: 'table',
        columns: [
          { title: t('Date'), width: 22 },
          { title: t('Entry'), width: 78 },
          { title: t('Invoiced (₹)'), width: 30, align: 'right' },
          { title: t('Paid or credited (₹)'), width: 30, align: 'right' },
          { title: t('Balance (₹)'), width: 30, align: 'right' },
        ],
        rows,
      },
      totalsBlock([
        [t('Invoiced'), sums.invoice],
        ...(sums.note.isZero() ? [] : [[t('Notes and deductions'), sums.note.negated()] as const]),
        [t('Paid'), sums.payment.negated()],
        [t('Balance'), balance],
      ]),
      wordsBlock(balance, t),
      signatures([], parties, t),
    ],
  });
}

import { showDate, showMoney, showNumber, showPercent } from '../ground/fields.ts';
import { Decimal } from '../ground/numbers.ts';
import type { Parties } from '../ground/parties.ts';
import type { Translate } from '../ground/template.ts';
import type { SelfInvoice } from '../invoices/selfInvoices.ts';
import {
  billBoxes,
  cell,
  documentSheet,
  figure,
  goodsColumns,
  placeFact,
  signatures,
  stateTax,
  totalsBlock,
  wordsBlock,
} from './documentSheet.ts';
import type { Sheet } from './paper.ts';

/** The buyer's invoice for goods of a vendor without registration. The buyer pays its taxes, and the vendor gets the taxable value. */
export function selfInvoicePaper(invoice: SelfInvoice, parties: Parties, t: Translate): Sheet {
  const taxes = [
    ['CGST', invoice.CGSTValue],
    [stateTax(parties), invoice.SGSTValue],
    ['IGST', invoice.IGSTValue],
    [t('Cess'), invoice.cess],
  ] as const;
  const total = taxes.reduce((sum, [, tax]) => sum.plus(tax), new Decimal(invoice.taxable));
  return documentSheet(t, {
    title: t('Self-invoice'),
    number: invoice.invoiceNumber,
    under: t('Self-invoice under section 31(3)(f) of the CGST Act. Tax is payable on reverse charge.'),
    parties,
    watermark: invoice.isCancelled ? t('CANCELLED') : null,
    boxes: billBoxes(parties, t),
    facts: [
      [t('Invoice Date'), showDate(invoice.invoiceDate)],
      placeFact(parties, t),
      [t('PO Number'), invoice.poNumber],
      [t('Goods Receipt'), invoice.receiptNumber],
      [t('Received On'), showDate(invoice.receivedOn)],
      [t('Payable to the vendor'), showMoney(invoice.taxable)],
    ],
    parts: [
      {
        kind: 'table',
        columns: [
          ...goodsColumns(70, t),
          { title: t('Price (₹)'), width: 22, align: 'right' },
          { title: t('Taxable (₹)'), width: 24, align: 'right' },
          { title: t('Tax (₹)'), width: 24, align: 'right' },
        ],
        rows: invoice.lines.map((line) => [
          cell(String(line.no)),
          [{ text: line.itemName, bold: true, lines: 2 }],
          cell(line.hsnCode ?? '–'),
          cell(`${showNumber(line.quantity)} ${line.uom ?? ''}`.trim()),
          figure(line.unitPrice),
          figure(line.taxable),
          [
            { text: showMoney(Decimal.sum(line.CGST, line.SGST, line.IGST, line.cess).toString()), lines: 2 },
            { text: showPercent(line.taxRate) },
          ],
        ]),
      },
      totalsBlock([[t('Taxable'), invoice.taxable], ...taxes.filter(([, tax]) => tax !== 0), [t('Total'), total]]),
      wordsBlock(total, t),
      signatures([], parties, t),
    ],
  });
}

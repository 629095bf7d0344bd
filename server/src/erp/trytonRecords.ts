import { oneLine } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';

import {
  acceptanceOf,
  day,
  decimal,
  decimalOr,
  demandRupees,
  ean,
  gstin,
  headOf,
  lineFigures,
  Misfit,
  neededDay,
  neededDecimal,
  neededText,
  quantityText,
  type Raw,
  rupees,
  type StatedTaxes,
  text,
  timeText,
  versionOf,
} from './erp.ts';
import { idOf, names, present, type Records } from './models.ts';
import type { BuyerItem, KnownSupplier, PulledLine, PulledOrder, PulledPayment, PulledReturn } from './records.ts';

/** The fields that are read from each model. */
export const FIELDS = {
  'product.identifier': ['code', 'type'],
  'party.party': names('name code identifiers contact_mechanisms write_date create_date'),
  'product.product': names('code template.name template.type template.default_uom.rec_name identifiers write_date create_date'),
  'purchase.purchase': names(`
    number reference revision purchase_date delivery_date party invoice_address.full_address payment_term.name warehouse.rec_name
    currency.code state invoice_state shipment_state lines invoices write_date create_date
  `),
  'purchase.line': names(`
    sequence type product product_supplier.code description quantity unit unit.rec_name unit.factor unit_price amount
    taxes moves delivery_date
  `),
  'stock.move': names('product.template.name quantity unit.factor|uom.factor state origin planned_date shipment'),
  'account.invoice': names('number reference invoice_date state total_amount amount_to_pay'),
  'stock.shipment.in.return': names('number reference supplier effective_date moves state write_date create_date'),
  'account.payment': names(
    'date amount party journal.rec_name currency.code description state line line.move_origin write_date create_date',
  ),
};

/** The time of a record's last change; a record without one was only created. */
export function changedAt(row: Raw): string {
  return timeText(row['write_date']) || timeText(row['create_date']);
}

export function knownSupplier(party: Raw, identifiers: Records, mechanisms: Records): KnownSupplier {
  const mail = present(mechanisms, party['contact_mechanisms']).find((each) => each['type'] === 'email');
  return {
    externalId: String(party['id']),
    name: text(party, 'name') ?? neededText(party, 'code'),
    email: text(mail, 'value'),
    gstin: gstin(...present(identifiers, party['identifiers']).map((each) => each['code'])),
  };
}

function eansOf(product: Raw | undefined, identifiers: Records): string[] {
  return present(identifiers, product?.['identifiers'])
    .filter((each) => each['type'] === 'ean' || each['type'] === null || each['type'] === '')
    .map((each) => ean(each['code']))
    .filter((code) => code !== null);
}

/** One item per EAN: the first is the product itself, another one has its code followed by the EAN. */
export function itemsOf(product: Raw, identifiers: Records): BuyerItem[] {
  const code = text(product, 'code');
  const key = code ?? String(product['id']);
  return eansOf(product, identifiers).map((each, index) => ({
    itemCode: index === 0 ? key : `${key}/${each}`,
    ean: each,
    name: neededText(product, 'template.name'),
    brandName: null,
    category: null,
    hsnCode: null,
    skuCode: code,
    uom: text(product, 'template.default_uom.rec_name'),
    uomDescription: null,
    uomConversion: '1',
    mrp: null,
  }));
}

export interface OrderParts {
  products: Records;
  identifiers: Records;
  lines: Records;
  moves: Records;
  taxes: Records;
  invoices: Records;
}

/** A purchase with only negative lines is a return and is skipped. */
export function orderFrom(purchase: Raw, parts: OrderParts): PulledOrder[] {
  demandRupees(text(purchase, 'currency.code'));
  const number = neededText(purchase, 'number');
  const rows = present(parts.lines, purchase['lines']);
  const goods = rows.filter((line) => line['type'] === 'line');
  const lines = goods.flatMap((line) => lineOf(line, parts));
  if (goods.length > 0 && lines.length === 0) return [];
  if (lines.length === 0) throw new Misfit('It has no lines.');
  const days = goods.map((line) => day(line, 'delivery_date')).filter((each) => each !== null);
  const moves = goods.flatMap((line) => present(parts.moves, line['moves']));
  // An order in process cannot be cancelled in Tryton; it ends when its goods are cancelled.
  const isOff =
    purchase['state'] === 'cancelled' ||
    (purchase['state'] === 'done' && moves.length > 0 && moves.every((move) => move['state'] === 'cancelled'));
  const paid = paidOf(present(parts.invoices, purchase['invoices']));
  return [
    {
      externalId: String(purchase['id']),
      // Receipts and bills change an order without updating its own timestamp.
      version: versionOf(changedAt(purchase), [purchase['state'], lines, paid]),
      raw: { ...purchase, lines: rows },
      supplier: neededText(purchase, 'party'),
      number,
      orderedOn: neededDay(purchase, 'purchase_date'),
      deliverBy: day(purchase, 'delivery_date') ?? days.sort().at(-1) ?? null,
      paymentTerms: text(purchase, 'payment_term.name'),
      status: isOff ? 'Cancelled' : purchase['state'] === 'done' ? 'Closed' : 'Open',
      acknowledgedOn: null,
      acknowledgementReference: text(purchase, 'reference'),
      paid,
      deliveryLocation: text(purchase, 'warehouse.rec_name'),
      vendorAddress: oneLine(text(purchase, 'invoice_address.full_address') ?? '') || null,
      lines,
    },
  ];
}

function paidOf(invoices: readonly Raw[]): string {
  const sum = invoices.reduce((total, invoice) => {
    if (invoice['state'] !== 'posted' && invoice['state'] !== 'paid') return total;
    return total.plus(neededDecimal(invoice, 'total_amount')).minus(decimalOr(invoice, 'amount_to_pay', 0));
  }, new Decimal(0));
  return rupees(Decimal.max(0, sum));
}

function lineOf(line: Raw, { products, identifiers, moves, taxes }: OrderParts): PulledLine[] {
  const quantity = neededDecimal(line, 'quantity');
  if (quantity.lte(0)) return [];
  const id = idOf(line['product']);
  const product = id === null ? undefined : products.get(id);
  const code = text(product, 'code');
  const description = text(line, 'description');
  const [first = null, second = null] = eansOf(product, identifiers);
  const factor = decimalOr(line, 'unit.factor', 1);
  const received = present(moves, line['moves'])
    .filter((move) => move['state'] === 'done')
    .reduce((sum, move) => {
      const own = decimal(move, 'unit.factor|uom.factor') ?? factor;
      return sum.plus(neededDecimal(move, 'quantity').times(own).div(factor));
    }, new Decimal(0));
  return [
    {
      externalId: String(line['id']),
      itemCode: code ?? (id === null ? (description ?? 'Unnamed').slice(0, 40) : String(id)),
      itemName: text(product, 'template.name') ?? description ?? 'Unnamed item',
      ean: first,
      secondEan: second,
      hsnCode: null,
      skuCode: text(line, 'product_supplier.code') ?? code,
      uom: text(line, 'unit.rec_name'),
      caseQuantity: null,
      receivedQuantity: quantityText(Decimal.max(0, received)),
      ...acceptanceOf(product?.['template.type'] === 'service', received),
      expectedOn: expectedOn(present(moves, line['moves'])),
      mrp: null,
      ...lineFigures({
        quantity,
        unitPrice: neededDecimal(line, 'unit_price'),
        discountRate: new Decimal(0),
        taxable: decimal(line, 'amount'),
        taxes: taxesOf(line['taxes'], taxes),
      }),
    },
  ];
}

/** Null if nothing is in transit, or only goods in shipments, which have dates of their own. */
function expectedOn(moves: readonly Raw[]): string | null {
  const coming = moves.filter((move) => move['state'] === 'draft' && !move['shipment']).map((move) => day(move, 'planned_date'));
  return coming.filter((each) => each !== null).sort()[0] ?? null;
}

/** Tryton stores rates as fractions, for example 0.025. A tax whose name contains no head counts as IGST if it is the only one. */
function taxesOf(ids: unknown, taxes: Records): StatedTaxes | null {
  const leaves = present(taxes, ids).flatMap((tax): Raw[] => {
    const children = present(taxes, tax['childs']);
    return children.length > 0 ? children : [tax];
  });
  const found: StatedTaxes = {};
  for (const tax of leaves) {
    const rate = tax['type'] === 'percentage' ? (decimal(tax, 'rate')?.times(100) ?? null) : null;
    if (rate === null || rate.lte(0)) continue;
    const head = headOf(String(tax['name'])) ?? (leaves.length === 1 ? 'igst' : null);
    if (head !== null) found[head] = { rate: rate.plus(found[head]?.rate ?? 0) };
  }
  return Object.keys(found).length === 0 ? null : found;
}

export interface ReturnParts {
  moves: Records;
  lines: Records;
  billLines: Records;
}

export function returnsOf(shipment: Raw, { moves, lines, billLines }: ReturnParts): PulledReturn[] {
  return present(moves, shipment['moves']).flatMap((move) => {
    const quantity = neededDecimal(move, 'quantity').abs();
    if (quantity.eq(0) || move['state'] === 'cancelled') return [];
    const [line] = present(lines, move['origin'], 'purchase.line');
    const [bill] = present(billLines, line?.['invoice_lines']);
    return [
      {
        externalId: `${String(shipment['id'])}/${String(move['id'])}`,
        version: changedAt(shipment),
        raw: { ...shipment, move },
        supplier: neededText(shipment, 'supplier'),
        poNumber: text(line, 'purchase.number'),
        poDate: day(line, 'purchase.purchase_date'),
        invoiceNumber: text(bill, 'invoice.reference') ?? text(bill, 'invoice.number'),
        invoiceDate: day(bill, 'invoice.invoice_date'),
        itemName: text(move, 'product.template.name') ?? 'Unnamed item',
        // Tryton's returns do not name the receipts that they refer to.
        receivedQuantity: quantityText(quantity),
        returnedQuantity: quantityText(quantity),
        remarks: [text(shipment, 'number'), text(shipment, 'reference')].filter((each) => each !== null).join(', ') || null,
      },
    ];
  });
}

export function paymentOf(payment: Raw, invoices: Records): PulledPayment {
  demandRupees(text(payment, 'currency.code'));
  const [invoice] = present(invoices, payment['line.move_origin'], 'account.invoice');
  return {
    externalId: String(payment['id']),
    version: changedAt(payment),
    raw: payment,
    supplier: neededText(payment, 'party'),
    paidOn: neededDay(payment, 'date'),
    mode: text(payment, 'journal.rec_name') ?? 'Bank transfer',
    amount: rupees(neededDecimal(payment, 'amount')),
    remarks: text(payment, 'description'),
    invoiceNumber: invoice === undefined ? null : (text(invoice, 'reference') ?? text(invoice, 'number')),
    ...(payment['state'] === 'failed' && { cancelled: true }),
  };
}

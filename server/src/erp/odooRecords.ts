import { placeCodeOf } from '@aapurti/contract/ground/gst';
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
  partsOf,
  type StatedTaxes,
  text,
  versionOf,
} from './erp.ts';
import { idOf, idsOf, names, present, type Records } from './models.ts';
import type { BuyerItem, KnownSupplier, PulledLine, PulledOrder, PulledPayment, PulledReturn } from './records.ts';
import { say } from '@aapurti/contract/ground/template';

/** The fields that are read from each model. */
export const FIELDS = {
  'res.partner': ['name', 'vat', 'email', 'write_date'],
  'product.product': names('name default_code barcode categ_id uom_id l10n_in_hsn_code detailed_type|type write_date'),
  'purchase.order': names(`
    name partner_id partner_ref date_order date_approve date_planned state locked acknowledged|mail_reception_confirmed
    receipt_status invoice_status currency_id dest_address_id picking_type_id payment_term_id order_line invoice_ids write_date
  `),
  'purchase.order.line': names(`
    name product_id product_qty product_uom_id|product_uom price_unit discount tax_ids|taxes_id price_subtotal price_tax
    qty_received date_planned display_type sequence
  `),
  'account.move': ['name', 'ref', 'invoice_date', 'move_type', 'state', 'amount_total', 'amount_residual', 'l10n_in_state_id'],
  'stock.picking': ['name', 'partner_id', 'date_done', 'state', 'note', 'move_ids|move_lines', 'write_date'],
  'stock.move': ['product_id', 'quantity|quantity_done', 'origin_returned_move_id', 'purchase_line_id'],
  'account.payment': names(`
    name date amount currency_id partner_id payment_method_line_id journal_id memo|ref state reconciled_bill_ids
    write_date
  `),
};

/** A many2one reads as `[id, "name"]`, or false. */
function nameOf(row: Raw, field: string): string | null {
  const value = row[field];
  return text({ [field]: Array.isArray(value) ? (value[1] as unknown) : value }, field);
}

export function knownSupplier(row: Raw): KnownSupplier {
  const email = text(row, 'email');
  return {
    externalId: String(row['id']),
    name: neededText(row, 'name'),
    email: email?.includes('@') ? email : null,
    gstin: gstin(row['vat']),
  };
}

export function itemsOf(row: Raw): BuyerItem[] {
  const code = ean(row['barcode']);
  if (code === null) return [];
  const sku = text(row, 'default_code');
  return [
    {
      // The internal reference need not be unique in Odoo.
      itemCode: String(row['id']),
      ean: code,
      name: neededText(row, 'name'),
      brandName: null,
      category: nameOf(row, 'categ_id'),
      hsnCode: text(row, 'l10n_in_hsn_code'),
      skuCode: sku,
      uom: nameOf(row, 'uom_id'),
      uomDescription: null,
      uomConversion: '1',
      mrp: null,
    },
  ];
}

export interface OrderParts {
  lines: Records;
  products: Records;
  taxes: Records;
  bills: Records;
  partners: Records;
  states: Records;
}

export function orderFrom(order: Raw, parts: OrderParts): PulledOrder[] {
  demandRupees(nameOf(order, 'currency_id'));
  const number = neededText(order, 'name');
  const rows = present(parts.lines, order['order_line']);
  const lines = rows.flatMap((line) => lineOf(line, parts));
  if (lines.length === 0) throw new Misfit('It has no lines.');
  const orderedOn = day(order, 'date_approve') ?? neededDay(order, 'date_order');
  const partner = idOf(order['partner_id']);
  if (partner === null) throw new Misfit(say('{field} is empty.', { field: 'partner_id' }));
  const bills = present(parts.bills, order['invoice_ids']);
  const address = (id: number | null) => oneLine(id === null ? null : parts.partners.get(id)?.['contact_address']);
  const closed = order['state'] === 'done' || order['locked'] === true;
  const placeOfSupply = placeOf(bills, parts.states);
  return [
    {
      externalId: String(order['id']),
      // Receipts and bills change an order without updating its own timestamp.
      version: versionOf(order['write_date'], [lines, paidOf(bills), placeOfSupply]),
      raw: { ...order, lines: rows },
      supplier: String(idOf(parts.partners.get(partner)?.['commercial_partner_id']) ?? partner),
      number,
      orderedOn,
      deliverBy: day(order, 'date_planned'),
      paymentTerms: nameOf(order, 'payment_term_id'),
      status:
        order['state'] === 'cancel'
          ? 'Cancelled'
          : closed && order['receipt_status'] !== 'pending' && order['receipt_status'] !== 'partial'
            ? 'Closed'
            : 'Open',
      // Odoo stores that an order was acknowledged, but not when.
      acknowledgedOn: order['acknowledged|mail_reception_confirmed'] === true ? orderedOn : null,
      acknowledgementReference: text(order, 'partner_ref'),
      paid: paidOf(bills),
      deliveryLocation: address(idOf(order['dest_address_id'])) ?? nameOf(order, 'picking_type_id'),
      vendorAddress: address(partner),
      placeOfSupply,
      lines,
    },
  ];
}

/** An Odoo order has no place of supply. This is the GST code of the first posted bill that names a state of India. */
function placeOf(bills: readonly Raw[], states: Records): string | null {
  const posted = bills.filter((bill) => bill['state'] === 'posted');
  const codes = posted.map((bill) => placeCodeOf(text(states.get(idOf(bill['l10n_in_state_id']) ?? 0), 'l10n_in_tin') ?? ''));
  return codes.find((code) => code !== null) ?? null;
}

function oneLine(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const parts = value.split('\n').map((part) => part.trim());
  return parts.filter(Boolean).join(', ') || null;
}

/** The paid amount of an order's posted bills, less refunds. */
function paidOf(bills: readonly Raw[]): string {
  const sum = bills.reduce((total, bill) => {
    if (bill['state'] !== 'posted') return total;
    const settled = neededDecimal(bill, 'amount_total').minus(neededDecimal(bill, 'amount_residual'));
    return bill['move_type'] === 'in_refund' ? total.minus(settled) : total.plus(settled);
  }, new Decimal(0));
  return rupees(Decimal.max(0, sum));
}

function lineOf(line: Raw, { products, taxes }: OrderParts): PulledLine[] {
  // Sections and notes are skipped.
  if (line['display_type']) return [];
  const quantity = neededDecimal(line, 'product_qty');
  if (quantity.lte(0)) return [];
  const id = idOf(line['product_id']);
  const product = id === null ? undefined : products.get(id);
  const price = neededDecimal(line, 'price_unit');
  const taxable = decimal(line, 'price_subtotal');
  const sku = text(product, 'default_code');
  const description = neededText(line, 'name');
  return [
    {
      externalId: String(line['id']),
      itemCode: sku ?? (id === null ? description.slice(0, 40) : String(id)),
      itemName: text(product, 'name') ?? description,
      ean: ean(product?.['barcode']),
      secondEan: null,
      hsnCode: text(product, 'l10n_in_hsn_code'),
      skuCode: sku,
      uom: nameOf(line, 'product_uom_id|product_uom'),
      caseQuantity: null,
      receivedQuantity: quantityText(Decimal.max(0, decimalOr(line, 'qty_received', 0))),
      ...acceptanceOf(product?.['detailed_type|type'] === 'service', decimalOr(line, 'qty_received', 0)),
      expectedOn: day(line, 'date_planned'),
      mrp: null,
      ...lineFigures({
        quantity,
        unitPrice: price,
        discountRate: decimalOr(line, 'discount', 0),
        taxable,
        taxes: taxesOf(idsOf(line['tax_ids|taxes_id']), taxes, decimal(line, 'price_tax'), taxable),
      }),
    },
  ];
}

/**
 * A group of taxes such as 'GST 5%' has CGST and SGST as its children. A tax whose name contains no head is IGST if it is the only one; the
 * amount is then the total that Odoo states for the line.
 */
function taxesOf(ids: readonly number[], taxes: Records, stated: Decimal | null, taxable: Decimal | null): StatedTaxes | null {
  const leaves = ids.flatMap((id): Raw[] => {
    const tax = taxes.get(id);
    const children = present(taxes, tax?.['children_tax_ids']);
    return tax === undefined ? [] : children.length > 0 ? children : [tax];
  });
  const found: StatedTaxes = {};
  for (const tax of leaves) {
    if (tax['amount_type'] !== undefined && tax['amount_type'] !== 'percent') continue;
    const rate = neededDecimal(tax, 'amount');
    const head = headOf(`${nameOf(tax, 'tax_group_id') ?? ''} ${String(tax['name'])}`) ?? headOf(String(tax['name']));
    if (head !== null && rate.gt(0)) found[head] = { rate: rate.plus(found[head]?.rate ?? 0) };
    else if (head === null && rate.gt(0) && leaves.length === 1) found.igst = { rate, amount: stated };
  }
  if (Object.keys(found).length === 0) return null;
  // Odoo rounds by line or by order, so its own total applies if there is one head.
  const heads = Object.keys(found) as (keyof StatedTaxes)[];
  const [only] = heads;
  if (heads.length === 1 && only !== undefined && stated !== null && taxable !== null)
    found[only] = { rate: found[only]?.rate ?? new Decimal(0), amount: stated };
  return found;
}

export interface ReturnParts {
  moves: Records;
  originals: Records;
  lines: Records;
  orders: Records;
  bills: Records;
}

export function returnsOf(picking: Raw, { moves, originals, lines, orders, bills }: ReturnParts): PulledReturn[] {
  const partner = idOf(picking['partner_id']);
  return idsOf(picking['move_ids|move_lines']).flatMap((id) => {
    const move = moves.get(id);
    if (move === undefined) return [];
    const quantity = neededDecimal(move, 'quantity|quantity_done').abs();
    if (quantity.eq(0)) return [];
    const original = originals.get(idOf(move['origin_returned_move_id']) ?? 0);
    const line = lines.get(idOf(move['purchase_line_id']) ?? idOf(original?.['purchase_line_id']) ?? 0);
    const order = orders.get(idOf(line?.['order_id']) ?? 0);
    const supplier = idOf(order?.['partner_id']) ?? partner;
    if (supplier === null) throw new Misfit(say('{field} is empty.', { field: 'partner_id' }));
    const bill = idsOf(order?.['invoice_ids'])
      .map((each) => bills.get(each))
      .find((each) => each?.['move_type'] === 'in_invoice' && each['state'] === 'posted');
    return [
      {
        externalId: `${String(picking['id'])}/${id}`,
        version: String(picking['write_date']),
        raw: { ...picking, move },
        supplier: String(supplier),
        poNumber: text(order, 'name'),
        poDate: day(order, 'date_approve') ?? day(order, 'date_order'),
        invoiceNumber: text(bill, 'ref') ?? text(bill, 'name'),
        invoiceDate: day(bill, 'invoice_date'),
        itemName: nameOf(move, 'product_id') ?? 'Unnamed item',
        receivedQuantity: quantityText(decimal(original, 'quantity|quantity_done') ?? quantity),
        returnedQuantity: quantityText(quantity),
        remarks: oneLine(typeof picking['note'] === 'string' ? picking['note'].replaceAll(/<[^<>]*>/g, ' ') : null),
      },
    ];
  });
}

/**
 * Odoo states which bills a payment covers, but not the amount for each. The bills are settled in date order, each at most by its total,
 * and the remainder is on account.
 */
export function paymentsOf(row: Raw, bills: Records): PulledPayment[] {
  demandRupees(nameOf(row, 'currency_id'));
  const supplier = idOf(row['partner_id']);
  if (supplier === null) throw new Misfit(say('{field} is empty.', { field: 'partner_id' }));
  const shared = {
    version: String(row['write_date']),
    raw: row,
    supplier: String(supplier),
    paidOn: neededDay(row, 'date'),
    mode: nameOf(row, 'payment_method_line_id') ?? nameOf(row, 'journal_id') ?? 'Bank transfer',
    remarks: [text(row, 'name'), text(row, 'memo|ref')].filter((each) => each !== null && each !== '/').join(', ') || null,
    ...(['cancel', 'canceled', 'rejected'].includes(String(row['state'])) && { cancelled: true }),
  };
  let left = neededDecimal(row, 'amount');
  const own = present(bills, row['reconciled_bill_ids']).sort((one, other) =>
    `${String(one['invoice_date'])} ${Number(one['id'])}`.localeCompare(`${String(other['invoice_date'])} ${Number(other['id'])}`),
  );
  const parts = own.flatMap((bill) => {
    const settled = neededDecimal(bill, 'amount_total').minus(decimalOr(bill, 'amount_residual', 0));
    const amount = Decimal.min(left, settled);
    left = left.minus(amount);
    const invoiceNumber = text(bill, 'ref') ?? neededText(bill, 'name');
    return amount.gt(0)
      ? [{ ...shared, externalId: `${String(row['id'])}/${String(bill['id'])}`, amount: rupees(amount), invoiceNumber }]
      : [];
  });
  const all = left.gt(0)
    ? [...parts, { ...shared, externalId: `${String(row['id'])}/on-account`, amount: rupees(left), invoiceNumber: null }]
    : parts;
  return partsOf(String(row['id']), all);
}

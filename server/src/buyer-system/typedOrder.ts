import { createHash } from 'node:crypto';

import type { TypedLine } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import { codeKey, gtinKey } from '@aapurti/contract/ground/codeKeys';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { isIgst, type Supply } from '@aapurti/contract/ground/gst';
import { figuresOf } from '@aapurti/contract/ground/orderFigures';
import { say } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import type { KnownOrder } from '../purchase-orders/store.ts';
import type { PulledLine } from '../erp/records.ts';

/** A line from an upload or a form, in rupees and percent; null means the item's value. */
export type GivenLine = Omit<TypedLine, 'EANCode' | 'MRP'> & { ean: TypedLine['EANCode']; mrp: TypedLine['MRP'] };

export interface GivenOrder {
  ownerId: string;
  number: string;
  orderedOn: string;
  deliverBy: string | null;
  paymentTerms: string | null;
  status: 'Open' | 'Closed' | 'Cancelled';
  deliveryLocation: string | null;
  vendorGST: string | null;
  buyerGST: string | null;
  placeOfSupply: string | null;
  lines: readonly GivenLine[];
}

/** The facts that the item master has about an item. */
export interface Facts {
  itemCode: string;
  ean: string;
  name: string;
  hsnCode: string | null;
  skuCode: string | null;
  uom: string | null;
  mrp: string | null;
}

export interface ItemFacts {
  byCode: Map<string, Facts>;
  byEan: Map<string, readonly Facts[]>;
}

/** The facts that the item master has about the items of lines. */
export async function factsOf(db: Database, lines: readonly Pick<GivenLine, 'ean' | 'itemCode'>[]): Promise<ItemFacts> {
  const codes = lines.flatMap(({ itemCode }) => itemCode ?? []);
  const eans = lines.flatMap(({ ean }) => ean ?? []);
  const rows = await db.rows<Facts & Record<string, unknown>>(sql`
    select item_code as "itemCode", ean, item_name as name, hsn_code as "hsnCode", sku_code as "skuCode", uom_code as uom, mrp
    from items where code_key(item_code) = any(${codes.map(codeKey)}::text[]) or gtin_key(ean) = any(${eans.map(gtinKey)}::text[]) order by id`);
  const byEan = new Map<string, Facts[]>();
  for (const row of rows) byEan.set(gtinKey(row.ean), [...(byEan.get(gtinKey(row.ean)) ?? []), row]);
  return { byCode: new Map(rows.map((row) => [codeKey(row.itemCode), row])), byEan };
}

/** The item that a line names, or the error in naming it. A line whose item is not in the master must state its own name. */
export function itemOf(line: Pick<GivenLine, 'ean' | 'itemCode' | 'itemName'>, facts: ItemFacts): Facts | null | { problem: string } {
  const { ean, itemCode, itemName } = line;
  if (ean === null && itemCode === null) return { problem: 'EAN Code or Item Code is required.' };
  const byCode = itemCode === null ? undefined : facts.byCode.get(codeKey(itemCode));
  if (byCode !== undefined) return byCode;
  const [one, another] = ean === null ? [] : (facts.byEan.get(gtinKey(ean)) ?? []);
  if (another !== undefined && itemCode === null)
    return { problem: say('Several items have the EAN {ean}. Enter the Item Code too.', { ean }) };
  if (one !== undefined && itemCode === null) return one;
  if (itemName !== null) return null;
  return {
    problem:
      ean === null
        ? say('No item has the code {itemCode}. Upload the item first, or enter its Item Name.', { itemCode })
        : say('No item has the EAN {ean}. Upload the item first, or enter its Item Name.', { ean }),
  };
}

const money = (amount: Decimal) => amount.toFixed(2);

/** An order of the embedded system in the form that an import hands in. The same order gives the same version. */
export function orderFrom(order: GivenOrder, facts: ItemFacts, supply: Supply | null): KnownOrder {
  const interState = isIgst(supply) ?? false;
  // Orders to a vendor that charges no tax have no rate.
  const given = supply === 'untaxed' ? order.lines.map((line) => ({ ...line, taxRate: null, cessRate: null })) : order.lines;
  const figures = figuresOf(given, interState);
  const seen = new Map<string, number>();
  const lines = given.map((line, index): PulledLine => {
    const found = itemOf(line, facts);
    const item = found === null || 'problem' in found ? null : found;
    const itemCode = item?.itemCode ?? line.itemCode ?? line.ean ?? '';
    const times = (seen.get(itemCode) ?? 0) + 1;
    seen.set(itemCode, times);
    const { discount, taxable, half, igst, cess, total } = figures[index] ?? failed();
    const rate = line.taxRate;
    return {
      // An item may come twice, for example with a free quantity. The second line gets a name of its own.
      externalId: times === 1 ? itemCode : `${itemCode} (${times})`,
      itemCode,
      itemName: line.itemName ?? item?.name ?? itemCode,
      ean: line.ean ?? item?.ean ?? null,
      secondEan: null,
      hsnCode: line.hsnCode ?? item?.hsnCode ?? null,
      skuCode: item?.skuCode ?? null,
      uom: line.uom ?? item?.uom ?? null,
      quantity: line.quantity.toFixed(),
      caseQuantity: line.caseQuantity?.toFixed() ?? null,
      receivedQuantity: null,
      mrp: line.mrp === null ? (item?.mrp ?? null) : money(line.mrp),
      unitPrice: line.price.toFixed(),
      discountRate: (line.discountRate ?? new Decimal(0)).toFixed(),
      discount: money(discount),
      taxable: money(taxable),
      cgstRate: rate === null ? null : interState ? '0' : rate.div(2).toFixed(),
      sgstRate: rate === null ? null : interState ? '0' : rate.div(2).toFixed(),
      igstRate: rate === null ? null : interState ? rate.toFixed() : '0',
      cessRate: line.cessRate?.toFixed() ?? null,
      cgst: money(half),
      sgst: money(half),
      igst: money(igst),
      cess: money(cess),
      total: money(total),
      // Blank fields are left out, so that an order from before these fields keeps its version.
      ...(line.acceptance === null ? {} : { acceptance: line.acceptance }),
      ...(line.fromFirstPiece ? { fromFirstPiece: true } : {}),
    };
  });
  const { ownerId, number, orderedOn, deliverBy, status, deliveryLocation } = order;
  // Fields that are not stated are left out, so that orders from before these fields keep their version.
  const stated = Object.entries({
    paymentTerms: order.paymentTerms,
    vendorGST: order.vendorGST,
    buyerGST: order.buyerGST,
    placeOfSupply: order.placeOfSupply,
  });
  const sides: Partial<Pick<GivenOrder, 'paymentTerms' | 'vendorGST' | 'buyerGST' | 'placeOfSupply'>> = Object.fromEntries(
    stated.filter(([, value]) => value !== null),
  );
  const content = { number, orderedOn, deliverBy, status, deliveryLocation, ...sides, lines };
  return {
    ...content,
    ownerId,
    externalId: externalIdOf(ownerId, number),
    version: versionOf(content),
    raw: null,
    supplier: '',
    acknowledgedOn: null,
    acknowledgementReference: null,
    paid: '0',
    vendorAddress: null,
  };
}

/** The same order has the same id whether it was uploaded or entered. */
export function externalIdOf(ownerId: string, number: string): string {
  return `${ownerId}/${codeKey(number)}`;
}

/** The version changes with the content of the record. */
export function versionOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
}

function failed(): never {
  throw new Error('every line has its figures');
}

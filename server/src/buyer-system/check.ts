import { LOADED_LINES_MAX } from '@aapurti/contract/buyerSystemSheets';
import { isIsoDate } from '@aapurti/contract/fields';
import * as z from 'zod';

import type { BuyerItem, KnownSupplier, PulledLine, PulledOrder, PulledPayment, PulledReturn, PullKind } from '../erp/port.ts';

/** The records of each kind, as the port hands them in. */
export interface PulledRecords {
  suppliers: KnownSupplier;
  items: BuyerItem;
  orders: PulledOrder;
  returns: PulledReturn;
  payments: PulledPayment;
}

// An adapter may have a defect, and a system its own idea of types: what is wrong is found here, before it gets to the database.

const text = (most: number) => z.string('should be text').trim().min(1, 'is empty').max(most, `is longer than ${most} characters`);
const optional = (most: number) => z.string('should be text').max(most, `is longer than ${most} characters`).nullable();
const day = z.string('should be a date').refine(isIsoDate, 'should be a date such as 2026-11-21');

/** Decimal text with so many digits before the point. More places than the table keeps are rounded by it; `exact` ones are not taken. */
function decimal(digits: number, places: number | null, words: string) {
  const fraction = places === null ? String.raw`(\.\d{1,17})?` : String.raw`(\.\d{1,${places}}0*)?`;
  return z.string(words).regex(new RegExp(String.raw`^\d{1,${digits}}${fraction}$`), words);
}
const quantity = decimal(9, null, 'should be a quantity of 0 or more');
const price = decimal(10, null, 'should be a price of 0 or more');
const money = decimal(12, 2, 'should be an amount of 0 or more with at most two decimals');
const rate = decimal(3, null, 'should be a rate of 0 or more').nullable();
const isPositive = (value: string) => /[1-9]/.test(value);

const line = z.object({
  externalId: optional(200),
  itemCode: text(100),
  itemName: text(500),
  ean: optional(50),
  secondEan: optional(50),
  hsnCode: optional(50),
  skuCode: optional(100),
  uom: optional(50),
  quantity: quantity.refine(isPositive, 'should be above 0'),
  caseQuantity: quantity.refine(isPositive, 'should be above 0').nullable(),
  receivedQuantity: quantity.nullable(),
  mrp: money.nullable(),
  unitPrice: price,
  discountRate: decimal(3, null, 'should be a rate of 0 or more'),
  discount: money,
  taxable: money,
  cgstRate: rate,
  sgstRate: rate,
  igstRate: rate,
  cessRate: rate,
  cgst: money,
  sgst: money,
  igst: money,
  cess: money,
  total: money,
}) satisfies z.ZodType<PulledLine>;

const pulled = { externalId: text(300), version: text(200), raw: z.unknown() };

const schemas = {
  suppliers: z.object({
    externalId: text(300),
    name: text(500),
    email: optional(300),
    gstin: optional(50),
  }) satisfies z.ZodType<KnownSupplier>,
  items: z.object({
    itemCode: text(100),
    ean: text(50),
    name: text(500),
    brandName: optional(200),
    category: optional(200),
    hsnCode: optional(50),
    skuCode: optional(100),
    uom: optional(50),
    uomDescription: optional(200),
    uomConversion: quantity.refine(isPositive, 'should be above 0'),
    mrp: money.nullable(),
  }) satisfies z.ZodType<BuyerItem>,
  orders: z.object({
    ...pulled,
    supplier: text(300),
    number: text(100),
    orderedOn: day,
    deliverBy: day.nullable(),
    status: z.enum(['Open', 'Closed', 'Cancelled'], 'should be Open, Closed or Cancelled'),
    acknowledgedOn: day.nullable(),
    acknowledgementReference: optional(200),
    paid: money,
    deliveryLocation: optional(1000),
    vendorAddress: optional(1000),
    lines: z.array(line, 'should be a list').min(1, 'has no lines').max(LOADED_LINES_MAX, `has more than ${LOADED_LINES_MAX} lines`),
  }) satisfies z.ZodType<PulledOrder>,
  returns: z.object({
    ...pulled,
    supplier: text(300),
    poNumber: optional(100),
    poDate: day.nullable(),
    invoiceNumber: optional(100),
    invoiceDate: day.nullable(),
    itemName: text(500),
    receivedQuantity: quantity,
    returnedQuantity: quantity.refine(isPositive, 'should be above 0'),
    remarks: optional(2000),
    cancelled: z.boolean().optional(),
  }),
  payments: z.object({
    ...pulled,
    supplier: text(300),
    paidOn: day,
    mode: z.string('should be text').max(200, 'is longer than 200 characters'),
    amount: money.refine(isPositive, 'should be above 0'),
    remarks: optional(2000),
    invoiceNumber: optional(64),
    cancelled: z.boolean().optional(),
    whole: z.object({ id: text(300), parts: z.array(text(300)) }).optional(),
  }),
};

/** What a person would look for it by, in the system. */
const NAMES: Readonly<Record<PullKind, { what: string; id: string; name: string }>> = {
  suppliers: { what: 'Supplier', id: 'externalId', name: 'name' },
  items: { what: 'Item', id: 'itemCode', name: 'itemCode' },
  orders: { what: 'Order', id: 'externalId', name: 'number' },
  returns: { what: 'Return', id: 'externalId', name: 'externalId' },
  payments: { what: 'Payment', id: 'externalId', name: 'externalId' },
};

const NAMED_MAX = 100;

/** As in 'Order PUR-0042'. */
export function nameOf(kind: PullKind, record: unknown): string {
  const { what, id, name } = NAMES[kind];
  const fields = (typeof record === 'object' && record !== null ? record : {}) as Record<string, unknown>;
  const found = [fields[name], fields[id]].find((each) => typeof each === 'string' && each !== '');
  return typeof found === 'string' ? `${what} ${found.slice(0, NAMED_MAX)}` : `${what} without a name`;
}

/** What a record is kept under: the same whenever it comes again. */
export function idOf(kind: PullKind, record: unknown): string {
  const found = (record as Record<string, unknown> | null)?.[NAMES[kind].id];
  return typeof found === 'string' && found !== '' ? found.slice(0, 300) : `? ${JSON.stringify(found ?? null).slice(0, 200)}`;
}

/** The record, or what is wrong with it as a sentence that names it. */
export function checkRecord<K extends PullKind>(kind: K, record: unknown): { value: PulledRecords[K] } | { problem: string } {
  const checked = schemas[kind].safeParse(record);
  if (checked.success) return { value: checked.data as PulledRecords[K] };
  const [issue] = checked.error.issues;
  const [first, place, ...rest] = issue?.path ?? [];
  const where =
    first === 'lines' && typeof place === 'number' ? `line ${place + 1}, ${rest.join('.') || 'all of it'}` : String(first ?? 'record');
  const given = issue?.path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], record);
  const shown = given === undefined ? 'nothing' : JSON.stringify(given).slice(0, NAMED_MAX);
  return { problem: `${nameOf(kind, record)}: ${where} ${issue?.message ?? 'is not right'}, but the buyer's system sent ${shown}.` };
}

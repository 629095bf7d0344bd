import { carriedTax } from '@aapurti/contract/ground/gst';
import { Decimal } from '@aapurti/contract/ground/numbers';
import type { OrderAnswers } from '@aapurti/contract/purchase-orders/orderAnswers';
import sql from 'sql-template-tag';

import type { PulledLine, PulledOrder } from '../erp/records.ts';
import type { Database } from '../database/database.ts';
import { type EarlierPrice, orderLineTable, type StoredOrderLine } from './lines.ts';

type Priced = Pick<PulledLine, 'quantity' | 'unitPrice' | 'discountRate' | 'discount' | 'cgstRate' | 'sgstRate' | 'igstRate' | 'cessRate'>;

/** The figures of a line at another price: a discount in percent follows the price, one in rupees stays. */
function repriced<Line extends Priced>(line: Line, unitPrice: Decimal.Value) {
  const money = (amount: Decimal) => amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
  const gross = new Decimal(line.quantity).times(unitPrice);
  const discount = new Decimal(line.discountRate).gt(0)
    ? money(gross.times(line.discountRate).div(100))
    : Decimal.min(line.discount, money(gross));
  const taxable = money(gross.minus(discount));
  const tax = (rate: string | null) => carriedTax([taxable], rate ?? 0)[0] ?? new Decimal(0);
  const [cgst, sgst, igst, cess] = [tax(line.cgstRate), tax(line.sgstRate), tax(line.igstRate), tax(line.cessRate)];
  return {
    ...line,
    unitPrice: new Decimal(unitPrice).toFixed(),
    discount: discount.toFixed(2),
    taxable: taxable.toFixed(2),
    cgst: cgst.toFixed(2),
    sgst: sgst.toFixed(2),
    igst: igst.toFixed(2),
    cess: cess.toFixed(2),
    total: Decimal.sum(taxable, cgst, sgst, igst, cess).toFixed(2),
  };
}

const discountOf = ({ discount, quantity }: Pick<Priced, 'discount' | 'quantity'>) => new Decimal(discount).div(quantity);

/** True if the price of one unit is the same. */
function isSamePrice(one: Priced, other: Priced): boolean {
  if (!new Decimal(one.unitPrice).eq(other.unitPrice)) return false;
  if (new Decimal(one.discountRate).gt(0) || new Decimal(other.discountRate).gt(0))
    return new Decimal(one.discountRate).eq(other.discountRate);
  return discountOf(one).minus(discountOf(other)).abs().lt(0.005);
}

const acceptedOf = ({ receivedQuantity, rejectedQuantity }: StoredOrderLine) => new Decimal(receivedQuantity).minus(rejectedQuantity);

/** The earlier prices of quantities that were accepted before the line's price changed. */
function earlierPrices(before: StoredOrderLine, after: Priced, isFromFirst: boolean): readonly EarlierPrice[] {
  const accepted = acceptedOf(before);
  if (isFromFirst || accepted.lte(0)) return [];
  const known = before.earlierPrices as readonly EarlierPrice[];
  if (isSamePrice(before, after)) return known;
  const own = { until: accepted.toFixed(), unitPrice: before.unitPrice, discount: discountOf(before).toFixed() };
  return [...known.filter(({ until }) => accepted.gt(until)), own];
}

/** The terms that a line keeps in addition to those that the buyer's system states. */
interface Kept {
  statedPrice: string | null;
  earlierPrices: string;
  acceptance: NonNullable<PulledLine['acceptance']>;
  confirmedQuantity: string | null;
}

/**
 * A line of an amended order with the terms of the line that it replaces: an agreed price stays while the stated price is unchanged, and
 * accepted quantities keep their price.
 */
function amended(line: PulledLine, before: StoredOrderLine | undefined): PulledLine & Kept {
  const acceptance = line.acceptance ?? (before?.acceptance as Kept['acceptance'] | undefined) ?? 'receipt';
  if (before === undefined) return { ...line, statedPrice: null, earlierPrices: '[]', acceptance, confirmedQuantity: null };
  const isAgreed = before.statedPrice !== null && new Decimal(before.statedPrice).eq(line.unitPrice) && line.fromFirstPiece !== true;
  const after = isAgreed ? repriced(line, before.unitPrice) : line;
  return {
    ...after,
    acceptance,
    statedPrice: isAgreed ? before.statedPrice : null,
    earlierPrices: JSON.stringify(earlierPrices(before, after, line.fromFirstPiece === true)),
    confirmedQuantity: before.confirmedQuantity,
  };
}

/** The stored lines of orders, by order. */
export async function storedLines(db: Database, ids: readonly string[]): Promise<Map<string, StoredOrderLine[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows<StoredOrderLine & { order: string } & Record<string, unknown>>(sql`
    select order_id::text as order, ${orderLineTable.selected('line')} from purchase_order_lines line
    where order_id = any(${ids}::bigint[]) order by order_id, line`);
  const found = new Map<string, StoredOrderLine[]>();
  for (const { order, ...line } of rows) found.set(order, [...(found.get(order) ?? []), line]);
  return found;
}

/** The identity of an order line, which its amendments keep. */
export interface KnownLine {
  line: number;
  externalId: string | null;
  itemCode: string;
}

/**
 * The lines before an amendment that its lines follow, in their sequence: the one with the line's external id, or without any the one in its
 * place, or else the first left of its item.
 */
export function followedLines<K extends KnownLine>(
  lines: readonly Pick<PulledLine, 'externalId' | 'itemCode'>[],
  before: readonly K[],
): (K | undefined)[] {
  const left = new Set(before);
  const take = (found: K | undefined) => {
    if (found !== undefined) left.delete(found);
    return found;
  };
  const same = lines.map((line, index) =>
    take(
      [...left].find(({ externalId, line: place }) =>
        externalId === null ? place === index + 1 && line.externalId === null : externalId === line.externalId,
      ),
    ),
  );
  return lines.map((line, index) => same[index] ?? take([...left].find(({ itemCode }) => itemCode === line.itemCode)));
}

/** The lines of an amended order, each with the terms of the line that it follows. */
export function amendedLines(lines: readonly PulledLine[], before: readonly StoredOrderLine[]): (PulledLine & Kept)[] {
  const followed = followedLines(lines, before);
  return lines.map((line, index) => amended(line, followed[index]));
}

const SETTLED = new Set(['accepted', 'agreed']);

/**
 * Applies the prices agreed in a change of the confirmations: the order, its proposals, its documents and the invoice match then use them.
 * Quantities accepted earlier keep their price, unless the buyer applies the new one from the first piece.
 */
export async function takeAgreed(tx: Database, before: OrderAnswers, after: OrderAnswers, fromFirst: ReadonlySet<number>): Promise<void> {
  const was = new Map(before.lines.map(({ line, answer }) => [line, answer]));
  const agreed = after.lines.flatMap(({ line, answer }) =>
    answer !== null && answer.price !== null && SETTLED.has(answer.state) && !SETTLED.has(was.get(line)?.state ?? '')
      ? [[line, answer.price] as const]
      : [],
  );
  if (agreed.length === 0) return;
  const stored = new Map((await storedLines(tx, [after._id])).get(after._id)?.map((line) => [line.line, line]));
  const rows = agreed.flatMap(([line, price]) => {
    const known = stored.get(line);
    if (known === undefined || new Decimal(known.unitPrice).eq(price)) return [];
    const made = repriced(known, price);
    const stated = known.statedPrice ?? known.unitPrice;
    const earlier = earlierPrices(known, made, fromFirst.has(line));
    return [{ ...made, line, statedPrice: new Decimal(stated).eq(price) ? null : stated, earlierPrices: earlier }];
  });
  if (rows.length === 0) return;
  await tx.execute(sql`
    update purchase_order_lines line set unit_price = made."unitPrice", stated_price = made."statedPrice", earlier_prices = made."earlierPrices",
      discount = made.discount, taxable = made.taxable, cgst = made.cgst, sgst = made.sgst, igst = made.igst, cess = made.cess, total = made.total
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made(line int, "unitPrice" numeric, "statedPrice" numeric, "earlierPrices" jsonb, discount numeric,
      taxable numeric, cgst numeric, sgst numeric, igst numeric, cess numeric, total numeric)
    where line.order_id = ${after._id} and line.line = made.line`);
  await tx.execute(sql`
    update purchase_orders set value = (select sum(total) from purchase_order_lines where order_id = ${after._id}) where id = ${after._id}`);
}

/**
 * The payment terms of orders: as stated, or else unchanged; a new order gets the terms currently agreed with its vendor. Terms that a
 * vendor enters in its own profile are not agreed, and a later change of a vendor changes no existing order, with or without terms.
 */
export async function termsOf(
  db: Database,
  source: string,
  orders: readonly (Pick<PulledOrder, 'externalId' | 'paymentTerms'> & { ownerId: string })[],
): Promise<(string | null)[]> {
  const rows = await db.rows<{ terms: string | null }>(sql`
    select case when known.id is null then nullif(left(vendors.agreed_terms, 500), '') else known.payment_terms end as terms
    from unnest(${orders.map(({ ownerId }) => ownerId)}::bigint[], ${orders.map(({ externalId }) => externalId)}::text[])
      with ordinality as given (owner, external_id, place)
    left join vendors on vendors.id = owner
    left join purchase_orders known on known.source = ${source} and known.external_id = given.external_id
    order by place`);
  return orders.map(({ paymentTerms }, place) => paymentTerms ?? rows[place]?.terms ?? null);
}

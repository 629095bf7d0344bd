import { indianDay } from '@aapurti/contract/ground/fields';
import {
  agreedValue,
  type Charge,
  inOrdered,
  type MatchedInvoice,
  type MatchedLine,
  type MatchedOrderLine,
  type NamedOrder,
  netPieces,
  type PriceTier,
  type SelfInvoiced,
} from '@aapurti/contract/invoices/matchFacts';
import { unitFactor } from '@aapurti/contract/invoices/matchUnits';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { type AllowedCharge, chargesOf } from '@aapurti/contract/settings/settings';
import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { type BookHead, bookOf } from './billed/book.ts';
import { alikeInvoices, grouped, receivedOf, taxesOf, tolerancesOf } from './billed/factRows.ts';
import { readSettings } from '../settings/settings.ts';
import { addedGoods, goodsOf, goodsTaxed, issuedOf, NO_GOODS, type TaxedGoods } from './reverse-charge/issued.ts';
import { irnsOf } from './einvoices/irn.ts';
import { type MatchSource, type OrderedLine, orderedLines } from './lines.ts';

/** The head of an invoice that is compared; without an id it is not stored yet. */
export interface MatchHead extends BookHead, Pick<MatchedInvoice, 'vendorGST' | 'buyerGST' | 'isOnly' | 'ended'> {
  owner: string;
  number: string;
  date: string;
  value: Decimal.Value;
  cgst: Decimal.Value;
  sgst: Decimal.Value;
  igst: Decimal.Value;
  irn: string | null;
}

interface Compared {
  head: MatchHead;
  lines: readonly MatchSource[];
}

interface More {
  today?: string;
  /** An invoice to leave out, both among the invoices before and among similar ones. */
  except?: string | null;
  /** True if the time at which invoices began to count decides alone, whatever is paid, approved or released. */
  inTurn?: boolean;
}

/** Reads the data that the rules compare an invoice with. A caller that stores the result has locked the orders. */
export async function factsOf(db: Database, head: MatchHead, lines: readonly MatchSource[], more: More = {}): Promise<MatchedInvoice> {
  const [facts] = await factsOfAll(db, [{ head, lines }], more);
  if (facts === undefined) throw new Error('every invoice has its facts');
  return facts;
}

/** An order line with the data that is the same for every invoice. */
interface Yardstick extends OrderedLine, Pick<MatchedOrderLine, 'prices' | 'rejections' | 'arrivals'> {}

/** The same data for many invoices: each table is read once, whatever their number. */
export async function factsOfAll(
  db: Database,
  given: readonly Compared[],
  { today = indianDay(new Date()), except = null, inTurn = false }: More = {},
): Promise<MatchedInvoice[]> {
  const owners = [...new Set(given.map(({ head }) => head.owner))];
  const orderIds = [
    ...new Set(given.flatMap(({ head, lines }) => [...(head.bare?.orderIds ?? []), ...lines.flatMap(({ orderId }) => orderId ?? [])])),
  ];
  const stored = await orderedLines(db, null, orderIds);
  const received = await receivedOf(db, orderIds);
  const taxes = await taxesOf(db, [
    ...stored.map(({ hsnCode }) => hsnCode),
    ...given.flatMap(({ lines }) => lines.map(({ hsnCode }) => hsnCode)),
  ]);
  const ordered = new Map(
    stored.map((line): [string, Yardstick] => {
      const { rejections, arrivals } = received(keyOf(line));
      const taxed = arrivals.map((arrival) => ({ ...arrival, rates: taxes(line.hsnCode, arrival.day, line.taxRate).rates }));
      return [keyOf(line), { ...line, prices: tiersOf(line), rejections, arrivals: taxed }];
    }),
  );
  const byOrder = grouped([...ordered.values()], ({ orderId }) => orderId);
  const goods = grouped([...ordered.values()], goodsOf);
  const issued = new Map((await issuedOf(db, orderIds)).map((each) => [goodsOf(each), each]));
  const book = await bookOf(db, given, ordered, orderIds, { except, inTurn });
  const tolerances = await tolerancesOf(db, owners);
  const charges = chargesOf((await readSettings(db)).allowedCharges ?? '').charges;
  const alike = await alikeInvoices(
    db,
    given.map(({ head }) => head),
  );
  const vendors = new Map(
    (
      await db.rows<{ id: string; confirmed: boolean; gstin: string | null; since: string | null }>(sql`
        select id::text, identity_confirmed_at is not null as confirmed, gstin, einvoice_since as since
        from vendors where id = any(${owners}::bigint[])`)
    ).map((vendor) => [vendor.id, vendor]),
  );

  const worthOf = (orderId: string, head: MatchHead, untaxed: Decimal): Pick<NamedOrder, 'agreed' | 'tolerance'> => {
    let [net, agreed, tolerance] = [new Decimal(0), new Decimal(0), new Decimal(0)];
    for (const line of byOrder.get(orderId) ?? []) {
      const allowed = tolerances(head.owner, line.category, line.orderedOn);
      const value = agreedValue(line.prices, line.billable);
      const { rates, cessOfTable } = taxes(line.hsnCode, head.date, line.taxRate);
      net = net.plus(value);
      agreed = agreed.plus(value.times(Decimal.sum(100, rates[0] ?? 0, line.cessRate ?? cessOfTable ?? 0)).div(100));
      const extra = Decimal.max(value.times(allowed.price).div(100), value.gt(0) ? allowed.priceAmount : 0);
      tolerance = tolerance.plus(extra).plus(value.times(allowed.quantity).div(100));
    }
    // The value of an untaxed part is its price without tax.
    const share = net.isZero() ? new Decimal(0) : Decimal.min(1, untaxed.div(net));
    agreed = agreed.minus(agreed.minus(net).times(share));
    return { agreed: agreed.toDecimalPlaces(2), tolerance: tolerance.toDecimalPlaces(2) };
  };

  return given.map(({ head, lines }): MatchedInvoice => {
    const { owner, date } = head;
    const seen = new Map<string, { before: Decimal; spent: Decimal }>();
    const taxedAbove = new Map<string, TaxedGoods>();
    const selfInvoiced = (line: OrderedLine): SelfInvoiced | null => {
      const key = goodsOf(line);
      const found = issued.get(key);
      if (found === undefined) return null;
      const all = goods.get(key) ?? [];
      return {
        ...addedGoods(book.taxed(key, head), taxedAbove.get(key) ?? NO_GOODS),
        quantity: found.quantity,
        numbers: found.numbers,
        accepted: all.reduce((sum, { accepted, billable }) => sum.plus(Decimal.max(accepted, billable)), new Decimal(0)),
        returned: all.reduce((sum, { returned }) => sum.plus(returned), new Decimal(0)),
      };
    };
    const charged = new Map<string, Decimal>();
    const orders = [
      ...new Set(
        [...(head.bare?.orderIds ?? []), ...lines.flatMap(({ orderId }) => orderId ?? [])].filter(
          (orderId) => byOrder.get(orderId)?.[0]?.owner === owner,
        ),
      ),
    ];
    const [first] = orders.toSorted((one, other) => Number(one) - Number(other));
    const matched = lines.map((line): MatchedLine => {
      const key = keyOf(line);
      const yard = ordered.get(key);
      const isOwn = byOrder.get(line.orderId ?? '')?.[0]?.owner === owner;
      const known = isOwn ? yard : undefined;
      const standard = line.orderId === null ? undefined : (known ?? (isOwn ? byOrder.get(line.orderId)?.[0] : undefined));
      const earlier = book.before(key, head);
      const above = seen.get(key) ?? { before: new Decimal(0), spent: new Decimal(0) };
      const factor = known === undefined ? new Decimal(1) : unitFactor(line.uom, known);
      const tax = known === undefined ? taxes(line.hsnCode, date, null) : taxes(known.hsnCode, date, known.taxRate);
      const charge = line.orderId === null ? chargeOf(line, first === undefined ? undefined : byOrder.get(first)?.[0], charges) : null;
      const result: MatchedLine = {
        ...line,
        // A charge has the tax rate of the goods of its order.
        ...(charge === null || first === undefined
          ? tax
          : chargeTax(byOrder.get(first) ?? [], (each) => taxes(each.hsnCode, date, each.taxRate))),
        factor,
        credited: book.back(head, line.no),
        due: line.due ?? ofOrder(known),
        tolerances: tolerances(owner, known?.category ?? null, known?.orderedOn ?? date),
        charge:
          charge === null || first === undefined
            ? null
            : { ...charge, before: book.charges(first, charge.kind, head).plus(charged.get(charge.kind) ?? 0) },
        order:
          line.orderId === null
            ? null
            : orderPart(known, standard, {
                before: earlier.quantity.plus(above.before),
                spent: earlier.spent.plus(above.spent),
                credited: earlier.credited,
                beforeNumbers: earlier.numbers,
                selfInvoiced: known === undefined ? null : selfInvoiced(known),
              }),
      };
      const pieces = netPieces(result);
      const kept = new Decimal(line.taxable).times(pieces).div(new Decimal(line.quantity).times(factor ?? 1));
      seen.set(key, { before: above.before.plus(pieces), spent: above.spent.plus(kept) });
      if (known !== undefined) {
        const own = goodsTaxed(
          Decimal.sum(line.cgst, line.sgst, line.igst, line.cess).gt(0),
          inOrdered(result, line.quantity),
          inOrdered(result, result.credited),
        );
        taxedAbove.set(goodsOf(known), addedGoods(taxedAbove.get(goodsOf(known)) ?? NO_GOODS, own));
      }
      if (charge !== null) charged.set(charge.kind, new Decimal(line.taxable).plus(charged.get(charge.kind) ?? 0));
      return result;
    });
    const vendor = vendors.get(owner);
    const gstin = head.vendorGST ?? vendor?.gstin ?? null;
    const { number, value, cgst, sgst, igst, vendorGST, buyerGST, isOnly, ended } = head;
    return {
      number,
      date,
      value,
      cgst,
      sgst,
      igst,
      vendorGST,
      buyerGST,
      isOnly,
      ended,
      lines: matched,
      namedOrders: orders.flatMap((orderId) => {
        const found = book.named(orderId, head, lines);
        if (found === null) return [];
        const { untaxed, ...named } = found;
        return [{ poNumber: byOrder.get(orderId)?.[0]?.poNumber ?? '', ...named, ...worthOf(orderId, head, untaxed) }];
      }),
      roundings: (first === undefined ? [] : [first]).map((orderId) => {
        const of = byOrder.get(orderId)?.[0];
        const most = Decimal.max(ROUNDINGS.rupees, new Decimal(of?.orderValue ?? 0).times(ROUNDINGS.share));
        return { poNumber: of?.poNumber ?? '', before: book.roundings(orderId, head), most };
      }),
      alike: alike({ ...head, id: head.id ?? except }),
      isBankConfirmed: vendor?.confirmed ?? false,
      irn: {
        given: head.irn,
        since: vendor?.since ?? null,
        fitting: gstin === null || gstin.toUpperCase() === 'URP' ? null : irnsOf({ gstin, date, number }),
      },
      today,
    };
  });
}

/** The most by which the invoices of one order may be rounded up together: an amount in rupees or a share of the order's value, whichever is more. */
const ROUNDINGS = { rupees: 10, share: 0.001 };

export const keyOf = ({ orderId, line }: Pick<MatchSource, 'orderId' | 'line'>) => `${orderId}/${line}`;

/** The price tiers agreed for the quantity of an order line. */
function tiersOf({ unitPrice, discount, quantity, earlierPrices }: OrderedLine): PriceTier[] {
  return [...earlierPrices, { until: null, unitPrice, discount: new Decimal(discount).div(quantity) }];
}

/** The taxes of the order, for lines whose due taxes are unknown. */
function ofOrder(line: OrderedLine | undefined): MatchedLine['due'] {
  if (line === undefined || line.taxRate === null) return null;
  return line.isIgst ? 'igst' : 'halves';
}

function chargeTax(lines: readonly OrderedLine[], taxOf: (line: OrderedLine) => Pick<MatchedLine, 'rates' | 'ratesFrom'>) {
  const found = lines.map(taxOf);
  return {
    rates: [...new Set(found.flatMap(({ rates }) => rates.map(Number)))],
    ratesFrom: found[0]?.ratesFrom ?? null,
    cessOfTable: null,
  };
}

/** The charge that a line without an order stands for; null if the settings allow no charge of its name. */
function chargeOf(
  { itemName }: Pick<MatchSource, 'itemName'>,
  order: OrderedLine | undefined,
  allowed: readonly AllowedCharge[],
): Omit<Charge, 'before'> | null {
  const found = allowed.find(({ kind }) => kind.toLowerCase() === itemName.trim().toLowerCase());
  return found === undefined || order === undefined ? null : { ...found, poNumber: order.poNumber };
}

function orderPart(
  line: Yardstick | undefined,
  known: OrderedLine | undefined,
  more: Pick<MatchedOrderLine, 'before' | 'spent' | 'credited' | 'beforeNumbers' | 'selfInvoiced'>,
): MatchedOrderLine {
  return {
    poNumber: known?.poNumber ?? '',
    orderedOn: known?.orderedOn ?? '',
    isCancelled: known?.status === 'Cancelled',
    exists: line !== undefined,
    vendorGST: known?.vendorGST ?? null,
    buyerGST: known?.buyerGST ?? null,
    itemCode: line?.itemCode ?? null,
    itemName: line?.itemName ?? '',
    hsnCode: line?.hsnCode ?? null,
    uom: line?.uom ?? null,
    prices: line?.prices ?? [{ until: null, unitPrice: 0, discount: 0 }],
    quantity: line?.quantity ?? 1,
    billable: line?.billable ?? 0,
    taxRate: line?.taxRate ?? null,
    cessRate: line?.cessRate ?? null,
    received: line?.received ?? 0,
    accepted: line?.accepted ?? 0,
    returned: line?.returned ?? 0,
    rejections: line?.rejections ?? [],
    arrivals: line?.arrivals ?? [],
    ...more,
  };
}

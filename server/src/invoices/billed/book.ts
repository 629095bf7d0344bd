import { firstThat, type NamedOrder } from '@aapurti/contract/invoices/matchFacts';
import { unitFactor } from '@aapurti/contract/invoices/matchUnits';
import { Decimal } from '@aapurti/contract/ground/numbers';

import type { Database } from '../../database/database.ts';
import { type TakenBack, takenBack } from '../credits.ts';
import { type Billed, type BilledHead, billedHeads, billedLines, grouped, isBefore, type Place, unlinedInvoices } from './factRows.ts';
import { addedGoods, goodsOf, goodsTaxed, NO_GOODS } from '../reverse-charge/issued.ts';
import type { MatchSource, OrderedLine } from '../lines.ts';

/** The invoice that others are counted for; without an id it is not stored yet. */
export interface BookHead {
  id: string | null;
  /** Null if the invoice counts after all others. */
  place: Place | null;
  /** The amount that an invoice without lines bills on the orders of its PO number. */
  bare?: Bare;
}

/** An invoice without lines. */
export interface Bare {
  orderIds: readonly string[];
  number: string;
  value: string;
  /** True if the vendor charges no tax. */
  isUntaxed: boolean;
}

/** The quantities and amounts that other invoices bill on orders, as far as they count before each of these invoices. */
export async function bookOf(
  db: Database,
  given: readonly { head: Pick<BookHead, 'id'> }[],
  ordered: ReadonlyMap<string, OrderedLine>,
  orderIds: readonly string[],
  { except, inTurn }: { except: string | null; inTurn: boolean },
) {
  const rows = (await billedLines(db, orderIds, except)).filter(({ key, owner }) => (ordered.get(key)?.owner ?? owner) === owner);
  const heads = grouped(await billedHeads(db, orderIds, except), ({ orderId }) => orderId);
  const unlined = await unlinedInvoices(db, orderIds, except);
  const back = await takenBack(db, [...new Set([...rows.map(({ invoice }) => invoice), ...given.flatMap(({ head }) => head.id ?? [])])]);
  const byKey = new Map([...grouped(rows, ({ key }) => key)].map(([key, own]) => [key, running(own, back, ordered.get(key))]));
  const byOrder = grouped(rows, ({ orderId }) => orderId);
  const byGoods = grouped(rows, ({ key }) => {
    const line = ordered.get(key);
    return line === undefined ? '' : goodsOf(line);
  });
  const counts = (other: Place, { place }: BookHead) =>
    place === null || (inTurn ? other.countsNo < place.countsNo : isBefore(other, place));
  return {
    back: (head: BookHead, no: number) => back.get(`${head.id}/${no}`)?.quantity ?? new Decimal(0),
    before: (key: string, head: BookHead) => byKey.get(key)?.((other) => counts(other, head), isPlain(head, inTurn)) ?? NOTHING,
    taxed: (goods: string, head: BookHead) =>
      (byGoods.get(goods) ?? [])
        .filter((other) => counts(other, head))
        .map((row) => {
          const { gross, credited } = piecesOf(row, back, ordered.get(row.key));
          return goodsTaxed(row.isTaxed, gross, credited);
        })
        .reduce(addedGoods, NO_GOODS),
    charges: (orderId: string, kind: string, head: BookHead) =>
      sumOf(
        heads.get(orderId) ?? [],
        (other) => counts(other, head),
        ({ others }) => chargedAs(others, kind),
      ),
    roundings: (orderId: string, head: BookHead) =>
      sumOf(
        heads.get(orderId) ?? [],
        (other) => counts(other, head),
        ({ rounding }) => new Decimal(rounding),
      ),
    named(
      orderId: string,
      head: BookHead,
      lines: readonly MatchSource[],
    ): (Pick<NamedOrder, 'invoiced' | 'numbers'> & { untaxed: Decimal }) | null {
      const others = [
        ...unlined.filter((other) => other.orderId === orderId && other.id !== head.id && counts(other, head)),
        ...(head.bare?.orderIds.includes(orderId) ? [head.bare] : []),
      ];
      if (others.length === 0) return null;
      const own = lines
        .filter((line) => line.orderId === orderId)
        .map((line) => ({ value: Decimal.sum(line.taxable, line.cgst, line.sgst, line.igst, line.cess), isUntaxed: line.due === 'none' }));
      const lined = (byOrder.get(orderId) ?? [])
        .filter((other) => counts(other, head))
        .map(({ due, isUntaxed }) => ({ value: due, isUntaxed }));
      const values = [...lined, ...others, ...own];
      const sum = (some: typeof values) => some.reduce((total, { value }) => total.plus(value), new Decimal(0));
      const untaxed = sum(values.filter(({ isUntaxed }) => isUntaxed));
      return { invoiced: sum(values), untaxed, numbers: others.map(({ number }) => number) };
    },
  };
}

const NONE = { quantity: new Decimal(0), spent: new Decimal(0), credited: new Decimal(0) };
const added = (one: typeof NONE, other: typeof NONE) => ({
  quantity: one.quantity.plus(other.quantity),
  spent: one.spent.plus(other.spent),
  credited: one.credited.plus(other.credited),
});
const NOTHING = { ...NONE, numbers: [] as readonly string[] };

const chargedAs = (others: BilledHead['others'], kind: string) =>
  others.reduce((sum, { name, taxable }) => (name.toLowerCase() === kind.toLowerCase() ? sum.plus(taxable) : sum), new Decimal(0));

/** True if the invoices that count before this one come first among the sorted lines. */
const isPlain = ({ place }: BookHead, inTurn: boolean) => !inTurn && !(place?.isReleased ?? false);

function sumOf<Row extends Place>(rows: readonly Row[], counts: (row: Row) => boolean, figure: (row: Row) => Decimal): Decimal {
  return rows.reduce((sum, row) => (counts(row) ? sum.plus(figure(row)) : sum), new Decimal(0));
}

/** The most invoice numbers that are collected: those that a finding names, and one more that shows that there are others. */
const NUMBERS = 6;

/** The pieces that a line bills and the pieces that notes take back, in the unit of the order. */
function piecesOf(row: Billed, back: ReadonlyMap<string, TakenBack>, ordered: OrderedLine | undefined) {
  const factor = ordered === undefined ? new Decimal(1) : (unitFactor(row.uom, ordered) ?? new Decimal(1));
  const taken = back.get(`${row.invoice}/${row.no}`);
  return { gross: new Decimal(row.quantity).times(factor), credited: new Decimal(taken?.quantity ?? 0).times(factor), taken };
}

/** The highest price of a piece that was agreed for an order line, less its discount. */
function highestPrice(ordered: OrderedLine | undefined): Decimal {
  if (ordered === undefined) return new Decimal(0);
  const { unitPrice, discount, quantity, earlierPrices } = ordered;
  const prices = earlierPrices.map((earlier) => new Decimal(earlier.unitPrice).minus(earlier.discount));
  return Decimal.max(new Decimal(unitPrice).minus(new Decimal(discount).div(quantity)), ...prices);
}

/** Running sums of the lines that bill an order line, in their sequence: each invoice finds the sum before it in one step. */
function running(rows: readonly Billed[], back: ReadonlyMap<string, TakenBack>, ordered: OrderedLine | undefined) {
  const sums = [NONE];
  const price = highestPrice(ordered);
  const own = rows.map((row) => {
    const { gross, credited, taken } = piecesOf(row, back, ordered);
    const billed = Decimal.max(0, new Decimal(row.taxable).minus(taken?.taxable ?? 0));
    const quantity = gross.minus(credited);
    // A deduction lowers a price above the agreed one. It makes no room for a higher price on other invoices.
    const above = Decimal.max(0, billed.minus(quantity.times(price)));
    const figures = { quantity, spent: billed.minus(Decimal.min(taken?.claimed ?? 0, above)), credited };
    sums.push(added(sums.at(-1) ?? NONE, figures));
    return figures;
  });
  return (counts: (row: Billed) => boolean, inSequence: boolean) => {
    if (inSequence) {
      // The invoices that count before this one come first.
      const first = firstThat(rows, (row) => !counts(row));
      const numbers = [...new Set(rows.slice(Math.max(0, first - NUMBERS * 4), first).map(({ number }) => number))].slice(-NUMBERS);
      return { ...(sums[first] ?? NOTHING), numbers };
    }
    const before = rows.flatMap((row, index) => (counts(row) ? [{ row, ...(own[index] ?? NONE) }] : []));
    return { ...before.reduce(added, NONE), numbers: [...new Set(before.map(({ row }) => row.number))].slice(-NUMBERS) };
  };
}

import { showDate, showMoney, showPercent } from '../ground/fields.ts';
import { taxOn, type TaxSplit } from '../ground/gst.ts';
import { Decimal } from '../ground/numbers.ts';
import { say } from '../ground/template.ts';

/** Percent. */
interface Rate {
  rate: number;
  cessRate: number;
}

/** A line of an order with the rates of its HSN code on a date; null if the rate table has none. */
export interface LineRate {
  line: number;
  itemName: string;
  hsnCode: string | null;
  taxable: number;
  /** The rate in the order; null if it states none. */
  orderRate: number | null;
  prepacked: Rate | null;
  loose: Rate | null;
}

/** The totals of the lines with one rate. */
export interface RateShare extends TaxSplit {
  rate: number;
  taxable: Decimal;
}

export interface TaxByRate {
  /** The lowest rate first. */
  shares: readonly RateShare[];
  /** The total taxes of all shares. */
  taxes: TaxSplit;
  /** The cess of all lines, which is part of the invoice's value and has no field of its own. */
  cess: Decimal;
  /** The value of the lines including taxes and cess; null if a line has no rate, and so is in no share. */
  total: Decimal | null;
  /** True if the rate of some line differs for pre-packed and loose goods. */
  depends: boolean;
  /** Warnings about lines; each names its line. */
  remarks: readonly string[];
}

const HEADS = ['CGSTValue', 'SGSTValue', 'IGSTValue'] as const;

/** The taxes of an order's lines by rate. `packed` is null until the user has stated the packing of goods whose rate depends on it. */
export function taxByRate(
  lines: readonly LineRate[],
  { packed, interState, day }: { packed: 'prepacked' | 'loose' | null; interState: boolean; day: string },
): TaxByRate {
  const taxable = new Map<number, Decimal>();
  const remarks: string[] = [];
  let [depends, isWhole] = [false, true];
  let cess = new Decimal(0);
  for (const each of lines) {
    const lineName = say('Line {line}, {itemName}', { line: each.line, itemName: each.itemName });
    const { prepacked, loose } = each;
    const varies = prepacked?.rate !== loose?.rate || prepacked?.cessRate !== loose?.cessRate;
    depends ||= varies;
    const found = packed === 'loose' ? loose : prepacked;
    if (varies && packed === null) {
      remarks.push(
        say('{lineName}: {prepacked} pre-packed and labelled, {loose} loose.', {
          lineName,
          prepacked: rateWords(prepacked),
          loose: rateWords(loose),
        }),
      );
      isWhole = false;
    } else if (found === null) {
      remarks.push(
        each.hsnCode === null
          ? say('{lineName}: no tax proposed, because the order has no HSN code.', { lineName })
          : say('{lineName}: no tax proposed, because HSN {hsnCode} has no rate on {day}.', {
              lineName,
              hsnCode: each.hsnCode,
              day: showDate(day),
            }),
      );
      isWhole = false;
    } else {
      taxable.set(found.rate, (taxable.get(found.rate) ?? new Decimal(0)).plus(each.taxable));
      if (found.cessRate > 0) {
        const own = new Decimal(each.taxable).times(found.cessRate).div(100).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
        cess = cess.plus(own);
        remarks.push(
          say('{lineName}: a cess of {cessRate}%, {value}, is added.', {
            lineName,
            cessRate: found.cessRate,
            value: showMoney(own.toFixed(2)),
          }),
        );
      }
      if (each.orderRate !== null && each.orderRate !== found.rate) {
        remarks.push(
          say('{lineName}: the order has {orderRate}%; HSN {hsnCode} has {rate}% on {day}.', {
            lineName,
            orderRate: each.orderRate,
            hsnCode: each.hsnCode,
            rate: found.rate,
            day: showDate(day),
          }),
        );
      }
    }
  }
  const shares = [...taxable]
    .sort(([one], [other]) => one - other)
    .map(([rate, amount]) => ({ rate, taxable: amount, ...taxOn(amount, rate, interState) }));
  const sum = (name: 'taxable' | (typeof HEADS)[number]) => shares.reduce((total, share) => total.plus(share[name]), new Decimal(0));
  const taxes = { CGSTValue: sum('CGSTValue'), SGSTValue: sum('SGSTValue'), IGSTValue: sum('IGSTValue') };
  const total = isWhole ? sum('taxable').plus(taxes.CGSTValue).plus(taxes.SGSTValue).plus(taxes.IGSTValue).plus(cess) : null;
  return { shares, taxes, cess, total, depends, remarks };
}

function rateWords(rate: Rate | null): string {
  return rate === null ? 'no rate' : showPercent(rate.rate);
}

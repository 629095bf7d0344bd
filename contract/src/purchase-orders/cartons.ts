import { Decimal } from '../ground/numbers.ts';
import type { OrderLine } from './orders.ts';
import { say, sayOnce } from '../ground/template.ts';

/** The most labels of one print: a browser prepares these in a second, and a roll has fewer. */
export const LABELS_MAX = 500;

export const messages = {
  malformed: 'Enter cartons as line:count, for example 1:12,3:4.',
  tooMany: sayOnce('At most {LABELS_MAX} labels at a time. Choose fewer lines or cartons.', { LABELS_MAX }),
  none: 'Choose a line with at least one carton.',
  noLine: (line: number) => say('Line {line} does not exist in this order.', { line }),
  cancelled: 'This purchase order is cancelled: there is nothing to pack.',
} as const;

/** Names of the reasons for rejecting packing labels, for programs. */
export const printCodes = { cancelled: 'order_is_cancelled', cartons: 'cartons_wrong' } as const;

/** The number of cartons by line number, from 1. */
export type Cartons = ReadonlyMap<number, number>;

type Packed = Pick<OrderLine, 'itemQuantityInCart' | 'caseQuantity'>;

/** The number of cartons for the quantity, the last of which may not be full; one if the quantity per carton is unknown. */
export function proposedCartons({ itemQuantityInCart, caseQuantity }: Packed): number {
  if (caseQuantity === null || caseQuantity <= 0) return 1;
  return Math.max(1, new Decimal(itemQuantityInCart).div(caseQuantity).ceil().toNumber());
}

type Agreed = Packed & Pick<OrderLine, 'agreedQuantity' | 'packed'>;

/** Goods of a line that are packed alike: of one dispatch note's line, or the quantity on no note yet (without terms). */
interface Part {
  quantity: Decimal;
  cartons: number;
  terms: OrderLine['packed'][number] | null;
}

/** The parts in which a line is packed: those of its dispatch notes, and the rest of the agreed quantity. */
export function partsOf({ agreedQuantity, packed, caseQuantity }: Agreed): Part[] {
  const cartonsFor = (quantity: number) => proposedCartons({ itemQuantityInCart: quantity, caseQuantity });
  const rest = packed.reduce((left, { quantity }) => left.minus(quantity), new Decimal(agreedQuantity));
  return [
    ...packed.map((terms) => ({ quantity: new Decimal(terms.quantity), cartons: terms.cartons || cartonsFor(terms.quantity), terms })),
    ...(rest.gt(0) ? [{ quantity: rest, cartons: cartonsFor(rest.toNumber()), terms: null }] : []),
  ];
}

/** The packed quantity of a line: the agreed quantity, or more if its notes have more. */
export const packedQuantity = (line: Agreed): Decimal => Decimal.sum(0, ...partsOf(line).map(({ quantity }) => quantity));

/**
 * The cartons of a line: those of its dispatch notes, and as many as the rest of the agreed quantity fills; none if nothing is to be
 * delivered.
 */
export const cartonsOf = (line: Agreed): number => partsOf(line).reduce((sum, { cartons }) => sum + cartons, 0);

/** The proposed number of cartons for each line of an order. */
export function proposal(lines: readonly Agreed[]): Cartons {
  return new Map(lines.map((line, place) => [place + 1, cartonsOf(line)]));
}

/**
 * The content of a carton (from 1) out of `cartons`. The proposed number gives each carton the content of its part; any other number
 * divides the whole line, with the terms that all its parts share.
 */
export function cartonOf(line: Agreed, cartons: number, carton: number): { quantity: Decimal | null; terms: Part['terms'] } {
  const parts = partsOf(line);
  if (cartons === cartonsOf(line)) {
    let from = 0;
    for (const part of parts) {
      const own = carton - from;
      from += part.cartons;
      if (own > part.cartons) continue;
      const packed = { itemQuantityInCart: part.quantity.toNumber(), caseQuantity: line.caseQuantity };
      return { quantity: quantityIn(packed, part.cartons, own), terms: part.terms };
    }
  }
  const all = { itemQuantityInCart: packedQuantity(line).toNumber(), caseQuantity: line.caseQuantity };
  return { quantity: quantityIn(all, cartons, carton), terms: parts.length === 1 ? (parts[0]?.terms ?? null) : null };
}

/** The number of labels. */
export function labelCount(cartons: Cartons): number {
  return [...cartons.values()].reduce((sum, count) => sum + count, 0);
}

/**
 * The content of a carton (from 1) out of `cartons`. With the proposed number, all cartons are full except the last. Otherwise the quantity
 * is divided as evenly as whole units allow (for a weight: its last decimal), the first cartons having more; null if there are fewer units
 * than cartons.
 */
export function quantityIn(line: Packed, cartons: number, carton: number): Decimal | null {
  const quantity = new Decimal(line.itemQuantityInCart);
  if (line.caseQuantity !== null && line.caseQuantity > 0 && cartons === proposedCartons(line)) {
    return Decimal.min(line.caseQuantity, quantity.minus(new Decimal(line.caseQuantity).times(carton - 1)));
  }
  const scale = new Decimal(10).pow(quantity.decimalPlaces());
  const units = quantity.times(scale);
  if (units.lt(cartons)) return null;
  const each = units.divToInt(cartons);
  return (units.mod(cartons).gte(carton) ? each.plus(1) : each).div(scale);
}

/** The cartons as a query parameter: '1:12,3:4'. */
export function writeCartons(cartons: Cartons): string {
  return [...cartons].map(([line, count]) => `${line}:${count}`).join(',');
}

/** Parses the query parameter; null if it is malformed. If a line is repeated, the last count applies. */
export function readCartons(text: string): Cartons | null {
  if (!/^\d{1,5}:\d{1,5}(,\d{1,5}:\d{1,5})*$/.test(text)) return null;
  return new Map(text.split(',').map((pair) => pair.split(':').map(Number) as [number, number]));
}

/** The reason why these labels cannot be printed; null if they can. */
export function whyNoLabels(cartons: Cartons, lines: number): string | null {
  const missing = [...cartons.keys()].find((line) => line < 1 || line > lines);
  if (missing !== undefined) return messages.noLine(missing);
  const count = labelCount(cartons);
  if (count === 0) return messages.none;
  return count > LABELS_MAX ? messages.tooMany : null;
}

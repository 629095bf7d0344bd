import { Decimal } from '../ground/numbers.ts';
import type { OrderLine } from './orders.ts';
import { say, sayOnce } from '../ground/template.ts';

/** Labels of one print: what a browser prepares in a second, and more than a roll has. */
export const LABELS_MAX = 500;

export const messages = {
  malformed: 'Enter cartons as line:count, for example 1:12,3:4.',
  tooMany: sayOnce('At most {LABELS_MAX} labels at a time. Choose fewer lines or cartons.', { LABELS_MAX }),
  none: 'Choose a line with at least one carton.',
  noLine: (line: number) => say('Line {line} does not exist in this order.', { line }),
  cancelled: 'This purchase order is cancelled: there is nothing to pack.',
} as const;

/** Names of what refuses packing labels, for programs. */
export const printCodes = { cancelled: 'order_is_cancelled', cartons: 'cartons_wrong' } as const;

/** The cartons of lines, by the line's number from 1. */
export type Cartons = ReadonlyMap<number, number>;

type Packed = Pick<OrderLine, 'itemQuantityInCart' | 'caseQuantity'>;

/** The number of cartons that the quantity fills, the last perhaps not quite; one where it is not known what goes into a carton. */
export function proposedCartons({ itemQuantityInCart, caseQuantity }: Packed): number {
  if (caseQuantity === null || caseQuantity <= 0) return 1;
  return Math.max(1, new Decimal(itemQuantityInCart).div(caseQuantity).ceil().toNumber());
}

type Agreed = Packed & Pick<OrderLine, 'agreedQuantity' | 'packed'>;

/** Goods of a line that are packed alike: of one line of a dispatch note, or what no note has yet (without terms). */
interface Part {
  quantity: Decimal;
  cartons: number;
  terms: OrderLine['packed'][number] | null;
}

/** The parts in which a line is packed: those of its dispatch notes, and the rest of what was agreed. */
export function partsOf({ agreedQuantity, packed, caseQuantity }: Agreed): Part[] {
  const cartonsFor = (quantity: number) => proposedCartons({ itemQuantityInCart: quantity, caseQuantity });
  const rest = packed.reduce((left, { quantity }) => left.minus(quantity), new Decimal(agreedQuantity));
  return [
    ...packed.map((terms) => ({ quantity: new Decimal(terms.quantity), cartons: terms.cartons || cartonsFor(terms.quantity), terms })),
    ...(rest.gt(0) ? [{ quantity: rest, cartons: cartonsFor(rest.toNumber()), terms: null }] : []),
  ];
}

/** The quantity of a line that is packed: what was agreed, or more where its notes have more. */
export const packedQuantity = (line: Agreed): Decimal => Decimal.sum(0, ...partsOf(line).map(({ quantity }) => quantity));

/** The cartons of a line: those of its dispatch notes, and for the rest of what was agreed as many as that fills; none where nothing of it is to be delivered. */
export const cartonsOf = (line: Agreed): number => partsOf(line).reduce((sum, { cartons }) => sum + cartons, 0);

/** The proposal for each line of an order. */
export function proposal(lines: readonly Agreed[]): Cartons {
  return new Map(lines.map((line, place) => [place + 1, cartonsOf(line)]));
}

/**
 * The content of a carton (from 1) of so many. As many as are proposed have what their part has; with another number, the line is shared out and the terms
 * are those that all its parts have.
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
 * The content of a carton (from 1) of so many. As many as proposed are full, and the last has the rest. Otherwise it is shared out as
 * evenly as whole units go (of a weight: its last decimal place), the first cartons having more; null where there are fewer units than
 * cartons, as one thing in several.
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

/** The cartons as a query has them: '1:12,3:4'. */
export function writeCartons(cartons: Cartons): string {
  return [...cartons].map(([line, count]) => `${line}:${count}`).join(',');
}

/** The cartons of a query; null where it is not understood. A line that is named twice has the last count. */
export function readCartons(text: string): Cartons | null {
  if (!/^\d{1,5}:\d{1,5}(,\d{1,5}:\d{1,5})*$/.test(text)) return null;
  return new Map(text.split(',').map((pair) => pair.split(':').map(Number) as [number, number]));
}

/** The reason why these labels cannot be printed; null where they can. */
export function whyNoLabels(cartons: Cartons, lines: number): string | null {
  const missing = [...cartons.keys()].find((line) => line < 1 || line > lines);
  if (missing !== undefined) return messages.noLine(missing);
  const count = labelCount(cartons);
  if (count === 0) return messages.none;
  return count > LABELS_MAX ? messages.tooMany : null;
}

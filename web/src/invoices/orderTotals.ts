import { Decimal } from '@aapurti/contract/ground/numbers';

/** The quantities of a line of an order that lead to its difference, with their labels. */
export const QUANTITIES = [
  ['Ordered', 'ordered'],
  ['Accepted', 'accepted'],
  ['Invoiced', 'invoiced'],
  ['Credited', 'credited'],
] as const;

/** The sums of the named quantities if all lines have one unit, else null. */
export function totalsOf<Name extends string>(
  lines: readonly (Readonly<Record<Name, number>> & { uom: string | null })[],
  names: readonly Name[],
): Record<Name, number | null> {
  const isOneUnit = new Set(lines.map(({ uom }) => uom?.toUpperCase() ?? '')).size === 1;
  return Object.fromEntries(names.map((name) => [name, isOneUnit ? sumOf(lines, name) : null])) as Record<Name, number | null>;
}

/** The exact sum of a figure of lines. */
export const sumOf = <Name extends string>(lines: readonly Readonly<Record<Name, number>>[], name: Name): number =>
  Decimal.sum(0, ...lines.map((line) => line[name])).toNumber();

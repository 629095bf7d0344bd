import type { OrderFigures } from '@aapurti/contract/invoices/orderFigures';
import { Decimal } from '@aapurti/contract/ground/numbers';

type Totals = Record<Exclude<keyof OrderFigures, 'differenceValue'>, number | null> & Pick<OrderFigures, 'differenceValue'>;

/** The sums of lines. Quantities are added up where all are in one unit, else they are null. */
export function totalsOf(lines: readonly (OrderFigures & { uom: string | null })[]): Totals {
  const isOneUnit = new Set(lines.map(({ uom }) => uom?.toUpperCase() ?? '')).size === 1;
  const sum = (name: keyof OrderFigures) => Decimal.sum(0, ...lines.map((line) => line[name])).toNumber();
  const quantity = (name: keyof OrderFigures) => (isOneUnit ? sum(name) : null);
  return {
    ordered: quantity('ordered'),
    accepted: quantity('accepted'),
    invoiced: quantity('invoiced'),
    credited: quantity('credited'),
    difference: quantity('difference'),
    differenceValue: sum('differenceValue'),
  };
}

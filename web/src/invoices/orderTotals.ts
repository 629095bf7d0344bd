import type { OrderFigures } from '@aapurti/contract/invoices/orderFigures';
import { Decimal } from '@aapurti/contract/ground/numbers';

/** The stages that only an order's own page knows. */
const STAGES = ['promised', 'sent', 'received', 'rejected', 'short', 'paid'] as const;

type Stages = Partial<Record<(typeof STAGES)[number], number>>;

type Totals = Record<Exclude<keyof OrderFigures, 'differenceValue'>, number | null> &
  Pick<OrderFigures, 'differenceValue'> &
  Partial<Record<keyof Stages, number | null>>;

/** The sums of lines. Quantities are added up where all are in one unit, else they are null. */
export function totalsOf(lines: readonly (OrderFigures & Stages & { uom: string | null })[]): Totals {
  const isOneUnit = new Set(lines.map(({ uom }) => uom?.toUpperCase() ?? '')).size === 1;
  const sum = (name: keyof OrderFigures | keyof Stages) => Decimal.sum(0, ...lines.map((line) => line[name] ?? 0)).toNumber();
  const quantity = (name: keyof OrderFigures | keyof Stages) => (isOneUnit ? sum(name) : null);
  const known = STAGES.filter((stage) => lines.some((line) => line[stage] !== undefined));
  return {
    ...Object.fromEntries(known.map((stage) => [stage, quantity(stage)])),
    ordered: quantity('ordered'),
    accepted: quantity('accepted'),
    invoiced: quantity('invoiced'),
    credited: quantity('credited'),
    difference: quantity('difference'),
    differenceValue: sum('differenceValue'),
  };
}

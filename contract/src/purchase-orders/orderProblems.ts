import type { OrderLinks } from './orderLinks.ts';
import type { PurchaseOrder } from './orders.ts';
import { agreedIn, goneOf, isLive, LEAST } from './orderSteps.ts';

export type ProblemOrder = Pick<PurchaseOrder, 'status' | 'deliverBy' | 'acknowledgedOn'> & {
  listOfItems: readonly Pick<PurchaseOrder['listOfItems'][number], 'itemQuantityInCart' | 'totalCost'>[];
};
export type ProblemLinks = {
  lines: readonly Pick<
    OrderLinks['lines'][number],
    'line' | 'itemName' | 'uom' | 'ordered' | 'promised' | 'sent' | 'received' | 'rejected' | 'accepted' | 'difference' | 'differenceValue'
  >[];
  invoices: readonly Pick<OrderLinks['invoices'][number], '_id' | 'invoiceNumber' | 'matchState'>[];
  differences: OrderLinks['differences'];
};

interface LineProblem {
  line: number;
  itemName: string;
  uom: string | null;
  units: number;
  amount: number;
}

/** A problem of an order: its kind, its subject, and the signed difference in the order's unit and in rupees including tax. */
export type OrderProblem =
  | { kind: 'exception' | 'returned'; invoice: { _id: string; invoiceNumber: string } }
  | ({ kind: 'overInvoiced' | 'late' | 'rejected'; days: number } & LineProblem)
  | ({ kind: 'short' | 'over'; difference: OrderLinks['differences'][number] } & LineProblem);

const DAY = 86_400_000;
const rounded = (quantity: number) => Number(quantity.toFixed(3));

/**
 * The problems of an order, those that block money first: invoices that are exceptions, lines invoiced above the accepted quantity, late
 * deliveries, receipts that differ from their dispatch notes, and rejected goods. The amounts of goods are at the order's prices. `today`
 * is the date in India.
 */
export function orderProblems(order: ProblemOrder, { lines, invoices, differences }: ProblemLinks, today: string): OrderProblem[] {
  const late =
    isLive(order) && order.deliverBy !== null && order.deliverBy < today ? (Date.parse(today) - Date.parse(order.deliverBy)) / DAY : 0;
  const worth = (line: number, quantity: number) => {
    const item = order.listOfItems[line - 1];
    return item === undefined || item.itemQuantityInCart === 0
      ? 0
      : Number(((item.totalCost / item.itemQuantityInCart) * quantity).toFixed(2));
  };
  const about = ({ line, itemName, uom }: ProblemLinks['lines'][number]) => ({ line, itemName, uom });
  const stopped = invoices.flatMap((invoice): OrderProblem[] => {
    const { _id, invoiceNumber, matchState } = invoice;
    return matchState === 'exception' || matchState === 'returned' ? [{ kind: matchState, invoice: { _id, invoiceNumber } }] : [];
  });
  const over = lines.flatMap((line): OrderProblem[] =>
    line.difference > LEAST && stopped.length > 0
      ? [{ kind: 'overInvoiced', ...about(line), units: rounded(line.difference), amount: line.differenceValue, days: 0 }]
      : [],
  );
  const missing = lines.map(agreedIn(order)).flatMap((line): OrderProblem[] => {
    const left = line.promised - goneOf(line);
    return late > 0 && left > LEAST
      ? [{ kind: 'late', ...about(line), units: rounded(-left), amount: -worth(line.line, left), days: late }]
      : [];
  });
  const known = new Map(lines.map((line) => [line.line, line]));
  const differing = differences.flatMap((difference): OrderProblem[] => {
    const [line, units] = [known.get(difference.line), rounded(difference.received - difference.sent)];
    if (line === undefined || units === 0) return [];
    return [{ kind: units < 0 ? 'short' : 'over', ...about(line), units, amount: worth(line.line, units), difference }];
  });
  const rejected = lines.flatMap((line): OrderProblem[] =>
    line.rejected > LEAST
      ? [{ kind: 'rejected', ...about(line), units: -line.rejected, amount: -worth(line.line, line.rejected), days: 0 }]
      : [],
  );
  return [...stopped, ...over, ...missing, ...differing, ...rejected];
}

import type { MatchedLine } from '@aapurti/contract/invoices/matchFacts';
import { orderFigures, type OrderFigures } from '@aapurti/contract/invoices/orderFigures';

import type { Database } from '../database/database.ts';
import { factsOf } from './facts.ts';
import { type OrderedLine, orderedLines } from './lines.ts';

export interface FiguredOrderLine extends OrderFigures {
  orderId: string;
  line: number;
  poNumber: string;
  itemName: string;
  uom: string | null;
}

/**
 * The figures of a vendor's order lines as the match counts them. An invoice without amounts that counts after all others finds everything
 * that they bill.
 */
export async function figuresOf(db: Database, owner: string, orderIds: readonly string[]): Promise<FiguredOrderLine[]> {
  const ordered = await orderedLines(db, owner, orderIds);
  const figured: FiguredOrderLine[] = [];
  // An order without a rate has the rate of its day.
  for (const day of new Set(ordered.map(({ orderedOn }) => orderedOn)))
    figured.push(
      ...(await figuresOfDay(
        db,
        owner,
        day,
        ordered.filter(({ orderedOn }) => orderedOn === day),
      )),
    );
  return figured;
}

async function figuresOfDay(db: Database, owner: string, date: string, ordered: readonly OrderedLine[]): Promise<FiguredOrderLine[]> {
  const lines = await standingOf(db, owner, date, ordered);
  return lines.flatMap((line, index) => {
    const [of, figures] = [ordered[index], orderFigures(line)];
    if (of === undefined || figures === null) return [];
    const { orderId, line: no, poNumber, itemName, uom } = of;
    return [{ orderId, line: no, poNumber, itemName, uom, ...figures }];
  });
}

/** A vendor's order lines with everything billed on them, as found by an empty invoice that counts after all others. */
export async function standingOf(
  db: Database,
  owner: string,
  date: string,
  ordered: readonly OrderedLine[],
): Promise<readonly MatchedLine[]> {
  const nothing = { taxable: 0, cgst: 0, sgst: 0, igst: 0, cess: 0, due: null };
  const lines = ordered.map((line, index) => ({ ...line, ...nothing, no: index + 1 }));
  const parties = { vendorGST: null, buyerGST: null, isOnly: { vendor: true, buyer: true }, ended: { vendor: null, buyer: null } };
  const amounts = { value: 0, cgst: 0, sgst: 0, igst: 0 };
  const facts = await factsOf(db, { id: null, place: null, owner, number: '', date, irn: null, ...amounts, ...parties }, lines);
  return facts.lines;
}

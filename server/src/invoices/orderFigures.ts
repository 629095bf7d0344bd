import { indianDay } from '@aapurti/contract/ground/fields';
import { orderFigures, type OrderFigures } from '@aapurti/contract/invoices/orderFigures';

import type { Database } from '../database/database.ts';
import { factsOf } from './facts.ts';
import { orderedLines } from './lines.ts';

export interface FiguredOrderLine extends OrderFigures {
  orderId: string;
  line: number;
  poNumber: string;
  itemName: string;
  uom: string | null;
}

/**
 * The figures of the lines of a vendor's orders, as the match counts them: an invoice that asks for nothing and counts after all others
 * finds what all of them bill.
 */
export async function figuresOf(db: Database, owner: string, orderIds: readonly string[]): Promise<FiguredOrderLine[]> {
  const ordered = await orderedLines(db, owner, orderIds);
  const nothing = { taxable: 0, cgst: 0, sgst: 0, igst: 0, cess: 0, due: null };
  const lines = ordered.map((line, index) => ({ ...line, ...nothing, no: index + 1 }));
  const parties = { vendorGST: null, buyerGST: null, isOnly: { vendor: true, buyer: true }, ended: { vendor: null, buyer: null } };
  const amounts = { value: 0, cgst: 0, sgst: 0, igst: 0 };
  const head = { id: null, place: null, owner, number: '', date: indianDay(new Date()), irn: null, ...amounts, ...parties };
  const facts = await factsOf(db, head, lines);
  return facts.lines.flatMap((line, index) => {
    const [of, figures] = [ordered[index], orderFigures(line)];
    if (of === undefined || figures === null) return [];
    const { orderId, line: no, poNumber, itemName, uom } = of;
    return [{ orderId, line: no, poNumber, itemName, uom, ...figures }];
  });
}

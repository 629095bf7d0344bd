import { type DispatchLine, dispatchGoods } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { queryOptions, useQuery } from '@tanstack/react-query';

import { callQuery } from '../ground/callQuery.ts';

/** Loads the open lines of an order; '' means no order. */
export function openLinesOf(orderId: string) {
  return queryOptions({ ...callQuery(dispatchGoods.open, { params: { id: orderId } }), enabled: orderId !== '' });
}

/** The value including tax of the goods that a note sends: of its own lines or, before it has any, of the open lines of its order. */
export function useGoodsValue(noteId = '', orderId = ''): number | undefined {
  const { data: open } = useQuery(openLinesOf(orderId));
  const { data: goods } = useQuery({ ...callQuery(dispatchGoods.get, { params: { id: noteId } }), enabled: noteId !== '' });
  if (noteId !== '' && goods === undefined) return undefined;
  return goods !== undefined && goods.lines.length > 0 ? valueWithTax(goods.lines) : open?.reduce((sum, line) => sum + line.openValue, 0);
}

export function valueWithTax(lines: readonly DispatchLine[]): number {
  return lines.reduce((sum, { taxable, CGSTRate, SGSTRate, IGSTRate, cessRate }) => {
    const rate = [CGSTRate, SGSTRate, IGSTRate, cessRate].reduce<number>((all, each) => all + (each ?? 0), 0);
    return sum + taxable * (1 + rate / 100);
  }, 0);
}

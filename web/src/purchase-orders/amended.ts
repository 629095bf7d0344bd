import type { OrderLine, PurchaseOrder, Terms } from '@aapurti/contract/purchase-orders/orders';

type Line = Terms['lines'][number];

/** A line before and after; one of them is absent if the line was added or removed. */
export interface ChangedLine {
  was: Line | undefined;
  is: Line | undefined;
}

/** The lines that differ from the acknowledged ones. Lines of one item are compared in order. */
export function changedLines(was: Terms, { listOfItems }: Pick<PurchaseOrder, 'listOfItems'>): ChangedLine[] {
  const left = [...was.lines];
  const pairs: ChangedLine[] = listOfItems.map(lineOf).map((is) => {
    const place = left.findIndex(({ itemCode }) => itemCode === is.itemCode);
    return { was: place === -1 ? undefined : left.splice(place, 1)[0], is };
  });
  const removed = left.map((line) => ({ was: line, is: undefined }));
  return [...pairs, ...removed].filter((pair) =>
    (['quantity', 'mrp', 'price', 'discount', 'total'] as const).some((name) => pair.was?.[name] !== pair.is?.[name]),
  );
}

function lineOf(line: OrderLine): Line {
  return {
    itemCode: line.itemCode,
    itemName: line.itemName,
    quantity: line.itemQuantityInCart,
    mrp: line.itemSellingPrice,
    price: line.itemPrice,
    discount: line.discAMt,
    total: line.totalCost,
  };
}

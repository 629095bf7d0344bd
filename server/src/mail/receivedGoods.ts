import { say, type Texts } from '@aapurti/contract/ground/template';

import { sayAgain } from '../ground/texts.ts';
import { harmless, typed } from './compose.ts';

/** A goods receipt with rejected, short or excess goods. */
export interface ToldReceipt {
  /** Absent in events from before it was kept. */
  id?: string;
  number: string;
  /** True if the number is that of an order, because the buyer's system reports no goods receipts. */
  isOrder?: boolean;
  note: string;
  /** True if the receipt rejected goods. */
  rejects?: boolean;
  /** False if nothing is short or over. */
  differs?: boolean;
  /** One sentence per line. */
  differences: string[];
  texts?: Texts;
}

/** The texts, the rows and the link of an e-mail about such goods receipts. */
export function receivedGoods(count: number, receipts: readonly ToldReceipt[]) {
  const [one] = count === 1 ? receipts : [];
  const rejects = receipts.some((receipt) => receipt.rejects === true);
  const differs = receipts.some((receipt) => receipt.differs !== false);
  return {
    subject: subjectOf(count, {
      number: one === undefined ? null : harmless(one.number, '–'),
      isOrder: one?.isOrder === true,
      rejects,
      differs,
    }),
    before: [
      ...(rejects
        ? ['The buyer rejected goods on arrival. Arrange with the buyer how they come back to you, and invoice only the accepted goods.']
        : []),
      ...(differs
        ? ['The buyer received more or less than you dispatched. Check the quantities and contact the buyer if they are wrong.']
        : []),
    ],
    rows: receipts.map(({ number, isOrder, note, differences, texts }) => {
      sayAgain(texts);
      const sent = note === '' ? '' : `\n${say('Dispatch note: {note}', { note: harmless(note, '–') })}`;
      const name = typed(number, '–');
      return [`${isOrder === true ? say('Order {number}', { number: name }) : name}${sent}`, differences.join('\n')];
    }),
    heading: rejects ? 'Details' : 'Difference',
    path: receivedPath(one),
    label: one?.isOrder === true ? 'See the purchase order' : one?.id === undefined ? 'See the goods receipts' : 'See the goods receipt',
  };
}

/** The screen that shows a receipt with such goods, or all receipts if there are several. */
export function receivedPath(one: Pick<ToldReceipt, 'id' | 'number' | 'isOrder'> | undefined): string {
  if (one?.isOrder === true) return `/purchase-orders/details/${encodeURIComponent(one.number)}`;
  return one?.id === undefined ? '/purchase-orders/receipts' : `/documents/receipt/${one.id}`;
}

interface Subject {
  number: string | null;
  isOrder: boolean;
  rejects: boolean;
  differs: boolean;
}

function subjectOf(count: number, { number, isOrder, rejects, differs }: Subject): string {
  if (!rejects)
    return say('{count, plural, one {# goods receipt differs} other {# goods receipts differ}} from the dispatch note', { count });
  if (number === null)
    return say('{count, plural, one {# goods receipt} other {# goods receipts}} with rejected or different quantities', { count });
  if (isOrder) return say('Order {number}: goods rejected', { number });
  return differs
    ? say('Goods receipt {number}: goods rejected, and short or over', { number })
    : say('Goods receipt {number}: goods rejected', { number });
}

import { say, type Texts } from '@aapurti/contract/ground/template';

import { sayAgain } from '../ground/texts.ts';
import { harmless, typed } from './compose.ts';

/** A goods receipt with rejected, short or excess goods. */
export interface ToldReceipt {
  /** Absent in events from before it was kept. */
  id?: string;
  number: string;
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
    subject: subjectOf(count, { number: one === undefined ? null : harmless(one.number, '–'), rejects, differs }),
    before: [
      ...(rejects
        ? ['The buyer rejected goods on arrival. Arrange with the buyer how they come back to you, and invoice only the accepted goods.']
        : []),
      ...(differs
        ? ['The buyer received more or less than you dispatched. Check the quantities and contact the buyer if they are wrong.']
        : []),
    ],
    rows: receipts.map(({ number, note, differences, texts }) => {
      sayAgain(texts);
      const sent = note === '' ? '' : `\n${say('Dispatch note: {note}', { note: harmless(note, '–') })}`;
      return [`${typed(number, '–')}${sent}`, differences.join('\n')];
    }),
    heading: rejects ? 'Details' : 'Difference',
    path: one?.id === undefined ? '/purchase-orders/receipts' : `/documents/receipt/${one.id}`,
    label: one?.id === undefined ? 'See the goods receipts' : 'See the goods receipt',
  };
}

function subjectOf(count: number, { number, rejects, differs }: { number: string | null; rejects: boolean; differs: boolean }): string {
  if (!rejects)
    return say('{count, plural, one {# goods receipt differs} other {# goods receipts differ}} from the dispatch note', { count });
  if (number === null)
    return say('{count, plural, one {# goods receipt} other {# goods receipts}} with rejected or different quantities', { count });
  return differs
    ? say('Goods receipt {number}: goods rejected, and short or over', { number })
    : say('Goods receipt {number}: goods rejected', { number });
}

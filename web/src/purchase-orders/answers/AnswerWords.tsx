import { ANSWER_WORDS } from '@aapurti/contract/purchase-orders/loggedAnswer';
import { REASONS } from '@aapurti/contract/purchase-orders/answerRules';
import { showDate, showMoney, showNumber } from '@aapurti/contract/ground/fields';
import type { AnsweredLine, AnswerState } from '@aapurti/contract/purchase-orders/orderAnswers';

import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';
import { t } from '../../words/words.ts';
import classes from './Answers.module.css';

type Answer = NonNullable<AnsweredLine['answer']>;

const TONES: Readonly<Record<AnswerState | 'open', Tone>> = {
  open: 'warn',
  accepted: 'good',
  agreed: 'good',
  rejected: 'bad',
  proposed: 'warn',
  countered: 'warn',
  declined: 'bad',
  withdrawn: 'neutral',
  replaced: 'neutral',
  outdated: 'neutral',
};

const stateOf = (answer: Answer | null, acknowledged: boolean) => answer?.state ?? (acknowledged ? 'accepted' : 'open');

/** The name of a line's status, in English. */
export const stateWord = (answer: Answer | null, acknowledged: boolean) => ANSWER_WORDS[stateOf(answer, acknowledged)];

/** `acknowledged` means that a line without a confirmation of its own is accepted with the whole order. */
export function AnswerBadge({ answer, acknowledged }: { answer: Answer | null; acknowledged: boolean }) {
  const state = stateOf(answer, acknowledged);
  return <StatusBadge tone={TONES[state]}>{t(ANSWER_WORDS[state])}</StatusBadge>;
}

/** Quantities with dates, for example "120 on 01-12-2026". */
const promisesOf = (promises: Answer['promises']): string[] =>
  promises.map(({ quantity, date }) => t('{count} on {day}', { count: showNumber(quantity), day: showDate(date) }));

/** The buyer's offer: other quantities and dates, another price, or both. */
function offerWords({ promises, price }: NonNullable<Answer['counter']>): string {
  const [offered, at] = [promisesOf(promises), showMoney(price)];
  if (price === null) return t('The buyer offers: {offered}', { offered });
  return promises.length === 0 ? t('The buyer offers a price of {at}', { at }) : t('The buyer offers: {offered} at {at}', { offered, at });
}

/** The text of a confirmation: its content, the buyer's counter-offer, and both parties' remarks. */
export function AnswerWords({ answer }: { answer: Answer }) {
  const { promises, rejectedQuantity, price, substituteEAN, reason, remark, counter, buyerRemark, decision } = answer;
  const terms = [
    promises.length > 0 && t('Delivery: {quantities}', { quantities: promisesOf(promises) }),
    rejectedQuantity > 0 && decision !== 'reject' && t('Rejected: {count}', { count: showNumber(rejectedQuantity) }),
    price !== null && t('Price: {price}', { price: showMoney(price) }),
    substituteEAN !== null && t('Substitute product: EAN {ean}', { ean: substituteEAN }),
  ].filter((term) => term !== false);
  // A proposed price is recognisable as a price by itself.
  const why = reason === null || (reason === 'price' && price !== null) ? null : REASONS[reason];
  return (
    <div className={classes.words}>
      {terms.map((term) => (
        <p key={term}>{term}</p>
      ))}
      {why !== null && <p>{remark === null ? t(why) : t('{why}: {remark}', { why, remark })}</p>}
      {why === null && remark !== null && <p>{remark}</p>}
      {counter !== null && <p>{offerWords(counter)}</p>}
      {buyerRemark !== null && <p>{t('The buyer: {buyerRemark}', { buyerRemark })}</p>}
    </div>
  );
}

import { ANSWER_WORDS } from '@aapurti/contract/purchase-orders/loggedAnswer';
import { REASONS } from '@aapurti/contract/purchase-orders/answerRules';
import { showDate, showMoney, showNumber } from '@aapurti/contract/ground/fields';
import type { AnsweredLine, AnswerState } from '@aapurti/contract/purchase-orders/orderAnswers';

import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';
import { listed, t } from '../../words/words.ts';
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

/** The word of a line's state, in English. */
export const stateWord = (answer: Answer | null, acknowledged: boolean) => ANSWER_WORDS[stateOf(answer, acknowledged)];

/** `acknowledged`: a line without an answer of its own is accepted with the whole order. */
export function AnswerBadge({ answer, acknowledged }: { answer: Answer | null; acknowledged: boolean }) {
  const state = stateOf(answer, acknowledged);
  return <StatusBadge tone={TONES[state]}>{t(ANSWER_WORDS[state])}</StatusBadge>;
}

/** Quantities with days: "120 on 01-12-2026, 80 on 09-12-2026". */
function promisesText(promises: Answer['promises']): string {
  return listed(promises.map(({ quantity, date }) => t('{count} on {day}', { count: showNumber(quantity), day: showDate(date) })));
}

/** The buyer's offer: other quantities and dates, another price, or both. */
function offerWords({ promises, price }: NonNullable<Answer['counter']>): string {
  const [offered, at] = [promisesText(promises), showMoney(price)];
  if (price === null) return t('The buyer offers: {offered}', { offered });
  return promises.length === 0 ? t('The buyer offers a price of {at}', { at }) : t('The buyer offers: {offered} at {at}', { offered, at });
}

/** The words of an answer: what was answered, the buyer's offer, and both sides' remarks. */
export function AnswerWords({ answer }: { answer: Answer }) {
  const { promises, rejectedQuantity, price, substituteEAN, reason, remark, counter, buyerRemark, decision } = answer;
  const parts = [
    promisesText(promises),
    rejectedQuantity > 0 && decision !== 'reject' && t('{count} rejected', { count: showNumber(rejectedQuantity) }),
    price !== null && t('at {price}', { price: showMoney(price) }),
    substituteEAN !== null && t('replaced by EAN {ean}', { ean: substituteEAN }),
  ].filter((part) => part !== false && part !== '');
  return (
    <div className={classes.words}>
      {parts.length > 0 && <p>{parts.join('; ')}</p>}
      {reason !== null && <p>{remark === null ? t(REASONS[reason]) : t('{why}: {remark}', { why: REASONS[reason], remark })}</p>}
      {reason === null && remark !== null && <p>{remark}</p>}
      {counter !== null && <p>{offerWords(counter)}</p>}
      {buyerRemark !== null && <p>{t('The buyer: {buyerRemark}', { buyerRemark })}</p>}
    </div>
  );
}

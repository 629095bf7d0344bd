import { ANSWER_WORDS } from '@aapurti/contract/purchase-orders/loggedAnswer';
import { REASONS } from '@aapurti/contract/purchase-orders/answerRules';
import { showDate, showMoney, showNumber } from '@aapurti/contract/ground/fields';
import type { AnsweredLine, AnswerState } from '@aapurti/contract/purchase-orders/orderAnswers';

import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';
import { listed, t } from '../../words/words.ts';
import classes from './Answers.module.css';

type Answer = NonNullable<AnsweredLine['answer']>;

const STATES: Readonly<Record<AnswerState, { word: string; tone: Tone }>> = {
  accepted: { word: ANSWER_WORDS.accepted, tone: 'good' },
  agreed: { word: ANSWER_WORDS.agreed, tone: 'good' },
  rejected: { word: ANSWER_WORDS.rejected, tone: 'bad' },
  proposed: { word: ANSWER_WORDS.proposed, tone: 'warn' },
  countered: { word: ANSWER_WORDS.countered, tone: 'warn' },
  declined: { word: ANSWER_WORDS.declined, tone: 'bad' },
  withdrawn: { word: ANSWER_WORDS.withdrawn, tone: 'neutral' },
  replaced: { word: ANSWER_WORDS.replaced, tone: 'neutral' },
  outdated: { word: ANSWER_WORDS.outdated, tone: 'neutral' },
};

const badgeOf = (answer: Answer | null, acknowledged: boolean) =>
  answer === null ? (acknowledged ? STATES.accepted : ({ word: ANSWER_WORDS.open, tone: 'warn' } as const)) : STATES[answer.state];

/** The word of a line's state, in English. */
export const stateWord = (answer: Answer | null, acknowledged: boolean) => badgeOf(answer, acknowledged).word;

/** `acknowledged`: a line without an answer of its own is accepted with the whole order. */
export function AnswerBadge({ answer, acknowledged }: { answer: Answer | null; acknowledged: boolean }) {
  const { word, tone } = badgeOf(answer, acknowledged);
  return <StatusBadge tone={tone}>{t(word)}</StatusBadge>;
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

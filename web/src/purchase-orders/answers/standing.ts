import { showDate } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import type { AnsweredLine } from '@aapurti/contract/purchase-orders/orderAnswers';

/** The terms of a line before any input: the confirmed quantity, dates and price. */
interface Standing {
  confirmed: Decimal;
  rejected: Decimal;
  price: Decimal;
  /** The dates of its deliveries, as shown. */
  days: readonly string[];
}

const none = new Decimal(0);

/**
 * @param acknowledged a line without a confirmation of its own is accepted with the whole order.
 * @returns null for a line about which the two parties have not agreed
 */
export function standingOf({ answer, quantity, price }: AnsweredLine, acknowledged: boolean, deliverBy: string | null): Standing | null {
  const ordered = new Decimal(quantity);
  if (answer === null) {
    const days = deliverBy === null ? [] : [showDate(deliverBy)];
    return acknowledged ? { confirmed: ordered, rejected: none, price: new Decimal(price), days } : null;
  }
  const { state, promises, rejectedQuantity, counter } = answer;
  if (state === 'rejected') return { confirmed: none, rejected: ordered, price: new Decimal(price), days: [] };
  if (state !== 'accepted' && state !== 'agreed') return null;
  // The buyer's offer replaces the vendor's proposal.
  const agreed = counter !== null && counter.promises.length > 0 ? counter.promises : promises;
  return {
    confirmed: agreed.reduce((sum, each) => sum.plus(each.quantity), none),
    rejected: new Decimal(rejectedQuantity),
    price: new Decimal(counter?.price ?? answer.price ?? price),
    days: agreed.map(({ date }) => showDate(date)),
  };
}

/** The value of a proposal or an offer that awaits the other party, at the proposed price. */
export function waitingValue({ answer, price }: AnsweredLine): Decimal {
  if (answer?.state !== 'proposed' && answer?.state !== 'countered') return none;
  const { promises } = answer;
  return promises.reduce((sum, each) => sum.plus(each.quantity), none).times(answer.price ?? price);
}

import { indianDay, showDate, showNumber } from '@aapurti/contract/ground/fields';
import type { OrderLinks } from '@aapurti/contract/purchase-orders/orderLinks';
import { type OrderProblem, orderProblems } from '@aapurti/contract/purchase-orders/orderProblems';
import { ORDER_STEPS, type NextStep } from '@aapurti/contract/purchase-orders/orderSteps';
import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';

import type { Listed } from '../document/LinkedDocuments.tsx';
import type { Problem } from '../document/Problems.tsx';
import { figuresOf, stoppedInvoice } from '../document/problemWords.ts';
import type { Action } from '../ui/ActionMenu.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';

/** The goods receipts of the buyer's system, which have no page. */
export function importedReceipts({ receipts }: OrderLinks): Listed[] {
  return receipts
    .filter(({ receiptId }) => receiptId === null)
    .map(({ number, receivedOn }) => ({
      documentKind: 'receipt',
      documentId: null,
      number: number === '' ? '–' : number,
      date: receivedOn,
      state: null,
      value: null,
    }));
}

/** The documents that may follow an order at any time, and an invoice for each goods receipt that awaits one. */
export function documentActions(order: PurchaseOrder, { receipts }: OrderLinks, isAdmin: boolean): Action[] {
  if (order.status === 'Cancelled') return [];
  const userID = isAdmin ? order.userID : undefined;
  const ofReceipts = receipts.filter(({ number, toInvoice }) => toInvoice && number !== '');
  return [
    nextAction({ step: 'dispatch' }, order, isAdmin),
    nextAction({ step: 'invoice' }, order, isAdmin),
    ...ofReceipts.map(({ number }) => ({
      label: t('Invoice for goods receipt {number}', { number }),
      href: urls.invoiceForReceipt(order.poNumber, number, userID),
      access: ORDER_STEPS.invoice,
    })),
  ];
}

/** The next step of an order as a button. */
export function nextAction({ step, invoice }: NextStep, order: PurchaseOrder, isAdmin: boolean): Action {
  const userID = isAdmin ? order.userID : undefined;
  const ofInvoice = urls.document('invoice', invoice?._id ?? '');
  const named = { invoiceNumber: invoice?.invoiceNumber };
  const actions: Readonly<Record<NextStep['step'], { label: string; href: string }>> = {
    decide: { label: 'Review proposals', href: urls.orderAnswers(order._id) },
    respond: { label: 'Respond to counter-offer', href: urls.orderAnswers(order._id) },
    confirm: { label: 'Confirm order', href: urls.orderAnswers(order._id) },
    correct: { label: t('Correct invoice {invoiceNumber}', named), href: ofInvoice },
    review: { label: t('Review invoice {invoiceNumber}', named), href: ofInvoice },
    approve: { label: t('Approve invoice {invoiceNumber}', named), href: ofInvoice },
    pay: {
      label: 'Record payment',
      href: urls.paymentFor({ _id: invoice?._id ?? '', invoiceNumber: invoice?.invoiceNumber ?? '', userID: order.userID }),
    },
    receive: { label: 'Receive goods', href: urls.receiveFor(order.poNumber) },
    invoice: { label: 'Create invoice', href: urls.invoiceFor(order.poNumber, userID) },
    dispatch: { label: 'Create dispatch note', href: urls.dispatchNoteFor(order.poNumber, userID) },
  };
  return { ...actions[step], access: ORDER_STEPS[step] };
}

/** The user's actions on a problem of an order; null for actions that are not allowed. */
export interface OrderActs {
  isAdmin: boolean;
  closeShort: (() => void) | null;
  /** Starts a comment to the vendor. */
  remind: ((text: string) => void) | null;
  sendBack: ((invoiceId: string) => void) | null;
}

/** The problems of an order, worded for the user. */
export function problemsOf(order: PurchaseOrder, links: OrderLinks, acts: OrderActs): Problem[] {
  // The buyer can send back an invoice if no part of it is paid.
  const unpaid = new Set(links.invoices.flatMap(({ _id, paymentReceived }) => (paymentReceived > 0 ? [] : [_id])));
  return orderProblems(order, links, indianDay(new Date())).map((problem) => {
    const { sendBack } = acts;
    const isOpen = 'invoice' in problem && unpaid.has(problem.invoice._id);
    return worded(problem, order, { ...acts, sendBack: isOpen ? sendBack : null });
  });
}

function worded(problem: OrderProblem, order: PurchaseOrder, { isAdmin, closeShort, remind, sendBack }: OrderActs): Problem {
  if ('invoice' in problem) {
    const { kind: state, invoice } = problem;
    const stopped = stoppedInvoice(state, invoice, isAdmin);
    if (state !== 'exception' || sendBack === null) return stopped;
    return { ...stopped, actions: [...(stopped.actions ?? []), { label: 'Send back', onClick: () => sendBack(invoice._id) }] };
  }
  const { line, itemName, uom, units, amount } = problem;
  const quantity = `${showNumber(Math.abs(units))} ${uom ?? ''}`.trim();
  const figures = figuresOf(units, quantity, amount);
  if ('difference' in problem) {
    const { receiptId, DCNumber, sent, received } = problem.difference;
    const values = { line, quantity, DCNumber };
    return {
      tone: problem.kind === 'short' ? 'bad' : 'warn',
      title: t(
        problem.kind === 'short'
          ? 'Line {line}: {quantity} short on dispatch note {DCNumber}'
          : 'Line {line}: {quantity} over on dispatch note {DCNumber}',
        values,
      ),
      text: t('{itemName}. {sent} dispatched, {received} received.', { itemName, sent: showNumber(sent), received: showNumber(received) }),
      ...figures,
      actions: [{ label: 'Goods receipt', href: urls.document('receipt', receiptId) }],
    };
  }
  const { kind, days } = problem;
  switch (kind) {
    case 'overInvoiced':
      return {
        tone: 'bad',
        title: t('Line {line}: {quantity} invoiced above the accepted quantity', { line, quantity }),
        text: itemName,
        ...figures,
      };
    case 'late':
      return {
        tone: 'warn',
        title: t('Line {line}: {quantity} not dispatched, due on {day}', { line, quantity, day: showDate(order.deliverBy) }),
        text: t('{itemName}. {count, plural, one {# day late} other {# days late}}.', { itemName, count: days }),
        ...figures,
        actions: isAdmin
          ? lateActs(
              { closeShort, remind },
              t('Line {line}, {itemName}: {quantity} were due on {day}. When will you dispatch them?', {
                line,
                itemName,
                quantity,
                day: showDate(order.deliverBy),
              }),
            )
          : [{ label: 'Propose a new date', href: urls.orderAnswers(order._id) }],
      };
    case 'rejected':
      return { tone: 'warn', title: t('Line {line}: {quantity} rejected on arrival', { line, quantity }), text: itemName, ...figures };
  }
}

/** The buyer's solutions for late goods. */
function lateActs({ closeShort, remind }: Pick<OrderActs, 'closeShort' | 'remind'>, text: string): Action[] {
  return [
    ...(closeShort === null ? [] : [{ label: 'Close short', onClick: closeShort }]),
    ...(remind === null ? [] : [{ label: 'Send reminder', onClick: () => remind(text) }]),
  ];
}

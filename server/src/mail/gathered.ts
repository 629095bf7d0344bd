import type { DocumentKind } from '@aapurti/contract/comments/comments';
import { showDate, showMoney, showNumber } from '@aapurti/contract/ground/fields';
import { MAIL_KINDS, type MailKind } from '@aapurti/contract/mail/mail';
import { Decimal } from '@aapurti/contract/ground/numbers';
import type { PaidInvoice } from '@aapurti/contract/papers/documentPaper';
import type { RefusalCause } from '@aapurti/contract/products/refusalCauses';
import { say, sayWords } from '@aapurti/contract/ground/template';

import { TOLD_MOST } from './messages.ts';
import { compose, harmless, type MailTable, type Message, type Sender, typed } from './compose.ts';
import { namedDocument } from './namedDocument.ts';
import { PAID_HEADINGS, paidRows } from './paidRows.ts';
import { receivedGoods, type ToldReceipt } from './receivedGoods.ts';
import { refusalParts } from './refusalLines.ts';

/** The report of one call; reports of one kind to one receiver share an e-mail. Amounts are rupees as text, dates are `YYYY-MM-DD`. */
export interface GatheredContents {
  /** `undone` means that a decision of which they were notified was undone; `approved` is the price that applies again. */
  prices: {
    approved: boolean;
    undone?: boolean;
    /** True for items that the vendor proposed for the buyer's list, which have no prices. */
    proposal?: boolean;
    decision?: string;
    cause?: RefusalCause;
    reason?: string;
    acceptablePrice?: string;
    count: number;
    products: { name: string; ean: string; price: string }[];
  };
  payments: {
    count: number;
    total: string;
    payments: {
      invoice: string | null;
      amount: string;
      mode: string;
      paidOn: string | null;
      reference?: string | null;
      /** The first invoices, as the payment advice lists them. */
      invoices?: readonly PaidInvoice[];
      /** The number of further invoices. */
      more?: number;
      /** The part on account; absent if there is none. */
      onAccount?: string;
    }[];
  };
  orders: { count: number; orders: { number: string; orderedOn: string | null; value: string; deliverBy: string | null }[] };
  /** `closed` is the reason for closing the order short. */
  amendments: { count: number; orders: { number: string; value: string; was: string; closed?: string }[] };
  /** The buyer gets the pending lines with the vendor's name; the vendor gets the decided ones. */
  answers: { count: number; vendor: string | null; orders: { id: string; number: string; count: number }[] };
  /** The invoice was sent back by the buyer, or approved without reasons. */
  invoices: { approved?: boolean; count: number; invoices: { number: string; value: string; reason: string }[] };
  /** Orders without a confirmation; for the buyer with the vendor's name. */
  reminders: { count: number; orders: { number: string; vendor: string | null; orderedOn: string; deliverBy: string | null }[] };
  /** Rejected, short or excess goods. */
  differences: { count: number; receipts: ToldReceipt[] };
  /** A comment on a document; its text appears only in the portal. */
  comments: {
    count: number;
    documentKind: DocumentKind;
    documentId: string;
    number: string;
    vendor: string;
    by: string;
    mentioned: boolean;
  };
  /** `waits` means that it does not apply until an administrator approves it. */
  changes: { vendor: string; userId: string; by: string; side?: string; fields: string[]; waits?: boolean };
}

export interface Reader {
  name: string;
  publicUrl: string;
  /** Absent for an address without a user, which administrators have entered. */
  unsubscribeUrl?: string;
  sender?: Sender;
}

export function gatheredMail<K extends MailKind>(kind: K, told: readonly GatheredContents[K][], reader: Reader): Message {
  const { path, label, ...parts } = MAILS[kind](told);
  const { name, publicUrl, unsubscribeUrl: url } = reader;
  return compose(
    {
      name,
      ...parts,
      button: { label, url: `${publicUrl}${path}` },
      ...(url === undefined ? { after: [ENTERED] } : { after: [], unsubscribe: { topic: MAIL_KINDS[kind], url } }),
    },
    reader.sender,
  );
}

const ENTERED =
  "The portal's administrators have entered this address under Settings. Ask them to remove it if it should not receive these e-mails.";

/** The subject of an e-mail about one call. */
export function subjectOf<K extends MailKind>(kind: K, told: GatheredContents[K]): string {
  return MAILS[kind]([told]).subject;
}

interface Gathered {
  subject: string;
  before: string[];
  table: MailTable;
  path: string;
  label: string;
}

const MAILS: { [K in MailKind]: (told: readonly GatheredContents[K][]) => Gathered } = {
  prices(told) {
    const ofPrices = told.filter((each) => each.proposal !== true);
    const count = (approved: boolean) => sum(ofPrices.filter((each) => each.undone !== true && each.approved === approved));
    const [yes, no, undone] = [count(true), count(false), sum(ofPrices.filter((each) => each.undone === true))];
    const proposed = sum(told) - sum(ofPrices);
    const words = [
      ...(yes > 0 ? [say('{count, plural, one {# price} other {# prices}} approved', { count: yes })] : []),
      ...(no > 0 ? [say('{count, plural, one {# price} other {# prices}} disapproved', { count: no })] : []),
      ...(undone > 0 ? [say('{count, plural, one {# decision on a price} other {# decisions on prices}} undone', { count: undone })] : []),
      ...(proposed > 0
        ? [say('{count, plural, one {# decision on a proposed item} other {# decisions on proposed items}}', { count: proposed })]
        : []),
    ];
    // The events that need action come first.
    const urgent = [...told].sort((one, other) => Number(one.approved) - Number(other.approved));
    const rows = urgent.flatMap(({ products, ...decision }) =>
      products.map(({ name, ean, price }) => [
        `${typed(name, 'Product')}\n${say('EAN Code: {ean}', { ean })}`,
        showMoney(price),
        decisionWords(decision),
      ]),
    );
    return {
      subject: sayWords(words),
      before: [
        ofPrices.length === 0
          ? 'The buyer has decided on items that you proposed. You can enter the price of an accepted item.'
          : undone > 0
            ? 'The buyer has undone decisions on your transfer prices. The earlier status applies again.'
            : no === 0
              ? 'The buyer has approved your transfer price.'
              : yes === 0
                ? 'The buyer disapproved your transfer price. Change it and save the product to request approval again.'
                : 'The buyer has reviewed your transfer prices. Change disapproved prices to request approval again.',
      ],
      table: firstOf(yes + no + undone + proposed, rows, ['Product', 'Transfer price', 'Decision'], [1]),
      path: '/master-products/products',
      label: 'See your products',
    };
  },
  payments(told) {
    const [count, total] = [sum(told), told.reduce((all, each) => all.plus(each.total), new Decimal(0))];
    const payments = told.flatMap((each) => each.payments);
    const rows = payments.flatMap((each) => paidRows(each));
    const more = payments.reduce((all, each) => all + (each.more ?? 0), count - payments.length);
    return {
      subject:
        count === 1
          ? say('Payment of {value} recorded', { value: showMoney(total.toFixed(2)) })
          : say('{count} payments recorded', { count: showNumber(count) }),
      before: [
        count === 1
          ? 'A payment was recorded for you.'
          : say('Payments of {value} in total were recorded for you.', { value: showMoney(total.toFixed(2)) }),
      ],
      table: firstOf(rows.length + more, rows, PAID_HEADINGS, [1, 2, 3]),
      path: '/invoices/payment-report',
      label: 'See the payment report',
    };
  },
  orders(told) {
    const count = sum(told);
    const [first] = told.flatMap(({ orders }) => orders);
    const rows = told.flatMap(({ orders }) =>
      orders.map(({ number, orderedOn, value, deliverBy }) => [
        `${typed(number, '–')}\n${say('PO Date: {orderedOn}', { orderedOn: showDate(orderedOn) })}`,
        showDate(deliverBy),
        showMoney(value),
      ]),
    );
    return {
      subject:
        count === 1 && first
          ? say('New purchase order {number}', { number: harmless(first.number, '–') })
          : say('{count, plural, one {# new purchase order} other {# new purchase orders}}', { count }),
      before: [say('The buyer has sent you {count, plural, one {a purchase order} other {purchase orders}}.', { count })],
      table: firstOf(count, rows, ['PO Number', 'Deliver By', 'Value'], [2]),
      path: '/purchase-orders',
      label: 'See your purchase orders',
    };
  },
  amendments(told) {
    const count = sum(told);
    const [first] = told.flatMap(({ orders }) => orders);
    const all = told.flatMap(({ orders }) => orders);
    const rows = all.map(({ number, was, value, closed }) => [
      `${typed(number, '–')}${closed === undefined ? '' : `\n${say('Closed: {closed}', { closed: harmless(closed, '–') })}`}`,
      showMoney(was),
      showMoney(value),
    ]);
    if (all.length > 0 && all.every(({ closed }) => closed !== undefined)) {
      return {
        subject:
          count === 1 && first
            ? say('Purchase order {number} is closed', { number: harmless(first.number, '') })
            : say('{count, plural, one {# purchase order} other {# purchase orders}} closed', { count }),
        before: ['The buyer expects no more deliveries. Do not dispatch the remaining goods.'],
        table: firstOf(count, rows, ['PO Number', 'Previous value', 'Current value'], [1, 2]),
        path: '/purchase-orders',
        label: 'See your purchase orders',
      };
    }
    return {
      subject:
        count === 1 && first
          ? say('Purchase order {number} was changed', { number: harmless(first.number, '') })
          : say('{count, plural, one {# purchase order} other {# purchase orders}} changed', { count }),
      before: [
        say(
          'The buyer has changed {count, plural, one {a purchase order} other {purchase orders}} that you had acknowledged. Check what changed, and acknowledge {count, plural, one {it} other {them}} again.',
          { count },
        ),
      ],
      table: firstOf(count, rows, ['PO Number', 'Previous value', 'Current value'], [1, 2]),
      path: '/purchase-orders',
      label: 'See your purchase orders',
    };
  },
  answers(told) {
    const count = sum(told);
    const isBuyers = told.some(({ vendor }) => vendor !== null);
    const rows = told.flatMap(({ vendor, orders }) =>
      orders.map(({ number, count: lines }) => [
        `${typed(number, '–')}${vendor === null ? '' : `\n${typed(vendor, 'A vendor')}`}`,
        say('{count, plural, one {# line} other {# lines}}', { count: lines }),
      ]),
    );
    return {
      subject: isBuyers
        ? say('{count, plural, one {# proposal} other {# proposals}} for purchase orders', { count })
        : say('The buyer decided on {count, plural, one {# proposal} other {# proposals}}', { count }),
      before: [
        isBuyers
          ? 'Vendors propose quantities, dates, prices or products that differ from the order. Accept, reject or make a counter-offer.'
          : 'The buyer has decided on your proposals. Confirm rejected lines again, and respond to counter-offers.',
      ],
      table: firstOf(rows.length, rows, ['PO Number', 'Lines'], [1]),
      path: '/purchase-orders',
      label: isBuyers ? 'See the purchase orders' : 'See your purchase orders',
    };
  },
  invoices(told) {
    const count = sum(told);
    const approved = sum(told.filter((each) => each.approved));
    const all = told.flatMap(({ invoices, approved: isApproved }) => invoices.map((invoice) => ({ ...invoice, isApproved })));
    const rows = all.map(({ number, value, reason, isApproved }) => [
      typed(number, '–'),
      showMoney(value),
      isApproved ? 'Approved' : typed(reason, '–'),
    ]);
    return {
      subject:
        count === 1
          ? approved === 1
            ? say('Invoice {number} was approved', { number: harmless(all[0]?.number ?? '', '') })
            : say('Invoice {number} was sent back', { number: harmless(all[0]?.number ?? '', '') })
          : say('{count} invoices {decision, select, none {sent back} all {approved} other {approved or sent back}}', {
              count: showNumber(count),
              decision: approved === 0 ? 'none' : approved === count ? 'all' : 'some',
            }),
      before: [
        ...(approved === 0 ? [] : ['Approved invoices are paid on their due date and can no longer be edited.']),
        ...(approved === count
          ? []
          : ['Invoices that were sent back cannot be paid. Correct the invoice, or delete it and submit a new one.']),
      ],
      table: firstOf(count, rows, ['Invoice', 'Value', approved === 0 ? 'Reason' : 'Decision'], [1]),
      path: '/invoices/invoice',
      label: 'See your invoices',
    };
  },
  reminders(told) {
    const count = sum(told);
    const all = told.flatMap(({ orders }) => orders);
    const isBuyers = all.some(({ vendor }) => vendor !== null);
    const rows = all.map(({ number, vendor, orderedOn, deliverBy }) => [
      `${typed(number, '–')}${vendor === null ? '' : `\n${typed(vendor, 'A vendor')}`}`,
      showDate(orderedOn),
      showDate(deliverBy),
    ]);
    return {
      subject: say('{count, plural, one {# purchase order awaits} other {# purchase orders await}} confirmation', { count }),
      before: [
        isBuyers
          ? 'The vendors were reminded but have not confirmed. Call them, or order elsewhere in time.'
          : 'The buyer is waiting for your confirmation. Acknowledge the whole order, or confirm it line by line.',
      ],
      table: firstOf(count, rows, ['PO Number', 'PO Date', 'Deliver By'], []),
      path: '/purchase-orders',
      label: isBuyers ? 'See the purchase orders' : 'See your purchase orders',
    };
  },
  differences(told) {
    const count = sum(told);
    const all = told.flatMap(({ receipts }) => receipts);
    const { heading, rows, ...parts } = receivedGoods(count, all);
    return { ...parts, table: firstOf(count, rows, ['Goods receipt', heading], []) };
  },
  comments(told) {
    const [first, another] = told;
    const one = another === undefined ? first : undefined;
    return {
      subject:
        one === undefined
          ? say('{count} new comments', { count: showNumber(told.length) })
          : one.mentioned
            ? say('You were mentioned in a comment on {one}', { one: namedDocument(one) })
            : say('New comment on {one}', { one: namedDocument(one) }),
      before: ['Read the comment and reply to it in the portal.'],
      table: firstOf(
        told.length,
        told.map(({ by, vendor, mentioned, ...document }) => [
          `${namedDocument(document)}\n${typed(vendor, 'A vendor')}`,
          `${typed(by, '–')}${mentioned ? '\nMentions you' : ''}`,
        ]),
        ['Document', 'Written by'],
        [],
      ),
      path: one === undefined ? '/dashboard' : documentPath(one),
      label: one === undefined ? 'Open the portal' : 'Open the document',
    };
  },
  changes(told) {
    const vendors = [...new Set(told.map((each) => harmless(each.vendor, '–')))];
    const [vendor] = vendors;
    const waits = told.some((each) => each.waits);
    return {
      subject: waits
        ? say('Bank or tax details of {count, plural, one {{vendor}} other {# vendors}} to approve', { count: vendors.length, vendor })
        : say('Bank or tax details of {count, plural, one {{vendor}} other {# vendors}} changed', { count: vendors.length, vendor }),
      before: ['Check them against your records before the next payment. If in doubt, call the vendor.'],
      // The values are left out, because e-mail can be read in transit.
      table: firstOf(
        told.length,
        told.map((each) => [
          typed(each.vendor, 'A vendor'),
          `${sayWords(each.fields)}${each.waits ? '\nWaiting for approval' : ''}`,
          `${each.side === undefined ? '' : `${each.side}\n`}${typed(each.by, '–')}`,
        ]),
        ['Vendor', 'Changed', 'Changed by'],
        [],
      ),
      ...(waits ? { path: '/users/identity', label: 'See pending items' } : { path: '/audit-log?sensitive=true', label: 'See changes' }),
    };
  },
};

function decisionWords({
  approved,
  undone,
  proposal,
  cause,
  reason,
  acceptablePrice,
}: Omit<GatheredContents['prices'], 'count' | 'products'>): string {
  if (undone === true) return approved ? 'Approved again' : 'Waiting for approval again';
  if (proposal === true) return approved ? 'Item accepted' : say('Item rejected: {reason}', { reason: reason ?? '' });
  if (approved) return 'Approved';
  const [first, ...more] = refusalParts({ cause, reason, acceptablePrice });
  return [
    first === undefined ? 'Disapproved' : 'cause' in first ? say('Disapproved: {cause}', first) : say('Disapproved: {reason}', first),
    ...more.map((part) => ('cause' in part ? part.cause : typed(part.reason, '–'))),
  ].join('\n');
}

const sum = (told: readonly { count: number }[]) => told.reduce((all, { count }) => all + count, 0);

function firstOf(count: number, rows: readonly (readonly string[])[], headings: readonly string[], figures: readonly number[]): MailTable {
  const first = rows.slice(0, TOLD_MOST);
  const more = count - first.length;
  return {
    headings,
    figures,
    rows: more > 0 ? [...first, [say('And {more} more', { more: showNumber(more) }), ...headings.slice(1).map(() => '')]] : first,
  };
}

/** The URL of a document's page. */
export function documentPath({ documentKind, documentId }: Pick<GatheredContents['comments'], 'documentKind' | 'documentId'>): string {
  return `/documents/${documentKind}/${documentId}`;
}

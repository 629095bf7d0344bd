import { showDate, showMoney, showNumber } from '@aapurti/contract/ground/fields';
import type { MailKind } from '@aapurti/contract/mail/mail';
import type { Notice } from '@aapurti/contract/home/notices';
import { inARow, say, sayJoined, sayNames, sayWords } from '@aapurti/contract/ground/template';

import { sayAgain } from '../ground/texts.ts';
import { harmless, named as nameOf } from '../mail/compose.ts';
import { documentPath, type GatheredContents, subjectOf } from '../mail/gathered.ts';
import { receivedPath } from '../mail/receivedGoods.ts';
import { refusalParts } from '../mail/refusalLines.ts';

type Told = { [K in MailKind]: { kind: K; content: GatheredContents[K] } }[MailKind];

/** The number of names listed before "and … more". */
const NAMED_MOST = 3;

/** The texts of a notification about one call: the e-mail's subject, its detail, and the screen that shows it. */
export function noticeWords(told: Told): Pick<Notice, 'title' | 'detail' | 'path'> {
  return { title: subjectOf(told.kind, told.content as never), ...aboutOf(told) };
}

function aboutOf({ kind, content }: Told): Pick<Notice, 'detail' | 'path'> {
  switch (kind) {
    case 'prices': {
      const { products, count } = content;
      const [first] = products;
      const named = names(
        count,
        products.map(({ name }) => harmless(name, '–')),
      );
      return {
        detail: withReason(named, content),
        path: `/master-products/products${count === 1 ? `?${new URLSearchParams({ EANCode: first?.ean ?? '' })}` : ''}`,
      };
    }
    case 'differences': {
      const { receipts, count } = content;
      const [first] = receipts;
      sayAgain(first?.texts);
      const isOne = count === 1 && first !== undefined;
      return {
        detail: isOne ? sayJoined(first.differences) : names(count, receipts.map(numberOf)),
        path:
          isOne && first.id === undefined && first.isOrder !== true
            ? `/purchase-orders/receipts?${new URLSearchParams({ receiptNumber: first.number })}`
            : receivedPath(isOne ? first : undefined),
      };
    }
    case 'payments': {
      const { payments, count } = content;
      const paidOn = payments[0]?.paidOn ?? null;
      return {
        detail: words(
          count,
          payments.map(({ invoice }) =>
            invoice === null ? say('On account', {}) : say('Invoice {invoice}', { invoice: harmless(invoice, '–') }),
          ),
        ),
        path: `/invoices/payment-report${paidOn === null ? '' : `?${new URLSearchParams({ startDate: paidOn, endDate: paidOn })}`}`,
      };
    }
    case 'orders': {
      const { orders, count } = content;
      const [first] = orders;
      const isOne = count === 1 && first !== undefined;
      const by = first?.deliverBy == null ? [] : [say('Deliver by {deliverBy}', { deliverBy: showDate(first.deliverBy) })];
      return {
        detail: isOne ? sayWords([...by, showMoney(first.value)]) : names(count, orders.map(numberOf)),
        path: orderPath(orders, count),
      };
    }
    case 'amendments': {
      const { orders, count } = content;
      const [first] = orders;
      const isOne = count === 1 && first !== undefined;
      const terms = isOne
        ? [say('{was} before', { was: showMoney(first.was) }), say('{value} after', { value: showMoney(first.value) })]
        : [];
      return {
        detail: isOne ? sayWords(terms) : names(count, orders.map(numberOf)),
        path: orderPath(orders, count),
      };
    }
    case 'answers': {
      const { orders, vendor } = content;
      return waitingOrders(orders, orders.length, vendor);
    }
    case 'invoices': {
      const { invoices, count, approved = false } = content;
      const [first] = invoices;
      const isOne = count === 1 && first !== undefined;
      const one = approved ? showMoney(first?.value ?? 0) : say('Reason: {reason}', { reason: harmless(first?.reason ?? '', '–') });
      return {
        detail: isOne ? one : names(count, invoices.map(numberOf)),
        path: `/invoices/invoice${isOne ? `?${new URLSearchParams({ invoiceNumber: first.number })}` : ''}`,
      };
    }
    case 'reminders': {
      const { orders, count } = content;
      return waitingOrders(orders, count, orders[0]?.vendor ?? null);
    }
    case 'comments': {
      const { by, vendor } = content;
      return { detail: sayNames([by, vendor].map((name) => harmless(name, '–'))), path: documentPath(content) };
    }
    case 'changes': {
      const { fields, waits, userId } = content;
      return { detail: sayWords(fields.map((field) => say(field, {}))), path: waits ? '/users/identity' : `/user-profile/${userId}` };
    }
  }
}

/** A vendor's pending orders for the vendor itself, or several vendors' for buyer users, who find an order by its vendor. */
function waitingOrders(orders: readonly { number: string }[], count: number, vendor: string | null): Pick<Notice, 'detail' | 'path'> {
  const named = names(count, orders.map(numberOf));
  if (vendor === null) return { detail: named, path: orderPath(orders, count) };
  if (count > 1) return { detail: named, path: '/purchase-orders' };
  const detail = say('{vendorKnown, select, yes {{vendor}} other {A vendor}}: {named}', { ...nameOf('vendor', vendor), named });
  return { detail, path: '/purchase-orders' };
}

const numberOf = ({ number }: { number: string }) => harmless(number, '–');

function orderPath(orders: readonly { number: string }[], count: number): string {
  const [first] = orders;
  return count === 1 && first ? `/purchase-orders/details/${encodeURIComponent(first.number)}` : '/purchase-orders';
}

/** The first names that users entered, and the number of further ones. */
function names(count: number, first: readonly string[]): string {
  const more = count - Math.min(first.length, NAMED_MOST);
  const shown = first.slice(0, NAMED_MOST);
  return more > 0 ? say('{names} and {count} more', { names: inARow(shown), count: showNumber(more) }) : sayNames(shown);
}

/** The first texts of the portal, and the number of further ones. */
function words(count: number, first: readonly string[]): string {
  const more = count - Math.min(first.length, NAMED_MOST);
  const shown = first.slice(0, NAMED_MOST);
  return sayWords([...shown, ...(more > 0 ? [say('{count} more', { count: showNumber(more) })] : [])]);
}

/** The products with the parts of the reason, one after another. */
function withReason(named: string, content: GatheredContents['prices']): string {
  return refusalParts(content).reduce((told, part, place) => {
    if (place > 0) return 'cause' in part ? say('{told}. {cause}', { told, ...part }) : say('{told}. {reason}', { told, ...part });
    return 'cause' in part ? say('{told}. Reason: {cause}', { told, ...part }) : say('{told}. Reason: {reason}', { told, ...part });
  }, named);
}

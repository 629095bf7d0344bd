import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import { type Found, FOUND_KINDS, type FoundKind } from '@aapurti/contract/home/search';

import type { Session } from '../../access/session.ts';
import { navigation } from '../../access/navigation.ts';
import { urls } from '../../urls.ts';
import { t } from '../../words/words.ts';

export interface Line {
  id: string;
  /** The name of the screen in the user's language, or of the record as entered. */
  label: string;
  detail: string;
  href: string;
}

const FOUND_HEADINGS: Readonly<Record<FoundKind, string>> = {
  order: 'Purchase orders',
  invoice: 'Invoices',
  product: 'Products',
  vendor: 'Vendors',
  dispatchNote: 'Dispatch notes',
  payment: 'Payments',
  debitMemo: 'Debit memos',
  creditMemo: 'Credit memos',
};

/** The found records by kind, and the menu's screens whose name contains the text. */
export function resultGroups(session: Session, found: readonly Found[], text: string): { heading: string; lines: Line[] }[] {
  const records = FOUND_KINDS.map((kind) => ({
    heading: FOUND_HEADINGS[kind],
    lines: found.filter((each) => each.kind === kind).map((each) => lineOf(each, session.isAdmin)),
  }));
  const screens = navigation(session).flatMap(({ heading, items }) =>
    items
      .filter(({ label }) => [label, t(label)].some((words) => words.toLowerCase().includes(text.toLowerCase())))
      .map(({ label, href }) => ({ id: href, label: t(label), detail: heading === undefined ? '' : t(heading), href })),
  );
  return [...records, { heading: 'Screens', lines: screens }].filter(({ lines }) => lines.length > 0);
}

function lineOf(found: Found, isAdmin: boolean): Line {
  return { id: `${found.kind}${found._id}`, label: foundLabel(found), detail: foundDetail(found), href: foundHref(found, isAdmin) };
}

function foundLabel({ kind, number, productName, amount }: Found): string {
  if (kind === 'product') return productName ?? '';
  if (kind === 'payment')
    return number === null ? t('{amount} on account', { amount: showMoney(amount) }) : [showMoney(amount), number].join(' · ');
  return number ?? productName ?? '';
}

/** The detail that distinguishes records with the same name. */
function foundDetail({ kind, number, productName, day, amount, vendor_name }: Found): string {
  if (kind === 'vendor') return '';
  const name = { product: number, debitMemo: productName, creditMemo: productName }[kind as string] ?? null;
  const value =
    kind === 'payment' || amount === null
      ? null
      : kind === 'product'
        ? t('MRP {amount}', { amount: showMoney(amount) })
        : showMoney(amount);
  return [name, day === null ? null : showDate(day), value, vendor_name].filter((part) => part !== null).join(' · ');
}

/** The record's page or, for a record without one, its read view in the list. */
function foundHref({ kind, _id, userID, number, day }: Found, isAdmin: boolean): string {
  const owner = isAdmin ? { userID } : {};
  const within = (list: string, filter: Record<string, string>) => `${list}?${new URLSearchParams({ ...owner, ...filter, open: _id })}`;
  const onDay = { startDate: day ?? '', endDate: day ?? '' };
  switch (kind) {
    case 'order':
      return urls.purchaseOrder(number ?? '', isAdmin ? userID : undefined);
    case 'vendor':
      return urls.userProfile(_id);
    case 'invoice':
      return within(urls.invoices, { invoiceNumber: number ?? '' });
    case 'product':
      return within(urls.products, { EANCode: number ?? '' });
    case 'dispatchNote':
      return within(urls.dispatchNotes, { DCNumber: number ?? '' });
    case 'payment':
      return within(urls.paymentReport, onDay);
    default:
      return within(kind === 'debitMemo' ? urls.debitMemos : urls.creditMemos, number === null ? onDay : { vendorInvoiceRef: number });
  }
}

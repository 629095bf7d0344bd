import { showPercent } from '@aapurti/contract/ground/fields';
import { type MemoKind, memoTitles, messages } from '@aapurti/contract/memos/memoMessages';
import { ISSUERS, type Memo, MEMO_STATUSES, memos } from '@aapurti/contract/memos/memos';
import { VIEWS } from '@aapurti/contract/settings/queues';
import { say } from '@aapurti/contract/ground/template';
import { IconPlus } from '@tabler/icons-react';

import { vendorColumn, vendorFilter } from '../choose/vendorColumn.tsx';
import { call } from '../ground/api.ts';
import { historyOf } from '../audit/historyOf.tsx';
import { peekOf } from '../document/peekOf.tsx';
import { MEMO_WORDS } from '../document/statusWords.ts';
import { code, type Column, custom, date, money, number, serial, status, text } from '../list/columns.tsx';
import { type Filter, textFilter, viewFilter } from '../list/filters.ts';
import { ListPage } from '../list/ListPage.tsx';
import { edit } from '../list/rowActions.tsx';
import { PaperButton } from '../papers/savePaper.tsx';
import { useSignedIn } from '../access/session.ts';
import { urls } from '../urls.ts';
import { memoUrls } from './memoUrls.ts';
import { useMemoDecisions } from './useMemoDecisions.tsx';
import { t } from '../words/words.ts';

/** The columns of section 2.9 in its order; credit memos have `difference` after the unit price. */
const debitColumns: readonly Column<Memo>[] = [
  serial('Sr No'),
  text('Product Name', 'productName', { lead: true, width: 180 }),
  code('Vendor Invoice Reference', 'vendorInvoiceRef', { brief: true }),
  date('Vendor Invoice Date', 'vendorInvoiceRef_Date', { sortBy: true }),
  code('buyer PO Reference', 'buyerPORef'),
  date('buyer PO Date', 'buyerPORef_Date', { sortBy: true, extra: true }),
  text('Description', 'description', { extra: true }),
  number('Item Quantity', 'itemQuantity', { sortBy: true }),
  code('HSN Code', 'HSNCode', { extra: true }),
  money('Unit Price', 'unitPrice', { sortBy: true, summed: false }),
  custom('Tax Rate', ({ taxRate }) => showPercent(taxRate), {
    sortBy: 'taxRate',
    align: 'right',
    extra: true,
  }),
  money('CGST', 'CGST', { sortBy: true, extra: true }),
  money('SGST', 'SGST', { sortBy: true, extra: true }),
  money('IGST', 'IGST', { sortBy: true, extra: true }),
  money('Amount', 'amount', { sortBy: true, brief: true, card: true }),
  code('Memo Number', 'memoNumber', { extra: true }),
  date('Memo Date', 'memoDate', { extra: true }),
  status('Status', (memo) => MEMO_WORDS[memo.status]),
];
const difference: Column<Memo> = money('Price Difference', 'priceDifference', { sortBy: true, brief: true, summed: false });

const columns: Readonly<Record<MemoKind, readonly Column<Memo>[]>> = {
  debit: debitColumns,
  credit: debitColumns.flatMap((column) => (column.label === 'Unit Price' ? [column, difference] : [column])),
};

/**
 * Administrators see the order number only in the read view and the column chooser: the largest amounts would not fit next to both the
 * vendor and the order.
 */
const ofVendors = (own: readonly Column<Memo>[]): readonly Column<Memo>[] =>
  own.map((column) => (column.name === 'buyerPORef' ? { ...column, extra: true } : column)).toSpliced(1, 0, vendorColumn);
const adminColumns: Readonly<Record<MemoKind, readonly Column<Memo>[]>> = {
  debit: ofVendors(columns.debit),
  credit: ofVendors(columns.credit),
};

/** These filters, by invoice and by entry date, are additional to the specification. */
const vendorFilters: readonly Filter[] = [
  { kind: 'date', label: 'Entry date from', name: 'startDate' },
  { kind: 'date', label: 'Entry date to', name: 'endDate' },
  textFilter('Vendor Invoice Reference', 'vendorInvoiceRef'),
  viewFilter('Status', 'status', MEMO_STATUSES),
  viewFilter('Waiting for', 'waits', ISSUERS),
];
const views = {
  debit: { list: 'debitMemo.list', views: VIEWS['debitMemo.list'] },
  credit: { list: 'creditMemo.list', views: VIEWS['creditMemo.list'] },
} as const;
const adminFilters: readonly Filter[] = [vendorFilter, ...vendorFilters];

export function DebitMemosPage() {
  return <MemosPage kind="debit" />;
}

export function CreditMemosPage() {
  return <MemosPage kind="credit" />;
}

const detailOf = (kind: MemoKind, History: ReturnType<typeof historyOf>) => (memo: Memo) => (
  <>
    <PaperButton kind={`${kind}-memo`} id={memo._id} number={memo.vendorInvoiceRef ?? memo._id} />
    <History {...memo} />
  </>
);
const details = { debit: detailOf('debit', historyOf('debitMemo')), credit: detailOf('credit', historyOf('creditMemo')) };
const peeks = {
  debit: peekOf(async () => (await import('./MemoPage.tsx')).DebitMemoPage),
  credit: peekOf(async () => (await import('./MemoPage.tsx')).CreditMemoPage),
};
const linksOf = (isAdmin: boolean) => (memo: Memo) => [
  ...(memo.buyerPORef === null
    ? []
    : [
        {
          label: say('Purchase order {buyerPORef}', { buyerPORef: memo.buyerPORef }),
          href: urls.purchaseOrder(memo.buyerPORef, isAdmin ? memo.userID : undefined),
        },
      ]),
  ...(isAdmin ? [{ label: 'Vendor', href: urls.userProfile(memo.userID) }] : []),
];

const nameOf = (memo: Memo) => memo.productName ?? memo.vendorInvoiceRef ?? t('memo {_id}', { _id: memo._id });

/** The memos of one kind: the vendor's own, or those of all vendors for administrators. */
function MemosPage({ kind }: { kind: MemoKind }) {
  const { isAdmin } = useSignedIn();
  const decisions = useMemoDecisions(kind);
  return (
    <ListPage
      title={memoTitles[kind]}
      operation={memos[kind].list}
      views={views[kind]}
      columns={isAdmin ? adminColumns[kind] : columns[kind]}
      filters={isAdmin ? adminFilters : vendorFilters}
      totals={memos[kind].totals}
      action={{
        label: t('Add {title}', { title: memoTitles[kind] }),
        href: memoUrls[kind].create,
        icon: <IconPlus size={16} />,
        access: memos[kind].create.access,
      }}
      rowKey={(memo) => memo._id}
      rowName={nameOf}
      rowActions={(memo) => [...decisions.actions(memo), edit(memoUrls[kind].edit(memo._id), memos[kind].edit.access)]}
      rowLinks={linksOf(isAdmin)}
      rowDocument={peeks[kind]}
      rowDetail={details[kind]}
      onDelete={(memo) => call(memos[kind].remove, { params: { id: memo._id } })}
      deleteAccess={memos[kind].remove.access}
      deleted={messages.deleted(kind)}
      hint="No memos yet. Add the first one."
    >
      {decisions.window}
    </ListPage>
  );
}

import { showInstant } from '../ui/showInstant.ts';
import { type Receipt, RECEIPT_STATES, receipts, receiptState } from '@aapurti/contract/receipts/receipts';
import { VIEWS } from '@aapurti/contract/settings/queues';
import { say } from '@aapurti/contract/ground/template';
import { Text } from '@mantine/core';
import { IconBarcode, IconBan } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { vendorFilter } from '../choose/vendorColumn.tsx';
import { callQuery } from '../ground/callQuery.ts';
import { historyOf } from '../audit/historyOf.tsx';
import { peekOf } from '../document/peekOf.tsx';
import { RECEIPT_WORDS } from '../document/statusWords.ts';
import { code, type Column, custom, date, money, number, status, text } from '../list/columns.tsx';
import { dateFilters, type Filter, textFilter, viewFilter } from '../list/filters.ts';
import { ListPage } from '../list/ListPage.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import type { RowAction } from '../list/rowActions.tsx';
import { siteFilter } from '../choose/useSites.ts';
import { useSignedIn } from '../access/session.ts';
import { useMay } from '../access/useMay.ts';
import type { Action } from '../ui/ActionMenu.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Facts } from '../ui/Panel.tsx';
import { urls } from '../urls.ts';
import { listed, t } from '../words/words.ts';
import { CancelReceipt } from './CancelReceipt.tsx';
import { lineColumns } from './receiptLines.tsx';
import { ReceiptPhotos } from './ReceiptPhotos.tsx';

type Head = Omit<Receipt, 'lines' | 'remarks' | 'differences' | 'photos' | 'gateEntryAt' | 'remark' | 'enteredBy' | 'cancelReason'>;

const columns: readonly Column<Head>[] = [
  code('Receipt Number', 'receiptNumber', { sortBy: true, lead: true }),
  date('Receipt Date', 'receivedOn', { sortBy: true, brief: true }),
  custom('PO Number', ({ poNumbers }) => listed(poNumbers), { brief: true }),
  code('DC Number', 'DCNumber'),
  number('Arrived', 'quantity'),
  number('Rejected', 'rejected'),
  money('Value', 'value', { brief: true }),
  text('Site', 'site', { extra: true }),
  status('Status', (receipt) => RECEIPT_WORDS[receiptState(receipt)], { name: 'State' }),
];
/** A card on a phone has three fields, so it shows the vendor instead of the order. */
const adminColumns: readonly Column<Head>[] = columns
  .map((column) => (column.label === 'PO Number' ? { ...column, brief: false } : column))
  .toSpliced(2, 0, text('Vendor', 'vendorName', { brief: true }));

const filters: readonly Filter[] = [
  ...dateFilters(),
  textFilter('Receipt Number', 'receiptNumber'),
  textFilter('PO Number', 'poNumber'),
  textFilter('DC Number', 'DCNumber'),
  viewFilter('Status', 'state', RECEIPT_STATES),
];

const adminFilters: readonly Filter[] = [vendorFilter, ...filters, siteFilter];

const receive: Action = { label: 'Receive goods', href: urls.receive, icon: <IconBarcode size={16} />, access: receipts.create.access };
const Peek = peekOf(async () => (await import('./ReceiptPage.tsx')).ReceiptPage);
const History = historyOf('receipt');
const nameOf = ({ receiptNumber }: Head) => t('receipt {receiptNumber}', { receiptNumber });

const cancelAction = (siteId: string | null, onClick: () => void): RowAction => ({
  label: 'Cancel goods receipt',
  icon: <IconBan size={17} stroke={1.7} />,
  onClick,
  access: receipts.cancel.access,
  siteId,
});
const detail = (row: Head) => (
  <>
    <ReceiptLines id={row._id} />
    <History {...row} />
  </>
);

/** Goods receipts: a vendor's own, or all for buyer users. */
export function ReceiptsPage() {
  const { isAdmin } = useSignedIn();
  const mayCancel = useMay()(receipts.cancel.access);
  const [cancelling, setCancelling] = useState<Head | null>(null);
  return (
    <ListPage
      title="Goods receipts"
      operation={receipts.list}
      views={{ list: 'receipt.list', views: VIEWS['receipt.list'] }}
      totals={receipts.totals}
      columns={isAdmin ? adminColumns : columns}
      filters={isAdmin ? adminFilters : filters}
      action={receive}
      rowKey={(row) => row._id}
      rowName={nameOf}
      {...(mayCancel ? { rowActions: (row: Head) => (row.isCancelled ? [] : [cancelAction(row.siteId, () => setCancelling(row))]) } : {})}
      rowLinks={({ poNumbers, userID }) =>
        poNumbers.map((poNumber) => ({
          label: say('Purchase order {poNumber}', { poNumber }),
          href: urls.purchaseOrder(poNumber, isAdmin ? userID : undefined),
        }))
      }
      rowDocument={Peek}
      rowDetail={detail}
      hint={
        isAdmin
          ? 'No goods receipts yet. Select Receive goods and enter a dispatch note or order number.'
          : 'No goods receipts yet. Goods the buyer has received from you appear here.'
      }
    >
      {cancelling !== null && <CancelReceipt receipt={cancelling} onClose={() => setCancelling(null)} />}
    </ListPage>
  );
}

function ReceiptLines({ id }: { id: string }) {
  const query = useQuery(callQuery(receipts.get, { params: { id } }));
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} height={120} />;
  return (
    <>
      <Facts
        items={[
          { label: 'Entered by', value: data.enteredBy },
          { label: 'Entered', value: showInstant(data.createdAt) },
          ...(data.remark === null ? [] : [{ label: 'Remark', value: data.remark }]),
          ...(data.cancelReason === null ? [] : [{ label: 'Reason for cancelling', value: data.cancelReason }]),
        ]}
      />
      {data.remarks.map((remark) => (
        <Text key={remark} size="sm">
          {t(remark)}
        </Text>
      ))}
      <ReceiptPhotos receipt={data} />
      <PlainTable title="Lines" columns={lineColumns(data.lines)} rows={data.lines} empty="This goods receipt has no lines." />
    </>
  );
}

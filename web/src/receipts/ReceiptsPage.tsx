import { showInstant } from '../ui/showInstant.ts';
import { showDate, showNumber } from '@aapurti/contract/ground/fields';
import { type Receipt, receipts, REJECTIONS } from '@aapurti/contract/receipts/receipts';
import { Modal, Text } from '@mantine/core';
import { IconBarcode, IconBan } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';

import { vendorFilter } from '../choose/vendorColumn.tsx';
import { call } from '../ground/api.ts';
import { historyOf } from '../audit/historyOf.tsx';
import { Form } from '../form/Form.tsx';
import { TextArea } from '../form/TextField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { code, type Column, custom, date, number, status, text } from '../list/columns.tsx';
import { dateFilters, type Filter, textFilter } from '../list/filters.ts';
import { ListPage } from '../list/ListPage.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import type { RowAction } from '../list/rowActions.tsx';
import { siteFilter } from '../choose/useSites.ts';
import { useSignedIn } from '../access/session.ts';
import { useMay } from '../access/useMay.ts';
import type { Action } from '../ui/ActionMenu.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Facts } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { toast } from '../ui/toast.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import { ReceiptPhotos } from './ReceiptPhotos.tsx';

type Head = Omit<Receipt, 'lines' | 'remarks' | 'photos' | 'gateEntryAt' | 'remark' | 'enteredBy' | 'cancelReason'>;

const columns: readonly Column<Head>[] = [
  code('Receipt Number', 'receiptNumber', { sortBy: true, lead: true }),
  date('Receipt Date', 'receivedOn', { sortBy: true, brief: true }),
  custom('PO Number', ({ poNumbers }) => poNumbers.join(', '), { brief: true }),
  code('DC Number', 'DCNumber'),
  number('Arrived', 'quantity'),
  number('Rejected', 'rejected'),
  text('Site', 'site', { extra: true }),
  status(
    'Status',
    ({ isCancelled, rejected }) =>
      isCancelled
        ? { word: 'Cancelled', tone: 'neutral' }
        : rejected > 0
          ? { word: 'Partly rejected', tone: 'warn' }
          : { word: 'Accepted', tone: 'good' },
    { name: 'State' },
  ),
];
const adminColumns: readonly Column<Head>[] = columns.toSpliced(2, 0, text('Vendor', 'vendorName', { brief: true }));

const filters: readonly Filter[] = [
  ...dateFilters(),
  textFilter('Receipt Number', 'receiptNumber'),
  textFilter('PO Number', 'poNumber'),
  textFilter('DC Number', 'DCNumber'),
];

const adminFilters: readonly Filter[] = [vendorFilter, ...filters, siteFilter];

const receive: Action = { label: 'Receive goods', href: urls.receive, icon: <IconBarcode size={16} />, access: receipts.create.access };
const History = historyOf('receipt');
const nameOf = ({ receiptNumber }: Head) => `receipt ${receiptNumber}`;

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

/** Receipts of goods: a vendor's own, or everybody's for the buyer's people. */
export function ReceiptsPage() {
  const { isAdmin } = useSignedIn();
  const mayCancel = useMay()(receipts.cancel.access);
  const [cancelling, setCancelling] = useState<Head | null>(null);
  return (
    <ListPage
      title="Goods receipts"
      operation={receipts.list}
      columns={isAdmin ? adminColumns : columns}
      filters={isAdmin ? adminFilters : filters}
      action={receive}
      rowKey={(row) => row._id}
      rowName={nameOf}
      {...(mayCancel ? { rowActions: (row: Head) => (row.isCancelled ? [] : [cancelAction(row.siteId, () => setCancelling(row))]) } : {})}
      rowLinks={({ poNumbers, userID }) =>
        poNumbers.map((poNumber) => ({
          label: `Purchase order ${poNumber}`,
          href: urls.purchaseOrder(poNumber, isAdmin ? userID : undefined),
        }))
      }
      rowDetail={detail}
      hint={
        isAdmin
          ? 'No goods receipts yet. Select Receive goods and enter a dispatch note or order number.'
          : 'No goods receipts yet. Goods the buyer has received from you appear here.'
      }
    >
      {cancelling !== null && <CancelModal receipt={cancelling} onClose={() => setCancelling(null)} />}
    </ListPage>
  );
}

const lineColumns: readonly Column<Receipt['lines'][number]>[] = [
  custom('Item', ({ itemName, poNumber, line }) => itemName ?? `${poNumber}, ${line}`, { lead: true }),
  number('Arrived', 'quantity', { brief: true }),
  number('Rejected', 'rejected', { brief: true }),
  number('Accepted', 'accepted', { brief: true }),
  custom('Reason', ({ reason, remark }) => [reason === null ? null : t(REJECTIONS[reason]), remark].filter(Boolean).join(', ') || '–', {
    brief: true,
  }),
  text('Batch', 'batch'),
];

function ReceiptLines({ id }: { id: string }) {
  const query = useQuery({
    queryKey: [receipts.get.id, id],
    queryFn: async ({ signal }) => (await call(receipts.get, { params: { id }, signal })).data,
  });
  const { data } = query;
  if (query.isPending) return <Spinner height={120} />;
  if (data === undefined) return <NotLoaded query={query} />;
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
      <PlainTable title="Lines" columns={lineColumns} rows={data.lines} empty="This goods receipt has no lines." />
    </>
  );
}

const reasoned = z.object({ reason: receipts.cancel.body.shape.reason });

function CancelModal({ receipt, onClose }: { receipt: Head; onClose: () => void }) {
  const client = useQueryClient();
  const form = useContractForm({ schema: reasoned, defaults: { reason: '' } });
  return (
    <Modal opened onClose={onClose} title={t('Cancel goods receipt {number}', { number: receipt.receiptNumber })}>
      <Form
        form={form}
        guarded={false}
        submitLabel="Cancel goods receipt"
        onCancel={onClose}
        onReload={onClose}
        onSubmit={async ({ reason }) => {
          const { data } = await call(receipts.cancel, { params: { id: receipt._id }, body: { reason, updatedAt: receipt.updatedAt } });
          await Promise.all([receipts.list, receipts.get].map(({ id }) => client.invalidateQueries({ queryKey: [id] })));
          toast.success(data.message);
          onClose();
        }}
      >
        <Text>
          {t('The quantity received on {day} ({count} in all) is reversed. The cancelled receipt stays on record.', {
            day: showDate(receipt.receivedOn),
            count: showNumber(receipt.quantity),
          })}
        </Text>
        <TextArea name="reason" label="Reason" required maxLength={500} />
      </Form>
    </Modal>
  );
}

import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import { type DueSelfInvoice, messages, type SelfInvoice, selfInvoices } from '@aapurti/contract/invoices/selfInvoices';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useMay } from '../access/useMay.ts';
import { call } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import type { Column } from '../list/columns.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import { PaperButton } from '../papers/savePaper.tsx';
import { RateTabs } from './RateTabs.tsx';
import { Button, RowButton } from '../ui/Button.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { ReasonModal } from '../ui/ReasonModal.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { useStep } from '../ui/useStep.ts';
import { listed, t } from '../words/words.ts';

/** Receipts with a due self-invoice, and the issued self-invoices. */
export function SelfInvoicesPage() {
  const query = useQuery({
    queryKey: [selfInvoices.due.id],
    queryFn: async ({ signal }) => {
      const [waiting, issued] = await Promise.all([call(selfInvoices.due, { signal }), call(selfInvoices.list, { signal })]);
      return { due: waiting.data, issued: issued.data };
    },
    staleTime: 0,
  });
  return (
    <>
      <PageHeader title="Self-invoices" />
      <RateTabs />
      <p>
        {t(
          'When a vendor without GST registration supplies goods under reverse charge, the buyer pays the tax and issues the invoice within 30 days of receipt. The vendor is paid the taxable value.',
        )}
      </p>
      {query.isPending ? (
        <Spinner />
      ) : query.data === undefined ? (
        <NotLoaded query={query} sign panel />
      ) : (
        <>
          <PlainTable title="Self-invoices due" columns={DUE} rows={query.data.due.due} whole empty="No self-invoice is due." />
          <More shown={query.data.due.due.length} total={query.data.due.total} />
          <PlainTable
            title="Issued"
            columns={ISSUED}
            rows={query.data.issued.selfInvoices}
            whole
            empty="No self-invoice has been issued yet."
          />
          <More shown={query.data.issued.selfInvoices.length} total={query.data.issued.total} />
        </>
      )}
    </>
  );
}

function More({ shown, total }: { shown: number; total: number }) {
  return total > shown && <p>{t('Showing {shown} of {total}.', { shown, total })}</p>;
}

/** A text with a smaller one below: columns of their own would leave no room for the buttons on a tablet. */
function TwoLines({ text, below }: { text: string; below: string }) {
  return (
    <>
      {text}
      <Text size="xs" c="dimmed">
        {below}
      </Text>
    </>
  );
}

const DUE: readonly Column<DueSelfInvoice>[] = [
  { label: 'Vendor', cell: ({ vendorName, poNumber }) => <TwoLines text={vendorName} below={poNumber} /> },
  { label: 'Goods Receipt', cell: ({ receiptNumber, receivedOn }) => <TwoLines text={receiptNumber} below={showDate(receivedOn)} /> },
  { label: 'Items', cell: ({ items }) => listed(items) },
  {
    label: 'Due On',
    cell: ({ dueOn, overdue }) => (
      <>
        {showDate(dueOn)}
        {overdue && (
          <>
            {' '}
            <StatusBadge tone="bad">{t('Overdue')}</StatusBadge>
          </>
        )}
      </>
    ),
  },
  { label: 'Action', cell: (row) => <Issue row={row} /> },
];

function Issue({ row }: { row: DueSelfInvoice }) {
  const may = useMay();
  const issue = useStep(
    () => call(selfInvoices.create, { body: { orderId: row.orderId, receiptNumber: row.receiptNumber } }),
    [selfInvoices.due],
  );
  if (!may(selfInvoices.create.access)) return null;
  return (
    <Button
      label="Issue"
      size="xs"
      loading={issue.isPending}
      aria-label={t('Issue the self-invoice for receipt {receiptNumber} of {vendorName}', {
        receiptNumber: row.receiptNumber,
        vendorName: row.vendorName,
      })}
      onClick={() => issue.mutate()}
    />
  );
}

const taxOf = ({ CGSTValue, SGSTValue, IGSTValue, cess }: SelfInvoice) => CGSTValue + SGSTValue + IGSTValue + cess;

const ISSUED: readonly Column<SelfInvoice>[] = [
  {
    label: 'Number',
    cell: ({ invoiceNumber, invoiceDate, isCancelled, cancelReason }) => (
      <>
        <TwoLines text={invoiceNumber} below={showDate(invoiceDate)} />
        {isCancelled && <StatusBadge tone="neutral">{t('Cancelled')}</StatusBadge>}
        {cancelReason !== null && <Text size="xs">{cancelReason}</Text>}
      </>
    ),
  },
  { label: 'Vendor', cell: ({ vendorName }) => vendorName },
  { label: 'Goods Receipt', cell: ({ receiptNumber }) => receiptNumber },
  {
    label: 'Taxable',
    align: 'right',
    figures: true,
    cell: ({ taxable }) => showMoney(taxable),
    sum: (row) => (row.isCancelled ? null : row.taxable),
  },
  {
    label: 'Tax',
    align: 'right',
    figures: true,
    cell: (row) => showMoney(taxOf(row).toFixed(2)),
    sum: (row) => (row.isCancelled ? null : Number(taxOf(row).toFixed(2))),
  },
  {
    label: 'Action',
    cell: (row) => <Steps row={row} />,
  },
];

function Steps({ row }: { row: SelfInvoice }) {
  const { _id, invoiceNumber, isCancelled } = row;
  const may = useMay();
  const [cancels, setCancels] = useState(false);
  return (
    <Group gap="xs">
      <PaperButton kind="self-invoice" id={_id} number={invoiceNumber} name={t('Download {name}', { name: invoiceNumber })} />
      {!isCancelled && may(selfInvoices.cancel.access) && (
        <RowButton
          label="Cancel"
          aria-label={t('Cancel self-invoice {number}', { number: invoiceNumber })}
          onClick={() => setCancels(true)}
        />
      )}
      {cancels && (
        <ReasonModal
          title={t('Cancel self-invoice {number}', { number: invoiceNumber })}
          consequence="A self-invoice is due for these goods again. Its number cannot be used again."
          confirm="Cancel self-invoice"
          missing={messages.cancelReason}
          onClose={() => setCancels(false)}
          onConfirm={async (reason) => {
            const { data } = await call(selfInvoices.cancel, { params: { id: _id }, body: { reason } });
            await renewed([selfInvoices.due]);
            return data.message;
          }}
        />
      )}
    </Group>
  );
}

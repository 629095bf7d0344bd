import { accounts } from '@aapurti/contract/vendors/accounts';
import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import {
  messages,
  type OutsidePayment,
  REPORT_STATUSES,
  type ReportedPayment,
  reportedPayments,
} from '@aapurti/contract/payments/reported';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useSignedIn } from '../access/session.ts';
import { useMay } from '../access/useMay.ts';
import { call } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { code, type Column, custom, money, status, text } from '../list/columns.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import { Button } from '../ui/Button.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { ReasonModal } from '../ui/ReasonModal.tsx';
import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';
import { TextLink } from '../ui/Link.tsx';
import { urls } from '../urls.ts';
import { forgetFigures } from './forgetFigures.ts';
import { ReportTabs } from './ReportTabs.tsx';
import { useAct } from '../ui/useStep.ts';

/** Payments reported by vendors and, for buyer users, payments that break a rule of the controls. */
export function CheckPaymentsPage() {
  const { isAdmin } = useSignedIn();
  return (
    <>
      <PageHeader title="Payments to check" />
      <ReportTabs />
      <Reported isAdmin={isAdmin} />
      {isAdmin && <Outside />}
    </>
  );
}

const TONES = { reported: 'warn', confirmed: 'good', rejected: 'bad' } as const;

function Reported({ isAdmin }: { isAdmin: boolean }) {
  const may = useMay();
  const [rejecting, setRejecting] = useState<ReportedPayment | null>(null);
  const query = useQuery({
    queryKey: [reportedPayments.list.id],
    queryFn: async ({ signal }) => (await call(reportedPayments.list, { signal })).data.payments,
  });
  const confirm = useAct(
    ({ _id }: ReportedPayment) => call(reportedPayments.confirm, { params: { id: _id } }),
    [reportedPayments.list, accounts.counts],
    async ({ message }) => {
      toast.success(message);
      await forgetFigures();
    },
  );
  if (query.data === undefined) return <NotLoaded panel query={query} sign />;
  const payment = ({ paymentId, userID }: ReportedPayment) =>
    paymentId === null ? '–' : <TextLink href={urls.payment(paymentId, isAdmin ? userID : undefined)}>{t('Open payment')}</TextLink>;
  const invoiceNumber = code<ReportedPayment>('Invoice Number', 'invoiceNumber', isAdmin ? {} : { lead: true });
  const day = ({ paymentDate }: ReportedPayment) => (paymentDate === null ? '–' : showDate(paymentDate));
  // The decision is one of the first columns, so that narrow screens show it.
  const columnsFor = (isNarrow: boolean): Column<ReportedPayment>[] => [
    ...(isAdmin ? [text<ReportedPayment>('Vendor', 'vendorName', { lead: true, width: 160, lines: 2 })] : []),
    isNarrow ? withOrder(invoiceNumber) : invoiceNumber,
    // A rejected payment does not count in the sum.
    { ...money<ReportedPayment>('Amount', 'amount', { brief: true }), sum: ({ amount, status: at }) => (at === 'rejected' ? 0 : amount) },
    status('Status', (row) => ({ word: REPORT_STATUSES[row.status], tone: TONES[row.status] }), { brief: true }),
    ...(may(reportedPayments.confirm.access)
      ? [
          custom<ReportedPayment>(
            'Decision',
            (row) =>
              row.status === 'reported' ? (
                <Group gap="xs" wrap="nowrap">
                  <Button
                    label="Confirm"
                    size="compact-sm"
                    loading={confirm.isPending}
                    aria-label={t('Confirm payment of {amount} for invoice {number}', {
                      amount: showMoney(row.amount),
                      number: row.invoiceNumber ?? row.poNumber,
                    })}
                    onClick={() => confirm.mutate(row)}
                  />
                  <Button
                    label="Reject"
                    size="compact-sm"
                    variant="default"
                    aria-label={t('Reject payment of {amount} for invoice {number}', {
                      amount: showMoney(row.amount),
                      number: row.invoiceNumber ?? row.poNumber,
                    })}
                    onClick={() => setRejecting(row)}
                  />
                </Group>
              ) : (
                payment(row)
              ),
            { brief: true },
          ),
        ]
      : [custom('Payment', payment)]),
    custom('Payment Date', (row) => (
      <>
        {day(row)}
        {isNarrow && <Under>{t('Reported on {day}', { day: showDate(row.createdAt) })}</Under>}
      </>
    )),
    code('Payment Reference', 'reference'),
    ...(isNarrow
      ? []
      : [
          custom<ReportedPayment>('Reported On', ({ createdAt }) => showDate(createdAt), { brief: true }),
          code<ReportedPayment>('PO Number', 'poNumber'),
        ]),
    text('Reason', 'reason', { width: 140, lines: 2 }),
  ];
  return (
    <>
      <PlainTable
        title="Payments reported by vendors"
        columns={columnsFor(false)}
        narrow={columnsFor(true)}
        rows={query.data}
        empty={
          isAdmin
            ? 'No reported payments yet. Vendors add them under Add Payment.'
            : 'No reported payments yet. Report one under Add Payment.'
        }
      />
      {rejecting !== null && <RejectModal payment={rejecting} onClose={() => setRejecting(null)} />}
    </>
  );
}

/** The column with the number of the order below it. */
function withOrder(column: Column<ReportedPayment>): Column<ReportedPayment> {
  return {
    ...column,
    cell: (row, position) => (
      <>
        {column.cell(row, position)}
        {row.poNumber !== null && <Under>{t('Order {poNumber}', { poNumber: row.poNumber })}</Under>}
      </>
    ),
  };
}

/** Smaller text below a cell's own. */
function Under({ children }: { children: string }) {
  return (
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  );
}

function RejectModal({ payment, onClose }: { payment: ReportedPayment; onClose: () => void }) {
  return (
    <ReasonModal
      title="Reject payment"
      help="The vendor sees it."
      confirm="Reject payment"
      missing={messages.reason}
      onClose={onClose}
      onConfirm={async (reason) => {
        try {
          return (await call(reportedPayments.reject, { params: { id: payment._id }, body: { reason } })).data.message;
        } finally {
          await renewed([reportedPayments.list, accounts.counts]);
        }
      }}
    />
  );
}

const outsideColumns: readonly Column<OutsidePayment>[] = [
  text('Vendor', 'vendorName', { lead: true, width: 200, lines: 2 }),
  code('Invoice Number', 'invoiceNumber'),
  custom('Payment Date', ({ paymentDate }) => showDate(paymentDate), { brief: true }),
  money('Amount', 'amount', { brief: true }),
  custom('Source', ({ fromErp }) => t(fromErp ? 'ERP' : 'Portal')),
  custom('Rule', ({ message }) => t(message), { brief: true }),
];

function Outside() {
  const query = useQuery({
    queryKey: [reportedPayments.outside.id],
    queryFn: async ({ signal }) => (await call(reportedPayments.outside, { signal })).data.payments,
  });
  if (query.data === undefined) return <NotLoaded panel query={query} sign />;
  return (
    <PlainTable
      title="Paid outside the rules"
      columns={outsideColumns}
      rows={query.data}
      empty="No payment was outside the rules in the last 90 days."
    />
  );
}

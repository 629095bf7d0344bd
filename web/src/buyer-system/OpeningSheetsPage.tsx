import { buyerOpenings } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import { allocations, OPENING_KINDS, type OpeningBalance, openingBalances } from '@aapurti/contract/payments/account';
import { messages, type OpeningSheet, openingSheets, SHEET_STATUSES } from '@aapurti/contract/payments/openingSheets';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useMay } from '../access/useMay.ts';
import { call } from '../ground/api.ts';
import { callQuery, renewed } from '../ground/callQuery.ts';
import { code, type Column, custom, money, number, status, text } from '../list/columns.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import { forgetFigures } from '../payments/forgetFigures.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { ReasonModal } from '../ui/ReasonModal.tsx';
import { useStep } from '../ui/useStep.ts';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import { SheetPanel } from './SheetPanel.tsx';

const LISTS = [openingSheets.list, openingBalances.list, allocations.list];
const TONES = { open: 'warn', accepted: 'good', rejected: 'bad' } as const;

const vendorColumns: readonly Column<OpeningSheet['vendors'][number]>[] = [
  text('Vendor', 'vendorName', { lead: true, width: 220, lines: 2 }),
  custom('Vendor Code', ({ vendorCode }) => vendorCode),
  number('Documents', 'documents', { brief: true }),
  money('Payable before', 'before', { brief: true }),
  money('Payable after', 'after', { brief: true }),
];

const documentColumns: readonly Column<OpeningBalance>[] = [
  text('Vendor', 'vendorName', { width: 200, lines: 2 }),
  custom('Kind', ({ kind }) => t(OPENING_KINDS[kind]), { brief: true }),
  code('Number', 'number', { lead: true }),
  code('GST Registration', 'vendorGST', { extra: true }),
  custom('Date', ({ day }) => showDate(day), { brief: true }),
  custom('Due Date', ({ dueDay }) => (dueDay === null ? '–' : showDate(dueDay))),
  money('Amount', 'amount', { brief: true }),
  text('Reason', 'reason', { extra: true }),
];

const decidedColumns: readonly Column<OpeningSheet>[] = [
  custom('Cut-off Date', ({ cutOff }) => showDate(cutOff), { lead: true }),
  text('Uploaded by', 'uploadedBy', { width: 160 }),
  number('Documents', 'documents'),
  money('Amount', 'amount', { brief: true, summed: false }),
  status('Status', (row) => ({ word: SHEET_STATUSES[row.status], tone: TONES[row.status] }), { brief: true }),
  text('Decided by', 'decidedBy', { brief: true, width: 160 }),
  text('Reason', 'rejectReason', { width: 200 }),
];

/** Uploads opening balances by document. They stay pending until another user approves them, which closes their cut-off day. */
export function OpeningSheetsPage() {
  const query = useQuery(callQuery(openingSheets.list));
  return (
    <>
      <PageHeader title="Opening balances" breadcrumb={[{ label: 'On account', href: urls.onAccount }]} />
      <SheetPanel
        title="Upload opening balances"
        calls={buyerOpenings}
        templateName="sampleOpeningSheet.xlsx"
        downloadName="opening-balances.xlsx"
        lists={LISTS.map(({ id }) => id)}
        rows="openingBalances"
        note="One row per open document of the old ledger. Another user approves the file, and its cut-off date is then closed. If any row has an error, nothing is saved."
      />
      {query.data === undefined ? (
        <NotLoaded panel query={query} sign />
      ) : (
        <>
          {query.data.map((sheet) => sheet.status === 'open' && <Waiting key={sheet._id} sheet={sheet} />)}
          <PlainTable
            title="Approved and rejected files"
            columns={decidedColumns}
            rows={query.data.filter((sheet) => sheet.status !== 'open')}
            empty="No opening balances have been approved or rejected yet."
          />
        </>
      )}
    </>
  );
}

function Waiting({ sheet }: { sheet: OpeningSheet }) {
  const may = useMay();
  const [deciding, setDeciding] = useState<'approve' | 'reject' | null>(null);
  const documents = useQuery({
    queryKey: [openingBalances.list.id, 'sheet', sheet._id],
    queryFn: async ({ signal }) => (await call(openingBalances.list, { query: { sheetId: sheet._id }, signal })).data,
  });
  const params = { id: sheet._id };
  async function renew() {
    await Promise.all([forgetFigures(), renewed(LISTS)]);
  }
  const approve = useStep(() => call(openingSheets.approve, { params }), renew);
  const facts = { count: sheet.documents, amount: showMoney(sheet.amount), day: showDate(sheet.cutOff), name: sheet.uploadedBy };
  return (
    <>
      <PlainTable
        title="Waiting for approval"
        columns={vendorColumns}
        rows={sheet.vendors}
        empty="No vendors."
        whole
        aside={
          may(openingSheets.approve.access) && (
            <Group gap="xs">
              {!sheet.isOwn && <Button label="Approve opening balances" onClick={() => setDeciding('approve')} />}
              <Button label="Reject opening balances" variant="default" onClick={() => setDeciding('reject')} />
            </Group>
          )
        }
        below={
          <Text size="sm" c="dimmed" p="md">
            {t('{count, plural, one {# document} other {# documents}} for {amount} up to {day}, uploaded by {name}.', facts)}{' '}
            {sheet.isOwn && t('Another user must approve what you uploaded.')}
          </Text>
        }
      />
      {documents.data === undefined ? (
        <NotLoaded panel query={documents} sign />
      ) : (
        <PlainTable title="Documents" columns={documentColumns} rows={documents.data} empty="No documents." />
      )}
      <ConfirmModal
        opened={deciding === 'approve'}
        title="Approve opening balances"
        confirm="Approve opening balances"
        danger={false}
        onClose={() => setDeciding(null)}
        onConfirm={async () => void (await approve.mutateAsync().catch(() => null))}
      >
        {t(
          '{amount} becomes payable. The cut-off date {day} is closed: after that, a file can add opening balances only for vendors without entries.',
          facts,
        )}
      </ConfirmModal>
      {deciding === 'reject' && (
        <ReasonModal
          title="Reject opening balances"
          confirm="Reject opening balances"
          consequence="The file then has no effect. It can be corrected and uploaded again."
          missing={messages.rejectReason}
          onClose={() => setDeciding(null)}
          onConfirm={async (reason) => {
            const { data } = await call(openingSheets.reject, { params, body: { reason } });
            await renew();
            return data.message;
          }}
        />
      )}
    </>
  );
}

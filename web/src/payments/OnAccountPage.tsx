import {
  allocations,
  messages,
  OPENING_KINDS,
  type OpeningBalance,
  OPENING_STATUSES,
  openingBalances,
} from '@aapurti/contract/payments/account';
import { openingSheets } from '@aapurti/contract/payments/openingSheets';
import { payments } from '@aapurti/contract/payments/payments';
import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

import { useSignedIn } from '../access/session.ts';
import { useMay } from '../access/useMay.ts';
import { vendorFilter } from '../choose/vendorColumn.tsx';
import { call } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { type Column, custom, money, status, text } from '../list/columns.tsx';
import { FilterSelect } from '../list/FilterSelect.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import { useListState } from '../list/useListState.ts';
import { Button } from '../ui/Button.tsx';
import { ActionMenu } from '../ui/ActionMenu.tsx';
import { SiteLink, TextLink } from '../ui/Link.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { ReasonModal } from '../ui/ReasonModal.tsx';
import { useStep } from '../ui/useStep.ts';
import { Truncated } from '../ui/Truncated.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import { forgetFigures } from './forgetFigures.ts';
import { ReportTabs } from './ReportTabs.tsx';
import classes from './Reports.module.css';
import { type Credit, useCredits } from './useCredits.ts';

const FILTERS = [vendorFilter];

/** The unused credits of one vendor, and the opening balances. */
export function OnAccountPage() {
  const { isAdmin } = useSignedIn();
  const { state, go } = useListState(useLocation(), isAdmin ? FILTERS : [], []);
  const { userID = '' } = state.filters;
  return (
    <>
      <PageHeader
        title="On account"
        action={{
          label: 'Add opening balance',
          href: urls.openingCreate,
          icon: <IconPlus size={16} />,
          access: openingBalances.create.access,
        }}
        more={
          <ActionMenu
            actions={[
              { label: 'Upload opening balances', href: urls.openingSheets, access: openingSheets.list.access },
              { label: 'Pay in advance', href: urls.advanceCreate, access: payments.advance.access },
              { label: 'Set off a credit', href: urls.setOff(userID), access: allocations.create.access },
            ]}
          />
        }
      />
      <ReportTabs />
      {isAdmin && (
        <div className={classes.bar}>
          <div className={classes.user}>
            <FilterSelect filter={vendorFilter} value={userID} onChange={(next) => go({ page: 1, filters: { userID: next } })} />
          </div>
          {userID === '' && <p className={classes.hint}>{t('Choose a vendor to see its credits on account.')}</p>}
        </div>
      )}
      {(!isAdmin || userID !== '') && <Credits userID={userID} />}
      <Openings isAdmin={isAdmin} userID={userID} />
    </>
  );
}

const owned = (userID: string) => (userID === '' ? {} : { userID });
const TONES = { open: 'warn', accepted: 'good', reversed: 'neutral' } as const;

/** The kind and number of an opening balance, linked to its invoice if it became one. */
function documentOf({ kind, number, invoiceId }: OpeningBalance) {
  const words = number === null ? t(OPENING_KINDS[kind]) : t('{kind} {number}', { kind: OPENING_KINDS[kind], number });
  return invoiceId === null ? words : <TextLink href={urls.document('invoice', invoiceId)}>{words}</TextLink>;
}

function Openings({ isAdmin, userID }: { isAdmin: boolean; userID: string }) {
  const may = useMay();
  const [reversing, setReversing] = useState<OpeningBalance | null>(null);
  const query = useQuery({
    queryKey: [openingBalances.list.id, userID],
    queryFn: async ({ signal }) => (await call(openingBalances.list, { query: owned(userID), signal })).data,
  });
  async function renew() {
    await Promise.all([forgetFigures(), renewed([openingBalances.list, allocations.list])]);
  }
  const accept = useStep(({ _id }: OpeningBalance) => call(openingBalances.accept, { params: { id: _id } }), renew);
  if (query.data === undefined) return <NotLoaded panel query={query} sign />;
  const mayAccept = may(openingBalances.accept.access);
  const mayReverse = may(openingBalances.reverse.access);
  const columns: Column<OpeningBalance>[] = [
    ...(isAdmin ? [text<OpeningBalance>('Vendor', 'vendorName', { lead: true, width: 200, lines: 2 })] : []),
    custom('Date', ({ day }) => showDate(day), { brief: true, ...(isAdmin ? {} : { lead: true }) }),
    custom('Document', documentOf),
    // A reversed opening balance does not count in the sum.
    { ...money<OpeningBalance>('Amount', 'amount', { brief: true }), sum: ({ amount, status: at }) => (at === 'reversed' ? 0 : amount) },
    custom('Reason', ({ reason }) => <Truncated text={reason} width="clamp(6rem,16vw,14rem)" lines={2} />),
    status('Status', (row) => ({ word: OPENING_STATUSES[row.status], tone: TONES[row.status] }), { brief: true }),
    ...(query.data.some(({ reverseReason }) => reverseReason !== null)
      ? [text<OpeningBalance>('Reason for Reversal', 'reverseReason', { width: 160 })]
      : []),
    ...(mayAccept || mayReverse
      ? [
          custom<OpeningBalance>(
            'Decision',
            (row) =>
              // A file is approved or rejected as a whole.
              row.status === 'reversed' || (row.status === 'open' && row.sheetId !== null) ? (
                '–'
              ) : (
                <Group gap="xs" wrap="nowrap" justify="flex-end">
                  {mayAccept && row.status === 'open' && !row.isOwn && (
                    <Button
                      label="Accept"
                      size="compact-sm"
                      loading={accept.isPending}
                      aria-label={t('Accept opening balance of {vendor}', { vendor: row.vendorName })}
                      onClick={() => accept.mutate(row)}
                    />
                  )}
                  {mayReverse && (
                    <Button
                      label="Reverse"
                      size="compact-sm"
                      variant="default"
                      aria-label={t('Reverse opening balance of {vendor}', { vendor: row.vendorName })}
                      onClick={() => setReversing(row)}
                    />
                  )}
                </Group>
              ),
            { brief: true, align: 'right' },
          ),
        ]
      : []),
  ];
  return (
    <>
      <PlainTable title="Opening balances" columns={columns} rows={query.data} empty="No opening balances yet." />
      {reversing !== null && (
        <ReasonModal
          title="Reverse opening balance"
          confirm="Reverse opening balance"
          consequence="From today it no longer changes the payable amount."
          missing={messages.reverseReason}
          onClose={() => setReversing(null)}
          onConfirm={async (reason) => {
            const { data } = await call(openingBalances.reverse, { params: { id: reversing._id }, body: { reason } });
            await renew();
            return data.message;
          }}
        />
      )}
    </>
  );
}

const sumOf = (credits: readonly Credit[]) => credits.reduce((sum, { left }) => sum.plus(left), new Decimal(0)).toFixed(2);

function Credits({ userID }: { userID: string }) {
  const may = useMay();
  const query = useCredits(userID);
  if (query.data === undefined) return <NotLoaded panel query={query} sign />;
  const columns: Column<Credit>[] = [
    custom('Credit', ({ name }) => t(name), { lead: true }),
    custom('Number', ({ number, href }) => (href === undefined ? number : <TextLink href={href}>{number}</TextLink>), { brief: true }),
    custom('Date', ({ day }) => showDate(day), { brief: true }),
    money('On account', 'left', { brief: true }),
    ...(may(allocations.create.access)
      ? [
          custom<Credit>(
            'Action',
            ({ key, left }) => (
              <Button
                label="Set off"
                component={SiteLink}
                size="compact-sm"
                variant="default"
                href={urls.setOff(userID, key)}
                aria-label={t('Set off {amount} against an invoice', { amount: showMoney(left) })}
              />
            ),
            { brief: true, align: 'right' },
          ),
        ]
      : []),
  ];
  return (
    <PlainTable
      title="Credits on account"
      // The list has no pages, so the sum is also at its head.
      aside={query.data.length > 1 && <b>{showMoney(sumOf(query.data))}</b>}
      columns={columns}
      rows={query.data}
      // A card on a phone shows every column, the button among them.
      whole
      empty="Nothing is on account: every payment and credit is set off against invoices."
    />
  );
}

import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import { messages, type Statement, STATEMENT_STATES, statements } from '@aapurti/contract/papers/statements';
import { Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

import { useSignedIn } from '../access/session.ts';
import { useMay } from '../access/useMay.ts';
import { vendorFilter } from '../choose/vendorColumn.tsx';
import { ApiError, call, messageOf } from '../ground/api.ts';
import { type Column, custom, money, status, text } from '../list/columns.tsx';
import { FilterSelect } from '../list/FilterSelect.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import { useListState } from '../list/useListState.ts';
import { PaperButton } from '../papers/savePaper.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { ReasonModal } from '../ui/ReasonModal.tsx';
import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';
import classes from './Reports.module.css';
import { ReportTabs } from './ReportTabs.tsx';

const FILTERS = [vendorFilter];
const TONES = { waiting: 'warn', agreed: 'good', differs: 'bad', changed: 'warn' } as const;

/** The statements of closed months: vendors agree to them or say what differs, and the buyer sees the answers. */
export function StatementsPage() {
  const { isAdmin } = useSignedIn();
  const client = useQueryClient();
  const mayAnswer = useMay()(statements.answer.access);
  const { state, go } = useListState(useLocation(), isAdmin ? FILTERS : [], []);
  const { userID = '' } = state.filters;
  const [asked, setAsked] = useState<{ statement: Statement; answer: 'agreed' | 'differs' } | null>(null);
  const query = useQuery({
    queryKey: [statements.list.id, userID],
    queryFn: async ({ signal }) => (await call(statements.list, { query: userID === '' ? {} : { userID }, signal })).data,
  });
  const columns = columnsOf(isAdmin, mayAnswer ? [decision((statement, answer) => setAsked({ statement, answer }))] : []);

  /** The balance that is answered is the one on the screen; another one is shown first. */
  async function send({ month, closing }: Statement, answer: 'agreed' | 'differs', remark: string): Promise<string> {
    try {
      return (await call(statements.answer, { params: { month }, body: { closing, answer, remark } })).data.message;
    } finally {
      await client.invalidateQueries({ queryKey: [statements.list.id] });
    }
  }

  return (
    <>
      <PageHeader title="Statements" />
      <ReportTabs />
      {isAdmin && (
        <div className={classes.bar}>
          <div className={classes.user}>
            <FilterSelect filter={vendorFilter} value={userID} onChange={(next) => go({ page: 1, filters: { userID: next } })} />
          </div>
        </div>
      )}
      {query.data === undefined ? (
        <NotLoaded panel query={query} sign />
      ) : (
        <PlainTable
          title={isAdmin && userID === '' ? 'Statements of the last month' : 'Statements by month'}
          columns={columns}
          rows={query.data}
          empty="No statements yet. The first one appears after the month of the first entry."
          whole
        />
      )}
      <ConfirmModal
        opened={asked?.answer === 'agreed'}
        title="Agree to statement"
        confirm="Agree"
        danger={false}
        onClose={() => setAsked(null)}
        onConfirm={async () => {
          if (asked === null) return;
          await send(asked.statement, 'agreed', '').then(
            (message) => toast.success(message),
            (error: unknown) => toast.error(messageOf(error)),
          );
        }}
      >
        {t('You agree that {amount} was outstanding on {day}. The buyer sees your response.', {
          amount: showMoney(asked?.statement.closing),
          day: showDate(asked?.statement.to),
        })}
      </ConfirmModal>
      {asked?.answer === 'differs' && (
        <ReasonModal
          title="Dispute statement"
          help="The buyer is notified and sees it as a comment."
          confirm="Dispute statement"
          missing={messages.remark}
          onClose={() => setAsked(null)}
          onConfirm={(reason) =>
            send(asked.statement, 'differs', reason).catch((error: unknown) => {
              // The window is about figures that are no longer those of the statement.
              if (error instanceof ApiError && error.status === 409) setAsked(null);
              throw error;
            })
          }
        />
      )}
    </>
  );
}

/** The decision comes early, so that a narrow screen shows it. */
function columnsOf(isAdmin: boolean, decisions: readonly Column<Statement>[]): Column<Statement>[] {
  return [
    ...(isAdmin ? [text<Statement>('Vendor', 'vendorName', { lead: true, width: 200, lines: 2 })] : []),
    custom('Period', ({ from, to }) => t('from {from} to {to}', { from: showDate(from), to: showDate(to) }), {
      brief: true,
      ...(isAdmin ? {} : { lead: true }),
    }),
    // Balances of several days do not add up.
    money('Closing Balance', 'closing', { brief: true, summed: false }),
    status('Status', ({ state }) => ({ word: STATEMENT_STATES[state], tone: TONES[state] }), { brief: true }),
    ...decisions,
    money('Opening Balance', 'opening', { summed: false }),
    custom('Response', ({ answeredBy, answeredAt, answeredClosing, state }) =>
      answeredAt === null
        ? '–'
        : [answeredBy, showDate(answeredAt), ...(state === 'changed' ? [showMoney(answeredClosing)] : [])].join(', '),
    ),
    text('Remarks', 'remark', { width: 200 }),
    custom('Statement', ({ vendorId, vendorCode, month, from, to }) => (
      <PaperButton
        kind="statement"
        id={vendorId}
        number={`${vendorCode}-${month}`}
        startDate={from}
        endDate={to}
        label="PDF"
        name={t('Statement {month} (PDF)', { month })}
      />
    )),
  ];
}

function decision(ask: (statement: Statement, answer: 'agreed' | 'differs') => void): Column<Statement> {
  return custom(
    'Decision',
    (statement) =>
      statement.state === 'agreed' ? (
        '–'
      ) : (
        <Group gap="xs" wrap="nowrap">
          <Button
            label="Agree"
            size="compact-sm"
            aria-label={t('Agree to statement {month}', { month: statement.month })}
            onClick={() => ask(statement, 'agreed')}
          />
          <Button
            label="Differs"
            size="compact-sm"
            variant="default"
            aria-label={t('Dispute statement {month}', { month: statement.month })}
            onClick={() => ask(statement, 'differs')}
          />
        </Group>
      ),
    { brief: true },
  );
}

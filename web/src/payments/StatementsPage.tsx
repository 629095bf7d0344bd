import { showDate, showMoney, inOneLine } from '@aapurti/contract/ground/fields';
import { messages, type Statement, STATEMENT_STATES, statements } from '@aapurti/contract/papers/statements';
import { Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

import { useSignedIn } from '../access/session.ts';
import { useMay } from '../access/useMay.ts';
import { vendorFilter } from '../choose/vendorColumn.tsx';
import { ApiError, call, messageOf } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { type Column, custom, money, text } from '../list/columns.tsx';
import { FilterSelect } from '../list/FilterSelect.tsx';
import { Pager } from '../list/Pager.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import { useListState } from '../list/useListState.ts';
import { PaperButton } from '../papers/savePaper.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { ReasonModal } from '../ui/ReasonModal.tsx';
import { showMonth } from '../ui/showMonth.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';
import classes from './Reports.module.css';
import { ReportTabs } from './ReportTabs.tsx';

const FILTERS = [vendorFilter];
/** The page size for all vendors; one vendor has fewer statements. */
const PAGE_SIZE = 50;
const TONES = { waiting: 'warn', agreed: 'good', differs: 'bad', changed: 'warn' } as const;

/** The statements of closed months, which vendors agree to or dispute, with the answers for the buyer. */
export function StatementsPage() {
  const { isAdmin } = useSignedIn();
  const mayAnswer = useMay()(statements.answer.access);
  const { state, go, hrefOf } = useListState(useLocation(), isAdmin ? FILTERS : [], []);
  const { page } = state;
  const { userID = '' } = state.filters;
  const [asked, setAsked] = useState<{ statement: Statement; answer: 'agreed' | 'differs' } | null>(null);
  const query = useQuery({
    queryKey: [statements.list.id, userID, page],
    queryFn: ({ signal }) => call(statements.list, { query: { ...(userID === '' ? {} : { userID }), page, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });
  const { data: rows = [], total = 0 } = query.data ?? {};
  const isOfAll = isAdmin && userID === '';
  const [first] = rows;
  const columns = columnsOf(isAdmin, isOfAll, mayAnswer ? [decision((statement, answer) => setAsked({ statement, answer }))] : []);

  /** Sends the answer with the displayed balance; if the server has another balance by now, the user sees that first. */
  async function send({ month, closing }: Statement, answer: 'agreed' | 'differs', remark: string): Promise<string> {
    try {
      return (await call(statements.answer, { params: { month }, body: { closing, answer, remark } })).data.message;
    } finally {
      await renewed([statements.list]);
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
          title={isOfAll && first !== undefined ? t('Statements of {month}', { month: showMonth(first.month) }) : 'Statements by month'}
          columns={columns}
          rows={rows}
          empty="No statements yet. The first one appears after the month of the first entry."
          whole
          below={
            total > PAGE_SIZE && (
              <Pager
                title="Statements"
                page={page}
                first={(page - 1) * PAGE_SIZE + 1}
                shown={rows.length}
                pageSize={PAGE_SIZE}
                total={total}
                hrefOf={(next) => hrefOf({ page: next })}
              />
            )
          }
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
          missing={messages.remark(showMoney(asked.statement.closing))}
          onClose={() => setAsked(null)}
          onConfirm={(reason) =>
            send(asked.statement, 'differs', reason).catch((error: unknown) => {
              // The window closes, because the statement has other figures now.
              if (error instanceof ApiError && error.status === 409) setAsked(null);
              throw error;
            })
          }
        />
      )}
    </>
  );
}

/** The columns, with the decision among the first so that narrow screens show it. */
function columnsOf(isAdmin: boolean, isOfAll: boolean, decisions: readonly Column<Statement>[]): Column<Statement>[] {
  return [
    ...(isAdmin ? [text<Statement>('Vendor', 'vendorName', { lead: true, width: 150, lines: 2 })] : []),
    // The heading already names the month that all vendors share.
    ...(isOfAll ? [] : [custom<Statement>('Month', ({ month }) => showMonth(month), { brief: true, ...(isAdmin ? {} : { lead: true }) })]),
    // Balances of different days have no meaningful sum.
    money('Opening Balance', 'opening', { summed: false }),
    money('Closing Balance', 'closing', { brief: true, summed: false }),
    { ...custom<Statement>('Status', (statement) => <Answer {...statement} />, { brief: true }), state: true },
    ...decisions,
    custom('PDF', ({ vendorId, vendorCode, month, from, to }) => (
      <PaperButton
        kind="statement"
        id={vendorId}
        number={`${vendorCode}-${month}`}
        startDate={from}
        endDate={to}
        label="PDF"
        bare
        name={t('Statement {month} (PDF)', { month })}
      />
    )),
  ];
}

/** The state of a statement; below it who answered, when, and the remark. */
function Answer({ state, answeredBy, answeredAt, answeredClosing, remark }: Statement) {
  return (
    <div className={classes.answer}>
      <StatusBadge tone={TONES[state]}>{t(STATEMENT_STATES[state])}</StatusBadge>
      {answeredAt !== null && <p>{inOneLine(answeredBy, showDate(answeredAt), state === 'changed' ? showMoney(answeredClosing) : null)}</p>}
      {remark !== null && <p>{remark}</p>}
    </div>
  );
}

function decision(ask: (statement: Statement, answer: 'agreed' | 'differs') => void): Column<Statement> {
  return custom(
    'Decision',
    (statement) =>
      statement.state === 'agreed' ? (
        '–'
      ) : (
        <Group gap={4} wrap="nowrap" className={classes.decision}>
          <Button
            label="Agree"
            size="compact-sm"
            aria-label={t('Agree to statement {month}', { month: statement.month })}
            onClick={() => ask(statement, 'agreed')}
          />
          <Button
            label="Dispute"
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

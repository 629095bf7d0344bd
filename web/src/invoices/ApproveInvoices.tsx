import { showMoney, showNumber } from '@aapurti/contract/ground/fields';
import type { Invoice } from '@aapurti/contract/invoices/invoices';
import { type Approvals, APPROVED_MAX, matching, messages } from '@aapurti/contract/invoices/matching';
import { say } from '@aapurti/contract/ground/template';
import { Modal } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';

import { ApiError, call, messageOf } from '../ground/api.ts';
import { queryClient } from '../ground/queries.ts';
import { forgetFigures } from '../payments/forgetFigures.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';
import { ApprovalFindings, type Compared } from './ApprovalFindings.tsx';
import { matchQuery } from './matchQuery.ts';
import classes from './MatchFindings.module.css';

interface ApproveInvoicesProps {
  /** Read when the button is pressed. */
  chosen: () => readonly Invoice[];
  compact?: boolean;
  /** The invoice number, for a button in each row. */
  about?: string;
  /** Receives the approved invoices. The others stay selected, so that the window that lists them stays open. */
  onDone: (approved: readonly Invoice[]) => void;
}

/** The most exceptions and invoices without lines per approval; the others stay selected for the next one. */
const COMPARED_MOST = 20;

const isOdd = ({ matchState }: Invoice) => matchState === 'unmatched' || matchState === 'exception';

/** Approves invoices as shown, after a confirmation, and lists those left out with the reasons. */
export function ApproveInvoices({ chosen, compact = false, about, onDone }: ApproveInvoicesProps) {
  const [asked, setAsked] = useState<readonly Invoice[] | null>(null);
  const [left, setLeft] = useState<Approvals['left']>([]);

  async function approve(seen: readonly Invoice[]) {
    const done: Invoice[] = [];
    const others: Approvals['left'] = [];
    try {
      for (let first = 0; first < seen.length; first += APPROVED_MAX) {
        const some = seen.slice(first, first + APPROVED_MAX);
        const answer = await approveSome(some);
        const leftOut = new Set(answer.left.map(({ _id }) => _id));
        done.push(...some.filter(({ _id }) => !leftOut.has(_id)));
        others.push(...answer.left);
      }
    } catch (error) {
      toast.error(messageOf(error));
    }
    if (done.length > 0) toast.success(messages.approved(done.length));
    const [only] = others;
    if (seen.length === 1 && only !== undefined) toast.error(only.reason);
    else setLeft(others);
    await forgetFigures();
    await queryClient.invalidateQueries();
    onDone(done);
  }

  const odd = (asked ?? []).filter(isOdd);
  const compared = useQueries({
    queries: odd.slice(0, COMPARED_MOST).map(({ _id }) => matchQuery(_id)),
    combine: (queries) => ({
      isThere: queries.every(({ isFetching, data }) => !isFetching && data !== undefined),
      all: queries.flatMap(({ data }, index): Compared[] => {
        const invoice = odd[index];
        return invoice === undefined ? [] : [{ invoice, match: data }];
      }),
    }),
  });
  // Invoices that were not compared cannot be approved.
  const rest = new Set(odd.slice(COMPARED_MOST));
  const sent = (asked ?? []).filter((invoice) => !rest.has(invoice));
  const [only] = sent;
  const matchOf = new Map(compared.all.map(({ invoice, match }) => [invoice._id, match]));
  const approvable = sent.filter((invoice) => (isOdd(invoice) ? matchOf.get(invoice._id)?.isApprovable === true : isApprovable(invoice)));
  const payable = approvable.reduce((sum, { balance, held }) => sum + Math.max(0, balance - held), 0);
  const total = approvable.reduce((sum, { invoiceValue }) => sum + invoiceValue, 0);
  const [value, less] = [showMoney(payable), showMoney(total - payable)];
  const count = showNumber(sent.length);
  return (
    <>
      <Button
        label="Approve"
        {...(compact ? { size: 'compact-md' } : {})}
        {...(about === undefined ? {} : { variant: 'default', 'aria-label': t('{action} {row}', { action: 'Approve', row: about }) })}
        onClick={() => setAsked(chosen())}
      />
      <ConfirmModal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => approve(sent)}
        ready={compared.isThere}
        title={
          asked?.length === 1 && only !== undefined
            ? say('Approve invoice {invoiceNumber}', { invoiceNumber: only.invoiceNumber })
            : say('Approve {count} invoices', { count })
        }
        confirm="Approve"
        danger={false}
      >
        {asked?.length === 1
          ? t('{value} becomes payable. The vendor is notified and can no longer edit the invoice.', { value })
          : t(
              '{value} becomes payable. The vendors are notified and can no longer edit the invoices. Invoices that cannot be approved now are skipped.',
              {
                value,
              },
            )}
        {payable < total && (
          <p>{t('{less} of {total} is already paid, credited, deducted or held by claims.', { total: showMoney(total), less })}</p>
        )}
        {compared.all.length > 0 && <ApprovalFindings compared={compared.all} more={rest.size} />}
      </ConfirmModal>
      <Modal opened={left.length > 0} onClose={() => setLeft([])} title={t('Not approved')}>
        <ul className={classes.findings}>
          {left.map(({ _id, invoiceNumber, reason }) => (
            <li key={_id}>
              <p>
                {t('Invoice {number}', { number: invoiceNumber })}
                <span className={classes.under}>{t(reason)}</span>
              </p>
            </li>
          ))}
        </ul>
      </Modal>
    </>
  );
}

/** Approves invoices with one call. */
async function approveSome(seen: readonly Invoice[]): Promise<Approvals> {
  const invoiceIdList = seen.map(({ _id }) => _id);
  const versions = Object.fromEntries(seen.map(({ _id, updatedAt }) => [_id, updatedAt]));
  try {
    return (await call(matching.approve, { body: { invoiceIdList, versions } })).data.data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return error.data as Approvals;
    throw error;
  }
}

/** True if the shown invoice can be approved; the server decides. */
function isApprovable(invoice: Invoice): boolean {
  return messages.notApprovable[invoice.matchState] === null && invoice.balance > 0;
}

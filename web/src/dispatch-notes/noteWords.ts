import type { Link } from '@aapurti/contract/comments/linkedSteps';
import type { DispatchGoods } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { type NoteProblem, noteProblems } from '@aapurti/contract/dispatch-notes/noteSteps';
import { indianDay, showDate, showNumber } from '@aapurti/contract/ground/fields';
import type { Receipt } from '@aapurti/contract/receipts/receipts';

import type { Problem } from '../document/Problems.tsx';
import { figuresOf, stoppedInvoice } from '../document/problemWords.ts';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import { missingBill } from './dispatchRemarks.ts';
import { valueWithTax } from './useGoodsValue.ts';

/** The problems of a dispatch note, worded for the buyer or the vendor. */
export function problemsOf(goods: DispatchGoods, linked: readonly Link[], receipt: Receipt | null, isAdmin: boolean): Problem[] {
  const time = new Date();
  const problems = noteProblems(goods, linked, receipt?.lines ?? null, { today: indianDay(time), now: time.toISOString() });
  return [...problems.map((problem) => worded(problem, goods, isAdmin)), ...withoutBill(goods, isAdmin)];
}

/** The advice on goods that need an e-way bill but have none. */
function withoutBill({ _id, state, lines, eWayBillNumber, issuer }: DispatchGoods, isAdmin: boolean): Problem[] {
  const isBefore = state === 'draft' || state === 'ready' || state === 'left';
  const title = isBefore ? missingBill(valueWithTax(lines), eWayBillNumber) : null;
  if (title === null) return [];
  const isOwn = isAdmin === (issuer === 'buyer');
  const actions = isOwn ? [{ label: 'E-way Bill Number', href: urls.dispatchNoteEdit(_id) }] : [];
  return [{ tone: 'warn', title, actions }];
}

function worded(problem: NoteProblem, { _id, expectedOn, eWayBillNumber }: DispatchGoods, isAdmin: boolean): Problem {
  const transport = isAdmin ? {} : { actions: [{ label: 'Change transport', href: urls.noteTransport(_id) }] };
  switch (problem.kind) {
    case 'exception':
    case 'returned':
      return stoppedInvoice(problem.kind, problem.invoice, isAdmin);
    case 'empty':
      return { tone: 'warn', title: t('This dispatch note has no lines.'), text: t('Its goods cannot be dispatched or received by line.') };
    case 'late':
      return {
        tone: 'warn',
        title: t('Expected on {day}, not received', { day: showDate(expectedOn) }),
        text: t('{count, plural, one {# day late} other {# days late}}', { count: problem.days }),
        ...transport,
      };
    case 'eway':
      return {
        tone: 'bad',
        title: t('E-way bill {number} expired on {day}', { number: eWayBillNumber, day: showDate(problem.until) }),
        text: t('The goods cannot move on it.'),
        ...transport,
      };
    case 'partB':
      return { tone: 'warn', title: t('Update Part B on the e-way bill portal.') };
    case 'short':
    case 'over':
    case 'rejected': {
      const { line, itemName, uom, units, amount } = problem;
      const values = { line, quantity: `${showNumber(Math.abs(units))} ${uom ?? ''}`.trim() };
      return {
        tone: problem.kind === 'over' ? 'warn' : 'bad',
        title:
          problem.kind === 'short'
            ? t('Line {line}: {quantity} short on arrival', values)
            : problem.kind === 'over'
              ? t('Line {line}: {quantity} more than dispatched', values)
              : t('Line {line}: {quantity} rejected on arrival', values),
        text: itemName,
        ...figuresOf(units, values.quantity, amount),
      };
    }
  }
}

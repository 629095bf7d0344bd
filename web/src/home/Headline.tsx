import type { Overview } from '@aapurti/contract/home/dashboard';
import { showMoney } from '@aapurti/contract/ground/fields';
import { Skeleton } from '@mantine/core';

import { owedFigure } from '../payments/owed.ts';
import { SiteLink } from '../ui/Link.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import classes from './Headline.module.css';

type Sum = Overview['overdue'];

interface Figure {
  label: string;
  amount: number;
  note: string;
  tone?: 'late' | 'soon' | undefined;
  href?: string;
}

/** Amounts owed, by due date. Each figure links to its invoices or its report. */
export function Headline({ data, isAdmin }: { data: Overview | undefined; isAdmin: boolean }) {
  const names = isAdmin ? OFFICE : VENDOR;
  const figures: readonly Figure[] | undefined = data && [
    { ...owedFigure(data.owed, isAdmin, names.owed), note: 'from the accounts' },
    {
      label: 'Overdue',
      amount: data.overdue.amount,
      note: invoices(data.overdue),
      tone: data.overdue.invoices > 0 ? 'late' : undefined,
      href: urls.invoicesInState('overdue'),
    },
    {
      label: 'Due this week',
      amount: data.dueThisWeek.amount,
      note: invoices(data.dueThisWeek),
      tone: data.dueThisWeek.invoices > 0 ? 'soon' : undefined,
      href: urls.invoicesInState('dueSoon'),
    },
    { label: 'Due next week', amount: data.dueNextWeek.amount, note: invoices(data.dueNextWeek) },
    { label: 'Due later', amount: data.dueLater.amount, note: invoices(data.dueLater) },
  ];
  return (
    <section aria-label={t(names.section)} className={classes.strip} aria-busy={figures === undefined}>
      {(figures ?? WAITING).map(({ label, amount, note, tone, href = urls.outstandingReport }) => (
        <SiteLink key={label} href={href} className={classes.figure} data-tone={tone}>
          <span className={classes.label}>{t(label === '' ? names.owed : label)}</span>
          <strong className={classes.amount}>
            {figures === undefined ? <Skeleton component="span" display="inline-block" width="6ch" height="0.8em" /> : showMoney(amount)}
          </strong>
          <span className={classes.note}>{t(note)}</span>
        </SiteLink>
      ))}
    </section>
  );
}

const OFFICE = { owed: 'Payable to vendors', section: 'Payables' };
const VENDOR = { owed: 'Receivable', section: 'Receivables' };

const WAITING: readonly Figure[] = ['', 'Overdue', 'Due this week', 'Due next week', 'Due later'].map((label) => ({
  label,
  amount: 0,
  note: '\u00a0',
}));

function invoices({ invoices: count }: Sum): string {
  return t('{count, plural, one {# invoice} other {# invoices}}', { count });
}

import { type Query, useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';

import { SiteLink } from '../ui/Link.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { t } from '../words/words.ts';
import classes from './Today.module.css';

/** True for a query that has not received a response yet. */
export const hasNoAnswer = ({ state }: Query) => state.data === undefined;

/** The tasks of the day by kind: how many wait, since when, the amount, and the next step of each. */
export function Today({ children }: { children: ReactNode }) {
  // A kind without tasks and a kind that is still loading look the same here.
  const isLoading = useIsFetching({ predicate: hasNoAnswer }) > 0;
  return (
    <Panel title="For you today">
      <div className={classes.groups}>{children}</div>
      <div className={classes.nothing}>{isLoading ? <Spinner height={80} /> : <p>{t('Nothing is waiting for you.')}</p>}</div>
    </Panel>
  );
}

interface GroupProps {
  title: string;
  /** The content next to the title: the number of tasks, their age and amount. */
  aside: ReactNode;
  children: ReactNode;
}

/** The tasks of one kind. A kind without tasks has no group. */
export function Group({ title, aside, children }: GroupProps) {
  const id = useId();
  return (
    <section className={classes.group} aria-labelledby={id}>
      <header className={classes.head}>
        <h3 id={id} className={classes.title}>
          {t(title)}
        </h3>
        <span className={classes.aside}>{aside}</span>
      </header>
      {children}
    </section>
  );
}

/** The next step of a task, in its row. `about` names the task in the accessible name, because many tasks have the same step. */
export function Step({ label, about, href }: { label: string; about: string; href: string }) {
  return (
    <SiteLink href={href} className={classes.step} aria-label={t('{action} {row}', { action: label, row: about })}>
      {t(label)}
    </SiteLink>
  );
}

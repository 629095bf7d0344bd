import { type ReactNode, useId } from 'react';

import classes from './Panel.module.css';
import { t } from '../words/words.ts';

interface PanelProps {
  title?: string | undefined;
  /** The content next to the title: a link, a count. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The surface of forms and facts; with a title, a section of the page. */
export function Panel({ title, aside, children }: PanelProps) {
  const id = useId();
  if (title === undefined)
    return (
      <div className={classes.panel} data-panel>
        {children}
      </div>
    );
  return (
    <section className={classes.panel} aria-labelledby={id} data-panel>
      <header className={classes.head}>
        <h2 id={id} className={classes.title}>
          {t(title)}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** Read-only pairs, in as many columns as fit. Blank values show as a dash. */
export function Facts({ items }: { items: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className={classes.facts}>
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}

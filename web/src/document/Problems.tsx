import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { useId, useState } from 'react';

import { Button, RowButton, targetOf } from '../ui/Button.tsx';
import type { Action } from '../ui/ActionMenu.tsx';
import { t } from '../words/words.ts';
import classes from './Document.module.css';

/** A problem of a document, worded for the user: red if it blocks goods or money, amber if something is late or missing. */
export interface Problem {
  tone: 'bad' | 'warn';
  title: string;
  text?: string;
  /** The differences in units and in rupees, with their sign. */
  units?: string;
  amount?: string;
  /** The solution. */
  actions?: readonly Action[];
}

/** The most problems shown at first. */
const SHOWN = 5;

/** The problems of a document, above its lines. */
export function Problems({ problems }: { problems: readonly Problem[] }) {
  const id = useId();
  const [all, setAll] = useState(false);
  const shown = all ? problems : problems.slice(0, SHOWN);
  return (
    <section className={classes.problems} aria-labelledby={id}>
      <h2 id={id}>{t('{count, plural, one {# problem} other {# problems}}', { count: problems.length })}</h2>
      <ul>
        {shown.map(({ tone, title, text, units, amount, actions = [] }) => (
          <li key={title} data-tone={tone}>
            {tone === 'bad' ? <IconAlertTriangle size={20} aria-hidden /> : <IconClock size={20} aria-hidden />}
            <div className={classes.what}>
              <strong>{title}</strong>
              {text !== undefined && <span>{text}</span>}
            </div>
            <span className={classes.figure}>{units}</span>
            <span className={classes.figure}>{amount}</span>
            <div className={classes.ways}>
              {actions.map((action) => (
                <RowButton label={action.label} key={action.label} {...targetOf(action)} />
              ))}
            </div>
          </li>
        ))}
      </ul>
      {shown.length < problems.length && (
        <Button variant="subtle" size="xs" onClick={() => setAll(true)} className={classes.more ?? ''}>
          {t('Show all {count} problems', { count: problems.length })}
        </Button>
      )}
    </section>
  );
}

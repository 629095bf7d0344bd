import { useEffect, useId, useRef } from 'react';

import type { Merge } from './newer.ts';
import { t } from '../words/words.ts';
import classes from './NewerRecord.module.css';

/** The changes that another user saved while the form was open. */
export function NewerRecord({ merge }: { merge: Merge }) {
  const section = useRef<HTMLElement>(null);
  const titleId = useId();
  const clashes = merge.changes.some(({ yours }) => yours !== null);

  // The button that requested this is gone.
  useEffect(() => section.current?.focus(), []);

  return (
    <section ref={section} tabIndex={-1} aria-labelledby={titleId} className={classes.newer}>
      <h2 id={titleId} className={classes.title}>
        {t('Changes by others')}
      </h2>
      <dl className={classes.changes}>
        {merge.changes.map(({ label, theirs, yours }) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>
              {theirs}
              {yours !== null && <span className={classes.yours}> {t('(you entered {yours})', { yours })}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.words}>
        {t('{changes} Save again to keep the values that the form shows now.', {
          changes: t(
            merge.changes.length === 0
              ? 'Only details that this form does not show.'
              : clashes
                ? 'Fields you changed keep your value. The others show the latest saved values.'
                : 'The latest version was loaded into the form. Your changes are kept.',
          ),
        })}
      </p>
    </section>
  );
}

import type { ReactNode } from 'react';

import classes from './Identity.module.css';
import { t } from '../words/words.ts';

interface SideBySideProps {
  label: string;
  /** The headings of the left and of the right column. */
  heads: readonly [left: string, right: string];
  rows: readonly { label: string; left: ReactNode; right: ReactNode }[];
}

/** Two versions of the same fields in equal columns; on a phone each field's name is above its values. */
export function SideBySide({ label, heads: [left, right], rows }: SideBySideProps) {
  return (
    <table className={classes.sides} aria-label={t(label)}>
      <thead>
        <tr>
          <th scope="col">{t('Field')}</th>
          <th scope="col">{t(left)}</th>
          <th scope="col">{t(right)}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row">{t(row.label)}</th>
            <td>{row.left}</td>
            <td>{row.right}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

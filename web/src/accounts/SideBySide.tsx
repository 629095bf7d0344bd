import type { ReactNode } from 'react';

import classes from './Identity.module.css';

interface SideBySideProps {
  label: string;
  /** What stands on the left and on the right. */
  heads: readonly [left: string, right: string];
  rows: readonly { label: string; left: ReactNode; right: ReactNode }[];
}

/** Two versions of the same fields in equal columns; on a phone each field's name stands above its values. */
export function SideBySide({ label, heads: [left, right], rows }: SideBySideProps) {
  return (
    <table className={classes.sides} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">{left}</th>
          <th scope="col">{right}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row">{row.label}</th>
            <td>{row.left}</td>
            <td>{row.right}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

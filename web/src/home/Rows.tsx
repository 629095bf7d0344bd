import type { ReactNode } from 'react';

import { SiteLink } from '../ui/Link.tsx';
import { t } from '../words/words.ts';
import classes from './Rows.module.css';

export interface Row {
  key: string;
  href: string;
  name: string;
  /** Spans; a line never breaks inside one. */
  more: ReactNode;
  aside: ReactNode;
  /** The next step, shown next to the row. */
  step?: ReactNode;
}

/** The first rows of a list; each row links to the screen that handles it. */
export function Rows({ rows, empty = '' }: { rows: readonly Row[]; empty?: string | undefined }) {
  if (rows.length === 0) return <p className={classes.empty}>{t(empty)}</p>;
  return (
    <ul className={classes.list}>
      {rows.map(({ key, href, name, more, aside, step }) => (
        <li key={key} className={classes.item}>
          <SiteLink href={href} className={classes.row}>
            <span className={classes.name}>{name}</span>
            <span className={classes.aside}>{aside}</span>
            <span className={classes.more}>{more}</span>
          </SiteLink>
          {step != null && <span className={classes.step}>{step}</span>}
        </li>
      ))}
    </ul>
  );
}

import type { ReactNode } from 'react';

import classes from './Code.module.css';

/** A code that is only to be read; `Code` can be copied as well. */
export function Mono({ children }: { children: ReactNode }) {
  return (
    <span className={classes.mono} data-code>
      {children}
    </span>
  );
}

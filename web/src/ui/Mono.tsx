import type { ReactNode } from 'react';

import classes from './Code.module.css';

/** A code for reading only; `Code` can also be copied. */
export function Mono({ children }: { children: ReactNode }) {
  return (
    <span className={classes.mono} data-code>
      {children}
    </span>
  );
}

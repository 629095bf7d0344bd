import type { ReactNode } from 'react';

import classes from './Strip.module.css';

/** One line above a list: a pending task, with the button for it. */
export function Strip({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.strip}>
      <span className={classes.words}>{children}</span>
      {action}
    </div>
  );
}

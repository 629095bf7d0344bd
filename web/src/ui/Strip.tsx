import type { ReactNode } from 'react';

import classes from './Strip.module.css';

/** One line above a list that tells of something to do, with the button that does it. */
export function Strip({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.strip}>
      <span className={classes.words}>{children}</span>
      {action}
    </div>
  );
}

import type { ReactNode } from 'react';

import classes from './Notice.module.css';
import { t } from '../words/words.ts';
import { Button } from './Button.tsx';

interface NoticeProps {
  icon?: ReactNode;
  title: string;
  /** One line with the next step. */
  children?: ReactNode;
  actions?: ReactNode;
  /** Failures are announced when they appear. */
  alert?: boolean;
}

/** The reason why a panel is empty, centred. */
export function Notice({ icon, title, children, actions, alert = false }: NoticeProps) {
  return (
    <div className={classes.notice} role={alert ? 'alert' : undefined}>
      {icon !== undefined && (
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
      )}
      <p className={classes.title}>{t(title)}</p>
      {children !== undefined && <div className={classes.text}>{children}</div>}
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}

/** A button that retries the failed action. */
export function RetryButton({ onRetry, loading = false }: { onRetry: () => void; loading?: boolean }) {
  return <Button label="Try again" variant="default" onClick={onRetry} loading={loading} />;
}

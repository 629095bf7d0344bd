import classes from './StatusBadge.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'neutral';

/** A status as colour and text, never as colour alone. */
export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}

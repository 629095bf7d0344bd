import classes from './StatusBadge.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'neutral';

/** A state in colour and in words, never in colour alone. */
export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}

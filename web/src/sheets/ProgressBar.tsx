import classes from './ProgressBar.module.css';
import { t } from '../words/words.ts';

/** Progress from 0 to 1; null for unknown. */
export function ProgressBar({ label, share }: { label: string; share: number | null }) {
  return <progress className={classes.bar} aria-label={t(label)} {...(share === null ? {} : { value: share })} />;
}

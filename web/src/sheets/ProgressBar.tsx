import classes from './ProgressBar.module.css';

/** How much of something is done, 0 to 1, or with null only that it goes on. */
export function ProgressBar({ label, share }: { label: string; share: number | null }) {
  return <progress className={classes.bar} aria-label={label} {...(share === null ? {} : { value: share })} />;
}

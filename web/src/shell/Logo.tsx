import { useSite } from '../ground/useSite.ts';
import { t } from '../words/words.ts';
import classes from './Logo.module.css';

/** The buyer's logo, otherwise the portal's; compact: only the portal's mark. */
export function Logo({ compact = false }: { compact?: boolean }) {
  const { data: site } = useSite();
  const logo = site?.logo ?? null;
  if (logo !== null && !compact) {
    return (
      <span className={classes.logo}>
        <img src={logo} alt={site?.buyerName ?? t('Aapurti')} className={classes.buyer} />
      </span>
    );
  }
  return (
    <span className={classes.logo}>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden>
        <rect width="32" height="32" rx="7" fill="#2f46a6" />
        <path d="M6.5 23.5 14 8.5h4l7.5 15h-4.3L16 12.6l-5.2 10.9z" fill="#fff" />
        <path d="M12.6 23.5c1.2-2.6 5.6-2.6 6.8 0z" fill="#a9b8f5" />
      </svg>
      {!compact && <span className={classes.word}>{t('Aapurti')}</span>}
    </span>
  );
}

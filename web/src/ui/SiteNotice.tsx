import { IconInfoCircle } from '@tabler/icons-react';

import classes from './SiteNotice.module.css';
import { t } from '../words.ts';

/** What administrators want everybody to read; plain text. */
export function SiteNotice({ text }: { text: string | null | undefined }) {
  if (text === null || text === undefined) return null;
  return (
    <aside className={classes.notice} aria-label={t('Notice')}>
      <IconInfoCircle size={18} aria-hidden />
      <p>{t(text)}</p>
    </aside>
  );
}

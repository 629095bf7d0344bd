import { IconInfoCircle } from '@tabler/icons-react';

import classes from './SiteNotice.module.css';
import { language, t } from '../words/words.ts';

interface SiteNoticeProps {
  notice?: string | null;
  noticeHindi?: string | null;
}

/** The administrators' announcement for all users; plain text. */
export function SiteNotice({ notice = null, noticeHindi = null }: SiteNoticeProps) {
  const text = (language === 'hi' ? noticeHindi : null) ?? notice;
  if (text === null) return null;
  return (
    <aside className={classes.notice} aria-label={t('Announcement')}>
      <IconInfoCircle size={18} aria-hidden />
      <p>{text}</p>
    </aside>
  );
}

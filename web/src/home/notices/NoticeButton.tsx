import { say } from '@aapurti/contract/ground/template';
import { useIdle } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import classes from './NoticeButton.module.css';
import { noticePages } from './noticePages.ts';
import { t } from '../../words/words.ts';
import { onDemand } from '../../ui/onDemand.tsx';

// The panel loads when it is first opened.
const load = () => import('./NoticePanel.tsx');
const NoticePanel = onDemand(async () => (await load()).NoticePanel);

const LOOKS_MILLISECONDS = 60_000;
const IDLE_MILLISECONDS = 15 * 60_000;

/** The number of unread notifications in the top bar and on the tab's icon; opens the panel of notifications. */
export function NoticeButton() {
  /** Null until the panel is first opened. */
  const [opened, setOpened] = useState<boolean | null>(null);
  // An idle tab does not poll, so that the session of an unattended tab can expire.
  const idle = useIdle(IDLE_MILLISECONDS, { initialState: false });
  const { data } = useInfiniteQuery({ ...noticePages, refetchInterval: idle ? false : LOOKS_MILLISECONDS });
  const unread = data?.pages[0]?.unread ?? 0;
  useTabIcon(unread > 0);

  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-label={t(unread === 0 ? 'Notifications' : say('Notifications, {unread} unread', { unread }))}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
        onMouseEnter={load}
        onFocus={load}
      >
        <IconBell size={20} stroke={1.7} aria-hidden />
        {unread > 0 && (
          <span className={classes.count} aria-hidden>
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </button>
      {opened !== null && <NoticePanel opened={opened} onClose={() => setOpened(false)} />}
    </>
  );
}

function useTabIcon(isUnread: boolean): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon === null || !isUnread) return;
    icon.href = '/favicon-unread.svg';
    return () => {
      icon.href = '/favicon.svg';
    };
  }, [isUnread]);
}

import { type Notice as Told, notices } from '@aapurti/contract/home/notices';
import { Drawer, VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';

import { call } from '../../ground/api.ts';
import { queryClient } from '../../ground/queries.ts';
import { KINDS } from '../../mail/kinds.ts';
import { useSignedIn } from '../../access/session.ts';
import { Button } from '../../ui/Button.tsx';
import { DRAWER_WIDTH } from '../../ui/drawer.ts';
import { SiteLink, TextLink } from '../../ui/Link.tsx';
import { NotLoaded } from '../../ui/NotLoaded.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showInstant } from '../../ui/showInstant.ts';
import { useOnPhone } from '../../ui/useOnPhone.ts';
import { urls } from '../../urls.ts';
import classes from './NoticePanel.module.css';
import { noticePages } from './noticePages.ts';
import { inWords, t } from '../../words/words.ts';

/** The notifications by kind, the kind with the newest one first. Opening a notification marks it as read; a button marks all of them. */
export function NoticePanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const onPhone = useOnPhone();
  const { data } = useInfiniteQuery(noticePages);
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { upTo: string; alone: boolean }) => call(notices.read, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: noticePages.queryKey }),
  });
  const [first] = data?.pages ?? [];
  const newest = first?.notices[0];

  return (
    <Drawer.Root opened={opened} onClose={onClose} position="right" size={onPhone ? '100%' : DRAWER_WIDTH}>
      <Drawer.Overlay backgroundOpacity={0.15} />
      <Drawer.Content>
        <Drawer.Header className={classes.head ?? ''}>
          <Drawer.Title className={classes.title ?? ''}>{t('Notifications')}</Drawer.Title>
          {newest !== undefined && first !== undefined && first.unread > 0 && (
            <Button
              label="Mark all as read"
              variant="subtle"
              size="compact-sm"
              loading={isPending}
              onClick={() => mutate({ upTo: newest._id, alone: false })}
            />
          )}
          <Drawer.CloseButton aria-label={t('Close')} size={44} data-autofocus />
        </Drawer.Header>
        <Drawer.Body className={classes.body ?? ''}>
          <Notices onClose={onClose} onRead={(upTo) => mutate({ upTo, alone: true })} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function Notices({ onClose, onRead }: { onClose: () => void; onRead: (id: string) => void }) {
  const { userID } = useSignedIn();
  const query = useInfiniteQuery(noticePages);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const shown = data?.pages.flatMap((page) => page.notices) ?? [];

  if (data === undefined) return <NotLoaded query={query} sign height={160} />;
  const settings = (
    <TextLink href={urls.profile(userID)} underlined onClick={onClose}>
      {t('Choose your notifications')}
    </TextLink>
  );
  if (shown.length === 0) {
    return (
      <Notice icon={<IconBell size={22} />} title="No notifications" actions={settings}>
        {t('News about your orders, prices and payments appears here for 90 days.')}
      </Notice>
    );
  }
  return (
    <>
      {[...new Set(shown.map(({ kind }) => kind))].map((kind) => (
        <section key={kind} aria-label={t(KINDS[kind].label)}>
          <h3 className={classes.heading}>{t(KINDS[kind].label)}</h3>
          <ul className={classes.notices}>
            {shown
              .filter((notice) => notice.kind === kind)
              .map((notice) => (
                <li key={notice._id}>
                  <NoticeLink
                    notice={notice}
                    onClick={() => {
                      if (!notice.isRead) onRead(notice._id);
                      onClose();
                    }}
                  />
                </li>
              ))}
          </ul>
        </section>
      ))}
      {query.isFetchNextPageError && <NotLoaded query={{ ...query, refetch: fetchNextPage }} />}
      {hasNextPage && (
        <Button label="Show older notifications" variant="default" onClick={() => void fetchNextPage()} loading={isFetchingNextPage} />
      )}
      <p className={classes.foot}>
        {t('Notifications are kept for 90 days.')} {settings}
      </p>
    </>
  );
}

/** The detail is either one text or a list of facts and names, each translated separately. */
function NoticeLink({ notice, onClick }: { notice: Told; onClick: () => void }) {
  const { title, detail, path, createdAt, isRead } = notice;
  return (
    <SiteLink href={path} className={classes.notice} data-unread={!isRead || undefined} onClick={onClick}>
      <span className={classes.words}>{t(title)}</span>
      {detail !== '' && <span className={classes.detail}>{inWords(detail)}</span>}
      <time dateTime={createdAt} className={classes.detail}>
        {showInstant(createdAt)}
      </time>
      {!isRead && <VisuallyHidden>{t('Unread')}</VisuallyHidden>}
    </SiteLink>
  );
}

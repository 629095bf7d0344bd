import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

import { useSite } from '../ground/useSite.ts';
import { usePreferences } from '../list/useListPreferences.ts';
import { NoticeButton } from '../home/notices/NoticeButton.tsx';
import { SearchButton } from '../home/search/SearchButton.tsx';
import { useDemand, useSession } from '../access/session.ts';
import { keepFocus } from '../ui/keepFocus.ts';
import '../ui/placeToasts.ts';
import { Footer } from './Footer.tsx';
import { Logo } from './Logo.tsx';
import classes from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { UserMenu } from './UserMenu.tsx';
import { t } from '../words/words.ts';
import { onDemand } from '../ui/onDemand.tsx';
import { passwordAsked } from '../ground/passwordAsked.ts';

// Loaded on demand: most users never see it.
const InactivePage = onDemand(async () => (await import('../vendors/InactivePage.tsx')).InactivePage);

const COMPACT_KEY = 'sidebarCompact';

/** The frame of every screen for signed-in users. */
export function Shell() {
  const session = useSession();
  const setUpDemanded = useDemand() !== null;
  const pathname = useLocation({ select: (location) => location.pathname });
  const { data: site } = useSite();
  usePreferences();
  useEffect(keepFocus, []);
  const drawer = useRef<HTMLDialogElement>(null);
  const [compact, setCompact] = useState(() => localStorage.getItem(COMPACT_KEY) === 'true');

  function toggle() {
    localStorage.setItem(COMPACT_KEY, String(!compact));
    setCompact(!compact);
  }

  // A moment passes between a sign-out and the guard's redirect.
  if (session === null) return null;

  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        {t('Skip to the content')}
      </a>
      <aside className={classes.aside}>
        <Sidebar compact={compact} onToggle={toggle} />
      </aside>
      {/* The native dialog traps the focus, closes on Escape and makes the page behind it inert. Each page gets a new one. */}
      {/* Only the mouse needs this: a click on the page behind, or on the link of the current page. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <dialog
        key={pathname}
        ref={drawer}
        className={classes.drawer}
        aria-label={t('Menu')}
        onClick={(event) => {
          const onLink = event.target instanceof Element && event.target.closest('a') !== null;
          if (onLink || event.target === drawer.current) drawer.current?.close();
        }}
      >
        <Sidebar />
      </dialog>
      <div className={classes.page}>
        <header className={classes.top}>
          <div className={classes.burger}>
            <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('Open the menu')} onClick={() => drawer.current?.showModal()}>
              <IconMenu2 size={20} />
            </ActionIcon>
            <Logo compact />
          </div>
          <span className={classes.buyer}>{site?.buyerName}</span>
          {session.isActive && !setUpDemanded && (
            <>
              <SearchButton />
              <NoticeButton />
            </>
          )}
          <UserMenu />
        </header>
        <main id="content" tabIndex={-1} className={classes.main}>
          {session.isActive ? <Outlet /> : <InactivePage />}
        </main>
        <Footer />
      </div>
      <PasswordHost />
    </div>
  );
}

/** Loaded when the server first asks for a password. */
const PasswordDialog = onDemand(async () => (await import('../sign-in/proof/PasswordDialog.tsx')).PasswordDialog);

/** The place of the password dialog, over the screen that made the call. */
function PasswordHost() {
  const [asked] = useSyncExternalStore(passwordAsked.subscribe, passwordAsked.get);
  if (asked === undefined) return null;
  return <PasswordDialog asked={asked} />;
}

import { Outlet } from '@tanstack/react-router';

import { useSession } from '../access/session.ts';
import { SiteLink } from '../ui/Link.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import { Footer } from './Footer.tsx';
import { Logo } from './Logo.tsx';
import classes from './OpenFrame.module.css';

/** The frame of pages that need no sign-in. */
export function OpenFrame() {
  const session = useSession();
  return (
    <div className={classes.frame}>
      <header className={classes.head}>
        <Logo />
        <SiteLink href={session === null ? urls.login : urls.dashboard} className={classes.link}>
          {t(session === null ? 'Sign in' : 'Go to dashboard')}
        </SiteLink>
      </header>
      <main className={classes.main}>
        <Outlet />
      </main>
      <Footer choice />
    </div>
  );
}

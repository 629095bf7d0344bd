import { Outlet, useLocation } from '@tanstack/react-router';

import { urls } from '../urls.ts';
import { Footer } from './Footer.tsx';
import classes from './GuestFrame.module.css';
import { Logo } from './Logo.tsx';

/** The frame of visitors' pages: a centred card, wide for the registration. */
export function GuestFrame() {
  const wide = useLocation({ select: (location) => location.pathname.toLowerCase() }).startsWith(urls.register);
  return (
    <div className={classes.frame}>
      <header className={classes.head}>
        <Logo />
      </header>
      <main className={classes.card} data-wide={wide || undefined}>
        <Outlet />
      </main>
      <Footer choice />
    </div>
  );
}

import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { SiteLink } from './Link.tsx';
import classes from './Tabs.module.css';

/** Neighbouring screens as links in one line: each has an address, and the present one is marked, whatever its page or filters. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly { label: string; href: string }[] }) {
  const path = useLocation({ select: (location) => location.pathname.toLowerCase() });
  const nav = useRef<HTMLElement>(null);
  // On a phone the present one may be pushed aside. It is brought in sideways only: the page stays where it is.
  useEffect(() => {
    const tab = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current === null || tab === null || tab === undefined) return;
    nav.current.scrollLeft = Math.max(0, tab.offsetLeft + tab.offsetWidth - nav.current.offsetLeft - nav.current.clientWidth);
  });
  return (
    <nav ref={nav} aria-label={label} className={classes.tabs}>
      {tabs.map(({ label: name, href }) => (
        <SiteLink key={href} href={href} className={classes.tab} aria-current={href === path ? 'page' : undefined} resetScroll={false}>
          {name}
        </SiteLink>
      ))}
    </nav>
  );
}

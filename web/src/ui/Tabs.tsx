import { showNumber } from '@aapurti/contract/ground/fields';
import { useLocation } from '@tanstack/react-router';

import { SiteLink } from './Link.tsx';
import { t } from '../words/words.ts';
import classes from './Tabs.module.css';

interface TabsProps {
  label: string;
  /** Each with the number of its rows, if known. */
  tabs: readonly { label: string; href: string; count?: number | null | undefined }[];
}

/** Related screens as a line of links. The current one is marked, whatever its page or filters. */
export function Tabs({ label, tabs }: TabsProps) {
  const path = useLocation({ select: (location) => location.pathname.toLowerCase() });
  return (
    <nav aria-label={t(label)} className={classes.tabs}>
      {tabs.map(({ label: name, href, count }) => (
        <SiteLink key={href} href={href} className={classes.tab} aria-current={href === path ? 'page' : undefined} resetScroll={false}>
          {t(name)}
          {count != null && ` ${showNumber(count)}`}
        </SiteLink>
      ))}
    </nav>
  );
}

import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';

import { useDemand, useSignedIn } from '../access/session.ts';
import { SiteLink } from '../ui/Link.tsx';
import { urls } from '../urls.ts';
import { Logo } from './Logo.tsx';
import { activeHref, navigation } from '../access/navigation.ts';
import { t } from '../words/words.ts';
import classes from './Sidebar.module.css';
import { onDemand } from '../ui/onDemand.tsx';

// Loaded after the screen.
const MenuCount = onDemand(async () => (await import('../home/MenuCount.tsx')).MenuCount);

/** The menu: next to the page from 1200 px, where the user can collapse it to icons; in a drawer below that width. */
export function Sidebar({ compact = false, onToggle }: { compact?: boolean; onToggle?: () => void }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const session = useSignedIn();
  const groups = useDemand() !== null ? [] : navigation(session);
  const active = activeHref(groups, pathname);
  const Toggle = compact ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;

  return (
    <div className={classes.sidebar} data-compact={compact || undefined}>
      <SiteLink href={urls.dashboard} className={classes.logo} aria-label={t('Aapurti, go to the dashboard')}>
        <Logo compact={compact} />
      </SiteLink>
      <nav aria-label={t('Main')} className={classes.nav}>
        {groups.map(({ heading, items }) => (
          <div key={heading ?? ''} className={classes.group}>
            {heading !== undefined && <p className={classes.heading}>{t(compact ? '' : heading)}</p>}
            <ul className={classes.items} aria-label={t(heading)}>
              {items.map(({ label, href, icon: Icon }) => (
                <li key={href} className={classes.entry}>
                  <SiteLink href={href} className={classes.item} aria-current={href === active ? 'page' : undefined}>
                    <Icon size={18} stroke={1.7} aria-hidden />
                    <span className={classes.label}>{t(label)}</span>
                  </SiteLink>
                  {!compact && session.isActive && <MenuCount href={href} label={label} />}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      {onToggle !== undefined && (
        <button
          type="button"
          className={classes.toggle}
          onClick={onToggle}
          aria-label={t(compact ? 'Expand the menu' : 'Collapse the menu')}
        >
          <Toggle size={18} stroke={1.7} aria-hidden />
          {!compact && <span>{t('Collapse')}</span>}
        </button>
      )}
    </div>
  );
}

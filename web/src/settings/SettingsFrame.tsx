import {
  IconBuilding,
  IconCalendarTime,
  IconChevronDown,
  IconKey,
  IconLogin2,
  IconMapPin,
  IconReplace,
  IconScale,
  IconShieldCheck,
  IconBell,
  IconSpeakerphone,
  IconWebhook,
} from '@tabler/icons-react';
import { useMediaQuery } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { Action } from '../ui/ActionMenu.tsx';
import { SiteLink } from '../ui/Link.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import beside from '../ui/Beside.module.css';
import classes from './SettingsFrame.module.css';

/** The settings by subject, in the order in which a new buyer needs them. */
const GROUPS = [
  {
    heading: 'Company',
    pages: [
      { label: 'Buyer', href: urls.settings, icon: IconBuilding },
      { label: 'GST registrations and sites', href: urls.registrations, icon: IconMapPin },
    ],
  },
  {
    heading: 'Orders and deliveries',
    pages: [
      { label: 'Order confirmations', href: urls.answerTolerances, icon: IconReplace },
      { label: 'Shelf life', href: urls.shelfLives, icon: IconCalendarTime },
    ],
  },
  {
    heading: 'Invoices and payments',
    pages: [
      { label: 'Controls', href: urls.controls, icon: IconShieldCheck },
      { label: 'Invoice matching', href: urls.matchTolerances, icon: IconScale },
    ],
  },
  {
    heading: 'Messages',
    pages: [
      { label: 'Notification recipients', href: urls.receivers, icon: IconBell },
      { label: 'Announcements', href: urls.announcements, icon: IconSpeakerphone },
    ],
  },
  {
    heading: 'Connections',
    pages: [
      { label: 'API keys', href: urls.keys, icon: IconKey },
      { label: 'Webhooks', href: urls.webhooks, icon: IconWebhook },
      { label: 'Sign-in', href: urls.signInProviders, icon: IconLogin2 },
    ],
  },
] as const;

interface SettingsFrameProps {
  title: string;
  /** The one main action of the page. */
  action?: Action | undefined;
  children: ReactNode;
}

/** A page of the settings next to the menu of all pages. On a narrow screen the menu opens from its current entry. */
export function SettingsFrame({ title, action, children }: SettingsFrameProps) {
  const path = useLocation({ select: (location) => location.pathname.toLowerCase() });
  const isNarrow = useMediaQuery('(max-width: 999.98px)', undefined, { getInitialValueInEffect: false });
  const groups = GROUPS.map(({ heading, pages }) => (
    <div key={heading} className={classes.group}>
      <p className={classes.heading}>{t(heading)}</p>
      {pages.map(({ label, href, icon: Icon }) => (
        <SiteLink key={href} href={href} className={classes.page} aria-current={href === path ? 'page' : undefined}>
          <Icon size={17} stroke={1.7} aria-hidden />
          {t(label)}
        </SiteLink>
      ))}
    </div>
  ));
  const current = GROUPS.flatMap(({ pages }) => [...pages]).find(({ href }) => href === path);
  return (
    <>
      <PageHeader title={title} breadcrumb={[{ label: 'Settings', href: urls.settings }]} action={action} />
      <div className={`${beside.frame} ${classes.frame}`}>
        <nav aria-label={t('Settings')} className={beside.menu}>
          {isNarrow ? (
            <details key={path} className={classes.folded}>
              <summary>
                {t(current?.label ?? title)}
                <IconChevronDown size={16} aria-hidden />
              </summary>
              {groups}
            </details>
          ) : (
            groups
          )}
        </nav>
        <div className={classes.content}>{children}</div>
      </div>
    </>
  );
}

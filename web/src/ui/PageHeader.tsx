import { say } from '@aapurti/contract/ground/template';
import { Title } from '@mantine/core';
import { useMatch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';

import { useAllowed } from '../access/useMay.ts';
import type { Action } from './ActionMenu.tsx';
import { SiteLink } from './Link.tsx';
import classes from './PageHeader.module.css';
import { Outage } from './Outage.tsx';
import { RemainingMessages } from './Remaining.tsx';
import { turnPage } from './remaining.ts';
import { t, type Words } from '../words/words.ts';
import { Button, targetOf } from './Button.tsx';

interface PageHeaderProps {
  /** The number or the name of a record is passed as `asTyped`. */
  title: Words;
  /** The parents of the page, for example 'User' in 'User > Add User'. */
  breadcrumb?: readonly { label: Words; href?: string }[];
  /** The one main action. */
  action?: Action | undefined;
  /** The other actions: an `ActionMenu`, further buttons. */
  more?: ReactNode;
  /** The content next to the title: a status, a count. */
  children?: ReactNode;
}

/** The path whose heading had the focus last, so that a new render does not take the focus. The first page does not set it. */
let lastPath: string | null = null;

/** The heading of every screen. It sets the document's title and gets the focus after navigation, where screen readers start. */
export function PageHeader({ title, breadcrumb = [], action, more, children }: PageHeaderProps) {
  const shown = t(title);
  const heading = useRef<HTMLHeadingElement>(null);
  const [allowed] = useAllowed(action === undefined ? [] : [action]);
  // The path of this screen: the location already has the next one while that loads.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });

  useEffect(() => {
    document.title = say('{title} · Aapurti', { title: shown });
  }, [shown]);

  useEffect(() => {
    if (lastPath !== null && lastPath !== pathname) {
      heading.current?.focus({ preventScroll: true });
      turnPage();
    }
    lastPath = pathname;
  }, [pathname]);

  return (
    <>
      <header className={classes.header}>
        <div className={classes.title}>
          <Title order={1} ref={heading} tabIndex={-1}>
            {breadcrumb.map(({ label, href }) => (
              <span key={t(label)} className={classes.crumb}>
                {href === undefined ? t(label) : <SiteLink href={href}>{t(label)}</SiteLink>}
                {' > '}
              </span>
            ))}
            {breadcrumb.length === 0 ? shown : <span className={classes.part}>{shown}</span>}
          </Title>
          {children}
        </div>
        <div className={classes.actions}>
          {allowed !== undefined && <ActionButton action={allowed} />}
          {more}
        </div>
      </header>
      <Outage />
      <RemainingMessages />
    </>
  );
}

function ActionButton({ action }: { action: Action }) {
  const { label, icon, disabled = false, loading = false } = action;
  return <Button label={label} leftSection={icon} disabled={disabled} loading={loading} {...targetOf(action)} />;
}

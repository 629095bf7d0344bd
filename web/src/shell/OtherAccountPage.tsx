import { say } from '@aapurti/contract/ground/template';
import { Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';

import { useSession } from '../access/session.ts';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import classes from './GuestFrame.module.css';
import { Button } from '../ui/Button.tsx';

/** The page that replaces everything once another tab has signed in as another user. It has no router around it. */
export function OtherAccountPage() {
  const session = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  const title = t('Another account is signed in');
  const name = session === null ? '' : [session.user.firstName, session.user.lastName].join(' ').trim();
  useEffect(() => {
    document.title = say('{title} · Aapurti', { title });
    heading.current?.focus();
  }, [title]);
  return (
    <div className={classes.frame}>
      <div className={classes.head} />
      <main className={classes.card}>
        <Title order={1} ref={heading} tabIndex={-1} mb="sm">
          {title}
        </Title>
        <Text mb="lg">
          {t(
            'Someone signed in with another account in a different tab of this browser. The screens you had open were closed, and unsaved changes were lost.',
          )}
        </Text>
        <Button fullWidth onClick={() => window.location.assign(urls.dashboard)}>
          {session === null
            ? t('Sign in')
            : t('Continue as {name}', { name: `${name}${session.user.company === '' ? '' : `, ${session.user.company}`}` })}
        </Button>
      </main>
    </div>
  );
}

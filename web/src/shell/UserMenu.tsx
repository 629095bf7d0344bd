import { accounts } from '@aapurti/contract/vendors/accounts';
import { Avatar, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';

import { recordQuery } from '../ground/callQuery.ts';
import { refreshSession, ROLES_REFUSED, useSignedIn } from '../access/session.ts';
import { t } from '../words/words.ts';
import classes from './UserMenu.module.css';

// Loaded on demand: rarely opened, and it imports the positioning of pop-ups.
const load = () => import('./UserMenuList.tsx');
const UserMenuList = lazy(async () => ({ default: (await load()).UserMenuList }));

/** Avatar and name of the signed-in user, as stored on the server, with the user menu. */
export function UserMenu() {
  const session = useSignedIn();
  const [asked, setAsked] = useState(false);
  const { data: user, refetch } = useQuery({
    ...recordQuery(accounts.get, session.userID),
    // A user who awaits activation returns to this tab from the e-mail about it.
    refetchOnWindowFocus: true,
  });

  useEffect(() => {
    const renew = () => void refetch();
    window.addEventListener(ROLES_REFUSED, renew);
    return () => window.removeEventListener(ROLES_REFUSED, renew);
  }, [refetch]);

  // An administrator may have activated, deactivated or renamed this user since the sign-in.
  useEffect(() => {
    if (user) refreshSession(user);
  }, [user]);

  const spoken = user?.membership?.language;
  useEffect(() => {
    if (spoken !== undefined) void import('../mail/tellLanguage.ts').then(({ agreeOnLanguage }) => agreeOnLanguage(spoken));
  }, [spoken]);

  const { company } = session.user;
  const person = { ...session.user, ...user };
  const name = `${person.firstName} ${person.lastName}`.trim();
  const face = { name, company, picture: user?.userImg ?? null };
  const closed = <UserButton {...face} onClick={() => setAsked(true)} onMouseEnter={load} onFocus={load} aria-haspopup="menu" />;

  if (!asked) return closed;
  return (
    <Suspense fallback={closed}>
      <UserMenuList person={person} several={user?.membership?.several ?? false}>
        <UserButton {...face} />
      </UserMenuList>
    </Suspense>
  );
}

interface UserButtonProps extends ComponentProps<'button'> {
  name: string;
  company: string;
  picture: string | null;
}

/** Accepts the props that the menu gives its target, with its own style. */
function UserButton({ name, company, picture, ...rest }: UserButtonProps) {
  return (
    <UnstyledButton
      {...rest}
      className={classes.button}
      aria-label={t('Account of {name}{company}', { name, company: company === '' ? '' : `, ${company}` })}
    >
      <Avatar src={picture} name={name} size={32} color="ink" variant="light" alt="" />
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        {company !== '' && <span className={classes.company}>{company}</span>}
      </span>
      <IconChevronDown size={16} aria-hidden />
    </UnstyledButton>
  );
}

import { members } from '@aapurti/contract/people/members';
import { ROLE_WORDS } from '@aapurti/contract/access/roleWords';
import { useQuery } from '@tanstack/react-query';

import { callQuery } from '../ground/callQuery.ts';
import { TextLink } from '../ui/Link.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Panel } from '../ui/Panel.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import classes from './People.module.css';

/** The users of a vendor, and the link for changing them. */
export function VendorPeople({ vendorId }: { vendorId: string }) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...callQuery(members.list, { query: { userID: vendorId } }),
    staleTime: 0,
  });
  return (
    <Panel
      title="Users of this vendor"
      aside={
        <TextLink alone href={urls.peopleOf(vendorId)}>
          {t('Invite user or change role')}
        </TextLink>
      }
    >
      {data === undefined ? (
        <NotLoaded query={{ error, isPending, isFetching, refetch }} height={96} />
      ) : (
        <ul className={classes.list} aria-label={t('Users of this vendor')}>
          {data.members.map(({ _id, name, email, role, isActive }) => (
            <li key={_id}>
              <div className={classes.who}>
                <p className={classes.name}>
                  {name} {!isActive && <StatusBadge tone="neutral">{t('Inactive')}</StatusBadge>}
                </p>
                <p className={classes.small}>{email}</p>
              </div>
              <p className={classes.role}>{t(ROLE_WORDS[role].name)}</p>
            </li>
          ))}
          {data.invitations.map(({ _id, email, role }) => (
            <li key={_id}>
              <div className={classes.who}>
                <p className={classes.name}>
                  {email} <StatusBadge tone="warn">{t('Invited')}</StatusBadge>
                </p>
              </div>
              <p className={classes.role}>{t(ROLE_WORDS[role].name)}</p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

import { type Invitation, type Member, members } from '@aapurti/contract/people/members';
import { ROLE_WORDS } from '@aapurti/contract/access/roleWords';
import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import { say } from '@aapurti/contract/ground/template';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { call } from '../ground/api.ts';
import { callQuery, renewed } from '../ground/callQuery.ts';
import { useSites } from '../choose/useSites.ts';
import { useSignedIn } from '../access/session.ts';
import { RowButton } from '../ui/Button.tsx';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { useStep } from '../ui/useStep.ts';
import { CompanySelect } from './CompanySelect.tsx';
import { Leave } from './Leave.tsx';
import { MemberModal } from './MemberModal.tsx';
import classes from './People.module.css';
import { PeopleTabs } from './PeopleTabs.tsx';
import { t } from '../words/words.ts';

/** The users of a company with their roles: an owner's own company, or for administrators the buyer and any vendor. */
export function PeoplePage() {
  const { isAdmin } = useSignedIn();
  const { userID }: Record<string, string> = useSearch({ strict: false });
  const [vendor, setVendor] = useState<string | null>(isAdmin ? (userID ?? null) : null);
  const [open, setOpen] = useState<Member | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Member | null>(null);
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...callQuery(members.list, { query: { userID: vendor } }),
    staleTime: 0,
  });
  const renew = () => renewed([members.list]);
  const act = useStep(
    ({ id, operation }: { id: string; operation: (typeof members)['resend' | 'withdraw' | 'remove'] }) =>
      call(operation, { params: { id } }),
    renew,
  );

  return (
    <>
      <PageHeader title="People" action={{ label: 'Invite', onClick: () => setOpen('new') }} />
      {isAdmin ? <CompanySelect value={vendor} onChange={setVendor} /> : <PeopleTabs />}
      {isPending ? (
        <Spinner />
      ) : data === undefined ? (
        <NotLoaded query={{ error, isFetching, refetch }} sign panel />
      ) : (
        <>
          <Panel title={say('Users of {company}', { company: data.company })}>
            <ul className={classes.list} aria-label={t('Members')}>
              {data.members.map((member) => (
                <MemberRow
                  key={member._id}
                  member={member}
                  onEdit={() => setOpen(member)}
                  onRemove={isLast(member, data.members) ? undefined : () => setLeaving(member)}
                />
              ))}
            </ul>
          </Panel>
          {data.members.length > 1 && <Leave people={data.members} delegations={data.delegations} onChanged={renew} />}
          {data.invitations.length > 0 && (
            <Panel title="Invitations">
              <ul className={classes.list} aria-label={t('Invitations')}>
                {data.invitations.map((invitation) => (
                  <InvitationRow
                    key={invitation._id}
                    invitation={invitation}
                    busy={act.isPending}
                    onResend={() => act.mutate({ id: invitation._id, operation: members.resend })}
                    onWithdraw={() => act.mutate({ id: invitation._id, operation: members.withdraw })}
                  />
                ))}
              </ul>
            </Panel>
          )}
        </>
      )}
      {open !== null && (
        <MemberModal
          {...(open === 'new' ? {} : { member: open })}
          vendorId={vendor}
          side={isAdmin && vendor === null ? 'buyer' : 'vendor'}
          onClose={() => setOpen(null)}
          onDone={renew}
        />
      )}
      <ConfirmModal
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={async () => {
          if (leaving !== null) await act.mutateAsync({ id: leaving._id, operation: members.remove }).catch(() => undefined);
        }}
        title={say('Remove {name}', { name: leaving?.name ?? '' })}
        confirm="Remove"
      >
        {t('{name} is signed out now and loses access to this company. Records they entered are kept.', { name: leaving?.name })}
      </ConfirmModal>
    </>
  );
}

const isTop = ({ role }: Member) => role === 'owner' || role === 'administrator';

/** True if no other user has all rights in the company; this last one must stay. */
function isLast(member: Member, all: readonly Member[]): boolean {
  return isTop(member) && !all.some((other) => isTop(other) && other.isActive && other._id !== member._id);
}

/** The names of a member's sites; empty if the member acts for all. */
function SiteWords({ siteIds }: { siteIds: readonly string[] }) {
  const sites = useSites(siteIds.length > 0);
  const names = sites.filter(({ _id }) => siteIds.includes(_id)).map(({ name }) => name);
  return names.length > 0 && <p className={classes.small}>{t('Sites: {sites}.', { sites: names })}</p>;
}

interface MemberRowProps {
  member: Member;
  onEdit: () => void;
  /** Undefined if the member must stay. */
  onRemove: (() => void) | undefined;
}

function MemberRow({ member, onEdit, onRemove }: MemberRowProps) {
  const { name, email, role, limitAmount, siteIds, isActive, self } = member;
  return (
    <li>
      <div className={classes.who}>
        <p className={classes.name}>
          {name} {self && <StatusBadge tone="good">{t('You')}</StatusBadge>}{' '}
          {!isActive && <StatusBadge tone="neutral">{t('Inactive')}</StatusBadge>}
        </p>
        <p className={classes.small}>{email}</p>
      </div>
      <div className={classes.role}>
        <p className={classes.name}>{t(ROLE_WORDS[role].name)}</p>
        <p className={classes.small}>
          {t(ROLE_WORDS[role].may)}
          {limitAmount !== null && <> · {t('Limit: {amount}', { amount: showMoney(limitAmount) })}</>}
        </p>
        <SiteWords siteIds={siteIds} />
      </div>
      <div className={classes.buttons}>
        <RowButton label="Change" onClick={onEdit} aria-label={t('Change the role of {name}', { name })} />
        {onRemove !== undefined && <RowButton label="Remove" onClick={onRemove} aria-label={t('Remove {name}', { name })} />}
      </div>
    </li>
  );
}

interface InvitationRowProps {
  invitation: Invitation;
  busy: boolean;
  onResend: () => void;
  onWithdraw: () => void;
}

function InvitationRow({ invitation, busy, onResend, onWithdraw }: InvitationRowProps) {
  const { email, role, siteIds, invitedBy, expiresAt, expired } = invitation;
  return (
    <li>
      <div className={classes.who}>
        <p className={classes.name}>{email}</p>
        <p className={classes.small}>
          {t(expired ? 'Invited by {invitedBy}; expired on {expiresAt}' : 'Invited by {invitedBy}; valid until {expiresAt}', {
            invitedBy,
            expiresAt: showDate(expiresAt),
          })}
        </p>
      </div>
      <div className={classes.role}>
        <p className={classes.name}>{t(ROLE_WORDS[role].name)}</p>
        <SiteWords siteIds={siteIds} />
      </div>
      <div className={classes.buttons}>
        <RowButton
          label="Send again"
          disabled={busy}
          onClick={onResend}
          aria-label={t('Send the invitation of {email} again', { email })}
        />
        <RowButton label="Withdraw" disabled={busy} onClick={onWithdraw} aria-label={t('Withdraw the invitation of {email}', { email })} />
      </div>
    </li>
  );
}

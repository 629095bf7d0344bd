import { type Invitation, type Member, members } from '@aapurti/contract/members';
import { ROLE_WORDS } from '@aapurti/contract/roles';
import { showDate, showMoney } from '@aapurti/contract/fields';
import { Button, Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { call, messageOf } from '../api.ts';
import { useSignedIn } from '../session.ts';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { DROPDOWN } from '../ui/dropdown.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { toast } from '../ui/toast.tsx';
import { Leave } from './Leave.tsx';
import { MemberModal } from './MemberModal.tsx';
import classes from './People.module.css';
import { useVendors } from './VendorField.tsx';

/** Who may act for a company, and as what: an owner's own, for administrators the buyer's and any vendor's. */
export function PeoplePage() {
  const { isAdmin } = useSignedIn();
  const [vendor, setVendor] = useState<string | null>(null);
  const [open, setOpen] = useState<Member | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Member | null>(null);
  const client = useQueryClient();
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [members.list.id, vendor],
    queryFn: async ({ signal }) => (await call(members.list, { query: { userID: vendor }, signal })).data,
    staleTime: 0,
  });
  const renew = () => client.invalidateQueries({ queryKey: [members.list.id] });
  const act = useMutation({
    mutationFn: ({ id, operation }: { id: string; operation: typeof members.resend | typeof members.withdraw | typeof members.remove }) =>
      call(operation, { params: { id } }),
    onSuccess: ({ data: done }) => toast.success(done.message),
    onError: (failure) => toast.error(messageOf(failure)),
    onSettled: renew,
  });

  return (
    <>
      <PageHeader title="People" action={{ label: 'Invite', onClick: () => setOpen('new') }} />
      {isAdmin && <VendorSelect value={vendor} onChange={setVendor} />}
      {isPending ? (
        <Spinner />
      ) : data === undefined ? (
        <Panel>
          <NotLoaded query={{ error, isFetching, refetch }} sign />
        </Panel>
      ) : (
        <>
          <Panel title={`Members of ${data.company}`}>
            <ul className={classes.list} aria-label="Members">
              {data.members.map((member) => (
                <MemberRow key={member._id} member={member} onEdit={() => setOpen(member)} onRemove={() => setLeaving(member)} />
              ))}
            </ul>
          </Panel>
          {data.members.length > 1 && <Leave people={data.members} delegations={data.delegations} onChanged={renew} />}
          {data.invitations.length > 0 && (
            <Panel title="Invitations">
              <ul className={classes.list} aria-label="Invitations">
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
        title={`Remove ${leaving?.name ?? ''}`}
        confirm="Remove"
      >
        {leaving?.name} is signed out at once and can not act for the company any more. What they entered stays.
      </ConfirmModal>
    </>
  );
}

function VendorSelect({ value, onChange }: { value: string | null; onChange: (vendor: string | null) => void }) {
  const { data = [] } = useVendors();
  return (
    <Select
      {...DROPDOWN}
      className={classes.vendor}
      label="Company"
      placeholder="The buyer"
      data={data}
      value={value}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear Company' }}
      limit={300}
    />
  );
}

function MemberRow({ member, onEdit, onRemove }: { member: Member; onEdit: () => void; onRemove: () => void }) {
  const { name, email, role, limitAmount, isActive, self } = member;
  return (
    <li>
      <div className={classes.who}>
        <p className={classes.name}>
          {name} {self && <StatusBadge tone="good">You</StatusBadge>} {!isActive && <StatusBadge tone="neutral">Inactive</StatusBadge>}
        </p>
        <p className={classes.small}>{email}</p>
      </div>
      <div className={classes.role}>
        <p className={classes.name}>{ROLE_WORDS[role].name}</p>
        <p className={classes.small}>
          {ROLE_WORDS[role].may}
          {limitAmount !== null && `, up to ${showMoney(limitAmount)}`}
        </p>
      </div>
      <div className={classes.buttons}>
        <Button variant="default" size="xs" onClick={onEdit} aria-label={`Change the role of ${name}`}>
          Change
        </Button>
        <Button variant="default" size="xs" onClick={onRemove} aria-label={`Remove ${name}`}>
          Remove
        </Button>
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
  const { email, role, invitedBy, expiresAt, expired } = invitation;
  return (
    <li>
      <div className={classes.who}>
        <p className={classes.name}>{email}</p>
        <p className={classes.small}>
          Invited by {invitedBy}; {expired ? 'expired on' : 'until'} {showDate(expiresAt)}
        </p>
      </div>
      <div className={classes.role}>
        <p className={classes.name}>{ROLE_WORDS[role].name}</p>
      </div>
      <div className={classes.buttons}>
        <Button variant="default" size="xs" disabled={busy} onClick={onResend} aria-label={`Send the invitation of ${email} again`}>
          Send again
        </Button>
        <Button variant="default" size="xs" disabled={busy} onClick={onWithdraw} aria-label={`Withdraw the invitation of ${email}`}>
          Withdraw
        </Button>
      </div>
    </li>
  );
}

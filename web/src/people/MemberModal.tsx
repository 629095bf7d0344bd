import { type Member, members, messages } from '@aapurti/contract/people/members';
import { ROLE_WORDS } from '@aapurti/contract/access/roleWords';
import { BUYER_ROLES, type Role, SITE_ROLES, VENDOR_ROLES } from '@aapurti/contract/access/roles';
import { say } from '@aapurti/contract/ground/template';
import { Group, Modal, MultiSelect, Radio, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { ApiError, call, messageOf } from '../ground/api.ts';
import { useSites } from '../choose/useSites.ts';
import { Button } from '../ui/Button.tsx';
import { DROPDOWN } from '../ui/dropdown.ts';
import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';

interface MemberModalProps {
  /** The member whose role changes; absent for an invitation. */
  member?: Member;
  vendorId: string | null;
  side: 'vendor' | 'buyer';
  onClose: () => void;
  onDone: () => Promise<unknown>;
}

/** Invites a user, or changes a member's role. The form shows refusals and keeps the input. */
export function MemberModal({ member, vendorId, side, onClose, onDone }: MemberModalProps) {
  const roles: readonly Role[] = side === 'buyer' ? BUYER_ROLES : VENDOR_ROLES;
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role | ''>(member?.role ?? '');
  const [limit, setLimit] = useState(member?.limitAmount?.toString() ?? '');
  const [chosenSites, setSites] = useState<string[]>(member?.siteIds ?? []);
  const sites = useSites(side === 'buyer');
  const hasSites = role !== '' && SITE_ROLES.includes(role) && sites.length > 0;
  const save = useMutation({
    mutationFn: (chosen: Role) => {
      const limitAmount = (chosen === 'approver' || chosen === 'accounts') && limit.trim() !== '' ? limit.trim() : null;
      const body = { role: chosen, limitAmount, siteIds: SITE_ROLES.includes(chosen) ? chosenSites : [] };
      return member === undefined
        ? call(members.invite, { body: { ...body, email, userID: vendorId } })
        : call(members.edit, { params: { id: member._id }, body: { ...body, updatedAt: member.updatedAt } });
    },
    async onSuccess({ data }) {
      toast.success(data.message);
      onClose();
      await onDone();
    },
  });
  const [noRole, setNoRole] = useState(false);
  const errors = save.error instanceof ApiError ? save.error.errors : {};
  const general = save.error !== null && Object.keys(errors).length === 0 ? messageOf(save.error) : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    setNoRole(role === '');
    if (role !== '') save.mutate(role);
  }

  return (
    <Modal
      opened
      onClose={save.isPending ? () => undefined : onClose}
      title={t(member === undefined ? 'Invite' : say('Role of {name}', { name: member.name }))}
    >
      <form onSubmit={submit} noValidate>
        {member === undefined && (
          <TextInput
            label={t('E-mail')}
            type="email"
            required
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={t(errors['email'])}
            mb="md"
            data-autofocus
          />
        )}
        <Radio.Group
          label={t('Role')}
          required
          value={role}
          onChange={(value) => setRole(value)}
          error={t(noRole ? messages.role : errors['role'])}
        >
          {roles.map((each) => (
            <Radio key={each} value={each} label={t(ROLE_WORDS[each].name)} description={t(ROLE_WORDS[each].may)} mt="xs" />
          ))}
        </Radio.Group>
        {(role === 'approver' || role === 'accounts') && (
          <TextInput
            label={t('Limit in rupees')}
            description={t('The highest price or invoice value this user can approve. Leave blank for no limit.')}
            inputMode="decimal"
            value={limit}
            onChange={(event) => setLimit(event.currentTarget.value)}
            error={t(errors['limitAmount'])}
            mt="md"
          />
        )}
        {hasSites && (
          <MultiSelect
            {...DROPDOWN}
            label={t('Sites')}
            description={t('This user can change only orders delivered to these sites. Leave blank for all sites.')}
            data={sites.map(({ _id, name }) => ({ value: _id, label: name }))}
            value={chosenSites}
            onChange={setSites}
            error={t(errors['siteIds'])}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('Clear {label}', { label: t('Sites') }) }}
            mt="md"
          />
        )}
        <div role="alert">{general}</div>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button label="Cancel" variant="default" onClick={onClose} disabled={save.isPending} />
          <Button label={member === undefined ? 'Send invitation' : 'Save'} type="submit" loading={save.isPending} />
        </Group>
      </form>
    </Modal>
  );
}

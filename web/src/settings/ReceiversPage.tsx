import { eventReceivers, type EventReceivers, receiversForm } from '@aapurti/contract/mail/eventReceivers';
import type { MailKind } from '@aapurti/contract/mail/mail';
import { ROLE_WORDS } from '@aapurti/contract/access/roleWords';
import { BUYER_ROLES, type Role, VENDOR_ROLES } from '@aapurti/contract/access/roles';
import { Stack, Checkbox, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { RowButton } from '../ui/Button.tsx';
import { StepModal } from '../ui/StepModal.tsx';
import { call } from '../ground/api.ts';
import { callQuery, renewed } from '../ground/callQuery.ts';
import { Form, FormSection } from '../form/Form.tsx';
import { TextArea } from '../form/TextField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { type Column, custom } from '../list/columns.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import { KINDS } from '../mail/kinds.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { toast } from '../ui/toast.tsx';
import { listed, t } from '../words/words.ts';
import classes from './Receivers.module.css';
import { SettingsFrame } from './SettingsFrame.tsx';
import { type FieldProps, useField } from '../form/useField.tsx';

/** The roles that are notified of each event, by e-mail and in the portal. */
export function ReceiversPage() {
  const [open, setOpen] = useState<EventReceivers | null>(null);
  const { data, error, isPending, isFetching, refetch } = useQuery({ ...callQuery(eventReceivers.list), staleTime: 0 });
  const columns: readonly Column<EventReceivers>[] = [
    custom('Event', ({ kind }) => t(KINDS[kind].label), { lead: true }),
    custom(
      'E-mail to',
      ({ side, mailRoles, addresses }) =>
        listed([rolesIn(mailRoles, side), ...(addresses?.split('\n') ?? [])].filter((part) => part !== '')) || t('No one'),
      { brief: true },
    ),
    custom('Notification to', ({ side, noticeRoles }) => rolesIn(noticeRoles, side) || t('No one'), { brief: true }),
    custom(
      'Action',
      (row) => (
        <RowButton
          label="Change"
          compact
          aria-label={t('Change {name}', { name: t(KINDS[row.kind].label) })}
          onClick={() => setOpen(row)}
        />
      ),
      { brief: true },
    ),
  ];
  const of = (side: EventReceivers['side']) =>
    (data ?? []).filter((row) => row.side === side).sort((one, other) => EVENTS.indexOf(one.kind) - EVENTS.indexOf(other.kind));
  return (
    <SettingsFrame title="Notification recipients">
      {data === undefined ? (
        <NotLoaded panel query={{ error, isPending, isFetching, refetch }} sign />
      ) : (
        <Stack gap="md" className={classes.tables ?? ''}>
          <PlainTable title="Buyer users" columns={columns} rows={of('buyer')} empty="" />
          <PlainTable title="Vendor users" columns={columns} rows={of('vendor')} empty="" />
          <p>
            {t('Users limited to certain sites are notified only about orders for those sites.')}{' '}
            {t('Users can turn off individual e-mails and notifications on their profile.')}
          </p>
        </Stack>
      )}
      {open !== null && <ReceiversModal record={open} onClose={() => setOpen(null)} onDone={() => renewed([eventReceivers.list])} />}
    </SettingsFrame>
  );
}

/** The events in the order of the process. */
const EVENTS: readonly MailKind[] = [
  'orders',
  'amendments',
  'reminders',
  'answers',
  'prices',
  'invoices',
  'payments',
  'differences',
  'comments',
  'changes',
];

const rolesIn = (roles: readonly Role[], side: EventReceivers['side']) =>
  roles.length === OPTIONS[side].length ? t('Everyone') : listed(roles.map((role) => t(ROLE_WORDS[role].name)));

const optionsOf = (roles: readonly Role[]) => roles.map((role) => ({ value: role, label: ROLE_WORDS[role].name }));
const OPTIONS = { buyer: optionsOf(BUYER_ROLES), vendor: optionsOf(VENDOR_ROLES) };
/** The users who are notified if nobody has a chosen role. */
const OTHERWISE = {
  buyer: 'If no one has these roles, administrators are notified.',
  vendor: 'If no one at a vendor has these roles, its owners are notified.',
};

function ReceiversModal({ record, onClose, onDone }: { record: EventReceivers; onClose: () => void; onDone: () => Promise<unknown> }) {
  const { _id: id, side, kind, mailRoles, noticeRoles, addresses, updatedAt } = record;
  const form = useContractForm({ schema: receiversForm, defaults: { mailRoles, noticeRoles, addresses } });
  return (
    <StepModal title={KINDS[kind].label} onClose={onClose}>
      <Form
        form={form}
        guarded={false}
        onCancel={onClose}
        onSubmit={async (body) => {
          const { data } = await call(eventReceivers.edit, { params: { id }, body: { ...body, updatedAt } });
          toast.success(data.message);
          await onDone();
          onClose();
        }}
      >
        <FormSection>
          <ChoicesField name="mailRoles" label="E-mail to" options={OPTIONS[side]} help={OTHERWISE[side]} span="full" />
          <ChoicesField name="noticeRoles" label="Portal notification to" options={OPTIONS[side]} help={OTHERWISE[side]} span="full" />
          {side === 'buyer' && (
            <TextArea
              name="addresses"
              label="Also send e-mail to"
              maxLength={2000}
              help="Other e-mail addresses of the buyer, one per line."
              span="full"
            />
          )}
        </FormSection>
      </Form>
    </StepModal>
  );
}

interface ChoicesFieldProps extends FieldProps {
  options: readonly { value: string; label: string }[];
}

/** Any of the options; the value is a list. */
function ChoicesField({ options, ...rest }: ChoicesFieldProps) {
  const { field, error, description, common } = useField(rest);
  return (
    <Checkbox.Group
      label={common.label}
      error={error}
      description={description}
      value={Array.isArray(field.value) ? field.value : []}
      onChange={field.onChange}
      data-span={rest.span}
    >
      <Group gap="sm" my={4}>
        {options.map(({ value, label }, index) => (
          <Checkbox
            key={value}
            {...(index === 0 && { ref: field.ref })}
            name={rest.name}
            value={value}
            label={t(label)}
            disabled={rest.disabled === true}
            onBlur={field.onBlur}
          />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

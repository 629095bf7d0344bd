import { checkedProvider, newProvider, type Provider, providers } from '@aapurti/contract/sign-in/providers';
import { ROLE_WORDS } from '@aapurti/contract/access/roleWords';
import { BUYER_ROLES, VENDOR_ROLES } from '@aapurti/contract/access/roles';
import { showNumber } from '@aapurti/contract/ground/fields';
import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useVendors } from '../choose/VendorField.tsx';
import { call } from '../ground/api.ts';
import { callQuery } from '../ground/callQuery.ts';
import { queryClient } from '../ground/queries.ts';
import { Form, FormSection } from '../form/Form.tsx';
import { PasswordField } from '../form/PasswordField.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { SwitchField } from '../form/SwitchField.tsx';
import { TextField } from '../form/TextField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { type Column, custom } from '../list/columns.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import { Button, RowButton } from '../ui/Button.tsx';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Mono } from '../ui/Mono.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Panel } from '../ui/Panel.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { toast } from '../ui/toast.tsx';
import { urls } from '../urls.ts';
import { asTyped, t } from '../words/words.ts';
import { SettingsFrame } from './SettingsFrame.tsx';
import { useAct, useStep } from '../ui/useStep.ts';

/** SSO providers for buyer users and for vendor users. */
export function ProvidersPage() {
  const { data, error, isPending, isFetching, refetch } = useQuery(callQuery(providers.list));
  return (
    <SettingsFrame title="Sign-in">
      {data !== undefined ? <Providers rows={data} /> : <NotLoaded panel query={{ error, isPending, isFetching, refetch }} sign />}
    </SettingsFrame>
  );
}

function Providers({ rows }: { rows: readonly Provider[] }) {
  const [edited, setEdited] = useState<Provider | null>(null);
  const [removed, setRemoved] = useState<Provider | null>(null);

  const check = useStep((id: string) => call(providers.check, { params: { id } }), []);
  const remove = useAct(
    (id: string) => call(providers.remove, { params: { id } }),
    [],
    ({ message, data }) => {
      queryClient.setQueryData([providers.list.id], data);
      toast.success(message);
      setEdited(null);
    },
  );

  const columns: readonly Column<Provider>[] = [
    custom('Provider', ({ name }) => name, { lead: true }),
    custom('Company', ({ company }) => company ?? t('Buyer users')),
    custom('Issuer', ({ issuer }) => <Mono>{issuer}</Mono>),
    custom('Linked', ({ linked, unlinked }) => t('{linked} of {all}', { linked: showNumber(linked), all: showNumber(linked + unlinked) }), {
      brief: true,
    }),
    custom(
      'Required',
      ({ required }) =>
        required ? <StatusBadge tone="good">{t('Required')}</StatusBadge> : <StatusBadge tone="neutral">{t('Optional')}</StatusBadge>,
      { brief: true },
    ),
    custom(
      'Action',
      (row) => (
        <Group gap="xs" wrap="nowrap">
          <RowButton label="Edit" compact aria-label={t('Edit {name}', { name: row.name })} onClick={() => setEdited(row)} />
          <RowButton label="Test" compact aria-label={t('Test {name}', { name: row.name })} onClick={() => check.mutate(row._id)} />
          <RowButton label="Remove" compact aria-label={t('Remove {name}', { name: row.name })} onClick={() => setRemoved(row)} />
        </Group>
      ),
      { brief: true },
    ),
  ];
  return (
    <Stack gap="md">
      <PlainTable title="SSO providers" columns={columns} rows={rows} empty="No providers yet. Everyone signs in with a portal password." />
      <ProviderForm
        key={edited === null ? `new ${rows.length}` : edited._id + edited.updatedAt}
        edited={edited}
        onDone={() => setEdited(null)}
      />
      <ConfirmModal
        opened={removed !== null}
        title={asTyped(t('Remove {name}', { name: removed?.name ?? '' }))}
        confirm="Remove"
        onConfirm={() => remove.run(removed?._id ?? '')}
        onClose={() => setRemoved(null)}
      >
        {t('Everyone who signed in with this provider is signed out and needs a portal password from now on.')}
      </ConfirmModal>
    </Stack>
  );
}

const EMPTY = {
  userID: '',
  name: '',
  issuer: '',
  clientId: '',
  clientSecret: '',
  domains: '',
  defaultRole: '',
  required: false,
  trustMfa: false,
};

function valuesOf({ name, issuer, clientId, domains, defaultRole, required, trustMfa, userID }: Provider) {
  return {
    ...EMPTY,
    name,
    issuer,
    clientId,
    domains: domains ?? '',
    defaultRole: defaultRole ?? '',
    required,
    trustMfa,
    userID: userID ?? '',
  };
}

function ProviderForm({ edited, onDone }: { edited: Provider | null; onDone: () => void }) {
  const { data: vendors = [], isLoading } = useVendors();
  const form = useContractForm({ schema: newProvider, defaults: edited === null ? EMPTY : valuesOf(edited) });
  const vendor = form.watch('userID');
  const roles = vendor === '' || vendor === null ? BUYER_ROLES : VENDOR_ROLES;
  const address = window.location.origin + urls.providerReturn;
  return (
    <Panel title={edited === null ? 'Add a provider' : 'Change the provider'}>
      <Form
        form={form}
        access={providers.create.access}
        onSubmit={async (body) => {
          const { data } =
            edited === null
              ? await call(providers.create, { body: { ...body, userID: body.userID ?? '' } })
              : await call(providers.edit, {
                  params: { id: edited._id },
                  body: { ...checkedProvider.parse(body), updatedAt: edited.updatedAt },
                });
          queryClient.setQueryData([providers.list.id], data.data);
          toast.success(data.message);
          onDone();
        }}
        secondary={edited !== null && <Button label="Cancel" variant="default" onClick={onDone} />}
      >
        <FormSection title="Provider settings">
          <TextField name="name" label="Button label" required maxLength={60} help="For example: the company's name" />
          <SelectField
            name="userID"
            label="Company"
            options={vendors}
            loading={isLoading}
            placeholder="The buyer"
            disabled={edited !== null}
          />
          <TextField
            name="issuer"
            label="Issuer"
            required
            mono
            maxLength={300}
            help="For example: https://login.microsoftonline.com/TENANT/v2.0"
          />
          <TextField name="clientId" label="Client ID" required mono maxLength={300} />
          <PasswordField
            name="clientSecret"
            label="Client secret"
            autoComplete="new-password"
            help={edited?.hasSecret === true ? 'Leave blank to keep the current secret.' : 'Saved encrypted and never shown again'}
          />
          <TextField name="domains" label="E-mail domains" maxLength={1000} help="For example: example.com, example.in" />
        </FormSection>
        <Group gap="sm">
          <span>
            {t('Enter this return address at the provider:')} <code>{address}</code>
          </span>
          <CopyButton text={address} label="Copy address" />
        </Group>
        <FormSection title="Rules">
          <SwitchField name="required" label="Require this provider (a password can only link the account)" />
          <SwitchField name="trustMfa" label="Skip the portal's verification code if the provider has already asked for one" />
          <SelectField
            name="defaultRole"
            label="Role for new users from these domains"
            placeholder="No users invited"
            options={roles.map((role) => ({ value: role, label: ROLE_WORDS[role].name }))}
            help="They receive an invitation by e-mail the first time they sign in."
          />
        </FormSection>
      </Form>
    </Panel>
  );
}

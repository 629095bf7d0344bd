import { type ProviderLink, providerSignIn } from '@aapurti/contract/sign-in/providers';
import { showDate } from '@aapurti/contract/ground/fields';
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../../ground/api.ts';
import { callQuery } from '../../ground/callQuery.ts';
import { Form, FormSection } from '../../form/Form.tsx';
import { PasswordField } from '../../form/PasswordField.tsx';
import { useContractForm, type Values } from '../../form/useContractForm.ts';
import { useDemand } from '../../access/session.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { NotLoaded } from '../../ui/NotLoaded.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useStep } from '../../ui/useStep.ts';
import { useOnPhone } from '../../ui/useOnPhone.ts';
import { t } from '../../words/words.ts';
import { leaveFor } from '../providerReturn.ts';
import classes from './Security.module.css';

/** The company's SSO providers, and the account's links with them; nothing if there is no provider. */
export function ProviderLinks() {
  const { data, error, isFetching, refetch } = useQuery(callQuery(providerSignIn.links));
  if (error !== null && data === undefined)
    return (
      <Panel title="Company sign-in">
        <NotLoaded query={{ error, isFetching, refetch }} />
      </Panel>
    );
  return data?.map((link) => <LinkPanel key={link._id} link={link} />);
}

function LinkPanel({ link: { _id, name, linkedAt, required } }: { link: ProviderLink }) {
  const demanded = useDemand() === 'provider';
  const [asked, setAsked] = useState<'link' | 'unlink' | null>(null);
  const unlink = useStep(() => call(providerSignIn.unlink, { params: { id: _id } }), [providerSignIn.links]);

  return (
    <Panel title="Company sign-in">
      <p className={classes.state}>
        {name}
        {linkedAt === null ? (
          <StatusBadge tone="neutral">{t('Not linked')}</StatusBadge>
        ) : (
          <StatusBadge tone="good">{t('Linked')}</StatusBadge>
        )}
        {linkedAt !== null && t('since {day}', { day: showDate(linkedAt) })}
      </p>
      <p className={classes.about}>
        {t(linkedAt === null ? 'Link your account to sign in with {name}, without a portal password.' : 'You can sign in with {name}.', {
          name,
        })}
      </p>
      {(linkedAt === null || demanded || !required) && (
        <div className={classes.buttons}>
          {(linkedAt === null || demanded) && (
            <Button onClick={() => setAsked('link')}>{t(linkedAt === null ? 'Link my account' : 'Sign in with {name}', { name })}</Button>
          )}
          {linkedAt !== null && !required && <Button label="Unlink" variant="default" onClick={() => setAsked('unlink')} />}
        </div>
      )}
      {asked === 'link' && <LinkModal id={_id} name={name} onClose={() => setAsked(null)} />}
      <ConfirmModal
        opened={asked === 'unlink'}
        title="Unlink the account"
        confirm="Unlink"
        onConfirm={unlink.run}
        onClose={() => setAsked(null)}
      >
        {t('You will then sign in with your password alone. Devices that signed in with {name} are signed out.', { name })}
      </ConfirmModal>
    </Panel>
  );
}

function LinkModal({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const onPhone = useOnPhone();
  const form = useContractForm({
    defaults: { password: '' },
    check: ({ password }: Values) => (password === '' ? { password: 'Password is required.' } : {}),
  });
  async function start({ password }: Values) {
    const { data } = await call(providerSignIn.startLink, { params: { id }, body: { password: String(password) } });
    leaveFor(data, 'link', '');
  }
  return (
    <Modal opened onClose={onClose} title={t('Link my account')} fullScreen={onPhone} closeOnClickOutside={false}>
      <Form form={form} onSubmit={start} submitLabel="Continue" guarded={false}>
        <p className={classes.about}>{t('Enter your portal password first. Then sign in at {name}.', { name })}</p>
        <FormSection>
          <PasswordField name="password" label="Password" autoComplete="current-password" span="full" first />
        </FormSection>
      </Form>
    </Modal>
  );
}

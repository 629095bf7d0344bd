import { members, messages } from '@aapurti/contract/members';
import { ROLE_WORDS } from '@aapurti/contract/roles';
import { isBlank } from '@aapurti/contract/fields';
import { Button } from '@mantine/core';
import { IconLinkOff, IconMailCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call, messageOf } from '../api.ts';
import { Form, FormSection } from '../form/Form.tsx';
import { PasswordField } from '../form/PasswordField.tsx';
import { TextField } from '../form/TextField.tsx';
import { useContractForm, type Values } from '../form/useContractForm.ts';
import { useSession } from '../session.ts';
import { SiteLink, TextLink } from '../ui/Link.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useParam } from '../ui/useParam.ts';
import { urls } from '../urls.ts';
import { newPasswordProblems, PASSWORD_HELP } from './newPassword.ts';

/** Where the link of an invitation leads: somebody with an account accepts while signed in, anybody else enters name and password. */
export function InvitationPage() {
  const secret = useParam('secret');
  const session = useSession();
  const [joined, setJoined] = useState(false);
  const { data, error, isPending } = useQuery({
    queryKey: [members.look.id, secret],
    queryFn: async ({ signal }) => (await call(members.look, { body: { secret }, signal })).data,
    retry: false,
    enabled: !joined,
  });
  return (
    <>
      <PageHeader title="Invitation" />
      <Panel>
        {joined ? (
          <Notice alert icon={<IconMailCheck size={22} />} title={messages.accepted}>
            <TextLink href={session === null ? urls.login : urls.dashboard}>{session === null ? 'Sign in' : 'To the dashboard'}</TextLink>
          </Notice>
        ) : isPending ? (
          <Spinner />
        ) : data === undefined ? (
          <Notice alert icon={<IconLinkOff size={22} />} title="This link does not work">
            {messageOf(error)}
          </Notice>
        ) : (
          <>
            <p>
              {data.company} invites {data.email} as {ROLE_WORDS[data.role].name}: {ROLE_WORDS[data.role].may}.
            </p>
            {session !== null ? (
              <Accept secret={secret} onJoined={() => setJoined(true)} />
            ) : data.known ? (
              <Notice
                title={messages.signInFirst(data.email)}
                actions={
                  <Button component={SiteLink} href={`${urls.login}?${new URLSearchParams({ redirectFrom: urls.invitation(secret) })}`}>
                    Sign in
                  </Button>
                }
              />
            ) : (
              <NewPerson secret={secret} onJoined={() => setJoined(true)} />
            )}
          </>
        )}
      </Panel>
    </>
  );
}

interface AcceptProps {
  secret: string;
  onJoined: () => void;
}

function Accept({ secret, onJoined }: AcceptProps) {
  const accept = useMutation({ mutationFn: () => call(members.accept, { body: { secret } }), onSuccess: onJoined });
  return (
    <>
      {accept.error !== null && (
        <Notice alert title="This did not work">
          {messageOf(accept.error)}
        </Notice>
      )}
      <Button loading={accept.isPending} onClick={() => accept.mutate()}>
        Accept the invitation
      </Button>
    </>
  );
}

function missing(values: Values): Record<string, string> {
  const required = { firstName: 'First name is required.', lastName: 'Last name is required.', mobileNumber: 'Mobile number is required.' };
  const blank = Object.entries(required).filter(([name]) => isBlank(values[name]));
  return { ...Object.fromEntries(blank), ...newPasswordProblems(values) };
}

function NewPerson({ secret, onJoined }: AcceptProps) {
  const form = useContractForm({
    defaults: { firstName: '', lastName: '', mobileNumber: '', password: '', passwordAgain: '' },
    check: missing,
  });
  async function accept({ firstName, lastName, mobileNumber, password }: Values) {
    await call(members.accept, { body: { secret, firstName, lastName, mobileNumber, password: String(password) } });
    onJoined();
  }
  return (
    <Form form={form} onSubmit={accept} submitLabel="Accept the invitation" guarded={false}>
      <FormSection>
        <TextField name="firstName" label="First name" required autoComplete="given-name" maxLength={100} first />
        <TextField name="lastName" label="Last name" required autoComplete="family-name" maxLength={100} />
        <TextField name="mobileNumber" label="Mobile number" required autoComplete="tel" inputMode="tel" span="full" />
        <PasswordField name="password" label="Password" autoComplete="new-password" help={PASSWORD_HELP} />
        <PasswordField name="passwordAgain" label="Confirm password" autoComplete="new-password" />
      </FormSection>
    </Form>
  );
}

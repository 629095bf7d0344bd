import { members, messages } from '@aapurti/contract/people/members';
import { ROLE_WORDS } from '@aapurti/contract/access/roleWords';
import { isBlank } from '@aapurti/contract/ground/fields';
import { providerSignIn } from '@aapurti/contract/sign-in/providers';
import { Stack } from '@mantine/core';
import { IconLinkOff, IconMailCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { ApiError, call, messageOf } from '../ground/api.ts';
import { Form, FormSection } from '../form/Form.tsx';
import { PasswordField } from '../form/PasswordField.tsx';
import { TextField } from '../form/TextField.tsx';
import { useContractForm, type Values } from '../form/useContractForm.ts';
import { useSession } from '../access/session.ts';
import { Button } from '../ui/Button.tsx';
import { TextLink } from '../ui/Link.tsx';
import { Notice } from '../ui/Notice.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useParam } from '../ui/useParam.ts';
import { urls } from '../urls.ts';
import { newPasswordProblems, PASSWORD_HELP } from '../sign-in/newPassword.ts';
import { leaveFor } from '../sign-in/providerReturn.ts';
import { t } from '../words/words.ts';
import { useAct } from '../ui/useStep.ts';

/** The page of an invitation's link: a user with an account accepts while signed in, and anyone else enters name and password. */
export function InvitationPage() {
  const secret = useParam('secret');
  const session = useSession();
  const [joined, setJoined] = useState<string | null>(null);
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [members.look.id, secret],
    queryFn: async ({ signal }) => (await call(members.look, { body: { secret }, signal })).data,
    retry: false,
    enabled: joined === null,
  });
  return (
    <>
      <PageHeader title="Invitation" />
      <Panel>
        {joined !== null ? (
          <Notice alert icon={<IconMailCheck size={22} />} title={joined}>
            <TextLink href={session === null ? urls.login : urls.dashboard}>{t(session === null ? 'Sign in' : 'Go to dashboard')}</TextLink>
          </Notice>
        ) : isPending ? (
          <Spinner />
        ) : data === undefined && !(error instanceof ApiError && error.status === 409) ? (
          <NotLoaded query={{ error, isFetching, refetch }} sign />
        ) : data === undefined ? (
          <Notice alert icon={<IconLinkOff size={22} />} title="This link does not work">
            {t(messageOf(error))}
          </Notice>
        ) : (
          <>
            <p>
              {t('{company} invites {email} as {role}: {may}.', {
                company: data.company,
                email: data.email,
                role: ROLE_WORDS[data.role].name,
                may: ROLE_WORDS[data.role].may,
              })}
            </p>
            {data.sites !== null && <p>{t('Sites: {sites}.', { sites: data.sites })}</p>}
            {session !== null ? (
              <Accept secret={secret} onJoined={setJoined} />
            ) : data.known ? (
              <Notice
                title={messages.signInFirst(data.email)}
                actions={
                  <Button label="Sign in" href={`${urls.login}?${new URLSearchParams({ redirectFrom: urls.invitation(secret) })}`} />
                }
              />
            ) : (
              <NewPerson secret={secret} providers={data.providers} required={data.required} onJoined={setJoined} />
            )}
          </>
        )}
      </Panel>
    </>
  );
}

interface AcceptProps {
  secret: string;
  onJoined: (message: string) => void;
}

function Accept({ secret, onJoined }: AcceptProps) {
  const accept = useMutation({
    mutationFn: () => call(members.accept, { body: { secret } }),
    onSuccess: ({ data }) => onJoined(data.message),
  });
  return (
    <>
      {accept.error !== null && (
        <Notice alert title="Something went wrong">
          {t(messageOf(accept.error))}
        </Notice>
      )}
      <Button label="Accept the invitation" loading={accept.isPending} onClick={() => accept.mutate()} />
    </>
  );
}

interface Proof {
  proof: string;
  firstName: string;
  lastName: string;
}

/** The provider's proof for the person who opened this link, in this tab. */
function proofOf(secret: string): Proof | null {
  const stored = sessionStorage.getItem(`proof ${secret}`);
  return stored === null ? null : (JSON.parse(stored) as Proof);
}

function missing(values: Values): Record<string, string> {
  const required = { firstName: 'First name is required.', lastName: 'Last name is required.', mobileNumber: 'Mobile number is required.' };
  return Object.fromEntries(Object.entries(required).filter(([name]) => isBlank(values[name])));
}

interface NewPersonProps extends AcceptProps {
  providers: readonly { _id: string; name: string }[];
  /** A password is not accepted. */
  required: boolean;
}

function NewPerson({ secret, providers, required, onJoined }: NewPersonProps) {
  const [proved] = useState(() => proofOf(secret));
  const byPassword = proved === null;
  const form = useContractForm({
    defaults: { firstName: proved?.firstName ?? '', lastName: proved?.lastName ?? '', mobileNumber: '', password: '', passwordAgain: '' },
    check: (values) => ({ ...missing(values), ...(byPassword ? newPasswordProblems(values) : {}) }),
  });
  const start = useAct(
    (provider: string) => call(providerSignIn.startInvitation, { body: { provider, invitation: secret } }),
    [],
    (data) => leaveFor(data, 'invitation', secret),
  );
  async function accept({ firstName, lastName, mobileNumber, password }: Values) {
    const by = proved === null ? { password: String(password) } : { proof: proved.proof };
    let message: string;
    try {
      ({ message } = (await call(members.accept, { body: { secret, firstName, lastName, mobileNumber, ...by } })).data);
    } catch (error) {
      // An expired proof must be obtained again.
      if (error instanceof ApiError && error.status === 409) sessionStorage.removeItem(`proof ${secret}`);
      throw error;
    }
    sessionStorage.removeItem(`proof ${secret}`);
    onJoined(message);
  }
  return (
    <>
      {proved === null && providers.length > 0 && (
        <Stack gap="sm" my="md" align="flex-start">
          {providers.map(({ _id, name }) => (
            <Button
              key={_id}
              variant={required ? 'filled' : 'default'}
              loading={start.isPending && start.variables === _id}
              disabled={start.isPending}
              onClick={() => start.mutate(_id)}
            >
              {t('Accept with {name}', { name })}
            </Button>
          ))}
          {!required && <p>{t('Or enter your portal password:')}</p>}
        </Stack>
      )}
      {(proved !== null || !required) && (
        <Form form={form} onSubmit={accept} submitLabel="Accept the invitation" guarded={false}>
          <FormSection>
            <TextField name="firstName" label="First name" required autoComplete="given-name" maxLength={100} first />
            <TextField name="lastName" label="Last name" required autoComplete="family-name" maxLength={100} />
            <TextField name="mobileNumber" label="Mobile number" required autoComplete="tel" inputMode="tel" span="full" />
            {byPassword && (
              <>
                <PasswordField name="password" label="Password" autoComplete="new-password" help={PASSWORD_HELP} />
                <PasswordField name="passwordAgain" label="Confirm password" autoComplete="new-password" />
              </>
            )}
          </FormSection>
        </Form>
      )}
    </>
  );
}

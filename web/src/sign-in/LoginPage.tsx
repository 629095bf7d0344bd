import { accounts } from '@aapurti/contract/vendors/accounts';
import { isBlank } from '@aapurti/contract/ground/fields';
import { Alert } from '@mantine/core';
import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { call } from '../ground/api.ts';
import { Form, FormSection } from '../form/Form.tsx';
import { PasswordField } from '../form/PasswordField.tsx';
import { TextField } from '../form/TextField.tsx';
import { hasUnfinished } from '../form/unfinished.ts';
import { useContractForm, type Values } from '../form/useContractForm.ts';
import { endNotice, startSession } from '../access/session.ts';
import { TextLink } from '../ui/Link.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { SiteNotice } from '../ui/SiteNotice.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { urls } from '../urls.ts';
import { DemoSignIns } from './DemoSignIns.tsx';
import classes from './GuestPage.module.css';
import { useSite } from '../ground/useSite.ts';
import { t } from '../words/words.ts';
import { onDemand } from '../ui/onDemand.tsx';

const FORM = 'sign-in';

// Loaded on demand: most users sign in without it, and the first screen stays small.
const CodeStep = onDemand(async () => (await import('./CodeStep.tsx')).CodeStep, <Spinner height={120} />);

const CompanyStep = onDemand(async () => (await import('./CompanyStep.tsx')).CompanyStep, <Spinner height={120} />);

// Few installations have a provider.
const ProviderSignIn = onDemand(async () => (await import('./ProviderSignIn.tsx')).ProviderSignIn);

/** The password was right; a code is needed, or the choice of a company. */
interface Waiting {
  challenge: string;
  companies?: readonly { _id: string; company: string; role: string }[] | undefined;
}

export function LoginPage() {
  const { data: site } = useSite();
  const form = useContractForm({ defaults: { email: '', password: '' }, check: missing });
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  /** Back from the code, with the e-mail as entered. */
  const [returned, setReturned] = useState(false);
  const [why, setWhy] = useState<string | null>(null);
  const notice = why ?? endNotice();
  const { history }: { history: RouterHistory } = useRouter();

  async function signIn({ email, password }: Values) {
    const { status, data } = await call(accounts.login, { body: { email: String(email), password: String(password) } });
    if (status === 202) {
      setWhy(null);
      setWaiting(data);
      // A step of its own for the browser's Back, too.
      history.push(history.location.href);
      return;
    }
    // The guard of this page then leads on to the visitor's destination.
    startSession(data.token, data.detail);
  }

  const atCode = waiting !== null;
  useEffect(() => {
    if (!atCode) return;
    return history.subscribe(({ action }) => {
      if (action.type !== 'BACK') return;
      form.setValue('password', '');
      setWaiting(null);
      setReturned(true);
    });
  }, [atCode, history, form]);

  function backToPassword(reason: string | null) {
    setWhy(reason);
    history.back();
  }

  if (atCode) {
    const { challenge, companies } = waiting;
    return (
      <>
        <PageHeader title={companies === undefined ? 'Enter your code' : 'Choose the company'} />
        {companies === undefined ? (
          <CodeStep challenge={challenge} onWaiting={setWaiting} onBack={backToPassword} />
        ) : (
          <CompanyStep challenge={challenge} companies={companies} onBack={backToPassword} />
        )}
      </>
    );
  }
  return (
    <>
      <PageHeader title="Sign in" />
      <SiteNotice {...site} />
      {notice !== null && (
        <Alert color="gray" mb="md" className={classes.notice}>
          {t(notice)} {hasUnfinished() && t('The text you typed will be restored after you sign in.')}
        </Alert>
      )}
      <Form form={form} id={FORM} onSubmit={signIn} submitLabel="Sign in" guarded={false} wide>
        <FormSection>
          <TextField name="email" label="E-mail" type="email" autoComplete="username" span="full" first={!returned} />
          <PasswordField name="password" label="Password" autoComplete="current-password" span="full" first={returned} />
        </FormSection>
        <TextLink alone href={urls.forgotPassword} className={classes.forgot}>
          {t('Forgot password')}
        </TextLink>
      </Form>
      {site !== undefined && (site.providers.length > 0 || site.vendorProviders) && (
        <ProviderSignIn
          providers={site.providers}
          forVendors={site.vendorProviders}
          email={() => String(form.getValues('email')).trim()}
          onEmailProblem={(message) => form.setError('email', { message }, { shouldFocus: true })}
          onProblem={setWhy}
        />
      )}
      <p className={classes.aside}>
        {t('New to Aapurti?')}{' '}
        <TextLink href={urls.register} underlined>
          {t('Create new account')}
        </TextLink>
      </p>
      <DemoSignIns
        form={FORM}
        onPick={({ email, password }) => {
          form.setValue('email', email);
          form.setValue('password', password);
        }}
      />
    </>
  );
}

function missing({ email, password }: Values): Record<string, string> {
  return {
    ...(isBlank(email) ? { email: 'E-mail is required.' } : {}),
    ...(password === '' ? { password: 'Password is required.' } : {}),
  };
}

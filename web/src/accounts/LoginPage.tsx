import { accounts } from '@aapurti/contract/accounts';
import { isBlank } from '@aapurti/contract/fields';
import { Alert } from '@mantine/core';

import { call } from '../api.ts';
import { Form, FormSection } from '../form/Form.tsx';
import { PasswordField } from '../form/PasswordField.tsx';
import { TextField } from '../form/TextField.tsx';
import { useContractForm, type Values } from '../form/useContractForm.ts';
import { endNotice, startSession } from '../session.ts';
import { TextLink } from '../ui/Link.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { urls } from '../urls.ts';
import { DemoSignIns } from './DemoSignIns.tsx';
import classes from './GuestPage.module.css';

const FORM = 'sign-in';

export function LoginPage() {
  const form = useContractForm({ defaults: { email: '', password: '' }, check: missing });
  const notice = endNotice();

  async function signIn({ email, password }: Values) {
    const { data } = await call(accounts.login, { body: { email: String(email), password: String(password) } });
    // The guard of this page then leads on to where the visitor wanted to go.
    startSession(data.token, data.detail);
  }

  return (
    <>
      <PageHeader title="Sign in" />
      {notice !== null && (
        <Alert color="gray" mb="md" className={classes.notice}>
          {notice}
        </Alert>
      )}
      <Form form={form} id={FORM} onSubmit={signIn} submitLabel="Sign in" guarded={false} wide>
        <FormSection>
          <TextField name="email" label="E-mail" type="email" autoComplete="username" span="full" first />
          <PasswordField name="password" label="Password" autoComplete="current-password" span="full" />
        </FormSection>
        <TextLink href={urls.forgotPassword} className={classes.forgot}>
          Forgot password
        </TextLink>
      </Form>
      <p className={classes.aside}>
        New here?{' '}
        <TextLink href={urls.register} underline="always">
          Create new account
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

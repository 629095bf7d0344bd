import { accounts, messages } from '@aapurti/contract/vendors/accounts';
import { email } from '@aapurti/contract/ground/fields';
import { IconMailFast } from '@tabler/icons-react';
import { useState } from 'react';
import * as z from 'zod';

import { ApiError, call } from '../ground/api.ts';
import { Form, FormSection } from '../form/Form.tsx';
import { TextField } from '../form/TextField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { Button } from '../ui/Button.tsx';
import { TextLink } from '../ui/Link.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { urls } from '../urls.ts';
import classes from './GuestPage.module.css';
import { useSite } from '../ground/useSite.ts';
import { t } from '../words/words.ts';

const request = z.object({ email });

export function ForgotPasswordPage() {
  const [sent, setSent] = useState<string | null>(null);
  const form = useContractForm({ defaults: { email: '' }, schema: request });
  const { data: site } = useSite();

  async function send(body: z.infer<typeof request>) {
    const reply = await call(accounts.forgetPassword, { body }).catch((error: unknown) => Promise.reject(worded(error)));
    setSent(reply.data.message);
  }

  return (
    <>
      <PageHeader title="Forgot password" />
      {sent === null ? (
        <>
          <p className={classes.lead}>{t('We will e-mail you a link to set a new password.')}</p>
          <Form form={form} onSubmit={send} submitLabel="Send reset link" guarded={false} wide>
            <FormSection>
              <TextField name="email" label="E-mail" type="email" autoComplete="username" span="full" first />
            </FormSection>
          </Form>
        </>
      ) : (
        <Notice
          alert
          icon={<IconMailFast size={22} />}
          title={messages.resetSent}
          actions={site?.outbox === true && <Button label="Open the outbox" href={urls.outbox} variant="default" />}
        >
          {sent}
        </Notice>
      )}
      <p className={classes.aside}>
        <TextLink alone href={urls.login}>
          {t('Back to sign in')}
        </TextLink>
      </p>
    </>
  );
}

/** The error in the specification's wording, whatever the server's. */
function worded(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const words: Readonly<Record<number, string>> = { 400: messages.resetFailed, 401: messages.userNotFound };
  return new ApiError(error.status, words[error.status] ?? error.message, { errors: error.errors, requestId: error.requestId });
}

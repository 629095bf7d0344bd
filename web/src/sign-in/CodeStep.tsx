import { isBlank } from '@aapurti/contract/ground/fields';
import { secondFactor } from '@aapurti/contract/sign-in/security';
import { Anchor } from '@mantine/core';
import { useState } from 'react';

import { ApiError, call } from '../ground/api.ts';
import { Form, FormSection } from '../form/Form.tsx';
import { TextField } from '../form/TextField.tsx';
import { useContractForm, type Values } from '../form/useContractForm.ts';
import { startSession } from '../access/session.ts';
import { codeProblem } from './codeProblem.ts';
import { t } from '../words/words.ts';
import classes from './GuestPage.module.css';

interface CodeStepProps {
  /** The challenge in the response to the right password. */
  challenge: string;
  /** Called if the company must still be chosen. */
  onWaiting: (waiting: { challenge: string; companies?: readonly { _id: string; company: string; role: string }[] | undefined }) => void;
  /** Called if no guard leads on. */
  onSignedIn?: () => void;
  /** Leads back to the password, with a message if it must be entered again. */
  onBack: (why: string | null) => void;
}

/** The second step of a sign-in: a code from the app or, without the device, a recovery code. */
export function CodeStep({ challenge, onWaiting, onSignedIn, onBack }: CodeStepProps) {
  const [recovery, setRecovery] = useState(false);
  const form = useContractForm({ defaults: { code: '' }, check: (values) => missing(values, recovery) });

  async function signIn({ code }: Values) {
    try {
      const { status, data } = await call(secondFactor.login, { body: { challenge, code: String(code) } });
      if (status === 202) return onWaiting(data);
      startSession(data.token, data.detail);
      onSignedIn?.();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return onBack(error.message);
      throw error;
    }
  }

  function change() {
    setRecovery(!recovery);
    form.reset({ code: '' });
  }

  return (
    <>
      <Form form={form} onSubmit={signIn} submitLabel="Sign in" guarded={false} wide>
        <p className={classes.lead}>
          {t(
            recovery
              ? 'Enter one of the recovery codes that you saved when you set up two-step verification. Each works once.'
              : 'Enter the code for Aapurti from your authenticator app.',
          )}
        </p>
        <FormSection>
          {/* The browser keeps no codes, and a phone offers a numeric keyboard for those that are numbers. */}
          <TextField
            key={String(recovery)}
            name="code"
            label={recovery ? 'Recovery code' : 'Code'}
            autoComplete={recovery ? 'off' : 'one-time-code'}
            inputMode={recovery ? 'text' : 'numeric'}
            maxLength={40}
            span="full"
            mono
            first
          />
        </FormSection>
        <Anchor component="button" type="button" data-alone className={classes.forgot} onClick={change}>
          {t(recovery ? 'Use a code from the app' : 'Use a recovery code')}
        </Anchor>
      </Form>
      <p className={classes.aside}>
        <Anchor component="button" type="button" inherit onClick={() => onBack(null)}>
          {t('Back to the password')}
        </Anchor>
      </p>
    </>
  );
}

function missing({ code }: Values, recovery: boolean): Record<string, string> {
  if (!recovery) return codeProblem(code);
  return isBlank(code) ? { code: 'Recovery code is required.' } : {};
}

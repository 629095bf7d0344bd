import { isBlank } from '@aapurti/contract/ground/fields';
import type { ReactNode } from 'react';

import { Form, FormSection } from '../../form/Form.tsx';
import { PasswordField } from '../../form/PasswordField.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useContractForm, type Values } from '../../form/useContractForm.ts';
import { AfterProof } from './AfterProof.tsx';
import classes from '../security/Security.module.css';

interface ProofFormProps {
  /** True if it also asks for a code from the app, or a recovery code. */
  asksCode: boolean;
  submitLabel: string;
  onCancel: () => void;
  onGiven: (given: { password: string; code?: string }) => Promise<void>;
  children: ReactNode;
}

/** A signed-in user proves to be the account's owner. */
export function ProofForm(props: ProofFormProps) {
  return <AfterProof onCancel={props.onCancel}>{(asksPassword) => <Proof asksPassword={asksPassword} {...props} />}</AfterProof>;
}

function Proof({ asksPassword, asksCode, submitLabel, onCancel, onGiven, children }: ProofFormProps & { asksPassword: boolean }) {
  const form = useContractForm({
    defaults: { ...(asksPassword ? { password: '' } : {}), ...(asksCode ? { code: '' } : {}) },
    check: ({ password, code }) => ({
      ...(password === '' ? { password: 'Password is required.' } : {}),
      ...(asksCode && isBlank(code) ? { code: 'Code is required.' } : {}),
    }),
  });
  const give = ({ password = '', code }: Values) => onGiven({ password: String(password), ...(asksCode ? { code: String(code) } : {}) });
  return (
    <Form form={form} guarded={false} submitLabel={submitLabel} onCancel={onCancel} onSubmit={give}>
      <p className={classes.words}>{children}</p>
      <FormSection>
        {asksPassword && <PasswordField name="password" label="Password" autoComplete="current-password" span="full" first />}
        {asksCode && (
          <TextField
            name="code"
            label="Code"
            autoComplete="one-time-code"
            maxLength={40}
            help="From your authenticator app, or a recovery code"
            span="full"
            mono
          />
        )}
      </FormSection>
    </Form>
  );
}

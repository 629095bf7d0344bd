import { accounts, messages } from '@aapurti/contract/vendors/accounts';
import { IconLinkOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { ApiError, call } from '../ground/api.ts';
import { Form, FormSection } from '../form/Form.tsx';
import { PasswordField } from '../form/PasswordField.tsx';
import { useContractForm, type Values } from '../form/useContractForm.ts';
import { Button } from '../ui/Button.tsx';
import { TextLink } from '../ui/Link.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { toast } from '../ui/toast.tsx';
import { useParam } from '../ui/useParam.ts';
import { urls } from '../urls.ts';
import classes from './GuestPage.module.css';
import { newPasswordProblems, PASSWORD_HELP } from './newPassword.ts';
import { t } from '../words/words.ts';

/** Opened by an e-mailed link, whose secret is in the address. */
export function ResetPasswordPage() {
  const secret = useParam('id');
  const navigate = useNavigate();
  const [dead, setDead] = useState(false);
  const form = useContractForm({ defaults: { password: '', passwordAgain: '' }, check: newPasswordProblems });

  async function change({ password }: Values) {
    try {
      await call(accounts.edit, { params: { id: secret }, body: { password: String(password) } });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return setDead(true);
      throw error;
    }
    toast.success(messages.passwordChanged);
    await navigate({ to: urls.login, replace: true });
  }

  return (
    <>
      <PageHeader title="Reset password" />
      {dead ? (
        <Notice
          alert
          icon={<IconLinkOff size={22} />}
          title="This link no longer works"
          actions={<Button label="Request a new link" href={urls.forgotPassword} />}
        >
          {messages.resetLinkDead}
        </Notice>
      ) : (
        <Form form={form} onSubmit={change} submitLabel="Change password" guarded={false} wide>
          <FormSection>
            <PasswordField name="password" label="New password" autoComplete="new-password" span="full" help={PASSWORD_HELP} />
            <PasswordField name="passwordAgain" label="Confirm password" autoComplete="new-password" span="full" />
          </FormSection>
        </Form>
      )}
      <p className={classes.aside}>
        <TextLink alone href={urls.login}>
          {t('Back to sign in')}
        </TextLink>
      </p>
    </>
  );
}

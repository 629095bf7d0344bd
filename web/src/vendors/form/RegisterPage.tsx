import { accounts, messages } from '@aapurti/contract/vendors/accounts';
import { checkUser, userRemarks } from '@aapurti/contract/vendors/users';
import { Alert, Button } from '@mantine/core';
import { IconInfoCircle, IconUserCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

import { ApiError, call } from '../../ground/api.ts';
import { Form, FormSection, type Submitting } from '../../form/Form.tsx';
import { PasswordField } from '../../form/PasswordField.tsx';
import { useContractForm, type Values } from '../../form/useContractForm.ts';
import { SiteLink, TextLink } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { urls } from '../../urls.ts';
import { CaptchaField } from '../../sign-in/CaptchaField.tsx';
import classes from '../../sign-in/GuestPage.module.css';
import { newPasswordProblems, PASSWORD_HELP } from '../../sign-in/newPassword.ts';
import { duplicate, somethingWrong } from '../refusals.ts';
import { UserFields } from './UserFields.tsx';
import { useDraft } from './useDraft.ts';
import { proposeVendorCode, userFiles, userTexts, userValues } from './userValues.ts';
import { useSite } from '../../ground/useSite.ts';
import { t } from '../../words/words.ts';

const TICK_AGAIN = 'Please tick this again: each tick is valid for one attempt.';

export function RegisterPage() {
  const [registered, setRegistered] = useState<string | null>(null);
  return registered === null ? <Registration onDone={setRegistered} /> : <Registered message={registered} />;
}

function Registration({ onDone }: { onDone: (message: string) => void }) {
  // Asked for until it is known otherwise: where it is off, the server does not mind.
  const hasCaptcha = useSite().data?.captcha ?? true;
  const [vendorCode, setVendorCode] = useState(proposeVendorCode);
  /** The number of times that the captcha was used up. */
  const [used, setUsed] = useState(0);
  const form = useContractForm({
    defaults: { ...userValues(), password: '', passwordAgain: '', captcha: '' },
    check: (values) => problems(values, hasCaptcha),
    remarks: userRemarks,
  });

  const { isBack, forget } = useDraft(form);

  function useUpCaptcha() {
    form.setValue('captcha', '');
    setUsed(used + 1);
  }

  async function register(values: Values, { signal, onProgress }: Submitting) {
    const { password, captcha } = values;
    const reply = await call(accounts.create, {
      body: {
        ...userTexts(values),
        password: String(password),
        captcha: String(captcha),
        vendor_Code: vendorCode,
        isAdmin: false,
        isActive: false,
      },
      files: userFiles(values),
      signal,
      onProgress,
    }).catch((error: unknown) => {
      if (error instanceof ApiError && 'captcha' in error.errors) useUpCaptcha();
      throw somethingWrong(error);
    });
    if (reply.status === 201) {
      setVendorCode(proposeVendorCode());
      useUpCaptcha();
      throw duplicate(reply.data.message);
    }
    forget();
    onDone(reply.data.message);
  }

  return (
    <>
      <PageHeader title="Create new account" />
      <p className={classes.lead}>
        {t(
          'For vendors. Keep your PAN card, GST certificate, a cancelled cheque and the certificate of incorporation ready as PDFs or images. Already registered?',
        )}{' '}
        <TextLink href={urls.login} underlined>
          {t('Sign in')}
        </TextLink>
      </p>
      <Form form={form} onSubmit={register} submitLabel="Create account">
        {isBack && (
          <Alert role="note" variant="light" icon={<IconInfoCircle size={18} />} title={t('Your entries are back')}>
            {t('Choose the files again and enter the password: they are not kept.')}
          </Alert>
        )}
        <input type="hidden" name="vendor_Code" value={vendorCode} disabled />
        <UserFields isVendor own />
        <FormSection title="Password">
          <PasswordField name="password" label="Password" required autoComplete="new-password" help={PASSWORD_HELP} />
          <PasswordField name="passwordAgain" label="Confirm password" required autoComplete="new-password" />
        </FormSection>
        {hasCaptcha && <CaptchaField key={used} note={used === 0 ? null : TICK_AGAIN} />}
      </Form>
    </>
  );
}

function problems(values: Values, hasCaptcha: boolean): Record<string, string> {
  const { errors } = checkUser(values, { isVendor: true, strict: true, hasDocument: (slot) => values[slot] instanceof File });
  const unticked: Record<string, string> = hasCaptcha && values['captcha'] === '' ? { captcha: messages.captcha } : {};
  return { ...errors, ...newPasswordProblems(values), ...unticked };
}

function Registered({ message }: { message: string }) {
  // The long form is gone, and with it the place where the reader was.
  useEffect(() => {
    window.scrollTo(0, 0);
    document.querySelector('h1')?.focus();
  }, []);
  return (
    <>
      <PageHeader title="Welcome" />
      <Notice
        alert
        icon={<IconUserCheck size={22} />}
        title={message}
        actions={
          <Button component={SiteLink} href={urls.login}>
            {t('Go to sign-in')}
          </Button>
        }
      >
        {t('An administrator will now check your documents and activate your account. You will get an e-mail when this is done.')}
      </Notice>
    </>
  );
}

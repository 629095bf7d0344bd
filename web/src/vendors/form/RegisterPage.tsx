import { accounts, messages } from '@aapurti/contract/vendors/accounts';
import { passwordProblem } from '@aapurti/contract/sign-in/passwords';
import { checkUser, userRemarks } from '@aapurti/contract/vendors/users';
import { Alert } from '@mantine/core';
import { IconInfoCircle, IconUserCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

import { Steps } from '../../document/Steps.tsx';
import { ApiError, call } from '../../ground/api.ts';
import { Form, type Submitting } from '../../form/Form.tsx';
import { useContractForm, type Values } from '../../form/useContractForm.ts';
import { Button } from '../../ui/Button.tsx';
import { TextLink } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { urls } from '../../urls.ts';
import { CaptchaField } from '../../sign-in/CaptchaField.tsx';
import classes from '../../sign-in/GuestPage.module.css';
import { duplicate, somethingWrong } from '../refusals.ts';
import stepClasses from './Registration.module.css';
import { STEPS } from './registrationSteps.tsx';
import { draftStep, useDraft } from './useDraft.ts';
import { proposeVendorCode, userFiles, userTexts, userValues } from './userValues.ts';
import { useSite } from '../../ground/useSite.ts';
import { t } from '../../words/words.ts';

const TICK_AGAIN = 'Please tick this again: each tick is valid for one attempt.';

export function RegisterPage() {
  const [registered, setRegistered] = useState<string | null>(null);
  return registered === null ? <Registration onDone={setRegistered} /> : <Registered message={registered} />;
}

function Registration({ onDone }: { onDone: (message: string) => void }) {
  // Shown until it is known to be off, in which case the server ignores it.
  const hasCaptcha = useSite().data?.captcha ?? true;
  const [vendorCode, setVendorCode] = useState(proposeVendorCode);
  /** The number of times that the captcha was used up. */
  const [used, setUsed] = useState(0);
  const [step, setStep] = useState(() => Math.max(0, Math.min(draftStep(), LAST)));
  /** The last step that was open. Steps stay rendered, so that going back does not use up the captcha. */
  const [reached, setReached] = useState(step);
  const [hasMoved, setHasMoved] = useState(false);
  const form = useContractForm({
    defaults: { ...userValues(), password: '', captcha: '' },
    check: (values) => problems(values, hasCaptcha, step),
    remarks: userRemarks,
  });

  const { isBack, forget } = useDraft(form, step);

  function open(place: number) {
    setStep(place);
    setReached(Math.max(reached, place));
    setHasMoved(true);
  }

  /** Shows the first step that has a wrong field. */
  function showWrong(names: string[]) {
    const place = STEPS.findIndex(({ fields }) => fields.some((name) => names.includes(name)));
    if (place !== -1) open(place);
  }

  function useUpCaptcha() {
    form.setValue('captcha', '');
    setUsed(used + 1);
  }

  async function register(values: Values, { signal, onProgress }: Submitting) {
    if (step < LAST) {
      open(step + 1);
      return 'unsaved' as const;
    }
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
    return undefined;
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
      <Form
        form={form}
        onSubmit={register}
        submitLabel={step < LAST ? 'Next' : 'Create account'}
        onBack={step === 0 ? undefined : () => open(step - 1)}
        onWrong={showWrong}
      >
        {isBack && (
          <Alert role="note" variant="light" icon={<IconInfoCircle size={18} />} title={t('Your entries are back')}>
            {t('Choose the files again and enter the password: they are not kept.')}
          </Alert>
        )}
        <input type="hidden" name="vendor_Code" value={vendorCode} disabled />
        <Steps
          now="Current step"
          steps={STEPS.map(({ name }, place) => ({ name, state: place < step ? 'done' : place === step ? 'now' : 'todo', note: null }))}
        />
        {STEPS.slice(0, reached + 1).map(({ name, lead, content: Content }, place) => (
          <section key={name} className={stepClasses.step} hidden={place !== step} aria-label={t(name)}>
            <StepHead title={name} lead={lead} isEntered={hasMoved && place === step} />
            <Content />
            {place === LAST && hasCaptcha && <CaptchaField key={used} note={used === 0 ? null : TICK_AGAIN} />}
          </section>
        ))}
      </Form>
    </>
  );
}

const LAST = STEPS.length - 1;

/** The heading of a step gets the focus when the step opens, where a screen reader goes on. */
function StepHead({ title, lead, isEntered }: { title: string; lead: string; isEntered: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isEntered) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [isEntered]);
  return (
    <header className={stepClasses.head}>
      <h2 ref={heading} tabIndex={-1}>
        {t(title)}
      </h2>
      <p>{t(lead)}</p>
    </header>
  );
}

/** The problems of the steps up to this one, by field. */
function problems(values: Values, hasCaptcha: boolean, step: number): Record<string, string> {
  const { errors } = checkUser(values, { isVendor: true, strict: true, hasDocument: (slot) => values[slot] instanceof File });
  const weak = passwordProblem(String(values['password']));
  const isUnticked = hasCaptcha && values['captcha'] === '';
  const found = { ...errors, ...(weak === null ? {} : { password: weak }), ...(isUnticked ? { captcha: messages.captcha } : {}) };
  const later = new Set(STEPS.slice(step + 1).flatMap(({ fields }) => fields));
  return Object.fromEntries(Object.entries(found).filter(([name]) => !later.has(name)));
}

function Registered({ message }: { message: string }) {
  // The long form is gone, and with it the user's scroll position.
  useEffect(() => {
    window.scrollTo(0, 0);
    document.querySelector('h1')?.focus();
  }, []);
  return (
    <>
      <PageHeader title="Welcome" />
      <Notice alert icon={<IconUserCheck size={22} />} title={message} actions={<Button label="Go to sign-in" href={urls.login} />}>
        {t('An administrator will now check your documents and activate your account. You will get an e-mail when this is done.')}
      </Notice>
    </>
  );
}

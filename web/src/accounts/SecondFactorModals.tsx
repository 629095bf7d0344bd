import { isBlank } from '@aapurti/contract/fields';
import { secondFactor } from '@aapurti/contract/security';
import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import { call } from '../api.ts';
import { Form, FormSection } from '../form/Form.tsx';
import { PasswordField } from '../form/PasswordField.tsx';
import { TextField } from '../form/TextField.tsx';
import { useContractForm, type Values } from '../form/useContractForm.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { toast } from '../ui/toast.tsx';
import { useOnPhone } from '../ui/useOnPhone.ts';
import { codeProblem } from './codeProblem.ts';
import { QrCode } from './QrCode.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import classes from './Security.module.css';

interface ModalProps {
  onClose: () => void;
  /** Something has changed on the server. */
  onChanged: () => Promise<unknown>;
}

/** From the password over the QR code and its first code to the recovery codes; with a code of the present device, to another one. */
export function SetUpModal({ isOn, onClose, onChanged }: ModalProps & { isOn: boolean }) {
  const [device, setDevice] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  const title = codes !== null ? 'Your recovery codes' : isOn ? 'Use another device' : 'Set up the second factor';
  return (
    <StepModal title={title} locked={codes !== null} onClose={onClose}>
      {codes !== null ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : device !== null ? (
        <Scan
          device={device}
          onCancel={onClose}
          onConfirmed={async (given) => {
            setCodes(given);
            await onChanged();
          }}
        />
      ) : (
        <ProofForm
          asksCode={isOn}
          submitLabel="Continue"
          onCancel={onClose}
          onGiven={async (given) => setDevice((await call(secondFactor.start, { body: given })).data)}
        >
          {isOn
            ? 'Your password and a code of the present device, please. It works until the new one is set up.'
            : 'From then on, signing in takes your password and a code of an app on your phone. First your password again, please.'}
        </ProofForm>
      )}
    </StepModal>
  );
}

export function NewCodesModal({ onClose, onChanged }: ModalProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <StepModal title={codes === null ? 'New recovery codes' : 'Your recovery codes'} locked={codes !== null} onClose={onClose}>
      {codes === null ? (
        <ProofForm
          asksCode
          submitLabel="Make new codes"
          onCancel={onClose}
          onGiven={async ({ password, code = '' }) => {
            const { data } = await call(secondFactor.newCodes, { body: { password, code } });
            setCodes(data.codes);
            await onChanged();
          }}
        >
          The codes that you have now work no more once there are new ones.
        </ProofForm>
      ) : (
        <RecoveryCodes codes={codes} onDone={onClose} />
      )}
    </StepModal>
  );
}

export function TurnOffModal({ onClose, onChanged }: ModalProps) {
  return (
    <StepModal title="Turn off the second factor" onClose={onClose}>
      <ProofForm
        asksCode
        submitLabel="Turn off"
        onCancel={onClose}
        onGiven={async ({ password, code = '' }) => {
          const { data } = await call(secondFactor.off, { body: { password, code } });
          toast.success(data.message);
          onClose();
          await onChanged();
        }}
      >
        Whoever knows your password can then sign in with it alone. The recovery codes work no more.
      </ProofForm>
    </StepModal>
  );
}

interface StepModalProps {
  title: string;
  /** What it shows is not shown again: it closes by its own button only. */
  locked?: boolean;
  onClose: () => void;
  children: ReactNode;
}

function StepModal({ title, locked = false, onClose, children }: StepModalProps) {
  const onPhone = useOnPhone();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      fullScreen={onPhone}
      closeOnClickOutside={false}
      closeOnEscape={!locked}
      withCloseButton={!locked}
    >
      {children}
    </Modal>
  );
}

interface ProofFormProps {
  /** Besides the password: a code of the app, or a recovery code. */
  asksCode: boolean;
  submitLabel: string;
  onCancel: () => void;
  onGiven: (given: { password: string; code?: string }) => Promise<void>;
  children: ReactNode;
}

/** Who is signed in proves anew to be the owner. */
function ProofForm({ asksCode, submitLabel, onCancel, onGiven, children }: ProofFormProps) {
  const form = useContractForm({
    defaults: { password: '', ...(asksCode ? { code: '' } : {}) },
    check: ({ password, code }) => ({
      ...(password === '' ? { password: 'Password is required.' } : {}),
      ...(asksCode && isBlank(code) ? { code: 'Code is required.' } : {}),
    }),
  });
  const give = ({ password, code }: Values) => onGiven({ password: String(password), ...(asksCode ? { code: String(code) } : {}) });
  return (
    <Form form={form} guarded={false} submitLabel={submitLabel} onCancel={onCancel} onSubmit={give}>
      <p className={classes.words}>{children}</p>
      <FormSection>
        <PasswordField name="password" label="Password" autoComplete="current-password" span="full" first />
        {asksCode && (
          <TextField
            name="code"
            label="Code"
            autoComplete="one-time-code"
            maxLength={40}
            help="Of your authenticator app, or a recovery code"
            span="full"
            mono
          />
        )}
      </FormSection>
    </Form>
  );
}

interface ScanProps {
  device: { secret: string; uri: string };
  onCancel: () => void;
  onConfirmed: (codes: readonly string[]) => Promise<void>;
}

function Scan({ device: { secret, uri }, onCancel, onConfirmed }: ScanProps) {
  const onPhone = useOnPhone();
  const form = useContractForm({ defaults: { code: '' }, check: ({ code }) => codeProblem(code) });
  const confirm = async ({ code }: Values) => onConfirmed((await call(secondFactor.confirm, { body: { code: String(code) } })).data.codes);
  return (
    <Form form={form} guarded={false} submitLabel="Turn on" onCancel={onCancel} onSubmit={confirm}>
      <ol className={classes.howTo}>
        <li>
          {onPhone
            ? 'Scan this code with the authenticator app of another phone'
            : 'Scan this code with an authenticator app on your phone'}
          , such as Google Authenticator, Microsoft Authenticator or 2FAS.
          <QrCode text={uri} label="QR code for the authenticator app" />
          {onPhone && (
            <Button component="a" href={uri} variant="default" fullWidth mb="xs">
              Open the app on this phone
            </Button>
          )}
        </li>
        <li>
          Or type this key into the app:
          <Secret secret={secret} />
        </li>
        <li>Enter the code that the app shows now.</li>
      </ol>
      <FormSection>
        <TextField name="code" label="Code" autoComplete="one-time-code" inputMode="numeric" maxLength={20} span="full" mono />
      </FormSection>
    </Form>
  );
}

/** In fours, to be read; copied without the gaps. */
function Secret({ secret }: { secret: string }) {
  return (
    <div className={classes.secret}>
      <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      <CopyButton text={secret} label="Copy the key" />
    </div>
  );
}

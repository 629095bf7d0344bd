import { secondFactor } from '@aapurti/contract/sign-in/security';
import { useState } from 'react';
import { encode } from 'uqr';

import { call } from '../../ground/api.ts';
import { Form, FormSection } from '../../form/Form.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useContractForm, type Values } from '../../form/useContractForm.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { toast } from '../../ui/toast.tsx';
import { useOnPhone } from '../../ui/useOnPhone.ts';
import { codeProblem } from '../codeProblem.ts';
import { ProofForm } from '../proof/ProofForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { StepModal } from '../../ui/StepModal.tsx';
import { t } from '../../words/words.ts';
import classes from './Security.module.css';

interface ModalProps {
  onClose: () => void;
  /** Something has changed on the server. */
  onChanged: () => Promise<unknown>;
}

/**
 * The steps from the password over the QR code and its first code to the recovery codes; with a code of the present device, to another
 * device.
 */
export function SetUpModal({ isOn, onClose, onChanged }: ModalProps & { isOn: boolean }) {
  const [device, setDevice] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  const title = codes !== null ? 'Your recovery codes' : isOn ? 'Use another device' : 'Set up two-step verification';
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
          {t(
            isOn
              ? 'Enter your password and a code from your current device. It works until the new one is set up.'
              : 'After this, signing in requires your password and a code from an app on your phone. Confirm your password first.',
          )}
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
          submitLabel="Create new codes"
          onCancel={onClose}
          onGiven={async ({ password, code = '' }) => {
            const { data } = await call(secondFactor.newCodes, { body: { password, code } });
            setCodes(data.codes);
            await onChanged();
          }}
        >
          {t('Creating new codes cancels your current ones.')}
        </ProofForm>
      ) : (
        <RecoveryCodes codes={codes} onDone={onClose} />
      )}
    </StepModal>
  );
}

export function TurnOffModal({ onClose, onChanged }: ModalProps) {
  return (
    <StepModal title="Turn off two-step verification" onClose={onClose}>
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
        {t('Anyone who knows your password can then sign in without a code. Your recovery codes will stop working.')}
      </ProofForm>
    </StepModal>
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
          {t(
            onPhone
              ? 'Scan this code with the authenticator app on your other phone, for example Google Authenticator, Microsoft Authenticator or 2FAS.'
              : 'Scan this code with an authenticator app on your phone, for example Google Authenticator, Microsoft Authenticator or 2FAS.',
          )}
          <QrCode text={uri} label="QR code for the authenticator app" />
          {onPhone && <Button label="Open the app on this phone" component="a" href={uri} variant="default" fullWidth mb="xs" />}
        </li>
        <li>
          {t('Or enter this key in the app:')}
          <Secret secret={secret} />
        </li>
        <li>{t('Enter the code now shown in the app.')}</li>
      </ol>
      <FormSection>
        <TextField name="code" label="Code" autoComplete="one-time-code" inputMode="numeric" maxLength={20} span="full" mono />
      </FormSection>
    </Form>
  );
}

/** The secret in groups of four, for reading; copied without the gaps. */
function Secret({ secret }: { secret: string }) {
  return (
    <div className={classes.secret}>
      <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      <CopyButton text={secret} label="Copy key" />
    </div>
  );
}

/** Dark on white in every colour scheme, with the quiet zone of four modules that cameras need. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4, ecc: 'M' });
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> would need the drawing as a data address
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t(label)} shapeRendering="crispEdges" className={classes.qr}>
      <rect width={size} height={size} fill="#fff" />
      <path d={modules.join('')} fill="#000" />
    </svg>
  );
}

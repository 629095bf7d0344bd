import { type ApiKey, type Area, AREAS, keys, OVERLAP_DAYS, type Scope } from '@aapurti/contract/integration/keys';
import { securityMessages } from '@aapurti/contract/sign-in/security';
import { say } from '@aapurti/contract/ground/template';
import { useState } from 'react';

import { call } from '../ground/api.ts';
import { Form, FormSection } from '../form/Form.tsx';
import { PasswordField } from '../form/PasswordField.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { TextField } from '../form/TextField.tsx';
import { useContractForm, type Values } from '../form/useContractForm.ts';
import { t } from '../words/words.ts';
import { AfterProof } from '../sign-in/proof/AfterProof.tsx';
import { ProofForm } from '../sign-in/proof/ProofForm.tsx';
import { ShownOnce } from '../sign-in/proof/ShownOnce.tsx';
import { StepModal } from '../ui/StepModal.tsx';
import { KeyRights } from './KeyRights.tsx';

interface ModalProps {
  onClose: () => void;
  onDone: () => Promise<unknown>;
}

const LIVES = [30, 90, 180, 365].map((days) => ({ value: String(days), label: say('{days} days', { days }) }));

/** The request body for a form's values. Each scope is a separate field. */
function bodyOf(values: Values, areas: readonly Area[]) {
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : '');
  const scopes = areas.flatMap((area): Scope[] => {
    const right = values[area];
    return right === 'read' || right === 'write' ? [`${area}:${right}`] : [];
  });
  const addresses = text('addresses').split(/[\s,;]+/);
  return {
    name: text('name'),
    scopes,
    days: text('days'),
    addresses: addresses.filter((each) => each !== ''),
    password: text('password'),
  };
}

/** Asks for name, rights and lifetime, then shows the key, once. */
export function NewKeyModal({ isBuyers, onClose, onDone }: ModalProps & { isBuyers: boolean }) {
  const [key, setKey] = useState<string | null>(null);
  return (
    <StepModal title={key === null ? 'New API key' : 'Your API key'} locked={key !== null} onClose={onClose}>
      {key !== null ? (
        <ShownKey apiKey={key} onDone={onClose} />
      ) : (
        <AfterProof onCancel={onClose}>
          {(asksPassword) => (
            <NewKeyForm
              isBuyers={isBuyers}
              asksPassword={asksPassword}
              onCancel={onClose}
              onMade={async (made) => {
                setKey(made);
                await onDone();
              }}
            />
          )}
        </AfterProof>
      )}
    </StepModal>
  );
}

interface NewKeyFormProps {
  isBuyers: boolean;
  asksPassword: boolean;
  onCancel: () => void;
  onMade: (key: string) => Promise<void>;
}

function NewKeyForm({ isBuyers, asksPassword, onCancel, onMade }: NewKeyFormProps) {
  const areas = (Object.keys(AREAS) as Area[]).filter((area) => isBuyers || !('isBuyers' in AREAS[area]));
  const form = useContractForm({
    defaults: {
      name: '',
      days: '90',
      addresses: '',
      ...(asksPassword && { password: '' }),
      ...Object.fromEntries(areas.map((area) => [area, ''])),
    },
    check(values) {
      const { error } = keys.create.body.safeParse(bodyOf(values, areas));
      const errors: Record<string, string> = {};
      // The choice of scopes has many fields; the first one shows its error.
      for (const { path, message } of error?.issues ?? []) errors[path[0] === 'scopes' ? (areas[0] ?? '') : String(path[0])] ??= message;
      if (values['password'] === '') errors['password'] ??= securityMessages.noPassword;
      return Object.keys(errors).length === 0 ? null : errors;
    },
  });
  return (
    <Form
      form={form}
      guarded={false}
      submitLabel="Create key"
      onCancel={onCancel}
      onSubmit={async (values) => onMade((await call(keys.create, { body: bodyOf(values, areas) })).data.key)}
    >
      <FormSection>
        <TextField name="name" label="Name" required maxLength={60} help="For example: our ERP" span="full" />
      </FormSection>
      <FormSection title="Permissions">
        <KeyRights areas={areas} isBuyers={isBuyers} />
      </FormSection>
      <FormSection title="Validity and allowed addresses">
        <SelectField name="days" label="Valid for" options={LIVES} required />
        <TextField name="addresses" label="Allowed IP addresses" help="Separate addresses with commas. Leave blank to allow any address." />
        {asksPassword && <PasswordField name="password" label="Your password" autoComplete="current-password" required span="full" />}
      </FormSection>
    </Form>
  );
}

export function ReplaceKeyModal({ apiKey, onClose, onDone }: ModalProps & { apiKey: ApiKey }) {
  const [key, setKey] = useState<string | null>(null);
  return (
    <StepModal title={key === null ? say('Replace {name}', { name: apiKey.name }) : 'Your API key'} locked={key !== null} onClose={onClose}>
      {key !== null ? (
        <ShownKey apiKey={key} onDone={onClose} />
      ) : (
        <ProofForm
          asksCode={false}
          submitLabel="Create new key"
          onCancel={onClose}
          onGiven={async ({ password }) => {
            setKey((await call(keys.replace, { params: { id: apiKey._id }, body: { password } })).data.key);
            await onDone();
          }}
        >
          {t('The new key has the same permissions. The old one works for at most {days} more days, so that you can switch over.', {
            days: OVERLAP_DAYS,
          })}
        </ProofForm>
      )}
    </StepModal>
  );
}

function ShownKey({ apiKey, onDone }: { apiKey: string; onDone: () => void }) {
  return (
    <ShownOnce text={apiKey} onDone={onDone}>
      {t("Copy this key now and store it with your system's secrets: it is shown only once. Anyone who has it can act in your name.")}
    </ShownOnce>
  );
}

import { DOCUMENTS } from '@aapurti/contract/vendors/accounts';
import { gstinFormatProblem, normaliseGstin, normalisePan } from '@aapurti/contract/ground/india';
import { IconCircleCheck, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';

import { FormSection } from '../../form/Form.tsx';
import { PasswordField } from '../../form/PasswordField.tsx';
import { TextField } from '../../form/TextField.tsx';
import { textOf } from '../../form/useField.tsx';
import { PASSWORD_HELP } from '../../sign-in/newPassword.ts';
import { t } from '../../words/words.ts';
import {
  BankFields,
  CompanyFields,
  ContactFields,
  DocumentField,
  KindField,
  LicenceFields,
  PanField,
  PictureField,
  useUnregistered,
} from './fieldGroups.tsx';
import { GstinField } from './GstinField.tsx';
import { AddressFields, CityFields, StateFields } from './PlaceFields.tsx';
import classes from './Registration.module.css';
import { usePlaces } from './usePlaces.ts';
import { USER_LABELS as LABELS } from './userValues.ts';
import { Button, RowButton } from '../../ui/Button.tsx';

interface RegistrationStep {
  name: string;
  lead: string;
  /** The fields that are checked before the next step. */
  fields: readonly string[];
  content: () => ReactNode;
}

const ownFill = (token: string) => token;
const PLACE = ['pan', 'country_id', 'state'] as const;

/** The steps of a registration, with all fields of the user form that a vendor fills in. */
export const STEPS: readonly RegistrationStep[] = [
  {
    name: 'Company',
    lead: 'Start with your GST number. It fills in your PAN and state.',
    fields: ['kind', 'gstin', ...PLACE, 'vendor_name', 'vendorType', 'address_Line1', 'address_Line2', 'city', 'postal_Code'],
    content: CompanyStep,
  },
  {
    name: 'Contact',
    lead: 'This user owns the vendor account and can invite other users.',
    fields: ['firstName', 'middleName', 'lastName', 'email', 'mobileNumber', 'password', 'avatar'],
    content: () => (
      <FormSection>
        <ContactFields fill={ownFill} />
        <PasswordField name="password" label="Password" required autoComplete="new-password" help={PASSWORD_HELP} />
        <PictureField />
      </FormSection>
    ),
  },
  {
    name: 'Bank',
    lead: 'Payments go to this account. Leave the fields blank to add them later.',
    fields: ['IFSCCode', 'bankName', 'accountNumber', 'paymentTerms', 'shippingTerms'],
    content: () => (
      <>
        <FormSection>
          <BankFields />
        </FormSection>
        <FormSection title="Terms">
          <TextField
            name="paymentTerms"
            label={LABELS.paymentTerms}
            help="For example: 30 days from the invoice. They apply to orders once the buyer agrees to them."
            maxLength={500}
          />
          <TextField name="shippingTerms" label={LABELS.shippingTerms} help="For example: delivered to the warehouse" maxLength={500} />
        </FormSection>
      </>
    ),
  },
  {
    name: 'Documents',
    lead: 'PDFs or photos, at most 5 MB each.',
    fields: [...DOCUMENTS.map(({ slot }) => slot), 'fssaiNumber', 'fssaiValidUntil', 'captcha'],
    content: DocumentsStep,
  },
];

function CompanyStep() {
  const unregistered = useUnregistered();
  return (
    <>
      <FormSection>
        <KindField />
        {!unregistered && <GstinField required />}
        <TaxPlace />
      </FormSection>
      <FormSection>
        <CompanyFields isVendor fill={ownFill} />
        <AddressFields fill={ownFill} />
        <CityFields fill={ownFill} />
      </FormSection>
    </>
  );
}

/** PAN, country and state: read from the GST number, and entered if there is none, if the number does not contain them, or on request. */
function TaxPlace() {
  const unregistered = useUnregistered();
  const { getFieldState } = useFormContext();
  const formState = useFormState({ name: [...PLACE] });
  const [gstin, pan, country, state] = useWatch({ name: ['gstin', ...PLACE] }).map(textOf);
  const { countries, stateOptions } = usePlaces(country ?? '');
  const [typed, setTyped] = useState(false);
  const isWrong = PLACE.some((name) => getFieldState(name, formState).invalid);
  const isComplete = gstinFormatProblem(normaliseGstin(gstin ?? '')) === null;
  const number = normaliseGstin(gstin ?? '');
  const chosen = stateOptions.find(({ key }) => key === state);
  // A value that the number does not contain is shown as a field: the user entered it, or another number had filled it in.
  const isUnread =
    isComplete && (normalisePan(pan ?? '') !== number.slice(2, 12) || (stateOptions.length > 0 && chosen?.gstCode !== number.slice(0, 2)));
  if (unregistered || typed || isWrong || isUnread) {
    return (
      <>
        <PanField isVendor />
        <StateFields />
      </>
    );
  }
  if (!isComplete) return null;
  const stateName = stateOptions.find(({ key }) => key === state)?.value ?? state;
  const found = [
    { label: LABELS.pan, value: pan, isCode: true },
    { label: LABELS.state, value: t(stateName), isCode: false },
    { label: LABELS.country_id, value: countries.options.find(({ value }) => value === country)?.label ?? country, isCode: false },
  ];
  return (
    <section className={classes.filled} aria-label={t('From your GST number')} data-span="full">
      <h3>
        <IconCircleCheck size={18} aria-hidden />
        {t('From your GST number')}
      </h3>
      <dl>
        {found.map(({ label, value, isCode }) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd className={isCode ? classes.code : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      <RowButton label="Change PAN or state" onClick={() => setTyped(true)} />
    </section>
  );
}

function DocumentsStep() {
  const unregistered = useUnregistered();
  return (
    <FormSection>
      {DOCUMENTS.map(({ slot }) =>
        slot === 'coincorporation' && unregistered ? null : <DocumentField key={slot} slot={slot} isVendor stored={undefined} />,
      )}
      <Licence />
    </FormSection>
  );
}

/** The food licence, which few vendors have. */
function Licence() {
  const { getFieldState } = useFormContext();
  const formState = useFormState({ name: ['fssaiNumber', 'fssaiValidUntil'] });
  const isTyped = useWatch({ name: ['fssaiNumber', 'fssaiValidUntil'] }).some((value) => textOf(value) !== '');
  const [isOpen, setOpen] = useState(false);
  const isWrong = ['fssaiNumber', 'fssaiValidUntil'].some((name) => getFieldState(name, formState).invalid);
  if (isOpen || isTyped || isWrong) return <LicenceFields />;
  return (
    <div data-span="full">
      <Button label="Add food licence (FSSAI)" variant="default" icon={IconPlus} onClick={() => setOpen(true)} />
    </div>
  );
}

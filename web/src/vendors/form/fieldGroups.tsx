import { type DocumentSlot, DOCUMENTS, type User, VENDOR_KINDS, VENDOR_TYPES } from '@aapurti/contract/vendors/accounts';
import { normaliseGstin, normaliseMobile, normalisePan } from '@aapurti/contract/ground/india';
import { bankOf } from '@aapurti/contract/vendors/banks';
import { neededDocuments } from '@aapurti/contract/vendors/users';
import { useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

import { AvatarField } from '../../form/AvatarField.tsx';
import { DateField } from '../../form/DateField.tsx';
import { FileField } from '../../form/FileField.tsx';
import { SelectField } from '../../form/SelectField.tsx';
import { TextField } from '../../form/TextField.tsx';
import { textOf } from '../../form/useField.tsx';
import { DECLARATION, DOCUMENT_LABELS, KIND_WORDS, USER_LABELS as LABELS } from './userValues.ts';

/** The browser's autocomplete token, if users enter their own data. */
export type Fill = (token: string) => string;

export function useUnregistered(): boolean {
  return useWatch({ name: 'kind' }) === 'unregistered';
}

export function KindField() {
  const { setValue } = useFormContext();
  return (
    <SelectField
      name="kind"
      label={LABELS.kind}
      required
      options={VENDOR_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
      help="Farmers and other vendors without a GST number choose Unregistered."
      onChanged={() => {
        // A hidden number would be sent, and a certificate is not a declaration.
        for (const name of ['gstin', 'gstpicture']) setValue(name, '', { shouldDirty: true });
      }}
    />
  );
}

export function PanField({ isVendor }: { isVendor: boolean }) {
  const unregistered = useUnregistered();
  return (
    <TextField
      name="pan"
      label={LABELS.pan}
      required={isVendor && !unregistered}
      mono
      maxLength={30}
      help={unregistered ? 'Leave it blank only with a signed declaration' : 'Ten characters, printed on the card'}
      tidy={normalisePan}
    />
  );
}

export function CompanyFields({ isVendor, fill }: { isVendor: boolean; fill: Fill }) {
  const unregistered = useUnregistered();
  return (
    <>
      <TextField
        name="vendor_name"
        label={LABELS.vendor_name}
        required
        help={unregistered ? 'As on the PAN card or the declaration' : 'As on the GST certificate'}
        autoComplete={fill('organization')}
        maxLength={200}
      />
      <SelectField
        name="vendorType"
        label={LABELS.vendorType}
        required={isVendor}
        options={VENDOR_TYPES.map((value) => ({ value, label: value }))}
        searchable
      />
    </>
  );
}

/** The picture of a person, with the initials until there is one. */
export function PictureField({ stored }: { stored?: string | null }) {
  const person = useWatch({ compute: (values) => `${textOf(values['firstName'])} ${textOf(values['lastName'])}`.trim() });
  return <AvatarField name="avatar" label="Picture" stored={stored} person={person} />;
}

export function ContactFields({ fill }: { fill: Fill }) {
  return (
    <>
      <TextField name="firstName" label={LABELS.firstName} required autoComplete={fill('given-name')} maxLength={100} />
      <TextField name="middleName" label={LABELS.middleName} autoComplete={fill('additional-name')} maxLength={100} />
      <TextField name="lastName" label={LABELS.lastName} required autoComplete={fill('family-name')} maxLength={100} />
      <TextField
        name="email"
        label={LABELS.email}
        type="email"
        required
        help="For signing in and e-mails about the account"
        autoComplete={fill('email')}
        tidy={trim}
      />
      <TextField
        name="mobileNumber"
        label={LABELS.mobileNumber}
        type="tel"
        required
        help="Ten digits, without +91 or 0"
        autoComplete={fill('tel-national')}
        tidy={normaliseMobile}
      />
    </>
  );
}

interface DocumentFieldProps {
  slot: DocumentSlot;
  isVendor: boolean;
  stored: User | undefined;
}

const HELP: Partial<Record<DocumentSlot, string>> = { cancelledchequepic: 'For the account that receives payments' };

/** One of the four documents; an unregistered vendor has a declaration instead of the GST certificate. */
export function DocumentField({ slot, isVendor, stored }: DocumentFieldProps) {
  const unregistered = useUnregistered();
  const isDeclaration = slot === 'gstpicture' && unregistered;
  const isKindKept = stored === undefined || (stored.kind === 'unregistered') === unregistered;
  const link = DOCUMENTS.find((document) => document.slot === slot)?.link;
  const help = isDeclaration ? 'A statement that you are not registered for GST. Not needed with a PAN card.' : HELP[slot];
  return (
    <FileField
      name={slot}
      label={isDeclaration ? DECLARATION : DOCUMENT_LABELS[slot]}
      required={neededDocuments(isVendor, unregistered).includes(slot)}
      stored={slot === 'gstpicture' && !isKindKept ? null : link && stored?.[link]}
      {...(help === undefined ? {} : { help })}
    />
  );
}

export function LicenceFields() {
  return (
    <>
      <TextField
        name="fssaiNumber"
        label={LABELS.fssaiNumber}
        mono
        inputMode="numeric"
        maxLength={20}
        help="For food vendors only. The number has 14 digits and is printed on labels."
        tidy={withoutBlanks}
      />
      <DateField name="fssaiValidUntil" label={LABELS.fssaiValidUntil} help="You receive a reminder before it expires." />
    </>
  );
}

/** The account for payments. The IFSC code determines the bank, which is filled in; an entered name stays. */
export function BankFields() {
  const { getValues, setValue } = useFormContext();
  const filled = useRef('');
  function fillIn(ifsc: string) {
    const bank = ifsc.trim().length === 11 ? bankOf(ifsc) : null;
    const typed = textOf(getValues('bankName'));
    if (bank === null || (typed !== '' && typed !== filled.current)) return;
    filled.current = bank;
    setValue('bankName', bank, { shouldDirty: true });
  }
  return (
    <>
      <TextField
        name="IFSCCode"
        label={LABELS.IFSCCode}
        mono
        help="Eleven characters, printed on the cheque"
        maxLength={30}
        tidy={normaliseGstin}
        onChanged={fillIn}
      />
      <TextField name="bankName" label={LABELS.bankName} maxLength={100} />
      <TextField
        name="accountNumber"
        label={LABELS.accountNumber}
        mono
        inputMode="numeric"
        help="Digits only"
        maxLength={40}
        tidy={withoutBlanks}
      />
    </>
  );
}

function trim(text: string): string {
  return text.trim();
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/[\s-]/g, '');
}

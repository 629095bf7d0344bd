import { type DocumentSlot, DOCUMENTS, type User, VENDOR_KINDS, VENDOR_TYPES } from '@aapurti/contract/vendors/accounts';
import { gstinFormatProblem, normaliseGstin, normaliseMobile, normalisePan, panProblem } from '@aapurti/contract/ground/india';
import { neededDocuments } from '@aapurti/contract/vendors/users';
import { type ReactNode, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

import { AvatarField } from '../../form/AvatarField.tsx';
import { DateField } from '../../form/DateField.tsx';
import { FileField } from '../../form/FileField.tsx';
import { FormSection } from '../../form/Form.tsx';
import { SelectField } from '../../form/SelectField.tsx';
import { TextField } from '../../form/TextField.tsx';
import { textOf } from '../../form/useField.tsx';
import { t } from '../../words/words.ts';
import { PlaceFields } from './PlaceFields.tsx';
import { usePlaces } from './usePlaces.ts';
import { DECLARATION, DOCUMENT_LABELS, KIND_WORDS, USER_LABELS as LABELS } from './userValues.ts';

interface UserFieldsProps {
  /** Permission User: tax numbers, vendor type and documents are needed. */
  isVendor: boolean;
  /** True if people write about themselves, so that the browser may fill in what it knows of them. */
  own: boolean;
  /** The record that is edited, for its picture and documents. */
  stored?: User;
  /** Sections of one form only, between address and tax. */
  children?: ReactNode;
}

/** The fields of a user that registration and the user form share. */
export function UserFields({ isVendor, own, stored, children }: UserFieldsProps) {
  const person = useWatch({ compute: (values) => `${textOf(values['firstName'])} ${textOf(values['lastName'])}`.trim() });
  const fill = (token: string) => (own ? token : 'off');

  const { setValue } = useFormContext();
  const unregistered = useWatch({ name: 'kind' }) === 'unregistered';
  const needed = neededDocuments(isVendor, unregistered);
  const isNew = stored === undefined;
  const isUnagreed = !own && stored !== undefined && (stored.agreedTerms ?? '') !== (stored.paymentTerms ?? '');
  const isKindKept = isNew || (stored.kind === 'unregistered') === unregistered;

  const documentField = (slot: DocumentSlot, help?: string) => {
    const link = DOCUMENTS.find((document) => document.slot === slot)?.link;
    return (
      <FileField
        name={slot}
        label={slot === 'gstpicture' && unregistered ? DECLARATION : DOCUMENT_LABELS[slot]}
        required={needed.includes(slot)}
        stored={slot === 'gstpicture' && !isKindKept ? null : link && stored?.[link]}
        {...(help === undefined ? {} : { help })}
      />
    );
  };

  const kindField = (
    <SelectField
      name="kind"
      label={LABELS.kind}
      required
      options={VENDOR_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
      help="Farmers and other vendors without a GST number choose Unregistered."
      onChanged={() => {
        // A number that is hidden would be sent, and a certificate is no declaration.
        for (const name of ['gstin', 'gstpicture']) setValue(name, '', { shouldDirty: true });
      }}
    />
  );
  const panField = (
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
  const gstinField = !unregistered && <GstinField required={isVendor} />;
  const panPaper = documentField('panpicture');
  const gstPaper = documentField(
    'gstpicture',
    unregistered ? 'A statement that you are not registered for GST. Not needed with a PAN card.' : undefined,
  );
  const otherPapers = (
    <>
      {documentField('cancelledchequepic', 'For the account that receives payments')}
      {!unregistered && documentField('coincorporation')}
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

  return (
    <>
      {isNew && (
        <FormSection title="Tax numbers">
          {kindField}
          {gstinField}
          {panField}
        </FormSection>
      )}
      <FormSection title="Company">
        <AvatarField name="avatar" label="Picture" stored={stored?.userImg} person={person} />
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
        />
      </FormSection>
      <FormSection title="Contact">
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
      </FormSection>
      <PlaceFields fill={fill} />
      {children}
      {isNew ? (
        <FormSection title="Documents">
          {panPaper}
          {gstPaper}
          {otherPapers}
        </FormSection>
      ) : (
        <FormSection title="Tax and documents">
          {kindField}
          {panField}
          {panPaper}
          {gstinField}
          {gstPaper}
          {otherPapers}
        </FormSection>
      )}
      <FormSection title="Bank">
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
        <TextField
          name="IFSCCode"
          label={LABELS.IFSCCode}
          mono
          help="Eleven characters, printed on the cheque"
          maxLength={30}
          tidy={normaliseGstin}
        />
      </FormSection>
      <FormSection title="Terms">
        <TextField
          name="paymentTerms"
          label={LABELS.paymentTerms}
          help={
            isUnagreed
              ? t('Agreed so far: {terms}. Saving agrees to the terms in this field.', { terms: stored?.agreedTerms ?? '–' })
              : 'For example: 30 days from the invoice. They apply to orders once the buyer saves them.'
          }
          maxLength={500}
        />
        <TextField name="shippingTerms" label={LABELS.shippingTerms} help="For example: delivered to the warehouse" maxLength={500} />
      </FormSection>
    </>
  );
}

/** A GST number holds the PAN and the state, which are filled in; where those were typed first, the help says how the number starts. */
function GstinField({ required }: { required: boolean }) {
  const { getValues, setValue } = useFormContext();
  const [country, state, pan] = useWatch({ name: ['country_id', 'state', 'pan'] }).map(textOf);
  const { stateOptions } = usePlaces(country ?? '');
  const gstCode = stateOptions.find(({ key }) => key === state)?.gstCode;
  const inside = normalisePan(pan ?? '');
  const start = panProblem(inside) === null && gstCode !== undefined ? `${gstCode}${inside}` : null;
  const help =
    start === null ? 'Fifteen characters, including the PAN' : `Fifteen characters. For this PAN and state it starts with ${start}.`;

  // Another number replaces what this one has filled in; a value that was typed stays.
  const filled = useRef<Record<string, string>>({});
  function fillIn(text: string) {
    const gstin = normaliseGstin(text);
    if (gstinFormatProblem(gstin) !== null) return;
    const found = { pan: gstin.slice(2, 12), state: stateOptions.find((option) => option.gstCode === gstin.slice(0, 2))?.key ?? '' };
    if (panProblem(found.pan) !== null) found.pan = '';
    for (const [name, value] of Object.entries(found)) {
      const typed = textOf(getValues(name));
      if (value === '' || (typed !== '' && typed !== filled.current[name])) continue;
      filled.current[name] = value;
      setValue(name, value, { shouldDirty: true });
    }
  }

  return (
    <TextField
      name="gstin"
      label={LABELS.gstin}
      required={required}
      mono
      maxLength={30}
      help={help}
      tidy={normaliseGstin}
      onChanged={fillIn}
    />
  );
}

function trim(text: string): string {
  return text.trim();
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/[\s-]/g, '');
}

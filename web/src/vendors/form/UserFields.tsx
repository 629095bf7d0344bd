import type { User } from '@aapurti/contract/vendors/accounts';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';

import { FormSection } from '../../form/Form.tsx';
import { SwitchField } from '../../form/SwitchField.tsx';
import { TextField } from '../../form/TextField.tsx';
import { textOf } from '../../form/useField.tsx';
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
import { USER_LABELS as LABELS } from './userValues.ts';

interface UserFieldsProps {
  /** Permission User: tax numbers, vendor type and documents are required. */
  isVendor: boolean;
  /** True if users enter their own data, so that the browser may fill it in. */
  own: boolean;
  /** The edited record, for its picture and documents. */
  stored?: User;
  /** Sections of only one of the forms, between address and tax. */
  children?: ReactNode;
}

/** The fields of the user form. Registration has the same fields in steps. */
export function UserFields({ isVendor, own, stored, children }: UserFieldsProps) {
  const fill = (token: string) => (own ? token : 'off');
  const unregistered = useUnregistered();
  const isNew = stored === undefined;
  const typed = textOf(useWatch({ name: 'paymentTerms' })).trim();
  const isUnagreed = !own && isVendor && typed !== (stored?.agreedTerms ?? '');

  const gstinField = !unregistered && <GstinField required={isVendor} />;
  const panPaper = <DocumentField slot="panpicture" isVendor={isVendor} stored={stored} />;
  const gstPaper = <DocumentField slot="gstpicture" isVendor={isVendor} stored={stored} />;
  const otherPapers = (
    <>
      <DocumentField slot="cancelledchequepic" isVendor={isVendor} stored={stored} />
      {!unregistered && <DocumentField slot="coincorporation" isVendor={isVendor} stored={stored} />}
      <LicenceFields />
    </>
  );

  return (
    <>
      {isNew && (
        <FormSection title="Tax numbers">
          <KindField />
          {gstinField}
          <PanField isVendor={isVendor} />
        </FormSection>
      )}
      <FormSection title="Company">
        <PictureField stored={stored?.userImg ?? null} />
        <CompanyFields isVendor={isVendor} fill={fill} />
      </FormSection>
      <FormSection title="Contact">
        <ContactFields fill={fill} />
      </FormSection>
      <FormSection title="Address">
        <AddressFields fill={fill} />
        <StateFields />
        <CityFields fill={fill} />
      </FormSection>
      {children}
      {isNew ? (
        <FormSection title="Documents">
          {panPaper}
          {gstPaper}
          {otherPapers}
        </FormSection>
      ) : (
        <FormSection title="Tax and documents">
          <KindField />
          <PanField isVendor={isVendor} />
          {panPaper}
          {gstinField}
          {gstPaper}
          {otherPapers}
        </FormSection>
      )}
      <FormSection title="Bank">
        <BankFields />
      </FormSection>
      <FormSection title="Terms">
        <TextField
          name="paymentTerms"
          label={LABELS.paymentTerms}
          help={
            own || isNew
              ? 'For example: 30 days from the invoice. They apply to orders once the buyer agrees to them.'
              : t('Agreed so far: {terms}.', { terms: stored.agreedTerms ?? '–' })
          }
          maxLength={500}
        />
        {isUnagreed && <SwitchField name="agreesTerms" label="Agree to these payment terms" />}
        <TextField name="shippingTerms" label={LABELS.shippingTerms} help="For example: delivered to the warehouse" maxLength={500} />
      </FormSection>
    </>
  );
}

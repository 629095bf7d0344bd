import { pinRemark } from '@aapurti/contract/ground/india';
import { STATE_BY_GST_CODE } from '@aapurti/contract/ground/indian-states';
import { checkedMain, checkedRegistration, type Registration, registrations } from '@aapurti/contract/registrations/registrations';
import { REGISTRATION_KIND_WORDS } from '@aapurti/contract/ground/registrationRules';
import { useWatch } from 'react-hook-form';

import { call } from '../ground/api.ts';
import { DateField } from '../form/DateField.tsx';
import { FormModal } from '../form/FormModal.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { TextField } from '../form/TextField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { textOf } from '../form/useField.tsx';
import { placeOptions } from './placeOptions.ts';

const KINDS = Object.entries(REGISTRATION_KIND_WORDS).map(([value, label]) => ({ value, label }));

interface RegistrationModalProps {
  /** Absent for a new one. */
  row?: Registration;
  vendorId: string | null;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}

const NEW = {
  kind: 'regular',
  gstin: '',
  legalName: '',
  tradeName: '',
  address: '',
  postalCode: '',
  stateCode: '',
  validFrom: '',
  validTo: '',
};

/** A registration; for the profile's registration, only the fields that the profile does not have. */
export function RegistrationModal({ row, vendorId, onClose, onDone }: RegistrationModalProps) {
  const isMain = row?.main === true;
  const { updatedAt, ...shown } = { ...(row ?? { ...NEW, updatedAt: undefined }) };
  const form = useContractForm({
    schema: isMain ? checkedMain : checkedRegistration(),
    defaults: shown,
    remarks: ({ gstin, stateCode, postalCode }) => {
      const state = STATE_BY_GST_CODE.get(textOf(gstin).trim().slice(0, 2) || textOf(stateCode))?.key;
      const remark = state ? pinRemark(textOf(postalCode), state) : null;
      return remark === null ? {} : { postalCode: remark };
    },
  });
  const kind = textOf(useWatch({ control: form.control, name: 'kind' }));

  return (
    <FormModal
      title={row === undefined ? 'Add registration' : 'Change registration'}
      size="lg"
      form={form}
      send={async (body) =>
        row === undefined
          ? call(registrations.create, { body: { ...checkedRegistration().parse(body), userID: vendorId } })
          : call(registrations.edit, { params: { id: row._id }, body: { ...body, updatedAt } })
      }
      onClose={onClose}
      onDone={onDone}
    >
      <SelectField name="kind" label="Kind" required options={KINDS} help="A GST number does not show SEZ, composition or ISD." />
      {kind !== 'unregistered' && <TextField name="gstin" label="GST Number" required readOnly={isMain} maxLength={20} />}
      {kind === 'unregistered' && <SelectField name="stateCode" label="State" required options={placeOptions()} />}
      {!isMain && <TextField name="legalName" label="Legal Name" required maxLength={200} />}
      <TextField name="tradeName" label="Trade Name" maxLength={200} />
      {!isMain && (
        <>
          <TextField name="address" label="Address" required maxLength={500} span="full" />
          <TextField name="postalCode" label="Postal Code" required inputMode="numeric" maxLength={10} help="Six digits" />
        </>
      )}
      <DateField name="validFrom" label="First Day" />
      <DateField name="validTo" label="Last Day" />
    </FormModal>
  );
}

import { accounts, DOCUMENTS, type User } from '@aapurti/contract/vendors/accounts';
import { passwordProblem } from '@aapurti/contract/sign-in/passwords';
import { checkUser, formatProblems, userRemarks } from '@aapurti/contract/vendors/users';
import { useWatch } from 'react-hook-form';
import { codeLists } from '@aapurti/contract/rates/codeLists';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';

import { Form, FormSection, type Submitting } from '../../form/Form.tsx';
import { useNewerRecord } from '../../form/newer.ts';
import { NewerRecord } from '../../form/NewerRecord.tsx';
import { PasswordField } from '../../form/PasswordField.tsx';
import { SelectField } from '../../form/SelectField.tsx';
import { SwitchField } from '../../form/SwitchField.tsx';
import { useContractForm, type Values } from '../../form/useContractForm.ts';
import { textOf } from '../../form/useField.tsx';
import { toast } from '../../ui/toast.tsx';
import { useGoBack } from '../../ui/useGoBack.ts';
import { urls } from '../../urls.ts';
import { mergeNewer } from './mergeNewer.ts';
import { UserFields } from './UserFields.tsx';
import { userFormValues } from './userValues.ts';
import { outdated } from '../../ground/callQuery.ts';
import { call } from '../../ground/api.ts';

interface UserFormProps {
  /** The record; absent for a new user. The form opens with the first one given. */
  record?: User;
  vendorCode: number;
  /** Administrators also set permission and status, and may record formats that are wrong. */
  byAdmin: boolean;
  /** Saves the changes since `base` and returns the success message. */
  onSave: (values: Values, submitting: Submitting, base: User | undefined) => Promise<string>;
}

/** Section 2.5's form. Another user's save is merged on demand, and a refusal loses no input. */
export function UserForm({ record, vendorCode, byAdmin, onSave }: UserFormProps) {
  const goBack = useGoBack(byAdmin ? urls.users : urls.profile(record?._id ?? ''));
  const { base, merge, offers } = useNewerRecord(record, userFormValues, mergeNewer);
  const form = useContractForm({
    defaults: userFormValues(record),
    check: (values) => problems(values, base, byAdmin),
  });
  /** The record is read again regularly, so that its links keep working. */
  const stored = record?.updatedAt === base?.updatedAt ? record : base;
  const isVendor = useWatch({ control: form.control, name: 'permission' }) === 'User';
  const unlisted = useUnlistedIfsc(textOf(useWatch({ control: form.control, name: 'IFSCCode' })));
  const remarks = (values: Values) => ({ ...(unlisted === null ? {} : { IFSCCode: unlisted }), ...userRemarks(values) });

  async function save(values: Values, submitting: Submitting) {
    const message = await onSave(values, submitting, base);
    await outdated([accounts.list, accounts.get, accounts.names, accounts.counts]);
    toast.success(message);
    goBack();
  }

  return (
    <Form
      form={{ ...form, remarks }}
      onSubmit={save}
      submitLabel={record === undefined ? 'Submit' : 'Save'}
      onCancel={goBack}
      {...offers(form)}
    >
      <input type="hidden" name="vendor_Code" value={vendorCode} disabled />
      <UserFields isVendor={isVendor} own={!byAdmin} {...(stored === undefined ? {} : { stored })}>
        <FormSection title={byAdmin ? 'Access' : 'Password'}>
          {byAdmin && (
            <SelectField name="permission" label="Permission" required options={PERMISSIONS} help="Not required for Admin users." />
          )}
          <PasswordField
            name="password"
            label="Password"
            autoComplete="new-password"
            help={record === undefined ? INVITED : 'Leave blank to keep the current password'}
          />
          {byAdmin && <SwitchField name="isActive" label="Status" words={['Active', 'Inactive']} />}
        </FormSection>
      </UserFields>
      {merge !== null && <NewerRecord key={base?.updatedAt} merge={merge} />}
    </Form>
  );
}

const PERMISSIONS = ['User', 'Admin'].map((value) => ({ value, label: value }));
const INVITED = 'Leave blank to send the user an e-mail with a link to set one';

function problems(values: Values, base: User | undefined, byAdmin: boolean): Record<string, string> {
  const stored = new Set<string>(DOCUMENTS.filter(({ link }) => base?.[link]).map(({ slot }) => slot));
  if (base !== undefined && values['kind'] !== base.kind) stored.delete('gstpicture');
  const { errors } = checkUser(values, {
    isVendor: values['permission'] === 'User',
    strict: false,
    hasDocument: (slot) => values[slot] instanceof File || stored.has(slot),
  });
  const password = String(values['password']);
  const weak = password === '' ? null : passwordProblem(password);
  return { ...(byAdmin ? {} : changedFormatProblems(values, base)), ...errors, ...(weak === null ? {} : { password: weak }) };
}

/** The server's rule: a wrong format that an administrator recorded does not block the vendor's form. */
function changedFormatProblems(values: Values, base: User | undefined): Record<string, string> {
  const stored: Values = { ...base };
  const isKept = (field: string) => (values[field] ?? '') === (stored[field] ?? '');
  // A GST number is valid together with the PAN that awaits approval.
  const waits = Object.entries(base?.pendingIdentity?.changes ?? {}).filter(([field]) => isKept(field));
  const problemsNow = formatProblems({ ...values, ...Object.fromEntries(waits) });
  return Object.fromEntries(Object.entries(problemsNow).filter(([field]) => !isKept(field)));
}

/** The warning about a complete IFSC code that is in none of the uploaded lists. */
function useUnlistedIfsc(typed: string): string | null {
  const [ifsc] = useDebouncedValue(typed.trim(), 300);
  const isWhole = ifsc.length === 11;
  const { data } = useQuery({
    queryKey: [codeLists.remark.id, ifsc],
    queryFn: async ({ signal }) => (await call(codeLists.remark, { query: { ifsc }, signal })).data.remark,
    enabled: isWhole,
  });
  return isWhole && ifsc === typed.trim() ? (data ?? null) : null;
}

import { schemes } from '@aapurti/contract/schemes/schemes';

import { Form } from '../form/Form.tsx';
import { NewerRecord } from '../form/NewerRecord.tsx';
import { SchemeFields } from './SchemeFields.tsx';
import type { SchemeEditing } from './useSchemeForm.ts';

interface SchemeFormProps {
  editing: SchemeEditing;
  onCancel: () => void;
}

/** Section 2.7's form: Submit for a new scheme, Save for an existing one. */
export function SchemeForm({ editing, onCancel }: SchemeFormProps) {
  const { form, save, base, merge, offers, number, picksVendor } = editing;
  const isNew = base === undefined;
  return (
    <Form
      form={form}
      access={schemes.edit.access}
      onSubmit={save}
      submitLabel={isNew ? 'Submit' : 'Save'}
      onCancel={onCancel}
      {...offers(form)}
    >
      <SchemeFields number={number} isNew={isNew} withVendor={picksVendor} />
      {merge !== null && <NewerRecord key={base?.updatedAt} merge={merge} />}
    </Form>
  );
}

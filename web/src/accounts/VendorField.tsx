import { accounts } from '@aapurti/contract/accounts';
import { requiredText } from '@aapurti/contract/fields';
import { useQuery } from '@tanstack/react-query';

import { SelectField } from '../form/SelectField.tsx';
import { userOptions } from './userOptions.ts';

/** For the schema of a form that has a `VendorField`. */
export const vendorChoice = requiredText('Please choose the vendor.');

/** Whose record it is, for administrators, as the field `userID`. */
export function VendorField({ help, onChanged }: { help?: string; onChanged?: (userID: string) => void }) {
  const { data = [], isLoading } = useQuery({ queryKey: [accounts.names.id, 'options'], queryFn: userOptions });
  return (
    <SelectField
      name="userID"
      label="Vendor"
      required
      options={data}
      loading={isLoading}
      {...(help === undefined ? {} : { help })}
      {...(onChanged === undefined ? {} : { onChanged })}
    />
  );
}

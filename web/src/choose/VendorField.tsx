import { accounts } from '@aapurti/contract/vendors/accounts';
import { requiredText } from '@aapurti/contract/ground/fields';
import { useQuery } from '@tanstack/react-query';

import { SelectField } from '../form/SelectField.tsx';
import { userOptions } from './userOptions.ts';

/** The schema of a form that has a `VendorField`. */
export const vendorChoice = requiredText('Choose the vendor.');

/** The vendors that administrators choose from, by name. */
export function useVendors() {
  return useQuery({ queryKey: [accounts.names.id, 'options'], queryFn: userOptions });
}

interface VendorFieldProps {
  help?: string;
  /** True if the field takes the whole width of the form. */
  span?: 'full';
  onChanged?: (userID: string) => void;
}

/** The field `userID` for administrators: the vendor whose record it is. */
export function VendorField({ help, span, onChanged }: VendorFieldProps) {
  const { data = [], isLoading } = useVendors();
  return (
    <SelectField
      name="userID"
      label="Vendor"
      required
      options={data}
      loading={isLoading}
      {...(help === undefined ? {} : { help })}
      {...(span === undefined ? {} : { span })}
      {...(onChanged === undefined ? {} : { onChanged })}
    />
  );
}

import { Select } from '@mantine/core';

import { DROPDOWN } from '../ui/dropdown.ts';
import { shownOptions, t } from '../words/words.ts';
import classes from './People.module.css';
import { useVendors } from '../choose/VendorField.tsx';

/** The choice of the company whose users or keys administrators see; null is the buyer. */
export function CompanySelect({ value, onChange }: { value: string | null; onChange: (vendor: string | null) => void }) {
  const { data = [] } = useVendors();
  return (
    <Select
      {...DROPDOWN}
      className={classes.vendor}
      label={t('Company')}
      placeholder={t('The buyer')}
      data={shownOptions(data)}
      value={value}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Clear {label}', { label: t('Company') }) }}
      limit={300}
    />
  );
}

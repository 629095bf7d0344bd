import { IDENTITY_FIELDS, type IdentityValues, type VendorKind } from '@aapurti/contract/vendors/accounts';

import { Mono } from '../ui/Mono.tsx';
import classes from './Identity.module.css';
import { SideBySide } from './SideBySide.tsx';
import { KIND_WORDS, USER_LABELS } from './form/userValues.ts';
import { t } from '../words/words.ts';

interface IdentityChangesProps {
  label: string;
  /** The current values. */
  previous: IdentityValues;
  changes: IdentityValues;
  remarks?: Readonly<Record<string, string>>;
}

/** Current and requested values, with a warning about suspicious ones. */
export function IdentityChanges({ label, previous, changes, remarks = {} }: IdentityChangesProps) {
  const shown = (field: (typeof IDENTITY_FIELDS)[number], value: string | null | undefined) =>
    field === 'kind' ? t(KIND_WORDS[value as VendorKind]) : field === 'bankName' ? (value ?? '–') : <Mono>{value ?? '–'}</Mono>;
  const rows = IDENTITY_FIELDS.filter((field) => field in changes).map((field) => ({
    label: USER_LABELS[field],
    left: shown(field, previous[field]),
    right: (
      <>
        {shown(field, changes[field])}
        {remarks[field] !== undefined && <p className={classes.remark}>{remarks[field]}</p>}
      </>
    ),
  }));
  return <SideBySide label={label} heads={['Current', 'Requested']} rows={rows} />;
}

import { IDENTITY_FIELDS, type IdentityValues } from '@aapurti/contract/accounts';

import { Mono } from '../ui/Mono.tsx';
import classes from './Identity.module.css';
import { USER_LABELS } from './userValues.ts';

interface IdentityChangesProps {
  label: string;
  /** The values that hold now. */
  previous: IdentityValues;
  changes: IdentityValues;
  remarks?: Readonly<Record<string, string>>;
}

/** Old and new values side by side, with what looks odd about the new ones. */
export function IdentityChanges({ label, previous, changes, remarks = {} }: IdentityChangesProps) {
  return (
    <table className={classes.sides} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Holds now</th>
          <th scope="col">Asked for</th>
        </tr>
      </thead>
      <tbody>
        {IDENTITY_FIELDS.filter((field) => field in changes).map((field) => (
          <tr key={field}>
            <th scope="row">{USER_LABELS[field]}</th>
            <td>
              <Mono>{previous[field] ?? '–'}</Mono>
            </td>
            <td>
              <Mono>{changes[field] ?? '–'}</Mono>
              {remarks[field] !== undefined && <p className={classes.remark}>{remarks[field]}</p>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

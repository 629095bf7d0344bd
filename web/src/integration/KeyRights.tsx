import { type Area, AREAS, type Scope } from '@aapurti/contract/integration/keys';
import { Radio } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useFormContext } from 'react-hook-form';

import type { Values } from '../form/useContractForm.ts';
import { textOf, useField } from '../form/useField.tsx';
import { t } from '../words/words.ts';
import classes from './KeyRights.module.css';
import { RowButton } from '../ui/Button.tsx';

const RIGHTS = [
  { value: '', label: 'None' },
  { value: 'read', label: 'Read only' },
  { value: 'write', label: 'Read and write' },
] as const;

/** Common sets of scopes for a system, with which the matrix can be filled. */
const PRESETS: readonly { label: string; scopes: readonly Scope[]; isBuyers?: boolean }[] = [
  {
    label: 'Vendor ERP',
    scopes: ['orders:write', 'dispatch:write', 'receipts:read', 'invoices:write', 'payments:read', 'memos:read', 'changes:read'],
    isBuyers: false,
  },
  { label: 'Buyer ERP', scopes: ['orders:write', 'receipts:write', 'erp:write', 'rates:write', 'changes:read'], isBuyers: true },
  { label: 'Accounting', scopes: ['receipts:read', 'invoices:read', 'payments:write', 'memos:write', 'changes:read'], isBuyers: true },
  { label: 'Accounting', scopes: ['invoices:write', 'payments:read', 'memos:write', 'changes:read'], isBuyers: false },
];

interface KeyRightsProps {
  areas: readonly Area[];
  isBuyers: boolean;
}

/** The scopes of a key, area by area, which a preset fills. The first area shows the error. */
export function KeyRights({ areas, isBuyers }: KeyRightsProps) {
  const { setValue, clearErrors } = useFormContext<Values>();
  const fill = (rightOf: (area: Area) => string) => {
    for (const area of areas) setValue(area, rightOf(area), { shouldDirty: true });
    clearErrors([...areas]);
  };
  const presets = PRESETS.filter((preset) => preset.isBuyers === isBuyers);
  return (
    <div data-span="full">
      <fieldset className={classes.presets} aria-label={t('Fill with')}>
        {presets.map(({ label, scopes }) => (
          <RowButton
            label={label}
            key={label}
            onClick={() => fill((area) => (scopes.includes(`${area}:write`) ? 'write' : scopes.includes(`${area}:read`) ? 'read' : ''))}
          />
        ))}
        <RowButton label="Read everything" onClick={() => fill(() => 'read')} />
        <RowButton label="None" onClick={() => fill(() => '')} />
      </fieldset>
      <table className={classes.matrix}>
        <thead>
          <tr>
            <th scope="col">{t('Area')}</th>
            {RIGHTS.map(({ value, label }) => (
              <th key={value} scope="col">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {areas.map((area) => (
            <AreaRow key={area} area={area} />
          ))}
        </tbody>
      </table>
      <Problem area={areas[0] ?? 'invoices'} />
    </div>
  );
}

function AreaRow({ area }: { area: Area }) {
  const { field } = useField({ name: area, label: AREAS[area].name });
  const name = t(AREAS[area].name);
  return (
    <tr>
      <th scope="row">{name}</th>
      {RIGHTS.map(({ value, label }, index) => (
        <td key={value}>
          <Radio
            {...(index === 0 && { ref: field.ref })}
            name={area}
            value={value}
            aria-label={t('{label}: {value}', { label: AREAS[area].name, value: t(label) })}
            checked={textOf(field.value) === value}
            onBlur={field.onBlur}
            onChange={() => field.onChange(value)}
          />
        </td>
      ))}
    </tr>
  );
}

function Problem({ area }: { area: Area }) {
  const { error } = useField({ name: area, label: AREAS[area].name });
  return (
    error !== undefined && (
      <p role="alert" className={classes.problem}>
        <IconAlertCircle size={14} aria-hidden /> {error}
      </p>
    )
  );
}

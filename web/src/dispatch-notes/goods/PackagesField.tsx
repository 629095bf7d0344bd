import { isSscc } from '@aapurti/contract/dispatch-notes/dispatchRules';
import { messages } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { PACKAGE_WORDS } from '@aapurti/contract/dispatch-notes/movements';
import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { IconPackages, IconPlus, IconTrash } from '@tabler/icons-react';
import { memo, useCallback, useState } from 'react';
import { useFormContext } from 'react-hook-form';

import { useField } from '../../form/useField.tsx';
import { t } from '../../words/words.ts';
import classes from './Parts.module.css';
import { type PackageDraft, PACKED_MAX, packed, restOf, type TypedLine, withoutPackage } from './parts.ts';
import { Button } from '../../ui/Button.tsx';

/** The number of packages shown before "Show all". */
const SHOWN = 20;

export function packagesIn(value: unknown): PackageDraft[] {
  return Array.isArray(value) ? (value as PackageDraft[]) : [];
}

/** Cartons and pallets with their contents, typed one by one or packed from the lines. */
export function PackagesField({ lines, nextSscc }: { lines: () => readonly TypedLine[]; nextSscc: string | null }) {
  const { field, error, attach } = useField({ name: 'packages', label: 'Packages' });
  const { getValues, setValue } = useFormContext();
  const [all, setAll] = useState(false);
  const packages = packagesIn(field.value);
  const now = useCallback(() => packagesIn(getValues('packages')), [getValues]);
  const put = useCallback((next: PackageDraft[]) => setValue('packages', next, { shouldDirty: true }), [setValue]);
  const change = useCallback(
    (place: number, changes: Partial<PackageDraft>) => put(now().map((each, index) => (index === place ? { ...each, ...changes } : each))),
    [now, put],
  );
  const remove = useCallback((place: number) => put(withoutPackage(now(), place)), [now, put]);

  return (
    <fieldset className={classes.all} data-span="full" ref={attach} tabIndex={-1} aria-label={t('Packages')}>
      <p className={classes.help}>
        {t('Enter the contents of a package as line and quantity, for example 1: 12, 2: 6. Labels are printed from the SSCC.')}
      </p>
      <Packing
        isEmpty={packages.length === 0}
        nextSscc={nextSscc}
        onPack={(perPallet, firstSscc) => put(packed(lines(), perPallet, firstSscc).slice(0, PACKED_MAX))}
      />
      {(all ? packages : packages.slice(0, SHOWN)).map((each, index) => (
        <PackageRow key={index} draft={each} place={index} onChange={change} onRemove={remove} />
      ))}
      {error !== undefined && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <span className={classes.buttons}>
        <Button
          label="Add package"
          variant="default"
          icon={IconPlus}
          disabled={packages.length >= PACKED_MAX}
          onClick={() => {
            setAll(true);
            put([...now(), { kind: 'carton', parent: '', sscc: '', grossKg: '', contents: restOf(lines(), now()) }]);
          }}
        />
        {!all && packages.length > SHOWN && (
          <Button variant="subtle" onClick={() => setAll(true)}>
            {t('Show all {count} packages', { count: packages.length })}
          </Button>
        )}
      </span>
    </fieldset>
  );
}

/** Packs all lines at once, each into the number of cartons that it states. */
function Packing({
  isEmpty,
  nextSscc,
  onPack,
}: {
  isEmpty: boolean;
  nextSscc: string | null;
  onPack: (perPallet: number, firstSscc: string) => void;
}) {
  const [perPallet, setPerPallet] = useState('');
  const [sscc, setSscc] = useState(nextSscc ?? '');
  const wrongCount = perPallet.trim() !== '' && !/^[1-9]\d{0,3}$/.test(perPallet.trim());
  const wrongCode = sscc.trim() !== '' && !isSscc(sscc.trim());
  return (
    <div className={classes.packing}>
      <TextInput
        label={t('Cartons on a pallet')}
        inputMode="numeric"
        maxLength={4}
        placeholder={t('No pallets')}
        value={perPallet}
        error={wrongCount ? t('A whole number of 1 or more.') : undefined}
        onChange={(event) => setPerPallet(event.currentTarget.value)}
      />
      <TextInput
        label={t('First SSCC')}
        inputMode="numeric"
        maxLength={18}
        value={sscc}
        error={wrongCode ? t(messages.sscc) : undefined}
        onChange={(event) => setSscc(event.currentTarget.value)}
      />
      <Button
        label={isEmpty ? 'Pack the lines' : 'Repack all lines'}
        variant="default"
        icon={IconPackages}
        disabled={wrongCount || wrongCode}
        onClick={() => onPack(Number(perPallet.trim() || 0), sscc.trim())}
      />
    </div>
  );
}

interface PackageRowProps {
  draft: PackageDraft;
  place: number;
  onChange: (place: number, changes: Partial<PackageDraft>) => void;
  onRemove: (place: number) => void;
}

/** Memoized, so that only the changed one of 500 packages renders. */
const PackageRow = memo(function PackageRow({ draft, place, onChange, onRemove }: PackageRowProps) {
  const named = (label: string) => t('{label}, package {number}', { label: t(label), number: place + 1 });
  const text = (field: 'sscc' | 'grossKg' | 'parent' | 'contents', label: string, most: number) => ({
    label: t(label),
    'aria-label': named(label),
    maxLength: most,
    value: draft[field],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange(place, { [field]: event.currentTarget.value }),
  });
  return (
    <fieldset className={classes.package} aria-label={t('Package {number}', { number: place + 1 })}>
      <NativeSelect
        label={t('Package {number}', { number: place + 1 })}
        aria-label={named('Kind')}
        data={Object.entries(PACKAGE_WORDS).map(([value, label]) => ({ value, label: t(label) }))}
        value={draft.kind}
        onChange={(event) => onChange(place, { kind: event.currentTarget.value as PackageDraft['kind'] })}
      />
      <TextInput {...text('sscc', 'SSCC', 18)} inputMode="numeric" />
      <TextInput {...text('contents', 'Contents', 20_000)} />
      <TextInput {...text('parent', 'Pallet number', 4)} inputMode="numeric" />
      <TextInput {...text('grossKg', 'Gross weight (kg)', 12)} inputMode="decimal" />
      <ActionIcon
        className={classes.remove ?? ''}
        variant="default"
        size={34}
        aria-label={t('Remove package {number}', { number: place + 1 })}
        onClick={() => onRemove(place)}
      >
        <IconTrash size={17} />
      </ActionIcon>
    </fieldset>
  );
});

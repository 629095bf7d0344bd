import { vehicleRemark } from '@aapurti/contract/ground/india';
import { ActionIcon, Switch, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useFormContext } from 'react-hook-form';

import { useField } from '../../form/useField.tsx';
import { t } from '../../words/words.ts';
import classes from './Parts.module.css';
import { restOf, type TypedLine, type VehicleDraft } from './parts.ts';
import { Button } from '../../ui/Button.tsx';

const VEHICLES_MAX = 20;

export function vehiclesIn(value: unknown): VehicleDraft[] {
  return Array.isArray(value) ? (value as VehicleDraft[]) : [];
}

/** The vehicles of a note and, if several share the goods, the load of each. */
export function VehiclesField({ lines }: { lines: () => readonly TypedLine[] }) {
  const { field, error, attach } = useField({ name: 'vehicles', label: 'Vehicles' });
  const { getValues } = useFormContext();
  const vehicles = vehiclesIn(field.value);
  const now = () => vehiclesIn(getValues('vehicles'));
  const change = (place: number, changes: Partial<VehicleDraft>) =>
    field.onChange(now().map((each, index) => (index === place ? { ...each, ...changes } : each)));

  return (
    <fieldset className={classes.all} data-span="full" ref={attach} tabIndex={-1}>
      <legend className={classes.heading}>{t('Vehicles')}</legend>
      <p className={classes.help}>
        {t(
          'Leave blank to use the vehicle on the dispatch note. If several vehicles share the goods, enter line and quantity for each, for example 1: 12, 2: 6.',
        )}
      </p>
      {vehicles.map((vehicle, place) => {
        const named = (label: string) => t('{label}, vehicle {number}', { label: t(label), number: place + 1 });
        const remark = vehicle.number.trim() === '' ? null : vehicleRemark(vehicle.number.trim());
        return (
          <fieldset key={place} className={classes.vehicle} aria-label={t('Vehicle {number}', { number: place + 1 })}>
            <TextInput
              label={t('Number')}
              aria-label={named('Number')}
              maxLength={30}
              value={vehicle.number}
              onChange={(event) => change(place, { number: event.currentTarget.value })}
            />
            <TextInput
              label={t('Goods carried')}
              aria-label={named('Goods carried')}
              placeholder={t('All')}
              maxLength={20_000}
              value={vehicle.contents}
              onChange={(event) => change(place, { contents: event.currentTarget.value })}
            />
            <Switch
              className={classes.switch ?? ''}
              label={t('Over-dimensional')}
              aria-label={named('Over-dimensional')}
              checked={vehicle.over}
              onChange={(event) => change(place, { over: event.currentTarget.checked })}
            />
            <ActionIcon
              className={classes.remove ?? ''}
              variant="default"
              size={34}
              aria-label={t('Remove vehicle {number}', { number: place + 1 })}
              onClick={() => field.onChange(now().filter((_, index) => index !== place))}
            >
              <IconTrash size={17} />
            </ActionIcon>
            {remark !== null && <p className={classes.remark}>{t(remark)}</p>}
          </fieldset>
        );
      })}
      {error !== undefined && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <Button
        label="Add vehicle"
        className={classes.add ?? ''}
        variant="default"
        icon={IconPlus}
        disabled={vehicles.length >= VEHICLES_MAX}
        onClick={() => {
          const contents = now().some((each) => each.contents.trim() !== '') ? restOf(lines(), now()) : '';
          field.onChange([...now(), { number: '', over: false, contents }]);
        }}
      />
    </fieldset>
  );
}

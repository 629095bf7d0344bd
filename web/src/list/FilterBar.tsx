import { isIsoDate } from '@aapurti/contract/ground/fields';
import { say } from '@aapurti/contract/ground/template';
import { Pill, TextInput } from '@mantine/core';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';

import { Button } from '../ui/Button.tsx';
import { DateInput } from '../ui/DateInput.tsx';
import classes from './FilterBar.module.css';
import { type Filter, filterWords } from './filters.ts';
import { FilterSelect, useOptions } from './FilterSelect.tsx';
import type { Applied } from './useListState.ts';
import { t } from '../words/words.ts';

interface FilterBarProps {
  filters: readonly Filter[];
  /** The filters in the address. */
  applied: Applied;
  /** The dates of the loaded data, YYYY-MM-DD. */
  dateMin?: string | undefined;
  dateMax?: string | undefined;
  /** Changes the newest filters, because two changes may come before a screen shows the first. */
  onChange: (change: (applied: Applied) => Applied) => void;
  /** The tools at the end of the line. */
  tools?: ReactNode;
}

/**
 * The filters above a list. Entered values apply on Search or Enter, and applied ones are shown below as chips. On a phone the filters are
 * behind a button.
 */
export function FilterBar({ filters, applied, dateMin, dateMax, onChange, tools }: FilterBarProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  /** Entered but not applied values. Fields without an entry show the address, so they follow Back and Forward. */
  const [edits, setEdits] = useState<Applied>({});
  const [refused, setRefused] = useState(false);
  const fields = filters.filter((filter) => !isOfView(filter));
  const active = fields.filter((filter) => applied[filter.name] !== undefined);

  const valueOf = ({ name }: Filter) => edits[name] ?? applied[name] ?? '';
  const isWrong = (filter: Filter) => filter.kind === 'date' && valueOf(filter) !== '' && !isIsoDate(valueOf(filter));

  function replace(values: Applied) {
    setEdits({});
    setRefused(false);
    onChange(() => values);
  }

  function apply(event: FormEvent) {
    event.preventDefault();
    if (filters.some(isWrong)) return setRefused(true);
    const given = filters.map((filter) => [filter.name, valueOf(filter).trim()] as const).filter(([, value]) => value !== '');
    const dates = new Set(filters.filter(({ kind }) => kind === 'date').map(({ name }) => name));
    replace(Object.fromEntries(given.map(([name, value]) => [name, dates.has(name) ? within(value, dateMin, dateMax) : value])));
    setOpen(false);
  }

  function remove(name: string) {
    setEdits(without(edits, name));
    onChange((now) => without(now, name));
  }

  return (
    <div className={classes.bar}>
      <div className={classes.line}>
        <Button
          className={classes.opener ?? ''}
          variant="default"
          icon={IconFilter}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {t(active.length === 0 ? 'Filters' : say('Filters ({active})', { active: active.length }))}
        </Button>
        <search id={id} className={classes.search} data-open={open || undefined}>
          <form className={classes.form} onSubmit={apply}>
            {fields.map((filter) => (
              <FilterField
                key={filter.name}
                filter={filter}
                value={valueOf(filter)}
                wrong={refused && isWrong(filter)}
                dateMin={dateMin}
                dateMax={dateMax}
                onChange={(value) => setEdits((before) => ({ ...before, [filter.name]: value }))}
              />
            ))}
            <div className={classes.buttons}>
              <Button label="Search" type="submit" variant="light" icon={IconSearch} />
              <Button label="Reset" variant="default" onClick={() => replace({})} />
            </div>
          </form>
        </search>
        {tools}
      </div>
      {active.length > 0 && (
        <ul className={classes.chips} aria-label={t('Active filters')}>
          {active.map((filter) => (
            <li key={filter.name}>
              <Chip filter={filter} value={applied[filter.name] ?? ''} onRemove={() => remove(filter.name)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const isOfView = (filter: Filter) => filter.kind === 'select' && filter.byView === true;

interface FilterFieldProps extends Pick<FilterBarProps, 'dateMin' | 'dateMax'> {
  filter: Filter;
  value: string;
  wrong: boolean;
  onChange: (value: string) => void;
}

function FilterField({ filter, value, wrong, dateMin, dateMax, onChange }: FilterFieldProps) {
  return (
    <div className={classes.field} data-kind={filter.kind}>
      {filter.kind === 'select' ? (
        <FilterSelect filter={filter} value={value} onChange={onChange} />
      ) : filter.kind === 'date' ? (
        <DateInput
          size="sm"
          label={t(filter.label)}
          value={value}
          onChange={onChange}
          error={wrong && t('Invalid date')}
          {...(dateMin === undefined ? {} : { min: dateMin })}
          {...(dateMax === undefined ? {} : { max: dateMax })}
        />
      ) : (
        <TextInput
          label={t(filter.label)}
          value={value}
          inputMode={filter.digits ? 'numeric' : 'text'}
          maxLength={200}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </div>
  );
}

/** Filters cannot go beyond the data: ISO dates compare as text. */
function within(day: string, min: string | undefined, max: string | undefined): string {
  if (min !== undefined && day < min) return min;
  return max !== undefined && day > max ? max : day;
}

function without(values: Applied, name: string): Applied {
  return Object.fromEntries(Object.entries(values).filter(([each]) => each !== name));
}

function Chip({ filter, value, onRemove }: { filter: Filter; value: string; onRemove: () => void }) {
  const options = useOptions(filter);
  return (
    <Pill
      size="md"
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{ 'aria-label': t('Remove the filter {label}', { label: t(filter.label) }), 'aria-hidden': false, tabIndex: 0 }}
    >
      {filterWords(filter, value, options)}
    </Pill>
  );
}

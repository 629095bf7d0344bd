import { isIsoDate, showDate } from '@aapurti/contract/fields';
import { Button, Pill, TextInput } from '@mantine/core';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { type FormEvent, memo, useCallback, useId, useState } from 'react';

import { DateInput } from '../ui/DateInput.tsx';
import classes from './FilterBar.module.css';
import type { Filter } from './filters.ts';
import { FilterSelect, useOptions } from './FilterSelect.tsx';

type Values = Readonly<Record<string, string>>;

interface FilterBarProps {
  filters: readonly Filter[];
  applied: Values;
  /** The dates of the loaded data, YYYY-MM-DD. */
  dateMin?: string | undefined;
  dateMax?: string | undefined;
  onApply: (values: Values) => void;
}

/**
 * The line above a list. What is typed counts on Search or Enter; what counts shows below as chips. On a phone it hides behind a button.
 * Each part is drawn anew only where it changes: a key's mark is to be there before the next key.
 */
export const FilterBar = memo(function FilterBar({ filters, applied, dateMin, dateMax, onApply }: FilterBarProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState<Values>(applied);

  // Back, a chip or Reset changed what counts: the fields follow.
  const [known, setKnown] = useState(JSON.stringify(applied));
  if (known !== JSON.stringify(applied)) {
    setKnown(JSON.stringify(applied));
    setDraft(applied);
  }

  const [wrong, setWrong] = useState<readonly string[]>([]);

  const set = useCallback((name: string, value: string) => setDraft((before) => ({ ...before, [name]: value })), []);
  const active = filters.filter((filter) => applied[filter.name] !== undefined);

  function apply(event: FormEvent) {
    event.preventDefault();
    const given = Object.fromEntries(Object.entries(draft).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])));
    const dates = filters.filter((filter) => filter.kind === 'date' && given[filter.name] !== undefined).map((filter) => filter.name);
    const misread = dates.filter((name) => !isIsoDate(given[name] ?? ''));
    setWrong(misread);
    if (misread.length > 0) return;
    for (const name of dates) given[name] = within(given[name] ?? '', dateMin, dateMax);
    onApply(given);
    setOpen(false);
  }

  const reset = useCallback(() => {
    setDraft({});
    setWrong([]);
    onApply({});
  }, [onApply]);

  return (
    <div className={classes.bar}>
      <Button
        className={classes.opener ?? ''}
        variant="default"
        leftSection={<IconFilter size={16} />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {active.length === 0 ? 'Filters' : `Filters (${active.length})`}
      </Button>
      <search id={id} className={classes.search} data-open={open || undefined}>
        <form className={classes.form} onSubmit={apply}>
          {filters.map((filter) => (
            <FilterField
              key={filter.name}
              filter={filter}
              value={draft[filter.name] ?? ''}
              wrong={wrong.includes(filter.name)}
              dateMin={dateMin}
              dateMax={dateMax}
              set={set}
            />
          ))}
          <Buttons reset={reset} />
        </form>
      </search>
      {active.length > 0 && <Chips filters={active} applied={applied} onApply={onApply} />}
    </div>
  );
});

interface FilterFieldProps extends Pick<FilterBarProps, 'dateMin' | 'dateMax'> {
  filter: Filter;
  value: string;
  wrong: boolean;
  set: (name: string, value: string) => void;
}

const FilterField = memo(function FilterField({ filter, value, wrong, dateMin, dateMax, set }: FilterFieldProps) {
  const onChange = (next: string) => set(filter.name, next);
  return (
    <div className={classes.field} data-kind={filter.kind}>
      {filter.kind === 'select' ? (
        <FilterSelect filter={filter} value={value} onChange={onChange} />
      ) : filter.kind === 'date' ? (
        <DateInput
          size="sm"
          label={filter.label}
          value={value}
          onChange={onChange}
          error={wrong && 'Invalid date'}
          {...(dateMin === undefined ? {} : { min: dateMin })}
          {...(dateMax === undefined ? {} : { max: dateMax })}
        />
      ) : (
        <TextInput
          label={filter.label}
          value={value}
          inputMode={filter.digits ? 'numeric' : 'text'}
          maxLength={200}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </div>
  );
});

const Buttons = memo(function Buttons({ reset }: { reset: () => void }) {
  return (
    <div className={classes.buttons}>
      <Button type="submit" variant="light" leftSection={<IconSearch size={16} />}>
        Search
      </Button>
      <Button variant="default" onClick={reset}>
        Reset
      </Button>
    </div>
  );
});

function Chips({ filters, applied, onApply }: Pick<FilterBarProps, 'filters' | 'applied' | 'onApply'>) {
  return (
    <ul className={classes.chips} aria-label="Active filters">
      {filters.map((filter) => (
        <li key={filter.name}>
          <Chip filter={filter} value={applied[filter.name] ?? ''} onRemove={() => onApply(without(applied, filter.name))} />
        </li>
      ))}
    </ul>
  );
}

/** Filters reach no further than the data: ISO dates compare as text. */
function within(day: string, min: string | undefined, max: string | undefined): string {
  if (min !== undefined && day < min) return min;
  return max !== undefined && day > max ? max : day;
}

function without(values: Values, name: string): Values {
  return Object.fromEntries(Object.entries(values).filter(([each]) => each !== name));
}

function Chip({ filter, value, onRemove }: { filter: Filter; value: string; onRemove: () => void }) {
  const options = useOptions(filter);
  const words = filter.kind === 'date' ? showDate(value) : (options.find((option) => option.value === value)?.label ?? value);
  return (
    <Pill
      size="md"
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{ 'aria-label': `Remove the filter ${filter.label}`, 'aria-hidden': false, tabIndex: 0 }}
    >
      {filter.label}: {words}
    </Pill>
  );
}

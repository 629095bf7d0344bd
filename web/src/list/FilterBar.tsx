import { isIsoDate, showDate } from '@aapurti/contract/fields';
import { Button, Pill, TextInput } from '@mantine/core';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { type FormEvent, memo, useCallback, useId, useState } from 'react';

import { DateInput } from '../ui/DateInput.tsx';
import classes from './FilterBar.module.css';
import type { Filter } from './filters.ts';
import { FilterSelect, useOptions } from './FilterSelect.tsx';
import type { Applied } from './useListState.ts';

interface FilterBarProps {
  filters: readonly Filter[];
  /** What the list shows. */
  applied: Applied;
  /** What it was asked for, which may be still to come: that is what the fields follow. */
  asked: Applied;
  /** The dates of the loaded data, YYYY-MM-DD. */
  dateMin?: string | undefined;
  dateMax?: string | undefined;
  onApply: (values: Applied) => void;
}

/**
 * The line above a list. What is typed counts on Search or Enter; what counts shows below as chips. On a phone it hides behind a button.
 * Each part is drawn anew only where it changes: a key's mark is to be there before the next key.
 */
export const FilterBar = memo(function FilterBar({ filters, applied, asked, dateMin, dateMax, onApply }: FilterBarProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState(asked);
  const [wrong, setWrong] = useState<readonly string[]>([]);

  // Back or a chip changed what counts: its fields follow. What else was typed and not searched for yet stays.
  const [known, setKnown] = useState(asked);
  if (known !== asked) {
    const changed = filters.map(({ name }) => name).filter((name) => asked[name] !== known[name]);
    setKnown(asked);
    setDraft({ ...draft, ...Object.fromEntries(changed.map((name) => [name, asked[name] ?? ''])) });
    setWrong(wrong.filter((name) => !changed.includes(name)));
  }

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
    setDraft(given);
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
      {active.length > 0 && <Chips filters={active} applied={applied} remove={(name) => onApply(without(asked, name))} />}
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

function Chips({ filters, applied, remove }: Pick<FilterBarProps, 'filters' | 'applied'> & { remove: (name: string) => void }) {
  return (
    <ul className={classes.chips} aria-label="Active filters">
      {filters.map((filter) => (
        <li key={filter.name}>
          <Chip filter={filter} value={applied[filter.name] ?? ''} onRemove={() => remove(filter.name)} />
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

function without(values: Applied, name: string): Applied {
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

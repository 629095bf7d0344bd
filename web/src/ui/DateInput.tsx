import { isIsoDate, showDate } from '@aapurti/contract/ground/fields';
import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type ChangeEvent, useState } from 'react';

import { Spinner } from './Spinner.tsx';
import { t } from '../words/words.ts';
import { onDemand } from './onDemand.tsx';

const load = () => import('./Calendar.tsx');
const Calendar = onDemand(async () => (await load()).Calendar, <Spinner height={260} />);

interface DateInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max'> {
  /** `YYYY-MM-DD`, empty, or the typed text if it is not a date. */
  value: string;
  onChange: (value: string) => void;
  /** Earliest and latest day of the calendar, `YYYY-MM-DD`. */
  min?: string;
  max?: string;
}

/** A date, entered as DD-MM-YYYY or picked from a calendar, which is loaded on demand. */
export function DateInput({ value, onChange, min, max, onBlur, ...rest }: DateInputProps) {
  const text = useDayText(value, onChange);
  const [open, setOpen] = useState(false);

  function pick(day: string) {
    text.onBlur();
    setOpen(false);
    onChange(day);
  }

  const calendar = (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('Calendar for {label}', { label: t(typeof rest.label === 'string' ? rest.label : 'the date') })}
          disabled={rest.disabled === true || rest.readOnly === true}
          onMouseEnter={load}
          onFocus={load}
          onClick={() => setOpen(!open)}
          onKeyDown={(event) => {
            // The calendar takes the focus a moment after it opens.
            if (!open || event.key !== 'Escape') return;
            event.stopPropagation();
            setOpen(false);
          }}
        >
          <IconCalendar size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <Calendar
          value={isIsoDate(value) ? value : null}
          onPick={pick}
          {...(min === undefined ? {} : { min })}
          {...(max === undefined ? {} : { max })}
        />
      </Popover.Dropdown>
    </Popover>
  );

  return (
    <TextInput
      placeholder={t('DD-MM-YYYY')}
      inputMode="numeric"
      autoComplete="off"
      {...rest}
      {...text}
      onBlur={(event) => {
        text.onBlur();
        onBlur?.(event);
      }}
      rightSection={calendar}
    />
  );
}

/** The text of a date field: as typed while the field has the focus, then DD-MM-YYYY. */
export function useDayText(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  // If the value changes from outside, for example by an undo, it replaces the typed text.
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (typed !== null && readDay(typed) !== value) setTyped(null);
  }
  return {
    value: typed ?? (isIsoDate(value) ? showDate(value) : value),
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      setTyped(currentTarget.value);
      onChange(readDay(currentTarget.value));
    },
    onBlur: () => setTyped(null),
  };
}

/** `YYYY-MM-DD` from common notations (5-1-2026, 05/01/26, 05012026); any other text is returned unchanged. */
export function readDay(typed: string): string {
  const text = typed.trim();
  if (isIsoDate(text)) return text;
  const match = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  if (match === null) return text;
  const [, day = '', month = '', year = ''] = match;
  const iso = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isIsoDate(iso) ? iso : text;
}

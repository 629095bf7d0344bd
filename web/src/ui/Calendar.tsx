import '@mantine/dates/styles.layer.css';

import { DatePicker } from '@mantine/dates';

import classes from './Calendar.module.css';

interface CalendarProps {
  value: string | null;
  onPick: (day: string) => void;
  min?: string;
  max?: string;
}

/** The month to pick a day from. A separate file, loaded on demand: it imports the largest part of the date kit. */
export function Calendar({ value, onPick, min, max }: CalendarProps) {
  return (
    <DatePicker
      classNames={{ day: classes.day ?? '' }}
      value={value}
      onChange={(day) => day !== null && onPick(day)}
      {...(value === null ? {} : { defaultDate: value })}
      {...(min === undefined ? {} : { minDate: min })}
      {...(max === undefined ? {} : { maxDate: max })}
      firstDayOfWeek={1}
      hideOutsideDates
      ariaLabels={{
        nextMonth: 'Next month',
        previousMonth: 'Previous month',
        monthLevelControl: 'Choose the month',
        yearLevelControl: 'Choose the year',
      }}
    />
  );
}

import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/hi';

import { DatePicker } from '@mantine/dates';

import { language, t } from '../words/words.ts';
import classes from './Calendar.module.css';

interface CalendarProps {
  value: string | null;
  onPick: (day: string) => void;
  min?: string;
  max?: string;
}

/** A month for picking a date. It is a separate file, loaded on demand, because it imports the largest part of the date kit. */
export function Calendar({ value, onPick, min, max }: CalendarProps) {
  return (
    <DatePicker
      classNames={{ day: classes.day ?? '' }}
      value={value}
      onChange={(day) => day !== null && onPick(day)}
      {...(value === null ? {} : { defaultDate: value })}
      {...(min === undefined ? {} : { minDate: min })}
      {...(max === undefined ? {} : { maxDate: max })}
      locale={language}
      firstDayOfWeek={1}
      hideOutsideDates
      ariaLabels={{
        nextMonth: t('Next month'),
        previousMonth: t('Previous month'),
        monthLevelControl: t('Choose the month'),
        yearLevelControl: t('Choose the year'),
        nextYear: t('Next year'),
        previousYear: t('Previous year'),
        nextDecade: t('Next ten years'),
        previousDecade: t('Previous ten years'),
      }}
    />
  );
}

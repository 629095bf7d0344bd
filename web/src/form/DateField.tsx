import { DateInput } from '../ui/DateInput.tsx';
import { type FieldProps, textOf, useField } from './useField.tsx';

interface DateFieldProps extends FieldProps {
  min?: string;
  max?: string;
  readOnly?: boolean;
}

/** A business date: shown and entered as DD-MM-YYYY, stored as YYYY-MM-DD. */
export function DateField({ min, max, readOnly = false, ...rest }: DateFieldProps) {
  const { field, common } = useField(rest);
  return (
    <DateInput
      {...common}
      readOnly={readOnly}
      {...(readOnly ? { variant: 'filled' } : {})}
      value={textOf(field.value)}
      onChange={field.onChange}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
    />
  );
}

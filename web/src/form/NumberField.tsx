import { TextInput } from '@mantine/core';

import { plainFigure } from './money.ts';
import { useAmountInput } from './useAmountInput.ts';
import { type FieldProps, textOf, tidyUp, useField } from './useField.tsx';
import { t } from '../words/words.ts';

interface NumberFieldProps extends FieldProps {
  /** Shown inside the field: '₹' before, '%' or a unit after. */
  prefix?: string;
  suffix?: string;
  readOnly?: boolean;
  onChanged?: (value: string) => void;
  /** Normalizes the text, for example to two decimals, when the field loses the focus. */
  tidy?: (value: string) => string;
}

/**
 * A number as text. It stays as typed, so that a message can quote it, and neither wheel nor arrow keys change a figure by accident. Rupees
 * are grouped while typing.
 */
export function NumberField({ prefix, suffix, readOnly = false, onChanged, tidy, ...rest }: NumberFieldProps) {
  const { field, common } = useField(rest);

  const unit = t(suffix ?? '');

  function change(value: string) {
    field.onChange(value);
    onChanged?.(value);
  }

  const { ref, ...input } = useAmountInput(textOf(field.value), change, prefix === '₹');

  return (
    <TextInput
      {...common}
      {...input}
      ref={(element) => {
        ref.current = element;
        common.ref(element);
      }}
      inputMode="decimal"
      autoComplete="off"
      maxLength={30}
      readOnly={readOnly}
      {...(readOnly ? { variant: 'filled' } : {})}
      leftSection={prefix}
      leftSectionPointerEvents="none"
      rightSection={unit}
      rightSectionPointerEvents="none"
      // The unit stays on one line next to the figure, whatever its length.
      {...(unit.length > 2 ? { rightSectionWidth: `calc(${unit.length}ch + 1rem)` } : {})}
      rightSectionProps={{ style: { whiteSpace: 'nowrap' } }}
      styles={{ input: { textAlign: 'right' } }}
      onBlur={() => {
        tidyUp(field, (typed) => (tidy ?? asTyped)(plainFigure(typed) ?? typed));
        common.onBlur();
      }}
    />
  );
}

function asTyped(text: string): string {
  return text;
}

import { TextInput, type TextInputProps } from '@mantine/core';

import { useAmountInput } from './useAmountInput.ts';

interface AmountInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onPaste'> {
  /** Plain digits, as typed. */
  value: string;
  onValue: (value: string) => void;
  /** The commas of rupees; quantities and rates are not grouped. */
  isGrouped: boolean;
}

/** A figure outside of a form's fields, such as in a line of an order. */
export function AmountInput({ value, onValue, isGrouped, ...rest }: AmountInputProps) {
  return <TextInput {...rest} {...useAmountInput(value, onValue, isGrouped)} inputMode="decimal" />;
}

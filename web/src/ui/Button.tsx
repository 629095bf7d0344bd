import { Button as MantineButton, type ButtonProps, createPolymorphicComponent } from '@mantine/core';

import { t } from '../words/words.ts';

interface LabelledProps extends ButtonProps {
  /** Its text in English; without one, `children`. */
  label?: string;
}

/** Mantine's button with its text in the user's language. */
export const Button = createPolymorphicComponent<'button', LabelledProps>(({ label, children, ...rest }: LabelledProps) => (
  <MantineButton {...rest}>{label === undefined ? children : t(label)}</MantineButton>
));

interface RowButtonProps extends LabelledProps {
  /** In a row of a table. */
  compact?: boolean;
}

/** The small button of one record among many. */
export const RowButton = createPolymorphicComponent<'button', RowButtonProps>(({ compact = false, ...rest }: RowButtonProps) => (
  <Button variant="default" size={compact ? 'compact-sm' : 'xs'} {...rest} />
));

import { Button as MantineButton, type ButtonProps, createPolymorphicComponent } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

import type { Action } from './ActionMenu.tsx';
import { SiteLink } from './Link.tsx';
import { t } from '../words/words.ts';

interface LabelledProps extends ButtonProps {
  /** Its text in English; `children` by default. */
  label?: string;
  icon?: Icon;
  /** An address of the site, which makes it a link. */
  href?: string;
}

/** Mantine's button with its text in the user's language. */
export const Button = createPolymorphicComponent<'button', LabelledProps>(
  ({ label, icon: Icon, href, children, ...rest }: LabelledProps) => {
    const link: object = href === undefined ? {} : { component: SiteLink, href };
    return (
      <MantineButton {...link} {...(Icon !== undefined && { leftSection: <Icon size={16} /> })} {...rest}>
        {label === undefined ? children : t(label)}
      </MantineButton>
    );
  },
);

/** The address or the function of an action's button. */
export const targetOf = (action: Action) => ('href' in action ? { href: action.href } : { onClick: action.onClick });

interface RowButtonProps extends LabelledProps {
  /** True in a row of a table. */
  compact?: boolean;
}

/** The small button of one record among many. */
export const RowButton = createPolymorphicComponent<'button', RowButtonProps>(({ compact = false, ...rest }: RowButtonProps) => (
  <Button variant="default" size={compact ? 'compact-sm' : 'xs'} {...rest} />
));

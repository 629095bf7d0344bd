import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import classes from './ActionMenu.module.css';
import { SiteLink } from './Link.tsx';

/** What a button or menu line does: leads somewhere, or acts. */
export type Action = {
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
  loading?: boolean;
  /** A second line in a menu, such as why it is disabled. */
  hint?: string;
} & ({ href: string } | { onClick: () => void });

/** The three-dot menu, of a page or of a row. */
export function ActionMenu({ label = 'More actions', actions, size = 34 }: { label?: string; actions: readonly Action[]; size?: number }) {
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={size} aria-label={label}>
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((each) => {
          const common = {
            className: classes.item ?? '',
            leftSection: each.icon,
            disabled: each.disabled === true,
            children: <Line action={each} />,
          };
          return 'href' in each ? (
            <Menu.Item key={each.label} component={SiteLink} href={each.href} {...common} />
          ) : (
            <Menu.Item key={each.label} onClick={each.onClick} {...common} />
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The label, and below it the hint. */
function Line({ action: { label, hint } }: { action: Action }) {
  if (hint === undefined) return <>{label}</>;
  return (
    <>
      {label}
      <Text size="xs">{hint}</Text>
    </>
  );
}

import type { Access } from '@aapurti/contract/ground/operation';
import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';

import { useAllowed } from '../access/useMay.ts';
import classes from './ActionMenu.module.css';
import { SiteLink } from './Link.tsx';
import { t } from '../words/words.ts';

/** The action of a button or menu entry: a link or a function. */
export type Action = {
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
  loading?: boolean;
  /** A second line in a menu, for example the reason why it is disabled. */
  hint?: string;
  /** The access of its call; shown only to roles that may make it. */
  access?: Access;
} & ({ href: string } | { onClick: () => void });

interface ActionMenuProps {
  label?: string;
  actions: readonly Action[];
  size?: number;
  /** True in a row, where the button has no border. */
  plain?: boolean;
  /** Open from the start, for a button that becomes a menu when it is pressed. */
  opened?: boolean;
}

/** The three-dot menu, of a page or of a row. */
export function ActionMenu({ label = 'More actions', actions: given, size = 34, plain = false, opened = false }: ActionMenuProps) {
  const actions = useAllowed(given);
  const button = useRef<HTMLButtonElement>(null);
  if (actions.length === 0) return null;

  /** Focuses the button first, because a dialog returns the focus to its origin, and the clicked entry no longer exists then. */
  function act(onClick: () => void) {
    button.current?.focus({ preventScroll: true });
    onClick();
  }

  return (
    <Menu position="bottom-end" withinPortal defaultOpened={opened}>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant={plain ? 'subtle' : 'default'}
          {...(plain ? { color: 'gray' } : {})}
          size={size}
          aria-label={t(label)}
        >
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
            <Menu.Item key={each.label} onClick={() => act(each.onClick)} {...common} />
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The label, and below it the hint. */
function Line({ action: { label, hint } }: { action: Action }) {
  if (hint === undefined) return <>{t(label)}</>;
  return (
    <>
      {t(label)}
      <Text size="xs">{t(hint)}</Text>
    </>
  );
}

import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';

import type { Action } from '../ui/ActionMenu.tsx';
import { SiteLink } from '../ui/Link.tsx';

interface RowButtonsProps {
  /** Of the row, so that twenty 'Edit' buttons are twenty names. */
  name: string;
  actions: readonly Action[];
  onDelete?: (() => void) | undefined;
}

/** The icons of a row's Action cell. */
export function RowButtons({ name, actions, onDelete }: RowButtonsProps) {
  return (
    <Group gap={2} wrap="nowrap">
      {actions.map((action) => (
        <Tooltip key={action.label} label={action.label}>
          {'href' in action ? (
            <ActionIcon
              component={SiteLink}
              href={action.href}
              variant="subtle"
              color="gray"
              size={30}
              aria-label={`${action.label} ${name}`}
            >
              {action.icon}
            </ActionIcon>
          ) : (
            <ActionIcon
              onClick={action.onClick}
              disabled={action.disabled === true}
              loading={action.loading === true}
              variant="subtle"
              color="gray"
              size={30}
              aria-label={`${action.label} ${name}`}
            >
              {action.icon}
            </ActionIcon>
          )}
        </Tooltip>
      ))}
      {onDelete !== undefined && (
        <Tooltip label="Delete">
          <ActionIcon onClick={onDelete} variant="subtle" color="red" size={30} aria-label={`Delete ${name}`}>
            <IconTrash size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  );
}

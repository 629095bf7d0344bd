import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useCallback, useState } from 'react';

/** Which rows of a list are open. */
export function useDetails(): { opened: ReadonlySet<string>; toggle: (key: string) => void } {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (key: string) => setOpened((before) => new Set(before.has(key) ? [...before].filter((each) => each !== key) : [...before, key])),
    [],
  );
  return { opened, toggle };
}

interface DetailButtonProps {
  /** Of the row, so that twenty buttons are twenty names. */
  name: string;
  open: boolean;
  onToggle: () => void;
  /** With words beside the arrow, on a card. */
  words?: boolean;
}

/** Opens and closes what there is more of a row. */
export function DetailButton({ name, open, onToggle, words = false }: DetailButtonProps) {
  const Icon = open ? IconChevronDown : IconChevronRight;
  const common = { onClick: onToggle, 'aria-expanded': open, 'aria-label': `Details of ${name}` };
  if (!words) {
    return (
      <ActionIcon {...common} variant="subtle" color="gray" size={28}>
        <Icon size={16} />
      </ActionIcon>
    );
  }
  return (
    <Button {...common} variant="subtle" size="compact-sm" leftSection={<Icon size={16} />}>
      Details
    </Button>
  );
}

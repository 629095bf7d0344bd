import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';

import { IconButton } from '../ui/IconButton.tsx';

/** Which rows of a list are open. */
export function useDetails(): { opened: ReadonlySet<string>; toggle: (key: string) => void } {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) => setOpened(new Set(opened.has(key) ? [...opened].filter((each) => each !== key) : [...opened, key]));
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
  const label = `Details of ${name}`;
  if (!words) {
    return (
      <IconButton label={label} expanded={open} onClick={onToggle} small>
        <Icon size={16} />
      </IconButton>
    );
  }
  return (
    <Button onClick={onToggle} aria-expanded={open} aria-label={label} variant="subtle" size="compact-sm" leftSection={<Icon size={16} />}>
      Details
    </Button>
  );
}

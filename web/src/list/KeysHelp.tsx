import { Modal, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';

import { Mono } from '../ui/Mono.tsx';
import { Facts } from '../ui/Panel.tsx';
import { keysAreOn, switchKeys } from './keys.ts';
import { t } from '../words/words.ts';

const KEYS = {
  'Next row': 'j',
  'Previous row': 'k',
  'Open the row': 'Enter',
  'Select the row, where rows can be selected': 'x',
  'Search everywhere (or Ctrl K)': '/',
  'Close what is open': 'Esc',
  'Show these keys': '?',
};

/** The keys of lists, and the switch that turns them off. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useState(keysAreOn);
  // The focus returns to its row, because the window is gone before it could return it.
  const [before] = useState(() => document.activeElement);
  useEffect(() => () => (before instanceof HTMLElement ? before.focus({ preventScroll: true }) : undefined), [before]);
  return (
    <Modal opened onClose={onClose} title={t('Shortcuts in lists')}>
      <Facts items={Object.entries(KEYS).map(([label, key]) => ({ label, value: <Mono>{key}</Mono> }))} />
      <Switch
        mt="md"
        label={t('Shortcuts on')}
        checked={on}
        onChange={(event) => {
          setOn(event.currentTarget.checked);
          switchKeys(event.currentTarget.checked);
        }}
      />
    </Modal>
  );
}

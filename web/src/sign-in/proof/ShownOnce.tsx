import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import classes from '../security/Security.module.css';

/** A secret that only this dialog shows. */
export function ShownOnce({ text, onDone, children }: { text: string; onDone: () => void; children: ReactNode }) {
  return (
    <div className={classes.steps}>
      <p className={classes.words}>{children}</p>
      <code className={classes.key}>{text}</code>
      <Group justify="space-between">
        <CopyButton text={text} label="Copy" />
        <Button label="I have saved it" onClick={onDone} />
      </Group>
    </div>
  );
}

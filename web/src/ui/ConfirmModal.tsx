import { Group, Modal, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { t, type Words } from '../words/words.ts';
import { Button } from './Button.tsx';

interface ConfirmModalProps {
  opened: boolean;
  onClose: () => void;
  /** The dialog shows that it is running and closes afterwards. It reports its own errors. */
  onConfirm: () => Promise<void> | void;
  /** A question that contains a user's text is passed in the user's language, `asTyped`. */
  title?: Words;
  children?: ReactNode;
  /** The labels of the buttons. */
  confirm?: string;
  close?: string;
  danger?: boolean;
  /** False while content of the dialog is still loading. */
  ready?: boolean;
}

/** Asks before an action that cannot be undone. The default texts are those of a deletion. */
export function ConfirmModal({
  opened,
  onClose,
  onConfirm,
  title = 'Delete record',
  children = 'Are you sure you want to delete this record?',
  confirm = 'Delete It',
  close = 'Close',
  danger = true,
  ready = true,
}: ConfirmModalProps) {
  const [busy, setBusy] = useState(false);

  async function run() {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
      onClose();
    }
  }

  return (
    <Modal opened={opened} onClose={busy ? () => undefined : onClose} title={t(title)} size="sm">
      <Text component="div">{typeof children === 'string' ? t(children) : children}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button label={close} variant="default" onClick={onClose} disabled={busy} data-autofocus />
        <Button label={confirm} onClick={() => void run()} loading={busy} disabled={!ready} {...(danger ? { color: 'red' } : {})} />
      </Group>
    </Modal>
  );
}

import { Group, Modal, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import { ApiError, messageOf } from '../ground/api.ts';
import { t } from '../words/words.ts';
import { toast } from './toast.tsx';
import { Button } from './Button.tsx';

interface ReasonModalProps {
  /** If closed, it keeps the input. */
  opened?: boolean;
  title: string;
  consequence?: string;
  /** A sentence below the label of the reason. */
  help?: string;
  confirm: string;
  /** Another label for the closing button if Close could be taken for the action. */
  close?: string;
  /** The message if no reason is entered. */
  missing: string;
  onClose: () => void;
  /** An error is shown, and the dialog stays with the input. @returns the success message. */
  onConfirm: (reason: string) => Promise<string>;
}

/** Asks for the reason for reversing something, and carries it out. */
export function ReasonModal({
  opened = true,
  title,
  consequence,
  help,
  confirm,
  close = 'Close',
  missing,
  onClose,
  onConfirm,
}: ReasonModalProps) {
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setFault(reason.trim() === '' ? missing : undefined);
    if (reason.trim() === '') return;
    setBusy(true);
    try {
      toast.success(await onConfirm(reason));
      onClose();
    } catch (error) {
      if (error instanceof ApiError) setFault(error.errors['reason']);
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal opened={opened} onClose={onClose} title={t(title)} size="sm">
      <form onSubmit={(event) => void submit(event)} noValidate>
        {consequence !== undefined && <Text mb="sm">{t(consequence)}</Text>}
        <Textarea
          label={t('Reason')}
          {...(help === undefined ? {} : { description: t(help) })}
          required
          autosize
          minRows={3}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={t(fault)}
          data-autofocus
        />
        <Group justify="flex-end" mt="md" gap="xs">
          <Button label={close} variant="default" onClick={onClose} />
          <Button label={confirm} type="submit" color="red" loading={busy} />
        </Group>
      </form>
    </Modal>
  );
}

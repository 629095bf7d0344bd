import { Group, Modal, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import { ApiError, messageOf } from '../ground/api.ts';
import { t } from '../words/words.ts';
import { toast } from './toast.tsx';
import { Button } from './Button.tsx';

interface ReasonModalProps {
  /** Closed, it keeps what was typed. */
  opened?: boolean;
  title: string;
  consequence?: string;
  /** A sentence below the label of the reason. */
  help?: string;
  confirm: string;
  /** Another word for the button that only closes, where Close could be read as the act. */
  close?: string;
  /** Asked for where no reason is entered. */
  missing: string;
  onClose: () => void;
  /** An error of it is shown, and the window stays with what was typed. @returns the message of success. */
  onConfirm: (reason: string) => Promise<string>;
}

/** Asks for the reason of an act that takes something back, and carries it out. */
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

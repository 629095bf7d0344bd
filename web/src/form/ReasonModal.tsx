import { Modal, Text } from '@mantine/core';
import * as z from 'zod';

import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';
import { Form } from './Form.tsx';
import { TextArea } from './TextField.tsx';
import { useContractForm } from './useContractForm.ts';

interface ReasonModalProps {
  title: string;
  /** The consequences, above the reason. */
  text: string;
  submitLabel: string;
  /** The reason in the call's body. */
  reason: z.ZodType<string>;
  /** Sends the reason, and answers with the message for the user. */
  onSubmit: (reason: string) => Promise<string>;
  onClose: () => void;
}

/** Asks for the reason of a step that nobody takes back. */
export function ReasonModal({ title, text, submitLabel, reason, onSubmit, onClose }: ReasonModalProps) {
  const form = useContractForm({ schema: z.object({ reason }), defaults: { reason: '' } });
  return (
    <Modal opened onClose={onClose} title={t(title)}>
      <Form
        form={form}
        guarded={false}
        submitLabel={submitLabel}
        onCancel={onClose}
        cancelLabel="Close"
        onReload={onClose}
        onSubmit={async (body) => {
          toast.success(await onSubmit(body.reason));
          onClose();
        }}
      >
        <Text>{t(text)}</Text>
        <TextArea name="reason" label="Reason" required maxLength={500} />
      </Form>
    </Modal>
  );
}

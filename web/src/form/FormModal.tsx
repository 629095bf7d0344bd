import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';
import { Form, FormSection } from './Form.tsx';
import type { ContractForm } from './useContractForm.ts';

interface FormModalProps<Output> {
  title: string;
  size?: 'lg';
  form: ContractForm<Output>;
  submitLabel?: string;
  send: (body: Output) => Promise<{ data: { message: string } }>;
  onClose: () => void;
  /** Reloads the data that the call changed. */
  onDone: () => Promise<unknown>;
  children: ReactNode;
}

/** A form in a dialog, which closes once its call has succeeded: the message shows as a toast. */
export function FormModal<Output>({ title, size, form, submitLabel = 'Save', send, onClose, onDone, children }: FormModalProps<Output>) {
  return (
    <Modal opened onClose={onClose} title={t(title)} {...(size !== undefined && { size })}>
      <Form
        form={form}
        submitLabel={submitLabel}
        guarded={false}
        onCancel={onClose}
        onSubmit={async (body) => {
          const { data } = await send(body);
          toast.success(data.message);
          onClose();
          await onDone();
        }}
      >
        <FormSection>{children}</FormSection>
      </Form>
    </Modal>
  );
}

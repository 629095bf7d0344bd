import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

import { useOnPhone } from './useOnPhone.ts';
import { t } from '../words/words.ts';

interface StepModalProps {
  title: string;
  /** The content is not shown again: it closes by its own button only. */
  locked?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that a click outside does not close. */
export function StepModal({ title, locked = false, onClose, children }: StepModalProps) {
  const onPhone = useOnPhone();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(title)}
      fullScreen={onPhone}
      closeOnClickOutside={false}
      closeOnEscape={!locked}
      withCloseButton={!locked}
    >
      {children}
    </Modal>
  );
}

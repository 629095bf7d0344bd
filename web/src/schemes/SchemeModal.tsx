import type { Scheme } from '@aapurti/contract/schemes/schemes';
import { Modal } from '@mantine/core';
import { useState } from 'react';

import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { useOnPhone } from '../ui/useOnPhone.ts';
import { SchemeForm } from './SchemeForm.tsx';
import { useSchemeForm } from './useSchemeForm.ts';
import { t } from '../words/words.ts';

interface SchemeModalProps {
  /** The item for the scheme; the EAN can still be changed. */
  item: { EANCode: string; name: string; uom: string | null };
  onClose: () => void;
  onCreated: (scheme: Scheme) => Promise<void>;
}

/** Adds a scheme without leaving the form that needs it. */
export function SchemeModal({ item, onClose, onCreated }: SchemeModalProps) {
  const onPhone = useOnPhone();
  const [asking, setAsking] = useState(false);
  const editing = useSchemeForm({
    given: { EANCode: item.EANCode, productName: item.name, UOM: item.uom ?? '' },
    async onSaved(scheme) {
      await onCreated(scheme);
      onClose();
    },
  });
  const { isDirty } = editing.form.formState;
  const close = () => (isDirty ? setAsking(true) : onClose());

  return (
    <>
      <Modal opened onClose={close} title={t('Add Scheme')} size="xl" fullScreen={onPhone} closeOnClickOutside={false}>
        <SchemeForm editing={editing} onCancel={close} />
      </Modal>
      <ConfirmModal
        opened={asking}
        title="Unsaved changes"
        confirm="Discard"
        close="Keep editing"
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      >
        {t('This scheme is not saved. Discard your changes?')}
      </ConfirmModal>
    </>
  );
}

import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

import { Spinner } from '../ui/Spinner.tsx';
import { useOnPhone } from '../ui/useOnPhone.ts';
import type { SheetUploading } from './useSheetUpload.ts';
import { t } from '../words/words.ts';
import { onDemand } from '../ui/onDemand.tsx';

/** Loaded at the first upload, because most visits upload nothing. */
const SheetUpload = onDemand(async () => (await import('./SheetUpload.tsx')).SheetUpload, <Spinner height={160} />);

interface SheetModalProps {
  opened: boolean;
  onClose: () => void;
  uploading: SheetUploading;
  template: ReactNode;
}

/** The upload as a dialog. */
export function SheetModal({ opened, onClose, uploading, template }: SheetModalProps) {
  const onPhone = useOnPhone();
  return (
    <Modal opened={opened} onClose={onClose} title={t('Upload Excel')} size="46rem" fullScreen={onPhone} closeOnClickOutside={false}>
      <SheetUpload uploading={uploading} template={template} onClose={onClose} />
    </Modal>
  );
}

import { Modal } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';

import { Spinner } from '../ui/Spinner.tsx';
import { useOnPhone } from '../ui/useOnPhone.ts';
import type { SheetUploading } from './useSheetUpload.ts';
import { t } from '../words/words.ts';

/** Loaded at the first upload, since most visits of a list upload nothing. */
const SheetUpload = lazy(async () => ({ default: (await import('./SheetUpload.tsx')).SheetUpload }));

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
      <Suspense fallback={<Spinner height={160} />}>
        <SheetUpload uploading={uploading} template={template} onClose={onClose} />
      </Suspense>
    </Modal>
  );
}

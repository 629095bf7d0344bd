import { Anchor } from '@mantine/core';

import { t } from '../words/words.ts';
import { SheetModal } from './SheetModal.tsx';
import { type SheetSource, useSheetUpload } from './useSheetUpload.ts';

interface LineUploadProps {
  source: SheetSource;
  /** The download to fill in. */
  download: { label: string; onClick: () => void };
  onClose: () => void;
}

/** Uploads lines of documents that were downloaded and filled in. */
export function LineUpload({ source, download, onClose }: LineUploadProps) {
  const uploading = useSheetUpload(source, onClose);
  return (
    <SheetModal
      opened
      onClose={() => {
        uploading.leave();
        onClose();
      }}
      uploading={uploading}
      template={
        <Anchor component="button" type="button" onClick={download.onClick} inherit>
          {t(download.label)}
        </Anchor>
      }
    />
  );
}

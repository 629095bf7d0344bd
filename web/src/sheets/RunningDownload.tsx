import { Loader } from '@mantine/core';

import { RowButton } from '../ui/Button.tsx';
import { fileSize } from '../ui/fileSize.ts';
import classes from './RunningDownload.module.css';
import type { Download } from './useSheetDownload.ts';
import { t } from '../words/words.ts';

/** Shows a running download in a corner, without blocking the page. */
export function RunningDownload({ download, onCancel }: { download: Download; onCancel: () => void }) {
  return (
    <section className={classes.card} aria-label={t('Download')}>
      <Loader size="xs" aria-hidden />
      <span className={classes.words}>
        <output>{t('{label} is being prepared…', { label: download.label })}</output>
        {download.bytes > 0 && <span className={classes.bytes}>{fileSize(download.bytes)}</span>}
      </span>
      <RowButton label="Cancel" compact onClick={onCancel} />
    </section>
  );
}

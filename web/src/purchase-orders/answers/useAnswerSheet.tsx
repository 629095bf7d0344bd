import { answerSheet } from '@aapurti/contract/answerSheet';
import { IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

import { call } from '../../api.ts';
import { dated, useDownloads } from '../../sheets/useListDownload.tsx';

/** Loaded at the first upload, since most visits have none. */
const AnswerUpload = lazy(async () => ({ default: (await import('./AnswerUpload.tsx')).AnswerUpload }));

/** The menu entries for answers in a spreadsheet: the open lines of all orders, and their answers back. */
export function useAnswerSheet() {
  const [opened, setOpened] = useState(false);
  const { entry, window } = useDownloads();
  const download = entry(
    'Download open lines to answer',
    () => dated('Open lines'),
    async (loading) => (await call(answerSheet.export, loading)).data,
  );
  return {
    download,
    upload: {
      label: 'Upload answers',
      icon: <IconUpload size={16} />,
      access: answerSheet.upload.access,
      onClick: () => setOpened(true),
    },
    windows: (
      <>
        {opened && (
          <Suspense fallback={null}>
            <AnswerUpload onClose={() => setOpened(false)} onDownload={download.onClick} />
          </Suspense>
        )}
        {window}
      </>
    ),
  };
}

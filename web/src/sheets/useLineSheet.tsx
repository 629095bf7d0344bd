import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';

import { call } from '../ground/api.ts';
import type { MarkOperation, UploadOperation, WorkbookOperation } from './operations.ts';
import { dated, useDownloads } from './useListDownload.tsx';
import type { SheetSource } from './useSheetUpload.ts';
import { onDemand } from '../ui/onDemand.tsx';

/** Loaded at the first upload, because most visits have none. */
const LineUpload = onDemand(async () => (await import('./LineUpload.tsx')).LineUpload);

interface LineSheet extends Omit<SheetSource, 'upload' | 'mark' | 'csvAllowed'> {
  /** The calls that `sheetCalls` of the contract made. */
  calls: { export: WorkbookOperation; upload: UploadOperation; mark: MarkOperation };
  /** The query that selects the lines to download. */
  query?: () => Readonly<Record<string, string>>;
  downloadLabel: string;
  /** The file name, before the date. */
  downloadName: string;
  uploadLabel: string;
}

/** The menu entries for lines of documents in a spreadsheet: downloads open lines, and uploads them filled in. */
export function useLineSheet({ calls, query = () => ({}), downloadLabel, downloadName, uploadLabel, ...source }: LineSheet) {
  const [opened, setOpened] = useState(false);
  const { entry, window } = useDownloads();
  const download = entry(
    downloadLabel,
    () => dated(downloadName),
    async (loading) => (await call(calls.export, { query: query(), ...loading })).data,
  );
  return {
    download,
    upload: {
      label: uploadLabel,
      icon: <IconUpload size={16} />,
      access: calls.upload.access,
      onClick: () => setOpened(true),
    },
    windows: (
      <>
        {opened && (
          <LineUpload source={{ ...source, upload: calls.upload, mark: calls.mark }} download={download} onClose={() => setOpened(false)} />
        )}
        {window}
      </>
    ),
  };
}

import { Anchor } from '@mantine/core';
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

import { call } from '../ground/api.ts';
import type { Column } from '../list/columns.tsx';
import type { Filter } from '../list/filters.ts';
import type { ListOperation } from '../list/useListQuery.ts';
import { useListReader } from '../list/useListState.ts';
import type { Action } from '../ui/ActionMenu.tsx';
import type { MarkOperation, UploadOperation, WorkbookOperation } from './operations.ts';
import { SheetModal } from './SheetModal.tsx';
import { dated, exportOf, useDownloads } from './useListDownload.tsx';
import { type SheetSource, useSheetUpload } from './useSheetUpload.ts';
import { t } from '../words/words.ts';

interface SheetMenuOptions<Row> extends Pick<SheetSource, 'rows' | 'note' | 'owner' | 'csvAllowed'> {
  /** The calls that `sheetCalls` of the contract made. */
  calls: { template: WorkbookOperation; export: WorkbookOperation; upload: UploadOperation; mark: MarkOperation };
  /** The list of the page, with its columns and filters: a download has all of its pages, with the same filters and order. */
  list: ListOperation<Row>;
  columns: readonly Column<Row>[];
  filters: readonly Filter[];
  /** Ids of other calls that show the effect of an upload. */
  shownIn?: readonly string[];
  /** File name of the template. */
  templateName: string;
  /** Label of the entry that downloads the list. */
  downloadLabel: string;
  /** Its file name, before the date. */
  downloadName: string;
}

interface SheetMenu {
  template: Action;
  download: Action;
  upload: Action;
  /** Their dialogs: render them in the page. */
  windows: ReactNode;
}

/**
 * The menu entries for a list's sheets:
 *
 *   const sheets = useSheetMenu({ calls: products, list: products.list, columns, filters, rows: 'products', … });
 *
 *   <ListPage … menu={[addProduct, sheets.template, sheets.download, sheets.upload]}>{sheets.windows}</ListPage>
 */
export function useSheetMenu<Row>(options: SheetMenuOptions<Row>): SheetMenu {
  const { calls, list, columns, filters, shownIn = [], rows, note, owner, csvAllowed = false } = options;
  const [opened, setOpened] = useState(false);
  const { entry, window } = useDownloads();
  const shown = useListReader(filters, columns);
  const uploading = useSheetUpload(
    {
      upload: calls.upload,
      mark: calls.mark,
      lists: [list.id, ...shownIn],
      rows,
      csvAllowed,
      ...(note === undefined ? {} : { note }),
      ...(owner === undefined ? {} : { owner }),
    },
    () => setOpened(false),
  );

  const template = entry(
    'Template',
    () => options.templateName,
    async (loading) => (await call(calls.template, loading)).data,
    <IconFileSpreadsheet size={16} />,
  );
  return {
    template: { ...template, access: calls.upload.access },
    download: entry(options.downloadLabel, () => dated(options.downloadName), exportOf(calls.export, shown)),
    upload: {
      label: 'Upload',
      icon: <IconUpload size={16} />,
      access: calls.upload.access,
      onClick() {
        uploading.enter();
        setOpened(true);
      },
    },
    windows: (
      <>
        <SheetModal
          opened={opened}
          onClose={() => {
            uploading.leave();
            setOpened(false);
          }}
          uploading={uploading}
          template={
            <Anchor component="button" type="button" onClick={template.onClick} inherit>
              {t('Download the template')}
            </Anchor>
          }
        />
        {window}
      </>
    ),
  };
}

import { buyerData } from '@aapurti/contract/buyer-data';
import { messages } from '@aapurti/contract/sheets';
import { Anchor } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';

import { call } from '../api.ts';
import { RunningDownload } from '../sheets/RunningDownload.tsx';
import { SheetUpload } from '../sheets/SheetUpload.tsx';
import { useSheetDownload } from '../sheets/useSheetDownload.ts';
import { useSheetUpload } from '../sheets/useSheetUpload.ts';
import { Panel } from '../ui/Panel.tsx';
import classes from './ItemUpload.module.css';

/** Loads the buyer's items from a sheet: it is checked first, and stored only when somebody has seen what it holds. */
export function ItemUpload() {
  const uploading = useSheetUpload({
    upload: buyerData.importItems,
    mark: buyerData.markItems,
    lists: [buyerData.items.id],
    rows: ['item', 'items'],
    note: 'A .csv or .xlsx sheet with the headings of the template, of which EAN Code and Item Name have to be there. An item that is there already is updated. Nothing is stored while a row has a fault.',
    csvAllowed: true,
  });
  return (
    <div className={classes.upload}>
      <Panel title="Load items" aside={<Template />}>
        <SheetUpload uploading={uploading} />
      </Panel>
    </div>
  );
}

function Template() {
  const { download, start, cancel } = useSheetDownload();
  const save = () =>
    start({
      label: 'Template',
      name: 'sampleItemSheet.xlsx',
      load: async (loading) => (await call(buyerData.itemTemplate, loading)).data,
      failed: () => messages.templateFailed,
    });
  return (
    <>
      <Anchor component="button" type="button" inherit className={classes.sample ?? ''} onClick={() => void save()}>
        <IconFileSpreadsheet size={15} aria-hidden /> Template
      </Anchor>
      {download !== null && <RunningDownload download={download} onCancel={cancel} />}
    </>
  );
}

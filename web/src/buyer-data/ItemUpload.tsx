import { buyerData } from '@aapurti/contract/buyer-data';
import { IconDownload } from '@tabler/icons-react';

import { SheetUpload } from '../sheets/SheetUpload.tsx';
import { useSheetUpload } from '../sheets/useSheetUpload.ts';
import { Panel } from '../ui/Panel.tsx';
import classes from './ItemUpload.module.css';
import { COLUMNS, sampleSheet } from './sampleSheet.ts';

/** Loads the buyer's items from a sheet: it is checked first, and stored only when somebody has seen what it holds. */
export function ItemUpload() {
  const uploading = useSheetUpload({
    upload: buyerData.importItems,
    mark: buyerData.markItems,
    lists: [buyerData.items.id],
    rows: ['item', 'items'],
    note: `A .csv or .xlsx sheet with the headings ${COLUMNS.slice(0, 2).join(' and ')}, and as far as known ${COLUMNS.slice(2).join(', ')}. An item that is there already is updated. Nothing is stored while a row has a fault.`,
    csvAllowed: true,
  });
  return (
    <div className={classes.upload}>
      <Panel title="Load items" aside={<SampleLink />}>
        <SheetUpload uploading={uploading} />
      </Panel>
    </div>
  );
}

function SampleLink() {
  return (
    <a className={classes.sample} href={`data:text/csv;charset=utf-8,${encodeURIComponent(sampleSheet())}`} download="items.csv">
      <IconDownload size={15} aria-hidden /> Sample sheet
    </a>
  );
}

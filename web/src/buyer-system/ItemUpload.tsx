import { buyerSystem } from '@aapurti/contract/buyer-system/buyerSystem';

import { SheetPanel } from './SheetPanel.tsx';

/** Loads the buyer's items from a sheet. */
export function ItemUpload() {
  return (
    <SheetPanel
      title="Load items"
      template={buyerSystem.itemTemplate}
      templateName="sampleItemSheet.xlsx"
      source={{
        upload: buyerSystem.importItems,
        mark: buyerSystem.markItems,
        lists: [buyerSystem.items.id],
        rows: ['item', 'items'],
        note: 'A .csv or .xlsx sheet with the headings of the template, of which EAN Code and Item Name have to be there. An item that is there already is updated. Nothing is stored while a row has a fault.',
      }}
    />
  );
}

import { buyerSystem } from '@aapurti/contract/buyer-system/buyerSystem';

import { SheetPanel } from './SheetPanel.tsx';

/** Loads the buyer's items from a sheet. */
export function ItemUpload() {
  return (
    <SheetPanel
      title="Upload items"
      calls={{ template: buyerSystem.itemTemplate, upload: buyerSystem.importItems, mark: buyerSystem.markItems }}
      templateName="sampleItemSheet.xlsx"
      lists={[buyerSystem.items.id]}
      rows={['item', 'items']}
      note="A .csv or .xlsx file with the headings of the template. EAN Code and Item Name are required. Existing items are updated. If any row has an error, nothing is saved."
    />
  );
}

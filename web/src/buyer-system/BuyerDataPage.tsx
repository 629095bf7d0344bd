import { type BuyerItem, buyerSystem } from '@aapurti/contract/buyer-system/buyerSystem';

import { code, type Column, date, money, number, serial, text } from '../list/columns.tsx';
import { codeFilter, textFilter } from '../list/filters.ts';
import { ListPage } from '../list/ListPage.tsx';
import { BuyerTabs } from './BuyerTabs.tsx';
import { SheetPanel } from './SheetPanel.tsx';

const columns: Column<BuyerItem>[] = [
  serial(),
  code('EAN Code', 'EANCode', { sortBy: true, lead: true }),
  text('Item Name', 'item_name', { sortBy: true, brief: true, width: 300 }),
  code('Item Code', 'item_code', { brief: true }),
  text('Brand Name', 'brandName', { brief: true }),
  text('Category', 'categoryName'),
  code('HSN Code', 'HSNCode', { extra: true }),
  code('SKU Code', 'SKUCode', { extra: true }),
  text('UOM', 'itemUomCode'),
  number('UOM Conversion', 'uomConversion', { extra: true }),
  money('MRP', 'item_mrp', { sortBy: true, brief: true, summed: false }),
  date('Updated', 'updatedAt', { sortBy: true }),
];

const filters = [textFilter('Item Name', 'itemName'), codeFilter('EAN Code', 'EANCode')];

/** The buyer's items, and their upload. */
export function BuyerDataPage() {
  return (
    <ListPage
      title="Buyer Data"
      operation={buyerSystem.items}
      columns={columns}
      filters={filters}
      rowKey={(item) => item._id}
      rowName={(item) => item.item_name}
      hint="No items yet. Upload a file of the buyer's items: vendors can add only these as products."
    >
      <BuyerTabs />
      <ItemUpload />
    </ListPage>
  );
}

/** Uploads the buyer's items from a file. */
function ItemUpload() {
  return (
    <SheetPanel
      title="Upload items"
      calls={{ template: buyerSystem.itemTemplate, upload: buyerSystem.importItems, mark: buyerSystem.markItems }}
      templateName="sampleItemSheet.xlsx"
      lists={[buyerSystem.items.id]}
      rows="items"
      note="A .csv or .xlsx file with the headings of the template. EAN Code and Item Name are required. Existing items are updated. If any row has an error, nothing is saved."
    />
  );
}

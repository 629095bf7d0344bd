import type { Item, Product } from '@aapurti/contract/products/products';
import { showNumber } from '@aapurti/contract/ground/fields';

import { Code } from '../ui/Code.tsx';
import { Facts } from '../ui/Panel.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { t } from '../words/words.ts';
import classes from './ItemFacts.module.css';

/** The buyer's item, read-only, and whether the vendor already has the product. */
export function ItemFacts({ item, own }: { item: Item; own: Product | null }) {
  return (
    <section>
      <div className={classes.head}>
        <h2 className={classes.name}>{item.item_name}</h2>
        {own !== null && (
          <StatusBadge tone={own.priceApproval ? 'good' : 'warn'}>
            {t(own.priceApproval ? 'Price approved' : 'Price waiting for approval')}
          </StatusBadge>
        )}
      </div>
      <p className={classes.note}>
        {t(
          own === null
            ? 'New in your list. An administrator approves its price after you save it.'
            : 'You already have this product. Its values are filled in, and saving updates them. A new MRP, margin, transfer price or scheme needs approval again.',
        )}
      </p>
      <Facts
        items={[
          { label: 'EAN Code', value: <Code value={item.EANCode} /> },
          { label: 'HSN Code', value: <Code value={item.HSNCode} /> },
          { label: 'Product Name', value: item.item_name },
          { label: 'Brand Name', value: item.brandName },
          { label: 'Product Category', value: item.categoryName },
          { label: 'SKU Code', value: <Code value={item.SKUCode ?? item.item_code} /> },
          { label: 'UOM', value: uom(item) },
          { label: 'UOM Conversion', value: showNumber(item.uomConversion) },
          { label: 'Active', value: t('True') },
        ]}
      />
    </section>
  );
}

function uom({ itemUomCode, itemUomDescription }: Item): string | null {
  if (itemUomCode === null || itemUomDescription === null || itemUomDescription === itemUomCode) return itemUomCode ?? itemUomDescription;
  return `${itemUomCode} (${itemUomDescription})`;
}

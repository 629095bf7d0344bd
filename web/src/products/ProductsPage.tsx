import { VIEWS } from '@aapurti/contract/settings/queues';
import { PRICE_STATES, products, type Product } from '@aapurti/contract/products/products';
import { say } from '@aapurti/contract/ground/template';
import { IconCheck, IconListCheck, IconListDetails, IconPlus, IconX } from '@tabler/icons-react';

import { vendorColumn, vendorFilter } from '../choose/vendorColumn.tsx';
import { historyOf } from '../audit/historyOf.tsx';
import { peekOf } from '../document/peekOf.tsx';
import type { Column } from '../list/columns.tsx';
import { codeFilter, dateFilters, type Filter, selectFilter, textFilter, viewFilter } from '../list/filters.ts';
import { ListPage } from '../list/ListPage.tsx';
import { type Selection, useSelected, useSelection } from '../list/selection.ts';
import { useMay } from '../access/useMay.ts';
import { useSignedIn } from '../access/session.ts';
import { useSheetMenu } from '../sheets/useSheetMenu.tsx';
import { Button } from '../ui/Button.tsx';
import type { Action } from '../ui/ActionMenu.tsx';
import { urls } from '../urls.ts';
import { approvalColumn, productColumns, vendorColumns } from './productColumns.tsx';
import { type Deciding, useDecision } from './useDecision.tsx';

const adminColumns: readonly Column<Product>[] = [approvalColumn, ...productColumns].toSpliced(2, 0, vendorColumn);

const vendorFilters: readonly Filter[] = [
  ...dateFilters(),
  textFilter('Product Name', 'productName'),
  codeFilter('EAN Code', 'EANCode'),
  textFilter('SKU Code', 'SKUCode'),
  // Additional to the specification: the dashboard links here with it.
  selectFilter('Price Approval', 'priceApproval', [
    { value: 'true', label: 'Approved' },
    { value: 'false', label: 'Not approved' },
  ]),
  viewFilter('View', 'price', PRICE_STATES),
];
const adminFilters: readonly Filter[] = [vendorFilter, ...vendorFilters];

const addProduct: Action = { label: 'Add Product', href: urls.productCreate(), icon: <IconPlus size={16} />, access: products.save.access };

/** The action goes beyond the specification: it shows pending prices next to the previously approved ones. */
const reviewPrices: Action = { label: 'Review prices', href: urls.priceReview, icon: <IconListCheck size={16} /> };

/** The items that vendors propose, so that vendors can continue with an EAN that the buyer does not list. */
const proposedItems: Action = { label: 'Proposed items', href: urls.itemProposals, icon: <IconListDetails size={16} /> };

const keyOf = (product: Product) => product._id;
const Peek = peekOf(async () => (await import('./ProductPage.tsx')).ProductPage);
const history = historyOf('product');
const linksOf = (isAdmin: boolean) => (product: Product) => [
  ...(product.scheme === null
    ? []
    : [{ label: say('Scheme {schemeName}', { schemeName: product.scheme.schemeName }), href: urls.schemeEdit(product.scheme._id) }]),
  ...(isAdmin
    ? [{ label: 'Vendor', href: urls.userProfile(product.userID) }]
    : [{ label: 'Change this product', href: urls.productCreate(product.EANCode) }]),
];

/** A vendor's products, or all products for administrators, who approve their prices here. */
export function ProductsPage() {
  const { isAdmin } = useSignedIn();
  const may = useMay();
  const selection = useSelection(keyOf);
  // They stay selected in their new version, so that the next click decides on the version just shown.
  const deciding = useDecision(selection, (changed) => selection.set(changed, true));
  const list = isAdmin ? { columns: adminColumns, filters: adminFilters } : { columns: vendorColumns, filters: vendorFilters };
  const sheets = useSheetMenu({
    ...list,
    calls: products,
    list: products.list,
    rows: 'products',
    note: 'One row per product. An existing EAN code updates that product. A changed price needs approval again.',
    templateName: 'sampleProductSheet.xlsx',
    downloadLabel: 'Download Products in excel',
    downloadName: 'Products',
  });
  const common = {
    ...list,
    title: 'Products',
    operation: products.list,
    views: { list: 'product.list' as const, views: VIEWS['product.list'] },
    rowKey: keyOf,
    rowName: (product: Product) => product.productName,
    rowLinks: linksOf(isAdmin),
    rowDocument: Peek,
    rowDetail: history,
    children: (
      <>
        {sheets.windows}
        {deciding.windows}
      </>
    ),
  };

  if (!isAdmin) {
    return (
      <ListPage
        {...common}
        action={addProduct}
        menu={[addProduct, sheets.template, sheets.download, sheets.upload, proposedItems]}
        hint="No products yet. Add your first product or upload many from a file."
      />
    );
  }
  return (
    <ListPage
      {...common}
      menu={[sheets.download, proposedItems]}
      {...(may(products.approve.access) ? { action: reviewPrices } : {})}
      {...(may(products.approve.access) ? { selection, selectionActions: <ApprovalButtons {...deciding} selection={selection} /> } : {})}
      hint="No products yet. Products added by vendors appear here."
    />
  );
}

/** Each button is shown while the selection contains a product that it would change. */
function ApprovalButtons({ decide, pending, selection }: Deciding & { selection: Selection<Product> }) {
  const selected = useSelected(selection);
  const busy = (approve: boolean) => ({
    loading: pending !== undefined && 'approve' in pending && pending.approve === approve,
    disabled: pending !== undefined,
  });

  return (
    <>
      {selected.some((product) => !product.priceApproval) && (
        <Button label="Approve" size="compact-md" icon={IconCheck} onClick={() => decide({ approve: true })} {...busy(true)} />
      )}
      {selected.some((product) => product.priceApproval) && (
        <Button
          label="Disapprove"
          size="compact-md"
          variant="default"
          icon={IconX}
          onClick={() => decide({ approve: false })}
          {...busy(false)}
        />
      )}
    </>
  );
}

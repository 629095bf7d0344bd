import { accounts } from '@aapurti/contract/vendors/accounts';
import { type Product, products } from '@aapurti/contract/products/products';
import { showMoney } from '@aapurti/contract/ground/fields';
import { useState } from 'react';

import type { Status } from '../document/statusWords.ts';
import { code, type Column, custom, date, money, number, serial, status, text } from '../list/columns.tsx';
import { TextLink } from '../ui/Link.tsx';
import { Truncated } from '../ui/Truncated.tsx';
import { urls } from '../urls.ts';
import { refusalWords } from './refusalWords.ts';
import { t } from '../words/words.ts';
import { useMay } from '../access/useMay.ts';
import { useStep } from '../ui/useStep.ts';
import { onDemand } from '../ui/onDemand.tsx';
import { RowButton } from '../ui/Button.tsx';

/** The buyer's decision about a price. */
export function approvalOf({ priceApproval, refusal }: Product): Status {
  if (priceApproval) return { word: 'Approved', tone: 'good' };
  return refusal === null ? { word: 'Not approved', tone: 'warn' } : { word: 'Disapproved', tone: 'bad' };
}

export const approvalColumn: Column<Product> = status('Price Approval', approvalOf, { brief: true });

/** The columns of section 2.6 in its order; administrators have `approvalColumn` before them. */
export const productColumns: readonly Column<Product>[] = [
  serial('Sr No'),
  code('EAN Code', 'EANCode', { sortBy: true, lead: true }),
  code('HSN Code', 'HSNCode', { extra: true }),
  date('Date of Availability', 'dateOfAvailability', { sortBy: true, extra: true }),
  date('Created Date', 'createdAt', { extra: true }),
  text('Brand Name', 'brandName', { extra: true }),
  code('Mftr Article No/SKU Code', 'SKUCode', { extra: true }),
  text('Product Category', 'productCategory', { extra: true }),
  text('Product Name', 'productName', { width: 260, brief: true, main: true }),
  text('UOM', 'UOM', { extra: true }),
  number('UOM Conversion', 'uomConversion', { extra: true }),
  number('Shelf Life in Days', 'shelfLifeDays', { extra: true }),
  money('MRP', 'MRP', { summed: false }),
  money('Margin', 'margin', { sortBy: true, summed: false }),
  money('Net PTR', 'netPTR', { sortBy: true, extra: true, summed: false }),
  custom(
    'Product Scheme',
    ({ scheme }) => (scheme === null ? '–' : <TextLink href={urls.schemeEdit(scheme._id)}>{scheme.schemeName}</TextLink>),
    { extra: true },
  ),
  text('Remarks', 'remarks', { extra: true }),
  money('Transfer Price', 'transferPrice', { brief: true, main: true, summed: false }),
];

/** The status of a price as its vendor sees it: a price that is not approved is pending, or was disapproved for a reason. */
const stateColumn: Column<Product> = status(
  'Price Approval',
  ({ priceApproval, refusal }) =>
    priceApproval
      ? { word: 'Approved', tone: 'good' }
      : refusal === null
        ? { word: 'Waiting', tone: 'warn' }
        : { word: 'Disapproved', tone: 'bad' },
  { brief: true },
);

const DAY = 86_400_000;

/** The reason for a price's status: the buyer's reason for a disapproval, or the time since when it is pending. */
function reasonOf({ priceApproval, refusal, updatedAt }: Product): string {
  if (refusal !== null) return refusalWords(refusal);
  if (priceApproval) return '–';
  return t('Waiting for {count, plural, =0 {less than a day} one {# day} other {# days}}.', {
    count: Math.floor(Math.max(0, Date.now() - new Date(updatedAt).getTime()) / DAY),
  });
}

/** The columns for vendors, who open a product by its name and copy the EAN; then the buyer's decision on its price, with the reason. */
export const vendorColumns: readonly Column<Product>[] = [
  ...productColumns.map((column): Column<Product> =>
    column.label === 'Product Name'
      ? { ...column, cell: ({ productName, EANCode }) => <Truncated text={productName} width={260} href={urls.productCreate(EANCode)} /> }
      : column,
  ),
  money('Approved price', 'approvedPrice', { summed: false }),
  stateColumn,
  custom('Reason', (product) => <Truncated text={reasonOf(product)} width={220} />),
  custom('Action', (product) => <PriceAction product={product} />, { brief: true }),
];

// A list has no other form, and calculates no price.
const ChangePriceModal = onDemand(async () => (await import('./ChangePriceModal.tsx')).ChangePriceModal);

/** The button in a vendor's row that changes its price in place. If the buyer named an acceptable price, one click offers it. */
function PriceAction({ product }: { product: Product }) {
  const [opened, setOpened] = useState(false);
  const may = useMay();
  const acceptable = product.refusal?.acceptablePrice ?? null;
  const offer = useStep(async () => {
    const { offerPrice } = await import('./savePrice.ts');
    return offerPrice(product, acceptable ?? 0);
  }, [products.list, accounts.counts]);
  if (!may(products.save.access)) return '–';
  // A price above the MRP cannot be offered in one click, because it needs another MRP.
  const isOffered = acceptable !== null && acceptable <= product.MRP;
  return (
    <>
      <RowButton
        compact
        loading={offer.isPending}
        aria-label={
          isOffered
            ? t('Offer {price} for {name}', { price: showMoney(acceptable), name: product.productName })
            : t('Change price of {name}', { name: product.productName })
        }
        onClick={() => (isOffered ? offer.mutate() : setOpened(true))}
      >
        {isOffered ? t('Offer {price}', { price: showMoney(acceptable) }) : t('Change price')}
      </RowButton>
      {opened && <ChangePriceModal product={product} onClose={() => setOpened(false)} />}
    </>
  );
}

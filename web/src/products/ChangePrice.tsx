import { showMoney } from '@aapurti/contract/ground/fields';
import { type Product, products } from '@aapurti/contract/products/products';
import { useState } from 'react';

import { useMay } from '../access/useMay.ts';
import { useStep } from '../ui/useStep.ts';
import { t } from '../words/words.ts';
import { onDemand } from '../ui/onDemand.tsx';
import { Button } from '../ui/Button.tsx';

// A list has no other form, and computes no price.
const ChangePriceModal = onDemand(async () => (await import('./ChangePriceModal.tsx')).ChangePriceModal);

/** The button of a vendor's row that changes its price in place; where the buyer named a price that it would approve, one click offers it. */
export function PriceAction({ product }: { product: Product }) {
  const [opened, setOpened] = useState(false);
  const may = useMay();
  const acceptable = product.refusal?.acceptablePrice ?? null;
  const offer = useStep(async () => {
    const { offerPrice } = await import('./savePrice.ts');
    return offerPrice(product, acceptable ?? 0);
  }, [products.list]);
  if (!may(products.save.access)) return '–';
  // A price above the MRP cannot be offered in one click: it needs another MRP.
  const isOffered = acceptable !== null && acceptable <= product.MRP;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={offer.isPending}
        aria-label={
          isOffered
            ? t('Offer {price} for {name}', { price: showMoney(acceptable), name: product.productName })
            : t('Change price of {name}', { name: product.productName })
        }
        onClick={() => (isOffered ? offer.mutate() : setOpened(true))}
      >
        {isOffered ? t('Offer {price}', { price: showMoney(acceptable) }) : t('Change price')}
      </Button>
      {opened && <ChangePriceModal product={product} onClose={() => setOpened(false)} />}
    </>
  );
}

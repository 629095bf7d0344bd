import { Decimal } from '@aapurti/contract/ground/numbers';
import { percentageFor } from '@aapurti/contract/products/pricing';
import { type Product, products } from '@aapurti/contract/products/products';

import { call } from '../ground/api.ts';
import { t } from '../words/words.ts';

/** The vendor's product in its current version; everything except its price is sent back unchanged. */
export async function currentProduct({ _id, EANCode }: Product, signal?: AbortSignal): Promise<Product> {
  const { data } = await call(products.list, { query: { EANCode, pageSize: 100 }, ...(signal === undefined ? {} : { signal }) });
  const own = data.find((each) => each._id === _id);
  if (own === undefined) throw new Error(t('This product no longer exists.'));
  return own;
}

/** Saves the product with another price. Rejects with the server's message. */
export const savePrice = (own: Product, price: { MRP: string; percentage: string; margin: string; transferPrice: string }) =>
  call(products.save, {
    body: {
      EANCode: own.EANCode,
      shelfLifeDays: own.shelfLifeDays,
      quantity: own.quantity,
      dateOfAvailability: own.dateOfAvailability,
      scheme: own.scheme?._id ?? '',
      remarks: own.remarks,
      ...price,
    },
  });

/** Offers the transfer price, in rupees, that the buyer named as acceptable. The MRP stays unchanged. */
export async function offerPrice(product: Product, transferPrice: number) {
  const own = await currentProduct(product);
  const [mrp, price] = [new Decimal(own.MRP), new Decimal(transferPrice)];
  const margin = mrp.minus(price);
  return savePrice(own, {
    MRP: mrp.toFixed(2),
    margin: margin.toFixed(2),
    percentage: percentageFor(mrp, margin).toFixed(),
    transferPrice: price.toFixed(2),
  });
}

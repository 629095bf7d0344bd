import { showMoney } from '@aapurti/contract/ground/fields';
import { Decimal, parseDecimal } from '@aapurti/contract/ground/numbers';
import { percentageFor } from '@aapurti/contract/products/pricing';
import { type Product, productForm, products } from '@aapurti/contract/products/products';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useMay } from '../access/useMay.ts';
import { Form, FormSection } from '../form/Form.tsx';
import { moneyText, tidyMoney } from '../form/money.ts';
import { NumberField } from '../form/NumberField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { textOf } from '../form/useField.tsx';
import { call, messageOf } from '../ground/api.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { StepModal } from '../ui/StepModal.tsx';
import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';
import { followingPrices, type PriceField } from './priceFields.ts';

const schema = productForm.pick({ MRP: true, percentage: true, margin: true, transferPrice: true });

/** The vendor's product as it is now: everything but its price is sent back as it is. */
async function current({ _id, EANCode }: Product, signal?: AbortSignal): Promise<Product> {
  const { data } = await call(products.list, { query: { EANCode, pageSize: 100 }, ...(signal === undefined ? {} : { signal }) });
  const own = data.find((each) => each._id === _id);
  if (own === undefined) throw new Error(t('This product no longer exists.'));
  return own;
}

const savePrice = (own: Product, price: { MRP: string; percentage: string; margin: string; transferPrice: string }) =>
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

/** The button of a vendor's row that changes its price in place; where the buyer named a price that it would approve, one click offers it. */
export function PriceAction({ product }: { product: Product }) {
  const client = useQueryClient();
  const [opened, setOpened] = useState(false);
  const may = useMay();
  const acceptable = product.refusal?.acceptablePrice ?? null;
  const offer = useMutation({
    mutationFn: async () => {
      const own = await current(product);
      const [mrp, price] = [new Decimal(own.MRP), new Decimal(acceptable ?? 0)];
      const margin = mrp.minus(price);
      return savePrice(own, {
        MRP: mrp.toFixed(2),
        margin: margin.toFixed(2),
        percentage: percentageFor(mrp, margin).toFixed(),
        transferPrice: price.toFixed(2),
      });
    },
    onSuccess: ({ data }) => toast.success(data.message),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: [products.list.id] }),
  });
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

/** The figures of a price, which follow each other as in the product's form. */
function ChangePriceModal({ product, onClose }: { product: Product; onClose: () => void }) {
  const own = useQuery({
    queryKey: [products.list.id, 'price', product._id],
    queryFn: ({ signal }) => current(product, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <StepModal title={t('Change price of {name}', { name: product.productName })} onClose={onClose}>
      {own.data !== undefined ? (
        <PriceForm own={own.data} onClose={onClose} />
      ) : own.isError ? (
        <NotLoaded query={own} />
      ) : (
        <Spinner height={200} />
      )}
    </StepModal>
  );
}

function PriceForm({ own, onClose }: { own: Product; onClose: () => void }) {
  const client = useQueryClient();
  const form = useContractForm({
    schema,
    defaults: {
      MRP: moneyText(own.MRP),
      percentage: new Decimal(own.percentage).toFixed(),
      margin: moneyText(own.margin),
      transferPrice: moneyText(own.transferPrice),
    },
  });
  const { isSubmitted } = form.formState;

  function follow(typed: PriceField) {
    const [MRP = '', percentage = '', margin = '', transferPrice = ''] = form
      .getValues(['MRP', 'percentage', 'margin', 'transferPrice'])
      .map(textOf);
    for (const [name, text] of Object.entries(followingPrices(typed, { MRP, percentage, margin, transferPrice })))
      form.setValue(name, text, { shouldDirty: true, shouldValidate: isSubmitted });
  }

  const asked = parseDecimal(textOf(form.watch('transferPrice')));
  const change = asked === null ? null : asked.minus(own.transferPrice);
  return (
    <Form
      form={form}
      guarded={false}
      submitLabel="Send for approval"
      onCancel={onClose}
      onSubmit={async ({ MRP, percentage, margin, transferPrice }) => {
        const { data } = await savePrice(own, {
          MRP: MRP.toFixed(2),
          percentage: percentage.toFixed(),
          margin: margin.toFixed(2),
          transferPrice: transferPrice.toFixed(2),
        });
        toast.success(data.message);
        onClose();
        await client.invalidateQueries({ queryKey: [products.list.id] });
      }}
    >
      <FormSection>
        <NumberField name="MRP" label="MRP" prefix="₹" required tidy={tidyMoney} onChanged={() => follow('MRP')} />
        <NumberField name="percentage" label="Percentage" suffix="%" required onChanged={() => follow('percentage')} />
        <NumberField name="margin" label="Margin" prefix="₹" required tidy={tidyMoney} onChanged={() => follow('margin')} />
        <NumberField
          name="transferPrice"
          label="Transfer Price"
          prefix="₹"
          required
          tidy={tidyMoney}
          onChanged={() => follow('transferPrice')}
        />
      </FormSection>
      <p>
        {change === null || change.isZero()
          ? t('The transfer price stays the same.')
          : t('The transfer price changes by {amount}. The buyer has to approve it.', {
              amount: `${change.isPositive() ? '+' : '−'}${showMoney(change.abs().toFixed(2))}`,
            })}
      </p>
    </Form>
  );
}

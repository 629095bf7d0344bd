import { accounts } from '@aapurti/contract/vendors/accounts';
import { showMoney, signed } from '@aapurti/contract/ground/fields';
import { Decimal, parseDecimal } from '@aapurti/contract/ground/numbers';
import { type Product, productForm, products } from '@aapurti/contract/products/products';
import { useQuery } from '@tanstack/react-query';

import { Form, FormSection } from '../form/Form.tsx';
import { moneyText, tidyMoney } from '../form/money.ts';
import { NumberField } from '../form/NumberField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { textOf } from '../form/useField.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { StepModal } from '../ui/StepModal.tsx';
import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';
import { followingPrices, type PriceField } from './priceFields.ts';
import { currentProduct, savePrice } from './savePrice.ts';
import { renewed } from '../ground/callQuery.ts';

const schema = productForm.pick({ MRP: true, percentage: true, margin: true, transferPrice: true });

/** The figures of a price, which follow each other as in the product's form. */
export function ChangePriceModal({ product, onClose }: { product: Product; onClose: () => void }) {
  const own = useQuery({
    queryKey: [products.list.id, 'price', product._id],
    queryFn: ({ signal }) => currentProduct(product, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <StepModal title={t('Change price of {name}', { name: product.productName })} onClose={onClose}>
      {own.data !== undefined ? <PriceForm own={own.data} onClose={onClose} /> : <NotLoaded query={own} height={200} />}
    </StepModal>
  );
}

function PriceForm({ own, onClose }: { own: Product; onClose: () => void }) {
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
        await renewed([products.list, accounts.counts]);
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
              amount: signed(change.toNumber(), showMoney(change.abs().toFixed(2))),
            })}
      </p>
    </Form>
  );
}

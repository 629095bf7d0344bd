import { accounts } from '@aapurti/contract/vendors/accounts';
import { products, type Item, type Product, productForm } from '@aapurti/contract/products/products';
import { showMoney, showNumber } from '@aapurti/contract/ground/fields';
import { Decimal, parseDecimal } from '@aapurti/contract/ground/numbers';
import { say } from '@aapurti/contract/ground/template';
import { useEffect } from 'react';
import type * as z from 'zod';

import { call } from '../ground/api.ts';
import { outdated } from '../ground/callQuery.ts';
import { DateField } from '../form/DateField.tsx';
import { Form, FormSection, type Submitting } from '../form/Form.tsx';
import { moneyText, tidyMoney } from '../form/money.ts';
import { NumberField } from '../form/NumberField.tsx';
import { TextArea } from '../form/TextField.tsx';
import { useContractForm, type Values } from '../form/useContractForm.ts';
import { textOf } from '../form/useField.tsx';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toast.tsx';
import { useGoBack } from '../ui/useGoBack.ts';
import { urls } from '../urls.ts';
import { followingPrices, type PriceField } from './priceFields.ts';
import { SchemeField } from './SchemeField.tsx';
import { Code } from '../ui/Code.tsx';
import { Facts } from '../ui/Panel.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { t } from '../words/words.ts';
import classes from './ItemFacts.module.css';

/** The schema leaves out the EAN, which the look-up has set. */
const schema = productForm.omit({ EANCode: true });

interface ProductFormProps {
  item: Item;
  /** The vendor's product of this item, if any. */
  own: Product | null;
  /** Called after "Save and add another". */
  onNext: () => Promise<void>;
}

export function ProductForm({ item, own, onNext }: ProductFormProps) {
  const goBack = useGoBack(urls.products);
  const form = useContractForm({ schema, defaults: valuesOf(item, own), remarks: (values) => remarks(values, item) });
  const { setFocus, setValue, getValues } = form;
  const { isSubmitted } = form.formState;

  useEffect(() => setFocus('shelfLifeDays'), [setFocus]);

  /** Recomputes the other price fields from the one being edited. */
  function follow(typed: PriceField) {
    const [MRP, percentage, margin, transferPrice] = getValues(['MRP', 'percentage', 'margin', 'transferPrice']).map(textOf);
    const texts = { MRP: MRP ?? '', percentage: percentage ?? '', margin: margin ?? '', transferPrice: transferPrice ?? '' };
    for (const [name, text] of Object.entries(followingPrices(typed, texts))) {
      setValue(name, text, { shouldDirty: true, shouldValidate: isSubmitted });
    }
  }

  async function save(fields: z.output<typeof schema>, { button }: Submitting) {
    const body = { ...fields, EANCode: item.EANCode, percentage: fields.percentage.toFixed() };
    const reply = await call(products.save, { body });
    await outdated([products.list, accounts.counts]);
    toast.success(reply.data.message);
    if (button === 'another') await onNext();
    else goBack();
  }

  return (
    <Form
      form={form}
      access={products.save.access}
      onSubmit={save}
      onCancel={goBack}
      secondary={<Button label="Save and add another" type="submit" name="another" variant="default" />}
    >
      <ItemFacts item={item} own={own} />
      <FormSection title="Stock">
        <NumberField name="shelfLifeDays" label="Self Life in Days" required />
        <NumberField
          name="quantity"
          label="Quantity"
          required
          {...(item.itemUomCode === null ? {} : { help: say('In {itemUomCode}', { itemUomCode: item.itemUomCode }) })}
        />
        <DateField name="dateOfAvailability" label="Date of Availability" />
      </FormSection>
      <FormSection title="Price">
        <NumberField name="MRP" label="MRP" prefix="₹" required tidy={tidyMoney} onChanged={() => follow('MRP')} />
        <NumberField
          name="percentage"
          label="Percentage"
          suffix="%"
          required
          help="Percentage of the MRP"
          onChanged={() => follow('percentage')}
        />
        <NumberField
          name="margin"
          label="Margin"
          prefix="₹"
          required
          help="MRP × percentage / 100"
          tidy={tidyMoney}
          onChanged={() => follow('margin')}
        />
        <NumberField
          name="transferPrice"
          label="Transfer Price"
          prefix="₹"
          required
          help="MRP − margin"
          tidy={tidyMoney}
          onChanged={() => follow('transferPrice')}
        />
      </FormSection>
      <FormSection title="Scheme and remarks">
        <SchemeField item={item} current={own?.scheme ?? null} />
        <TextArea name="remarks" label="Remarks" maxLength={1000} />
      </FormSection>
    </Form>
  );
}

function valuesOf(item: Item, own: Product | null): Values {
  return {
    shelfLifeDays: own?.shelfLifeDays ?? '',
    quantity: own?.quantity ?? '',
    dateOfAvailability: own?.dateOfAvailability ?? '',
    MRP: moneyText(own?.MRP ?? item.item_mrp),
    percentage: own === null ? '' : new Decimal(own.percentage).toFixed(),
    margin: moneyText(own?.margin),
    transferPrice: moneyText(own?.transferPrice),
    scheme: own?.scheme?._id ?? '',
    remarks: own?.remarks ?? '',
  };
}

function remarks(values: Values, item: Item) {
  const [mrp, margin] = [parseDecimal(values['MRP']), parseDecimal(values['margin'])];
  return {
    MRP:
      item.item_mrp !== null && mrp !== null && !mrp.eq(item.item_mrp)
        ? say("The buyer's price list shows {item_mrp}.", { item_mrp: showMoney(item.item_mrp) })
        : null,
    margin: mrp !== null && margin?.gt(mrp) ? 'The margin exceeds the MRP.' : null,
  };
}

/** The buyer's item, read-only, and whether the vendor already has the product. */
function ItemFacts({ item, own }: { item: Item; own: Product | null }) {
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

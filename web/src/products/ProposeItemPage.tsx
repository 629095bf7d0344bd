import { itemProposals, proposalForm } from '@aapurti/contract/products/itemProposals';
import { products } from '@aapurti/contract/products/products';
import { useNavigate, useSearch } from '@tanstack/react-router';

import { FileField } from '../form/FileField.tsx';
import { Form, FormSection } from '../form/Form.tsx';
import { tidyMoney } from '../form/money.ts';
import { NumberField } from '../form/NumberField.tsx';
import { TextField } from '../form/TextField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { call } from '../ground/api.ts';
import { outdated } from '../ground/callQuery.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { toast } from '../ui/toast.tsx';
import { useGoBack } from '../ui/useGoBack.ts';
import { urls } from '../urls.ts';

const PHOTOS = ['image/png', 'image/jpeg', 'image/webp', 'image/heic'];

/** The page for an EAN that the buyer does not list: the vendor describes the item, and the buyer decides. */
export function ProposeItemPage() {
  const { ean = '' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const goBack = useGoBack(urls.itemProposals);
  const form = useContractForm({
    schema: proposalForm,
    defaults: { EANCode: ean, productName: '', brandName: '', HSNCode: '', MRP: '', pack: '', fssai: '', picture: '' },
  });
  return (
    <>
      <PageHeader title="Propose an item" breadcrumb={[{ label: 'Products', href: urls.products }]} />
      <Panel>
        <Form
          form={form}
          access={itemProposals.create.access}
          submitLabel="Send"
          onCancel={goBack}
          onSubmit={async (body, { values, signal, onProgress }) => {
            const picture = values['picture'] instanceof File ? values['picture'] : null;
            const { data } = await call(itemProposals.create, {
              body: { ...body, MRP: body.MRP.toFixed(2) },
              files: { picture },
              signal,
              onProgress,
            });
            toast.success(data.message);
            await outdated([itemProposals.list, products.lookUp]);
            await navigate({ href: urls.itemProposals });
          }}
        >
          <FormSection title="Item">
            <TextField name="EANCode" label="EAN Code" required maxLength={40} help="As printed below the bars: 8, 12, 13 or 14 digits." />
            <TextField name="productName" label="Product Name" required maxLength={200} />
            <TextField name="brandName" label="Brand Name" maxLength={100} />
            <TextField name="pack" label="Pack" required maxLength={60} help="For example: 500 g, or 12 pieces of 75 g." />
          </FormSection>
          <FormSection title="Price and tax">
            <TextField name="HSNCode" label="HSN Code" required maxLength={20} />
            <NumberField name="MRP" label="MRP" prefix="₹" required tidy={tidyMoney} />
            <TextField name="fssai" label="FSSAI licence number" maxLength={20} help="For food: 14 digits." />
          </FormSection>
          <FormSection title="Picture">
            <FileField name="picture" label="Picture of the pack" accept={PHOTOS} />
          </FormSection>
        </Form>
      </Panel>
    </>
  );
}

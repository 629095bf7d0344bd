import { acceptForm, type ItemProposal, itemProposals } from '@aapurti/contract/products/itemProposals';

import { Form, FormSection } from '../form/Form.tsx';
import { moneyText, tidyMoney } from '../form/money.ts';
import { NumberField } from '../form/NumberField.tsx';
import { TextField } from '../form/TextField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { call } from '../ground/api.ts';
import { toast } from '../ui/toast.tsx';

interface AcceptItemFormProps {
  proposal: ItemProposal;
  onCancel: () => void;
  onDone: () => Promise<void>;
}

/** The item that the buyer creates from a proposal, filled with the vendor's data. */
export function AcceptItemForm({ proposal, onCancel, onDone }: AcceptItemFormProps) {
  const form = useContractForm({
    schema: acceptForm,
    defaults: {
      itemCode: proposal.EANCode,
      productName: proposal.productName,
      brandName: proposal.brandName ?? '',
      productCategory: '',
      HSNCode: proposal.HSNCode,
      UOM: '',
      uomConversion: '1',
      MRP: moneyText(proposal.MRP),
    },
  });
  return (
    <Form
      form={form}
      guarded={false}
      submitLabel="Accept"
      onCancel={onCancel}
      onSubmit={async (body) => {
        const { data } = await call(itemProposals.accept, {
          params: { id: proposal._id },
          body: {
            ...body,
            MRP: body.MRP.toFixed(2),
            uomConversion: body.uomConversion?.toFixed() ?? '',
            updatedAt: proposal.updatedAt,
          },
        });
        toast.success(data.message);
        await onDone();
      }}
    >
      <FormSection>
        <TextField name="itemCode" label="Item Code" required maxLength={40} />
        <TextField name="productName" label="Product Name" required maxLength={200} />
        <TextField name="brandName" label="Brand Name" maxLength={100} />
        <TextField name="productCategory" label="Product Category" maxLength={100} />
        <TextField name="HSNCode" label="HSN Code" required maxLength={20} />
        <NumberField name="MRP" label="MRP" prefix="₹" required tidy={tidyMoney} />
        <TextField name="UOM" label="UOM" maxLength={20} />
        <NumberField name="uomConversion" label="UOM Conversion" />
      </FormSection>
    </Form>
  );
}

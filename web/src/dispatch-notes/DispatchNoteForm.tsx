import { accounts } from '@aapurti/contract/vendors/accounts';
import {
  type DispatchNote,
  dispatchNoteForm,
  dispatchNotes,
  isPlainNumber,
  messages,
} from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { indianDay, isIsoDate } from '@aapurti/contract/ground/fields';
import { normaliseMobile, normaliseVehicle } from '@aapurti/contract/ground/india';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type * as z from 'zod';

import { somethingWrong } from '../vendors/refusals.ts';
import { vendorChoice, VendorField } from '../choose/VendorField.tsx';
import { call } from '../ground/api.ts';
import { outdated } from '../ground/callQuery.ts';
import { DateField } from '../form/DateField.tsx';
import { Form, FormSection } from '../form/Form.tsx';
import { useNewerRecord } from '../form/newer.ts';
import { NewerRecord } from '../form/NewerRecord.tsx';
import { NumberField } from '../form/NumberField.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { SuggestField } from '../form/SuggestField.tsx';
import { TextArea, TextField } from '../form/TextField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { textOf } from '../form/useField.tsx';
import { PartyFields } from '../registrations/PartyFields.tsx';
import { useSignedIn } from '../access/session.ts';
import { toast } from '../ui/toast.tsx';
import { useGoBack } from '../ui/useGoBack.ts';
import { urls } from '../urls.ts';
import { dispatchRemarks } from './dispatchRemarks.ts';
import { DISPATCH_LABELS as LABELS, dispatchValues, mergeDispatchNote, newDispatchValues } from './dispatchValues.ts';
import { orderWords } from './orderWords.ts';
import { searchOrders, useOrder } from './useOrder.ts';
import { useNumberProposal } from './useNumberProposal.ts';
import { useGoodsValue } from './useGoodsValue.ts';
import { useOrderProposal } from './useOrderProposal.ts';

interface DispatchNoteFormProps {
  record: DispatchNote | undefined;
  /** Initial values of a new note. */
  given: { PONumber: string; userID: string };
}

const forVendor = dispatchNoteForm.extend({ userID: vendorChoice, issuer: dispatchNotes.create.body.shape.issuer });

const ISSUERS = [
  { value: 'vendor', label: 'Vendor' },
  { value: 'buyer', label: 'Buyer' },
];

/** Section 2.10's form: a new dispatch note, or the given one. */
export function DispatchNoteForm({ record, given }: DispatchNoteFormProps) {
  const router = useRouter();
  const goBack = useGoBack(urls.dispatchNotes);
  const { isAdmin, userID: self } = useSignedIn();
  const picksVendor = isAdmin && record === undefined;
  const [defaults] = useState(() => (record === undefined ? newDispatchValues(new Date(), given) : dispatchValues(record)));
  const [today] = useState(() => indianDay(new Date()));
  const { base, merge, offers } = useNewerRecord(record, dispatchValues, mergeDispatchNote);
  const schema = picksVendor ? forVendor : dispatchNoteForm;
  const form = useContractForm({
    schema: schema.extend({
      // Usually the form knows while typing whether the vendor has such an order; the server decides.
      PONumber: schema.shape.PONumber.superRefine((number, context) => {
        if (number === null || isPlainNumber(number) || number === base?.PONumber) return;
        if (number === typedNumber && order === null) context.addIssue({ code: 'custom', message: messages.PONumber });
      }),
    }),
    defaults,
    remarks: (values) => dispatchRemarks(values, order, worth),
  });

  const [chosenVendor = '', typed = '', date = '', by = ''] = useWatch({
    control: form.control,
    name: ['userID', 'PONumber', 'challanDate', 'issuer'],
  }).map(textOf);
  const issuer = by === 'buyer' ? 'buyer' : 'vendor';
  const owner = record?.userID ?? (isAdmin ? chosenVendor : self);
  const typedNumber = typed.trim();
  const order = useOrder(typedNumber, owner);
  const worth = useGoodsValue(record?._id, order?._id);
  useOrderProposal(form, order, record !== undefined);
  useNumberProposal(form, { vendorId: owner, issuer }, isIsoDate(date) ? date : today, record !== undefined);

  async function save(body: z.output<typeof dispatchNoteForm>) {
    const reply =
      record === undefined
        ? await call(dispatchNotes.create, { body }).catch((error: unknown) => Promise.reject(somethingWrong(error, messages.createFailed)))
        : await call(dispatchNotes.edit, { params: { id: record._id }, body: { ...body, updatedAt: base?.updatedAt } });
    await outdated([dispatchNotes.list, dispatchNotes.get, accounts.counts]);
    toast.success(reply.data.message);
    // The goods of the order are what is left to enter.
    const isOfOrder = record === undefined && given.PONumber !== '' && order != null;
    if (isOfOrder) void router.navigate({ href: urls.dispatchGoods(reply.data.data._id), replace: true });
    else goBack();
  }

  return (
    <Form
      form={form}
      access={dispatchNotes.edit.access}
      onSubmit={save}
      submitLabel={record === undefined ? 'Submit' : 'Save'}
      onCancel={goBack}
      {...offers(form)}
    >
      {picksVendor && (
        <FormSection title="Vendor">
          <VendorField help={issuer === 'buyer' ? 'The vendor that the goods go to' : 'The vendor that sends the goods'} />
          <SelectField name="issuer" label="Issued by" required options={ISSUERS} help="Choose the buyer for returns and own goods" />
        </FormSection>
      )}
      <FormSection title="Challan">
        <TextField name="DCNumber" label={LABELS.DCNumber} required mono maxLength={100} help="As shown on the delivery challan" />
        <DateField name="challanDate" label={LABELS.challanDate} />
        <PartyFields vendorId={owner} day={isIsoDate(date) ? date : today} />
      </FormSection>
      <FormSection title="Order">
        <SuggestField
          key={owner}
          name="PONumber"
          label={LABELS.PONumber}
          maxLength={100}
          disabled={owner === ''}
          placeholder={owner === '' ? 'Choose the vendor first' : 'Type to search'}
          help={orderHelp()}
          {...searchOrders(owner)}
        />
        <DateField name="PODate" label={LABELS.PODate} />
        <TextArea name="deliveryLocation" label={LABELS.deliveryLocation} rows={2} />
        <TextField
          name="buyerRepresentativeId"
          label={LABELS.buyerRepresentativeId}
          maxLength={100}
          help="Buyer's contact for this delivery"
        />
      </FormSection>
      <FormSection title="Transport">
        <TextField name="TransporterDetails" label={LABELS.TransporterDetails} maxLength={500} />
        <TextField name="VehicleNumber" label={LABELS.VehicleNumber} mono maxLength={30} tidy={normaliseVehicle} />
        <TextField name="DriverName" label={LABELS.DriverName} maxLength={200} />
        <TextField
          name="DriverContact"
          label={LABELS.DriverContact}
          type="tel"
          inputMode="numeric"
          mono
          maxLength={20}
          tidy={normaliseMobile}
          help="10 digits"
        />
        <TextField name="eWayBillNumber" label={LABELS.eWayBillNumber} mono inputMode="numeric" maxLength={64} tidy={withoutBlanks} />
      </FormSection>
      <FormSection title="Packages and weights">
        <NumberField name="NumberOfCarton" label={LABELS.NumberOfCarton} />
        <NumberField name="totalNoOfPackages" label={LABELS.totalNoOfPackages} help="Cartons, bags and loose pieces in total" />
        <NumberField name="netWeightInKgs" label={LABELS.netWeightInKgs} suffix="kg" />
        <NumberField name="grossWeightInKgs" label={LABELS.grossWeightInKgs} suffix="kg" help="Including packing" />
      </FormSection>
      {merge !== null && <NewerRecord key={base?.updatedAt} merge={merge} />}
    </Form>
  );

  function orderHelp(): string {
    if (typedNumber === '' || order === undefined) return 'The known details of the order are filled in.';
    return order === null ? 'No order has this number.' : orderWords(order);
  }
}

/** E-way bill numbers are printed in groups of four. */
function withoutBlanks(text: string): string {
  return text.replaceAll(/[\s-]/g, '');
}

import {
  dispatchNotes,
  type DispatchNote,
  dispatchNoteForm,
  isPlainNumber,
  messages,
} from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { useSearch, useRouter } from '@tanstack/react-router';
import { accounts } from '@aapurti/contract/vendors/accounts';
import { indianDay, isIsoDate } from '@aapurti/contract/ground/fields';
import { normaliseMobile, normaliseVehicle } from '@aapurti/contract/ground/india';
import { useState, useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import type * as z from 'zod';
import { nextChallanNumber } from '@aapurti/contract/dispatch-notes/challanNumbers';
import { useQuery } from '@tanstack/react-query';
import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';

import { FormPage } from '../form/FormPage.tsx';
import { urls } from '../urls.ts';
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
import { useContractForm, type ContractForm } from '../form/useContractForm.ts';
import { textOf } from '../form/useField.tsx';
import { PartyFields } from '../registrations/PartyFields.tsx';
import { useSignedIn } from '../access/session.ts';
import { toast } from '../ui/toast.tsx';
import { useGoBack } from '../ui/useGoBack.ts';
import { dispatchRemarks } from './dispatchRemarks.ts';
import { DISPATCH_LABELS as LABELS, dispatchValues, mergeDispatchNote, newDispatchValues } from './dispatchValues.ts';
import { orderWords } from './orderWords.ts';
import { searchOrders, useOrder } from './useOrder.ts';
import { useGoodsValue, openLinesOf } from './useGoodsValue.ts';
import { NO_PROPOSAL, PROPOSED, type Proposal, proposalOf } from './orderProposal.ts';

/** Adds a dispatch note, for the order in the address if it names one; an ID in the address opens that note for editing. */
export function DispatchNoteFormPage() {
  const { PONumber = '', userID = '' } = useSearch({ strict: false });
  return (
    <FormPage title="Add Dispatch Note" list={{ label: 'Dispatch Note', href: urls.dispatchNotes }} operation={dispatchNotes.get}>
      {(record) => <DispatchNoteForm record={record} given={{ PONumber, userID }} />}
    </FormPage>
  );
}

interface DispatchNoteFormProps {
  record: DispatchNote | undefined;
  /** Initial values of a new dispatch note. */
  given: { PONumber: string; userID: string };
}

const forVendor = dispatchNoteForm.extend({ userID: vendorChoice, issuer: dispatchNotes.create.body.shape.issuer });

const ISSUERS = [
  { value: 'vendor', label: 'Vendor' },
  { value: 'buyer', label: 'Buyer' },
];

/** The form of section 2.10, for a new dispatch note or the given one. */
function DispatchNoteForm({ record, given }: DispatchNoteFormProps) {
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
      // The form usually knows while the user types whether the vendor has this order; the server decides.
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
    // A note created for an order continues with the goods of that order.
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
    if (typedNumber === '' || order === undefined) return 'Known order details are filled in.';
    return order === null ? 'No order has this number.' : orderWords(order);
  }
}

/** Removes blanks and hyphens, because e-way bill numbers are printed in groups of four. */
function withoutBlanks(text: string): string {
  return text.replaceAll(/[\s-]/g, '');
}

/**
 * Proposes the number after the issuer's last one; the issuer is the vendor, or the buyer across all vendors. The number of a new note
 * follows its date until the user types another number.
 */
function useNumberProposal<Output>(
  form: ContractForm<Output>,
  { vendorId, issuer }: { vendorId: string; issuer: DispatchNote['issuer'] },
  day: string,
  isStored: boolean,
): void {
  const { getValues, setValue } = form;
  const proposed = useRef('');
  const { data: last } = useQuery({
    queryKey: [dispatchNotes.list.id, 'last of', issuer, vendorId],
    queryFn: async ({ signal }) =>
      (await call(dispatchNotes.list, { query: { page: 1, pageSize: 1, issuer, userID: issuer === 'buyer' ? '' : vendorId }, signal }))
        .data[0] ?? null,
    enabled: !isStored && vendorId !== '',
  });
  const next = last === undefined ? null : nextChallanNumber(last && { number: last.DCNumber, day: last.challanDate }, day);

  useEffect(() => {
    if (isStored || next === null) return;
    const now = getValues('DCNumber');
    if (now === next || (now !== '' && now !== proposed.current)) return;
    proposed.current = next;
    setValue('DCNumber', next);
  }, [getValues, setValue, isStored, next]);
}

/**
 * Fills in the facts of the order. A field that still has the value of the previous order follows a change of the order; typed values stay.
 * A saved note changes only when its order changes.
 */
function useOrderProposal<Output>(form: ContractForm<Output>, order: PurchaseOrder | null | undefined, isStored: boolean): void {
  const { getValues, setValue } = form;
  const { isSubmitted } = form.formState;
  const last = useRef<Proposal | null>(null);
  const id = order?._id ?? '';
  const { data: lines } = useQuery(openLinesOf(id));
  const proposal = order === null ? NO_PROPOSAL : order === undefined || lines === undefined ? null : proposalOf(order, lines);
  const print = JSON.stringify(proposal);

  useEffect(() => {
    const before = last.current;
    if (proposal === null) return;
    last.current = proposal;
    if (before === null && isStored) return;
    for (const name of PROPOSED) {
      const now = getValues(name);
      if (now !== proposal[name] && (now === '' || now === before?.[name]))
        setValue(name, proposal[name], { shouldDirty: true, shouldValidate: isSubmitted });
    }
    // `print` changes exactly when the proposal does.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [print]);
}

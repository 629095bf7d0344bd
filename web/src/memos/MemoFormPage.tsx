import { type MemoKind, memoTitles, messages } from '@aapurti/contract/memos/memoMessages';
import { memos, type claimCandidate, type Issuer, type Memo, type MemoForm as Fields, memoForms } from '@aapurti/contract/memos/memos';
import { accounts } from '@aapurti/contract/vendors/accounts';
import { indianDay, isBlank, showDate, showMoney } from '@aapurti/contract/ground/fields';
import { isIgst, remarks } from '@aapurti/contract/ground/gst';
import { figureRemarks, type MemoProposal, PROPOSED } from '@aapurti/contract/memos/memoFigures';
import { useState, useId } from 'react';
import { useWatch, useFormContext } from 'react-hook-form';
import * as z from 'zod';
import { hsnProblem } from '@aapurti/contract/ground/india';
import { parseDecimal } from '@aapurti/contract/ground/numbers';
import { say } from '@aapurti/contract/ground/template';
import { Input, SegmentedControl } from '@mantine/core';

import { FormPage } from '../form/FormPage.tsx';
import { memoUrls } from './memoUrls.ts';
import { t } from '../words/words.ts';
import { vendorChoice, VendorField } from '../choose/VendorField.tsx';
import { ApiError, call } from '../ground/api.ts';
import { outdated } from '../ground/callQuery.ts';
import { DateField } from '../form/DateField.tsx';
import { Form, FormSection, type Submitting } from '../form/Form.tsx';
import { tidyMoney } from '../form/money.ts';
import { useNewerRecord } from '../form/newer.ts';
import { NewerRecord } from '../form/NewerRecord.tsx';
import { NumberField } from '../form/NumberField.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { SuggestField } from '../form/SuggestField.tsx';
import { TextArea, TextField } from '../form/TextField.tsx';
import { useContractForm, type Values } from '../form/useContractForm.ts';
import { textOf } from '../form/useField.tsx';
import { searchInvoices } from '../invoices/invoiceOptions.ts';
import { PartyFields } from '../registrations/PartyFields.tsx';
import { useNamedParties } from '../registrations/useNamedParties.ts';
import { useSupply } from '../registrations/useSupply.ts';
import { useSignedIn } from '../access/session.ts';
import { toast } from '../ui/toast.tsx';
import { useGoBack } from '../ui/useGoBack.ts';
import { MemoEffect } from './MemoEffect.tsx';
import { MEMO_LABELS as LABELS, memoValues, mergeMemo } from './memoValues.ts';
import { useCorrected } from './useCorrected.ts';
import { claimOption, type GivenMemo, useGivenMemo } from './useGivenMemo.ts';
import { differing, useProposal } from './useProposal.ts';
import classes from './ProposalOffer.module.css';
import { Button } from '../ui/Button.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';

export function DebitMemoFormPage() {
  return <MemoFormPage kind="debit" />;
}

export function CreditMemoFormPage() {
  return <MemoFormPage kind="credit" />;
}

/** Adds a memo; an ID in the address opens that memo for editing. */
function MemoFormPage({ kind }: { kind: MemoKind }) {
  const title = memoTitles[kind];
  return (
    <FormPage title={t('Add {title}', { title })} list={{ label: title, href: memoUrls[kind].list }} operation={memos[kind].get}>
      {(record) => (kind === 'credit' && record === undefined ? <NewCreditMemo /> : <MemoForm kind={kind} record={record} />)}
    </FormPage>
  );
}

/** A credit memo prefilled from the address. */
function NewCreditMemo() {
  const query = useGivenMemo();
  return query.data === undefined ? <NotLoaded query={query} height={320} /> : <MemoForm kind="credit" given={query.data} />;
}

interface MemoFormProps {
  kind: MemoKind;
  /** Absent for a new memo. */
  record?: Memo | undefined;
  given?: GivenMemo;
}

type Body = Fields & { userID?: string; claimId?: string | undefined };

const answers = z.object({ claimId: z.string().optional() });

/** Administrators choose the vendor of a new memo. */
const forVendor = (kind: MemoKind): z.ZodType<Body> =>
  z.intersection(z.intersection(memoForms[kind], answers), z.object({ userID: vendorChoice }));
const ofOwn = (kind: MemoKind): z.ZodType<Body> => z.intersection(memoForms[kind], answers);
const schemas = {
  own: { debit: ofOwn('debit'), credit: ofOwn('credit') },
  forVendor: { debit: forVendor('debit'), credit: forVendor('credit') },
};

/** The form of section 2.9, for both kinds of memo. */
function MemoForm({ kind, record, given }: MemoFormProps) {
  const goBack = useGoBack(memoUrls[kind].list);
  const { isAdmin, userID: self } = useSignedIn();
  const picksVendor = isAdmin && record === undefined;
  const [today] = useState(() => indianDay(new Date()));
  const { base, merge, offers } = useNewerRecord(
    record,
    (memo) => memoValues(kind, memo),
    (was, is, mine) => mergeMemo(kind, was, is, mine),
  );
  const form = useContractForm({
    schema: schemas[picksVendor ? 'forVendor' : 'own'][kind],
    defaults: {
      ...memoValues(kind, record),
      ...(record === undefined ? { memoDate: today, kind: 'gst', issuer: isAdmin ? 'buyer' : 'vendor' } : {}),
      ...(picksVendor ? { userID: '' } : {}),
      claimId: '',
      ...given?.values,
      // The vendor issues a memo for an invoice or a claim.
      ...(isAdmin && given?.values['userID'] !== undefined ? { issuer: 'vendor' } : {}),
    },
    remarks: (values): ReturnType<typeof memoRemarks> => ({
      ...memoRemarks(values, proposal, supply === 'untaxed'),
      vendorInvoiceRef_Date: ambiguous,
    }),
  });

  const typed = useWatch({
    control: form.control,
    name: ['userID', 'vendorGST', 'buyerGST', 'vendorInvoiceRef', 'vendorInvoiceRef_Date', 'buyerPORef', 'issuer'],
  });
  const [chosenVendor = '', vendorGST = '', buyerGST = '', invoiceNumber = '', invoiceDate = '', poNumber = '', issuer = ''] =
    typed.map(textOf);
  const issuedBy: Issuer = record?.issuer ?? (issuer === 'buyer' ? 'buyer' : 'vendor');
  const owner = record?.userID ?? (isAdmin ? chosenVendor : self);
  // A memo counts on the day of its entry, because it has no date of its own.
  const [day] = useState(() => indianDay(record === undefined ? new Date() : new Date(record.createdAt)));
  const { invoice, named, resolved, placeOfSupply } = useCorrected({ vendorId: owner, invoiceNumber, invoiceDate, poNumber });
  const ambiguous: string | null =
    invoice === null && named.length > 1 && invoiceDate === ''
      ? messages.several(
          invoiceNumber,
          named.map((each) => showDate(each.invoiceDate)),
        )
      : null;
  useNamedParties(form, record === undefined ? invoice : null);
  const taxing = useSupply({ vendorId: owner, day, vendorGST, buyerGST, placeOfSupply: placeOfSupply ?? null });
  const { supply, words } = placeOfSupply === undefined ? UNKNOWN : taxing;
  const [chosenTax, setChosenTax] = useState<boolean | null>(null);
  const interState = chosenTax ?? taxOf(base) ?? isIgst(supply);
  const proposal: MemoProposal | null = useProposal(
    form,
    kind,
    interState,
    supply === 'untaxed' && taxOf(base) === null && chosenTax === null,
  );

  const [claims, setClaims] = useState<GivenMemo['claims']>(given?.claims ?? []);

  async function save(body: Body, { signal }: Submitting) {
    const calls = memos[kind];
    const sent =
      record === undefined
        ? call(calls.create, { body, signal })
        : call(calls.edit, { params: { id: record._id }, body: { ...body, updatedAt: base?.updatedAt }, signal });
    const reply = await sent.catch((error: unknown) => {
      // The buyer has a claim on this invoice, so the form asks whether this memo settles it.
      if (error instanceof ApiError && error.errors['claimId'] !== undefined && Array.isArray(error.data))
        setClaims((error.data as Claim[]).map(claimOption));
      throw error;
    });
    await outdated([calls.list, calls.get, accounts.counts]);
    toast.success(reply.data.message);
    goBack();
  }

  return (
    <Form
      form={form}
      access={memos[kind].edit.access}
      onSubmit={save}
      submitLabel={record === undefined ? 'Submit' : 'Save'}
      onCancel={goBack}
      {...offers(form)}
    >
      {picksVendor && (
        <FormSection title="Vendor">
          <VendorField help="The vendor that the memo is for" />
        </FormSection>
      )}
      <FormSection title="Document">
        {picksVendor && <SelectField name="issuer" label={LABELS.issuer} options={ISSUED_BY} />}
        <TextField name="memoNumber" label={LABELS.memoNumber} mono maxLength={40} />
        <DateField name="memoDate" label={LABELS.memoDate} />
        {claims.length > 0 && (
          <SelectField
            name="claimId"
            label="Claim settled by this memo"
            required
            options={[...claims, { value: 'none', label: 'None of them' }]}
          />
        )}
        <SelectField name="kind" label={LABELS.kind} options={NOTE_OPTIONS} />
      </FormSection>
      <FormSection title="Reference">
        <TextField name="productName" label={LABELS.productName} maxLength={500} />
        <TextField name="HSNCode" label={LABELS.HSNCode} mono inputMode="numeric" maxLength={30} />
        <SuggestField name="vendorInvoiceRef" label={LABELS.vendorInvoiceRef} maxLength={100} {...searchInvoices(owner)} />
        <DateField name="vendorInvoiceRef_Date" label={LABELS.vendorInvoiceRef_Date} />
        <TextField name="buyerPORef" label={LABELS.buyerPORef} mono maxLength={100} />
        <DateField name="buyerPORef_Date" label={LABELS.buyerPORef_Date} />
        <PartyFields vendorId={owner} day={day} />
        {/* There is no maxLength, so that pasted text that is too long causes an error instead of being cut. */}
        <TextArea name="description" label={LABELS.description} />
      </FormSection>
      <FormSection title="Quantity and price">
        <NumberField name="itemQuantity" label={LABELS.itemQuantity} />
        <NumberField name="unitPrice" label={LABELS.unitPrice} prefix="₹" tidy={tidyMoney} />
        {kind === 'credit' && (
          <NumberField
            name="priceDifference"
            label={LABELS.priceDifference}
            prefix="₹"
            tidy={tidyMoney}
            help="Per unit: the difference between the charged and the correct price"
          />
        )}
        <NumberField name="taxRate" label={LABELS.taxRate} suffix="%" />
        <TaxKind interState={interState} onChange={setChosenTax} words={words} />
      </FormSection>
      <FormSection title="Tax and amount">
        <NumberField name="CGST" label={LABELS.CGST} prefix="₹" tidy={tidyMoney} />
        <NumberField name="SGST" label={LABELS.SGST} prefix="₹" tidy={tidyMoney} />
        <NumberField name="IGST" label={LABELS.IGST} prefix="₹" tidy={tidyMoney} />
        <NumberField name="amount" label={LABELS.amount} prefix="₹" tidy={tidyMoney} help={AMOUNT_HELP[kind]} />
        <ProposalOffer proposal={proposal} />
        <MemoEffect
          kind={kind}
          issuer={issuedBy}
          vendorId={owner}
          invoice={resolved === undefined ? 'unknown' : resolved === null ? 'none' : 'one'}
        />
      </FormSection>
      {merge !== null && <NewerRecord key={base?.updatedAt} merge={merge} />}
    </Form>
  );
}

type Claim = z.infer<typeof claimCandidate>;

const ISSUED_BY = [
  { value: 'buyer', label: 'The buyer' },
  { value: 'vendor', label: 'The vendor' },
];
const NOTE_OPTIONS = [
  { value: 'gst', label: 'GST note' },
  { value: 'commercial', label: 'Commercial note, without taxes' },
];

const UNKNOWN = { supply: null, words: null };

const AMOUNT_HELP: Readonly<Record<MemoKind, string>> = {
  debit: 'Quantity × unit price, with the taxes',
  credit: 'Quantity × price difference, with the taxes',
};

/** True if the memo has IGST, false if CGST and SGST; null if it has no tax. */
function taxOf(memo: Memo | undefined): boolean | null {
  if ((memo?.IGST ?? 0) > 0) return true;
  return (memo?.CGST ?? 0) > 0 || (memo?.SGST ?? 0) > 0 ? false : null;
}

/** Remarks on a memo's form. */
function memoRemarks(values: Values, proposal: MemoProposal | null, untaxed: boolean): Readonly<Record<string, string | null>> {
  const hsn = textOf(values['HSNCode']);
  const others = Object.entries(differing(values, proposal));
  return {
    HSNCode: isBlank(hsn) ? null : hsnProblem(hsn),
    itemQuantity: parseDecimal(values['itemQuantity'])?.isZero() === true ? 'The quantity is 0.' : null,
    ...Object.fromEntries(
      others.map(([name, text]) => [
        name,
        text === '' ? 'No amount is proposed.' : say('{text} is proposed.', { text: showMoney(String(text)) }),
      ]),
    ),
    ...figureRemarks(values),
    ...(untaxed && ['CGST', 'SGST', 'IGST'].some((name) => parseDecimal(values[name])?.gt(0)) ? { amount: remarks.untaxed } : {}),
  };
}

interface TaxKindProps {
  /** Null while unknown. */
  interState: boolean | null;
  onChange: (interState: boolean) => void;
  /** The explanation of the choice; null while unknown. */
  words: string | null;
}

/** The choice between IGST and CGST with SGST. The registrations of vendor and buyer decide the proposal; the user can choose otherwise. */
function TaxKind({ interState, onChange, words }: TaxKindProps) {
  const id = useId();
  return (
    <Input.Wrapper
      label={t('Tax')}
      labelElement="div"
      labelProps={{ id }}
      description={t(words ?? 'CGST and SGST within a state, IGST between states')}
      descriptionProps={{ mt: 5 }}
    >
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        value={interState === null ? '' : interState ? 'inter' : 'intra'}
        onChange={(value) => onChange(value === 'inter')}
        data={[
          { value: 'intra', label: t('CGST + SGST') },
          { value: 'inter', label: t('IGST') },
        ]}
      />
    </Input.Wrapper>
  );
}

/** Offers to apply the proposed figures if the typed ones differ, and then to undo that. */
function ProposalOffer({ proposal }: { proposal: MemoProposal | null }) {
  const { getValues, setValue } = useFormContext<Values>();
  const watched: readonly unknown[] = useWatch<Values>({ name: [...PROPOSED] });
  const shown = Object.fromEntries(PROPOSED.map((name, index) => [name, watched[index]]));
  /** The values before and after the last offer was accepted. */
  const [last, setLast] = useState<{ replaced: Values; left: string } | null>(null);
  const offered = differing(shown, proposal);
  const canUndo = last !== null && last.left === JSON.stringify(shown);

  function fill(texts: Values) {
    for (const [name, text] of Object.entries(texts)) setValue(name, text, { shouldDirty: true, shouldValidate: true });
  }

  function take() {
    const replaced = Object.fromEntries(Object.keys(offered).map((name) => [name, getValues(name)]));
    fill(offered);
    setLast({ replaced, left: JSON.stringify({ ...shown, ...offered }) });
  }

  function undo() {
    if (last !== null) fill(last.replaced);
    setLast(null);
  }

  if (!canUndo && Object.keys(offered).length === 0) return null;
  return (
    <output className={classes.offer} data-span="full">
      <span className={classes.words}>{t(canUndo ? 'The proposed amounts are filled in.' : 'Amounts you changed are kept.')}</span>
      <Button label={canUndo ? 'Undo' : 'Use the proposed amounts'} size="compact-sm" variant="default" onClick={canUndo ? undo : take} />
    </output>
  );
}

import { dispatchGoods } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { isDigits, numberField, numberRemark } from '@aapurti/contract/settings/documentNumbers';
import { type InvoiceLine, invoiceLines } from '@aapurti/contract/invoices/invoiceLines';
import { indianDay, isIsoDate, showMoney } from '@aapurti/contract/ground/fields';
import {
  type Invoice,
  invoiceDateRemark,
  invoiceDayProblem,
  invoiceEdit,
  invoiceForm,
  invoices,
  isFixed,
  messages,
  REMARKS_MAX,
} from '@aapurti/contract/invoices/invoices';
import { taxRemarks } from '@aapurti/contract/ground/gst';
import { say } from '@aapurti/contract/ground/template';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useSearch } from '@tanstack/react-router';
import * as z from 'zod';
import { gstRates } from '@aapurti/contract/rates/gstRates';
import type { LineRate } from '@aapurti/contract/rates/rateProposal';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';

import { useSite } from '../ground/useSite.ts';
import { somethingWrong } from '../vendors/refusals.ts';
import { vendorChoice, VendorField } from '../choose/VendorField.tsx';
import { call, messageOf } from '../ground/api.ts';
import { queryClient } from '../ground/queries.ts';
import { useOrder } from '../dispatch-notes/useOrder.ts';
import { DateField } from '../form/DateField.tsx';
import { Form, FormSection } from '../form/Form.tsx';
import { tidyMoney } from '../form/money.ts';
import { useNewerRecord } from '../form/newer.ts';
import { NewerRecord } from '../form/NewerRecord.tsx';
import { NumberField } from '../form/NumberField.tsx';
import { TextArea, TextField } from '../form/TextField.tsx';
import { useContractForm, type Values } from '../form/useContractForm.ts';
import { textOf } from '../form/useField.tsx';
import { forgetFigures } from '../payments/forgetFigures.ts';
import { PartyFields } from '../registrations/PartyFields.tsx';
import { useNamedParties } from '../registrations/useNamedParties.ts';
import { useSupply } from '../registrations/useSupply.ts';
import { useSignedIn } from '../access/session.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { toast } from '../ui/toast.tsx';
import { useGoBack } from '../ui/useGoBack.ts';
import { urls } from '../urls.ts';
import { INVOICE_LABELS as LABELS, invoiceValues, mergeInvoice, newInvoiceValues, type WithLines } from './invoiceValues.ts';
import classes from './InvoiceForm.module.css';
import { TaxOffer } from './TaxOffer.tsx';
import { lineProblem, sentLines, type TypedLine, typedLinesOf } from './typedLines.ts';
import { t } from '../words/words.ts';
import { onDemand } from '../ui/onDemand.tsx';
import { callQuery } from '../ground/callQuery.ts';

// Loaded on demand: an invoice may have no lines.
const InvoiceLines = onDemand(async () => (await import('./InvoiceLines.tsx')).InvoiceLines, <Spinner height={320} />);
const ReturnedInvoice = onDemand(async () => (await import('./MatchDecisions.tsx')).ReturnedInvoice);

interface InvoiceFormProps {
  record?: Invoice | undefined;
  /** Initial values of a new invoice. */
  given?: Values;
  /** The invoiced lines; an invoice without lines has none. */
  lines?: readonly InvoiceLine[];
  /** The dispatch note of the goods. */
  noteId?: string;
  /** Shows the newer invoice after a conflict; missing for an invoice without lines. */
  onReload?: (newer: Invoice) => void;
}

const typedLines = z.array(z.custom<TypedLine>()).superRefine((typed, context) => {
  const problem = typed.map(lineProblem).find((each) => each !== null);
  if (problem) context.addIssue({ code: 'custom', message: problem.message });
});

/** The form of section 2.8, for a new or an existing invoice. */
export function InvoiceForm({ record, given, lines: initialLines, noteId = '', onReload }: InvoiceFormProps) {
  const goBack = useGoBack(urls.invoices);
  const { at = '' }: { at?: string } = useSearch({ strict: false });
  const { isAdmin, userID: self } = useSignedIn();
  const isStored = record !== undefined;
  const picksVendor = isAdmin && !isStored;
  const hasPayments = record !== undefined && record.paymentReceived > 0;
  const rests = record !== undefined && isFixed(record);
  // The fields that payments and approvals rest on are read-only for the vendor, and need a reason of administrators.
  const fixed = { readOnly: rests && !isAdmin };
  const paid = { readOnly: hasPayments && !isAdmin };
  const hasLines = initialLines !== undefined;
  const [defaults] = useState(() => ({
    ...(record === undefined ? { ...newInvoiceValues(new Date()), ...given } : { ...invoiceValues(record), reason: '' }),
    typedLines: typedLinesOf(initialLines ?? []),
  }));
  const { base, merge, offers } = useNewerRecord<WithLines | undefined>(
    record === undefined ? undefined : { ...record, lines: initialLines },
    (newer) => ({ ...invoiceValues(newer), typedLines: [] }),
    mergeInvoice,
  );
  const numbering = useSite().data?.invoiceNumbers ?? 'digits';
  const invoiceNumber = numberField(numbering, record?.invoiceNumber);
  const PONumber = invoiceForm.shape.PONumber.refine(
    (text) => text === null || isDigits(text) || text === record?.PONumber || isOrder,
    messages.poNumber,
  );
  const [today] = useState(() => indianDay(new Date()));
  const invoiceDate = invoiceForm.shape.invoiceDate.refine((day) => day === record?.invoiceDate || invoiceDayProblem(day, today) === null, {
    error: ({ input }) => invoiceDayProblem(String(input), today) ?? undefined,
  });
  const schema = (record === undefined ? invoiceForm : invoiceEdit).extend({ invoiceNumber, invoiceDate, PONumber, typedLines });
  const form = useContractForm({
    schema: picksVendor ? schema.extend({ userID: vendorChoice }) : schema,
    defaults,
    remarks: (values) => ({
      ...taxRemarks({ ...TAXLESS, ...values }, taxing.supply, dayOf(values['invoiceDate'])),
      invoiceNumber: numberRemark(textOf(values['invoiceNumber']), numbering) ?? alike,
      invoiceDate: invoiceDateRemark(textOf(values['invoiceDate']), today),
    }),
  });
  const typed = useWatch({ control: form.control, name: ['userID', 'invoiceNumber', 'invoiceDate', 'PONumber', 'vendorGST', 'buyerGST'] });
  const [chosen = '', number = '', date = '', order = '', vendorGST = '', buyerGST = ''] = typed.map(textOf);
  const owner = record?.userID ?? (isAdmin ? chosen : self);
  const named = useOrder(order.trim(), owner);
  const placeOfSupply = named?.placeOfSupply ?? null;
  const taxing = useSupply({ vendorId: owner, day: dayOf(date), vendorGST, buyerGST, placeOfSupply });
  const alike = useAlikeNumber({ userID: owner, invoiceNumber: number, invoiceDate: date, except: record?._id ?? '' });
  const rates = useOrderRates(owner, order, dayOf(date));
  const isOrder: boolean = Boolean(named);
  const { clearErrors, setFocus } = form;
  useEffect(() => {
    if (at !== '') setFocus(at);
    // Only the first render focuses the field that the address names.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useEffect(() => {
    if (isOrder) clearErrors('PONumber');
  }, [isOrder, clearErrors]);
  useNamedParties(form, isStored ? null : (named ?? null));

  const typing = numbering === 'digits' ? { inputMode: 'numeric' as const, maxLength: 64 } : { maxLength: 64 };

  async function save({ typedLines: lines, ...head }: z.output<typeof schema>) {
    const body = { ...head, lines: hasLines ? sentLines(lines) : null };
    const reply =
      record === undefined
        ? await call(invoices.create, { body: { ...body, noteId } }).catch((error: unknown) =>
            Promise.reject(somethingWrong(error, messages.createFailed)),
          )
        : await call(invoices.edit, { params: { id: record._id }, body: { ...body, updatedAt: base?.updatedAt } });
    await forgetFigures();
    if (noteId !== '') await queryClient.invalidateQueries({ queryKey: [dispatchGoods.get.id, noteId] });
    const { message, data } = reply.data;
    if (data.matchState === 'exception') toast.problem(message);
    else toast.success(message);
    goBack();
  }

  const conflict = offers(form);

  /** Loads the lines of the newer invoice before the comparison, because the refusal does not contain them. */
  async function compareLines(answered: unknown) {
    const invoice = answered as Invoice;
    try {
      const { data } = await call(invoiceLines.get, { params: { id: invoice._id } });
      conflict.onCompare({ ...invoice, lines: data });
    } catch (error) {
      toast.error(messageOf(error));
    }
  }

  const valueAndTax = (
    <FormSection title="Value and tax">
      <NumberField
        name="invoiceValue"
        label={LABELS.invoiceValue}
        prefix="₹"
        required
        tidy={tidyMoney}
        {...fixed}
        help={
          base === undefined || base.paymentReceived === 0
            ? 'Including taxes'
            : say('Including taxes. {paymentReceived} has been paid.', { paymentReceived: showMoney(base.paymentReceived) })
        }
      />
      {!hasLines && !paid.readOnly && <TaxOffer {...taxing} day={dayOf(date)} lines={rates} />}
      <NumberField name="CGSTValue" label={LABELS.CGSTValue} prefix="₹" tidy={tidyMoney} {...paid} />
      <NumberField name="SGSTValue" label={LABELS.SGSTValue} prefix="₹" tidy={tidyMoney} {...paid} />
      <NumberField name="IGSTValue" label={LABELS.IGSTValue} prefix="₹" tidy={tidyMoney} {...paid} />
      <TextArea name="remarks" label={LABELS.remarks} rows={2} maxLength={REMARKS_MAX} />
    </FormSection>
  );

  return (
    <Form
      form={form}
      access={invoices.edit.access}
      onSubmit={save}
      submitLabel={record === undefined ? 'Submit' : 'Save'}
      onCancel={goBack}
      {...(hasLines ? isStored && { onCompare: (stored: unknown) => void compareLines(stored) } : conflict)}
      {...(onReload !== undefined && { onReload: (newer: unknown) => onReload(newer as Invoice) })}
    >
      {picksVendor && (
        <FormSection title="Vendor">
          <VendorField help="The vendor that issued the invoice" />
        </FormSection>
      )}
      {record?.matchState === 'returned' && <ReturnedInvoice id={record._id} />}
      <FormSection title="Order and invoice">
        {fixed.readOnly && <p className={classes.fixed}>{t(hasPayments ? messages.fixedPaid : messages.fixedApproved)}</p>}
        <TextField name="PONumber" label={LABELS.PONumber} mono maxLength={64} {...fixed} />
        <DateField name="PODate" label={LABELS.PODate} {...fixed} />
        <TextField name="invoiceNumber" label={LABELS.invoiceNumber} required mono {...typing} {...fixed} />
        <DateField name="invoiceDate" label={LABELS.invoiceDate} {...fixed} />
        <TextField name="IRN" label={LABELS.IRN} mono maxLength={64} help="64 characters, from the e-invoice" {...paid} />
        {!fixed.readOnly && <PartyFields vendorId={owner} day={dayOf(date)} />}
      </FormSection>
      {hasLines ? (
        <InvoiceLines owner={owner} invoiceId={record?._id ?? ''} readOnly={fixed.readOnly}>
          {valueAndTax}
        </InvoiceLines>
      ) : (
        valueAndTax
      )}
      {rests && isAdmin && (
        <FormSection title="Correction">
          <TextArea
            name="reason"
            label="Reason"
            rows={2}
            maxLength={500}
            help={
              hasPayments
                ? 'The invoice has payments: enter a reason to change its number, date, PO or value. It is kept in the history.'
                : 'The invoice is approved: enter a reason to change its number, date, PO, value or lines. It is kept in the history.'
            }
          />
        </FormSection>
      )}
      {merge !== null && <NewerRecord key={base?.updatedAt} merge={merge} />}
    </Form>
  );
}

/** The invoice date as the server reads it: today in India if it is blank. */
function dayOf(date: unknown): string {
  return typeof date === 'string' && isIsoDate(date) ? date : indianDay(new Date());
}

const TAXLESS = { invoiceValue: '', CGSTValue: '', SGSTValue: '', IGSTValue: '' };

/** The delay in milliseconds after which a typed number is looked up, so that not every digit causes a call. */
const SETTLED_AFTER = 250;

/** The lines of a vendor's order with the GST rates of their HSN codes on a day; none if there is no such order. */
function useOrderRates(userID: string, number: string, day: string): readonly LineRate[] {
  const [poNumber] = useDebouncedValue(number.trim(), SETTLED_AFTER);
  const wanted = userID !== '' && poNumber !== '';
  const { data } = useQuery({
    ...callQuery(gstRates.ofOrder, { query: { userID, poNumber, day } }),
    enabled: wanted,
    // The previous proposal stays after a change of the day, until the new rates are loaded.
    placeholderData: (before, query) => (query?.queryKey[2] === poNumber ? before : undefined),
  });
  return (wanted ? data : undefined) ?? [];
}

interface Asked {
  userID: string;
  invoiceNumber: string;
  invoiceDate: string;
  /** The edited invoice. */
  except: string;
}

/** The warning about a number that resembles another one of the vendor, after typing has stopped; null if there is none. */
function useAlikeNumber(asked: Asked): string | null {
  const [query] = useDebouncedValue(asked, 300);
  const isTyped = query.userID !== '' && /^[\w/-]{1,64}$/.test(query.invoiceNumber);
  const { data } = useQuery({
    queryKey: [invoices.remark.id, query],
    queryFn: async ({ signal }) => (await call(invoices.remark, { query, signal })).data.remark,
    enabled: isTyped,
  });
  return isTyped && query.invoiceNumber === asked.invoiceNumber ? (data ?? null) : null;
}

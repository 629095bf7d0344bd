import { useSearch } from '@tanstack/react-router';
import { indianDay, showDate, showMoney } from '@aapurti/contract/ground/fields';
import { invoices } from '@aapurti/contract/invoices/invoices';
import { amountProblem, type InvoiceCandidate, paymentForm, payments } from '@aapurti/contract/payments/payments';
import { say } from '@aapurti/contract/ground/template';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';

import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { urls } from '../urls.ts';
import { vendorChoice, VendorField } from '../choose/VendorField.tsx';
import { ApiError, call } from '../ground/api.ts';
import { Form, FormSection } from '../form/Form.tsx';
import { moneyText, tidyMoney } from '../form/money.ts';
import { NumberField } from '../form/NumberField.tsx';
import { SearchField } from '../form/SearchField.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { TextArea } from '../form/TextField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { textOf } from '../form/useField.tsx';
import { invoiceOptions } from '../invoices/invoiceOptions.ts';
import { useSignedIn } from '../access/session.ts';
import { useMay } from '../access/useMay.ts';
import { queryClient } from '../ground/queries.ts';
import { severalFields } from '../invoices/PayLines.tsx';
import { paidRows, paidSum, partsOf, type PayRow } from '../invoices/payParts.ts';
import { useGoBack } from '../ui/useGoBack.ts';
import { Balance } from './Balance.tsx';
import { forgetFigures } from './forgetFigures.ts';
import { MannerFields } from './MannerFields.tsx';
import { OpenInvoices, openInvoicesQuery } from './OpenInvoices.tsx';
import { saidPaid } from './saidPaid.ts';

/** 'Payment > Add Payment' of section 2.8, for the invoice in the address if there is one. */
export function PaymentCreatePage() {
  const { userID = '', invoiceNumber = '', invoiceId = '' }: Record<string, string> = useSearch({ strict: false });
  return (
    <>
      <PageHeader title="Add Payment" breadcrumb={[{ label: 'Payment', href: urls.paymentReport }]} />
      <Panel>
        <PaymentForm given={{ userID, invoiceNumber, invoiceId }} />
      </Panel>
    </>
  );
}

const forVendor = paymentForm.extend({ userID: vendorChoice });
const several = severalFields.extend({ userID: vendorChoice });
/** The most invoices to suggest. */
const OFFERED = 20;

/** The invoice in the address; blank if there is none. */
type GivenInvoice = Readonly<Record<'userID' | 'invoiceNumber' | 'invoiceId', string>>;

/** Records a payment of an invoice, up to its balance. Buyer users choose the vendor first. */
function PaymentForm({ given }: { given: GivenInvoice }) {
  const goBack = useGoBack(urls.paymentReport);
  const { isAdmin } = useSignedIn();
  const may = useMay();
  const maySeveral = isAdmin && may(payments.transfer.access);
  const [today] = useState(() => indianDay(new Date()));
  const schema = isAdmin ? forVendor : paymentForm;
  const single = schema.extend({
    // The form checks the balance while the user types; the server decides.
    amount: schema.shape.amount.superRefine((amount, context) => {
      const problem = balance.data === undefined ? null : amountProblem(amount, balance.data.payable);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    }),
  });
  const form = useContractForm({
    schema: z.unknown().transform((values, context): z.output<typeof single> | z.output<typeof several> => {
      const read = (paidIn(values).length > 0 ? several : single).safeParse(values);
      if (read.success) return read.data;
      for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path, message });
      return z.NEVER;
    }),
    defaults: {
      ...given,
      amount: '',
      paymentDate: today,
      paymentMode: given.invoiceNumber === '' ? '' : 'online',
      onlineKind: '',
      reference: '',
      accountLast4: '',
      Remarks: '',
      lines: [],
    },
  });
  const { setValue, clearErrors } = form;
  const [userID, invoiceNumber, invoiceId] = useWatch({
    control: form.control,
    name: ['userID', 'invoiceNumber', 'invoiceId'],
  }).map(textOf);
  const paid = paidIn({ lines: useWatch({ control: form.control, name: 'lines' }) });
  const isSeveral = paid.length > 0;
  const sum = isSeveral ? paidSum(paid).toFixed(2) : '';
  const owner = isAdmin ? { userID: userID ?? '' } : {};
  const ready = !isAdmin || userID !== '';

  const balance = useQuery({
    queryKey: [payments.balance.id, userID, invoiceNumber, invoiceId],
    queryFn: async ({ signal }) =>
      (await call(payments.balance, { params: { invoiceNumber: invoiceNumber ?? '' }, query: { ...owner, invoiceId }, signal })).data,
    enabled: ready && invoiceNumber !== '',
    staleTime: 0,
  });
  const left = balance.data?.payable;
  const candidates = useCandidates(balance.error, invoiceNumber);

  /**
   * False until the first balance of a given invoice fills in the amount, because most are paid in full. Later balances do not replace the
   * user's input.
   */
  const isFilled = useRef(given.invoiceNumber === '');
  useEffect(() => {
    if (left === undefined || isFilled.current) return;
    isFilled.current = true;
    if (left > 0) setValue('amount', moneyText(left), { shouldDirty: true });
  }, [left, setValue]);

  // The amount of several invoices is the sum of their rows; it is cleared when no row has an amount.
  const hadSum = useRef(false);
  useEffect(() => {
    if (isSeveral || hadSum.current) setValue('amount', sum);
    hadSum.current = isSeveral;
  }, [isSeveral, sum, setValue]);

  async function search(text: string, signal: AbortSignal) {
    const query = { ...owner, invoiceNumber: text, page: 1, pageSize: OFFERED };
    const due = await call(invoices.list, { query: { ...query, state: 'open' }, signal });
    // The second search also finds paid invoices, so that the user sees that they are paid.
    const found = due.data.length > 0 || text === '' ? due : await call(invoices.list, { query, signal });
    return { options: invoiceOptions(found.data), total: found.total ?? found.data.length };
  }

  async function save(body: z.output<typeof single> | z.output<typeof several>) {
    const reply = await send(body).catch(async (error: unknown) => {
      // The payable amount is loaded again, because another payment may have been recorded.
      if (error instanceof ApiError)
        await ('lines' in body ? queryClient.invalidateQueries(openInvoicesQuery(body.userID)) : balance.refetch());
      throw error;
    });
    await forgetFigures();
    saidPaid(reply.data);
    goBack();
  }

  function payAll() {
    setValue('amount', moneyText(left), { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    form.setFocus('paymentMode');
  }

  return (
    <Form form={form} access={payments.create.access} onSubmit={save} submitLabel="Submit" onCancel={goBack} blocked={left === 0}>
      <FormSection title="Invoice">
        {isAdmin && (
          <VendorField
            onChanged={() => {
              setValue('invoiceNumber', '');
              setValue('invoiceId', '');
              setValue('lines', []);
            }}
          />
        )}
        <SearchField
          key={userID}
          name="invoiceNumber"
          label="Invoice Number"
          required
          disabled={!ready || isSeveral}
          placeholder={ready ? 'Type to search' : 'Choose the vendor first'}
          nothing="No invoices are outstanding."
          queryKey={[invoices.list.id, 'choice', userID]}
          load={search}
          // Errors of the previous invoice do not apply to this one.
          onChanged={() => {
            clearErrors();
            setValue('invoiceId', '');
          }}
        />
        {maySeveral && userID !== '' && invoiceNumber === '' && <OpenInvoices key={userID} userID={userID ?? ''} />}
        {candidates.length > 0 && (
          <SelectField
            name="invoiceId"
            label="Date of the invoice"
            required
            help="The vendor has several invoices with this number. Choose the one to pay."
            options={candidates.map(({ _id, invoiceDate, balance: due }) => ({
              value: _id,
              label: say('{invoiceDate}, balance {due}', { invoiceDate: showDate(invoiceDate), due: showMoney(due) }),
            }))}
          />
        )}
        {ready && invoiceNumber !== '' && (candidates.length === 0 || invoiceId !== '') && <Balance balance={balance} onAll={payAll} />}
      </FormSection>
      <FormSection title="Payment">
        <NumberField name="amount" label="Payment Value" prefix="₹" required disabled={left === 0 || isSeveral} tidy={tidyMoney} />
        <MannerFields disabled={left === 0} />
        <TextArea name="Remarks" label="Remarks" rows={2} maxLength={1000} disabled={left === 0} />
      </FormSection>
    </Form>
  );
}

const paidIn = (values: unknown) => paidRows((values as { lines?: readonly PayRow[] }).lines ?? []);

function send(body: z.output<typeof paymentForm> | z.output<typeof several>) {
  if (!('lines' in body)) return call(payments.create, { body });
  const { lines, ...rest } = body;
  return call(payments.transfer, { body: { ...rest, invoices: partsOf(lines) } });
}

/** The invoices that a number can refer to, after a 409 has named them, until the number changes. */
function useCandidates(error: Error | null, invoiceNumber: string | undefined): readonly InvoiceCandidate[] {
  const [known, setKnown] = useState<{ invoiceNumber: string | undefined; list: readonly InvoiceCandidate[] }>({ invoiceNumber, list: [] });
  const named = error instanceof ApiError && error.status === 409 && Array.isArray(error.data) ? (error.data as InvoiceCandidate[]) : null;
  if (named !== null && (known.list !== named || known.invoiceNumber !== invoiceNumber)) setKnown({ invoiceNumber, list: named });
  return known.invoiceNumber === invoiceNumber ? known.list : [];
}

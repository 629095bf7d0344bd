import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import { type Allocation, allocations } from '@aapurti/contract/payments/account';
import { MODE_WORDS, ONLINE_WORDS, type Payment, payments } from '@aapurti/contract/payments/payments';
import { paymentProblems, paymentSteps } from '@aapurti/contract/payments/paymentSteps';
import { useQuery } from '@tanstack/react-query';
import { linkedDocuments } from '@aapurti/contract/comments/linkedDocuments';
import { messages } from '@aapurti/contract/payments/paymentMessages';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';

import { useSignedIn } from '../access/session.ts';
import { DocumentPage } from '../document/DocumentPage.tsx';
import { Files } from '../document/Files.tsx';
import { LoadedDocument } from '../document/LoadedDocument.tsx';
import type { Problem } from '../document/Problems.tsx';
import { PAYMENT_WORDS } from '../document/statusWords.ts';
import { useOtherSide } from '../document/useOtherSide.ts';
import { call } from '../ground/api.ts';
import { callQuery, renewed } from '../ground/callQuery.ts';
import { type Column, custom, money } from '../list/columns.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import { paperAction } from '../papers/savePaper.tsx';
import { Code } from '../ui/Code.tsx';
import { TextLink } from '../ui/Link.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Facts } from '../ui/Panel.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import { useMay } from '../access/useMay.ts';
import { useAddressFacts } from '../registrations/useAddressFacts.ts';
import { Button } from '../ui/Button.tsx';
import { ReasonModal } from '../ui/ReasonModal.tsx';
import { forgetFigures } from './forgetFigures.ts';

/** The page of a payment: its date, mode and settled invoices. */
export function PaymentPage({ id }: { id: string }) {
  const query = useQuery({ ...callQuery(payments.get, { params: { id } }), staleTime: 0 });
  return (
    <LoadedDocument kind="payment" query={query}>
      {(payment) => <PaymentDocument payment={payment} />}
    </LoadedDocument>
  );
}

function PaymentDocument({ payment }: { payment: Payment }) {
  const { _id: id, vendorName, reference, invoice, amount, paymentDate } = payment;
  const other = useOtherSide(vendorName);
  const number = reference ?? invoice ?? id;
  const { word, tone } = PAYMENT_WORDS[payment.isReversed ? 'reversed' : payment.reversalOf === null ? 'paid' : 'reversal'];
  const paper = { kind: 'payment', id, number: invoice ?? paymentDate } as const;
  return (
    <DocumentPage
      kind="payment"
      id={id}
      number={number}
      badge={<StatusBadge tone={tone}>{t(word)}</StatusBadge>}
      other={other}
      head={[
        { label: 'Amount', value: showMoney(amount) },
        { label: 'Date', value: showDate(paymentDate) },
        { label: 'Payment Mode', value: t(MODE_WORDS[payment.tenderType]) },
      ]}
      steps={paymentSteps(payment)}
      next={null}
      buttons={<ReversePayment payment={payment} />}
      actions={[paperAction(paper, 'Payment advice (PDF)')]}
      problems={problemsOf(payment)}
      facts={<PaymentFacts payment={payment} />}
      entity="payment"
      documents={<Files papers={[{ ...paper, label: 'Payment advice' }]} />}
    >
      <Settled payment={payment} />
    </DocumentPage>
  );
}

function problemsOf(payment: Payment): Problem[] {
  return paymentProblems(payment).map((problem): Problem => {
    switch (problem.kind) {
      case 'reversed':
        return { tone: 'bad', title: t('This payment was reversed'), text: t('Its invoices are open again.') };
      case 'reversal':
        return { tone: 'warn', title: t('This entry reverses a payment'), ...(payment.reason === null ? {} : { text: payment.reason }) };
      case 'onAccount':
        return {
          tone: 'warn',
          title: t('Part of this payment does not settle an invoice'),
          text:
            payment.poNumber === null ? t('It is kept on account.') : t('Advance for order {poNumber}.', { poNumber: payment.poNumber }),
          amount: showMoney(problem.amount),
        };
    }
  });
}

const KINDS: Readonly<Record<Allocation['kind'], string>> = {
  payment: 'Payment',
  tax: 'Tax deducted',
  deduction: 'Deduction',
  credit: 'Credit',
};

const COLUMNS: readonly Column<Allocation>[] = [
  custom(
    'Invoice',
    ({ invoiceId, invoiceNumber }) =>
      invoiceId === null ? t('On account') : <TextLink href={urls.document('invoice', invoiceId)}>{invoiceNumber ?? invoiceId}</TextLink>,
    { lead: true },
  ),
  custom('Kind', ({ kind }) => t(KINDS[kind])),
  custom('Date', ({ day }) => showDate(day), { brief: true }),
  money('Amount', 'amount', { brief: true }),
];

const SHOWN = 100;

/** The invoices that a payment settles, from the server's allocations. */
function Settled({ payment: { _id: paymentId, vendorId } }: { payment: Payment }) {
  const { isAdmin } = useSignedIn();
  const query = useQuery({
    queryKey: [allocations.list.id, 'payment', paymentId],
    queryFn: async ({ signal }) =>
      (await call(allocations.list, { query: { paymentId, page: 1, pageSize: SHOWN, ...(isAdmin ? { userID: vendorId } : {}) }, signal }))
        .data,
    staleTime: 0,
  });
  const { data } = query;
  if (data === undefined) return <NotLoaded title="Lines" query={query} height={80} />;
  return <PlainTable title="Lines" columns={COLUMNS} rows={data} empty="This payment does not settle an invoice." />;
}

function PaymentFacts({ payment }: { payment: Payment }) {
  const addresses = useAddressFacts({ vendorId: payment.vendorId, vendorGST: payment.gst });
  return (
    <Facts
      items={[
        { label: 'Payment Date', value: showDate(payment.paymentDate) },
        {
          label: 'Payment Mode',
          value: t(payment.onlineKind === null ? MODE_WORDS[payment.tenderType] : ONLINE_WORDS[payment.onlineKind]),
        },
        ...(payment.reference === null ? [] : [{ label: 'Payment Reference', value: <Code value={payment.reference} /> }]),
        ...(payment.accountLast4 === null ? [] : [{ label: 'Account ending in', value: payment.accountLast4 }]),
        ...(payment.gst === null ? [] : [{ label: 'Vendor GSTIN', value: <Code value={payment.gst} /> }]),
        ...addresses,
        ...(payment.poNumber === null ? [] : [{ label: 'PO Number', value: payment.poNumber }]),
        ...(payment.remarks === null ? [] : [{ label: 'Remarks', value: payment.remarks }]),
        ...(payment.reason === null ? [] : [{ label: 'Reason for Reversal', value: payment.reason }]),
      ]}
    />
  );
}

/** The button that reverses a payment, for roles that may; absent on reversals and reversed payments. */
function ReversePayment({ payment: { _id, isReversed, reversalOf } }: { payment: Payment }) {
  const may = useMay();
  const [asking, setAsking] = useState(false);
  if (isReversed || reversalOf !== null || !may(payments.reverse.access)) return null;
  return (
    <>
      <Button label="Reverse payment" variant="default" leftSection={<IconArrowBackUp size={16} />} onClick={() => setAsking(true)} />
      {asking && (
        <ReasonModal
          title="Reverse payment"
          confirm="Reverse payment"
          consequence="The invoices that it paid are open again from today."
          missing={messages.reason}
          onClose={() => setAsking(false)}
          onConfirm={async (reason) => {
            const { data } = await call(payments.reverse, { params: { id: _id }, body: { reason } });
            await forgetFigures();
            await renewed([payments.report, payments.get, allocations.list, linkedDocuments.get]);
            return data.message;
          }}
        />
      )}
    </>
  );
}

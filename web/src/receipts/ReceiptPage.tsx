import type { Link } from '@aapurti/contract/comments/linkedSteps';
import { showDate, showNumber } from '@aapurti/contract/ground/fields';
import { nextReceiptStep, receiptProblems, receiptSteps } from '@aapurti/contract/receipts/receiptSteps';
import { differenceWords, type Receipt, receipts, receiptState } from '@aapurti/contract/receipts/receipts';
import { IconBan, IconFileInvoice } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { rolesOf } from '../access/roles.ts';
import { useSignedIn } from '../access/session.ts';
import { useMay } from '../access/useMay.ts';
import { useSites } from '../choose/useSites.ts';
import { DocumentPage } from '../document/DocumentPage.tsx';
import { invoiceAction } from '../document/invoiceAction.ts';
import { linkedQuery } from '../document/linkedQuery.ts';
import { LoadedDocument } from '../document/LoadedDocument.tsx';
import type { Problem } from '../document/Problems.tsx';
import { figuresOf, stoppedInvoice } from '../document/problemWords.ts';
import { RECEIPT_WORDS } from '../document/statusWords.ts';
import { useOtherSide } from '../document/useOtherSide.ts';
import { callQuery } from '../ground/callQuery.ts';
import { PlainTable } from '../list/PlainTable.tsx';
import { useAddressFacts } from '../registrations/useAddressFacts.ts';
import { Facts } from '../ui/Panel.tsx';
import { showInstant } from '../ui/showInstant.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { urls } from '../urls.ts';
import { listed, t } from '../words/words.ts';
import { lineColumns, whyRejected } from './receiptLines.tsx';
import { ReceiptPhotos } from './ReceiptPhotos.tsx';
import { onDemand } from '../ui/onDemand.tsx';

// The dialog loads when it is opened.
const CancelReceipt = onDemand(async () => (await import('./CancelReceipt.tsx')).CancelReceipt);

/** A goods receipt: the received against the dispatched quantities, and the one next step. */
export function ReceiptPage({ id }: { id: string }) {
  const query = useQuery({ ...callQuery(receipts.get, { params: { id } }), staleTime: 0 });
  return (
    <LoadedDocument kind="receipt" query={query}>
      {(receipt) => <ReceiptDocument receipt={receipt} />}
    </LoadedDocument>
  );
}

function ReceiptDocument({ receipt }: { receipt: Receipt }) {
  const session = useSignedIn();
  const { isAdmin } = session;
  const may = useMay();
  const [cancelling, setCancelling] = useState(false);
  const { _id: id, receiptNumber, isCancelled, rejected, quantity } = receipt;
  const { data } = useQuery(linkedQuery('receipt', id));
  const linked = data?.linked ?? [];
  const other = useOtherSide(receipt.vendorName);
  const step = data === undefined ? null : nextReceiptStep(receipt, linked, { isBuyers: isAdmin, roles: rolesOf(session) });
  const [order] = receipt.poNumbers;
  const { word, tone } = RECEIPT_WORDS[receiptState(receipt)];
  return (
    <>
      <DocumentPage
        kind="receipt"
        id={id}
        number={receiptNumber}
        badge={<StatusBadge tone={tone}>{t(word)}</StatusBadge>}
        other={other}
        head={[
          { label: 'Date', value: showDate(receipt.receivedOn) },
          { label: 'Arrived', value: showNumber(quantity) },
          { label: 'Accepted', value: showNumber(isCancelled ? 0 : quantity - rejected) },
        ]}
        steps={data === undefined ? undefined : receiptSteps(receipt, linked)}
        next={
          step === null
            ? null
            : step.step !== 'invoice'
              ? invoiceAction(step, receipt.userID)
              : order === undefined
                ? null
                : {
                    label: 'Create invoice',
                    href: urls.invoiceForReceipt(order, receiptNumber),
                    icon: <IconFileInvoice size={16} />,
                  }
        }
        actions={
          !isCancelled && may(receipts.cancel.access, receipt.siteId)
            ? [{ label: 'Cancel goods receipt', icon: <IconBan size={16} />, onClick: () => setCancelling(true) }]
            : []
        }
        problems={problemsOf(receipt, linked, isAdmin)}
        facts={<ReceiptFacts receipt={receipt} />}
        entity="receipt"
        documents={<ReceiptPhotos receipt={receipt} none={t('No photos.')} />}
      >
        <PlainTable title="Lines" columns={lineColumns(receipt.lines)} rows={receipt.lines} empty="This goods receipt has no lines." />
      </DocumentPage>
      {cancelling && <CancelReceipt receipt={receipt} onClose={() => setCancelling(false)} />}
    </>
  );
}

/** The problems of a goods receipt as texts: deviations by line, invoices that are exceptions, and other warnings. */
function problemsOf(receipt: Receipt, linked: readonly Link[], isAdmin: boolean): Problem[] {
  const told = new Set(receipt.differences.map(differenceWords));
  return [
    ...linked.flatMap(({ documentKind, state, documentId: _id, number: invoiceNumber }) =>
      documentKind === 'invoice' && (state === 'exception' || state === 'returned')
        ? [stoppedInvoice(state, { _id, invoiceNumber }, isAdmin)]
        : [],
    ),
    ...receiptProblems(receipt).map(({ kind, poNumber, line, itemName, uom, units, amount, reason, remark }): Problem => {
      const values = { line, order: poNumber, quantity: `${showNumber(Math.abs(units))} ${uom ?? ''}`.trim() };
      return {
        tone: kind === 'over' ? 'warn' : 'bad',
        title:
          kind === 'short'
            ? t('Order {order}, line {line}: {quantity} short', values)
            : kind === 'over'
              ? t('Order {order}, line {line}: {quantity} more than dispatched', values)
              : t('Order {order}, line {line}: {quantity} rejected', values),
        text: aboutItem(itemName, whyRejected(reason, remark)),
        ...figuresOf(units, values.quantity, amount),
      };
    }),
    ...(receipt.isCancelled
      ? []
      : receipt.remarks.filter((remark) => !told.has(remark)).map((remark): Problem => ({ tone: 'warn', title: t(remark) }))),
  ];
}

function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const { userID, siteId, gateEntryAt, site, remark, enteredBy, createdAt, cancelReason, poNumbers, DCNumber } = receipt;
  const [poNumber = null] = poNumbers;
  const addresses = useAddressFacts({ vendorId: userID, vendorGST: null, poNumber: siteId === null ? poNumber : null });
  const place = useSites(siteId !== null).find(({ _id }) => _id === siteId);
  return (
    <Facts
      items={[
        { label: 'PO Number', value: listed(poNumbers) },
        ...(DCNumber === null ? [] : [{ label: 'DC Number', value: DCNumber }]),
        { label: 'Receipt Date', value: showDate(receipt.receivedOn) },
        ...(gateEntryAt === null ? [] : [{ label: 'Gate entry', value: showInstant(gateEntryAt) }]),
        ...(site === null ? [] : [{ label: 'Site', value: site }]),
        ...(place === undefined ? [] : [{ label: 'Ship To', value: `${place.address}, ${place.postalCode}` }]),
        ...addresses,
        { label: 'Entered by', value: enteredBy },
        { label: 'Entered', value: showInstant(createdAt) },
        ...(remark === null ? [] : [{ label: 'Remark', value: remark }]),
        ...(cancelReason === null ? [] : [{ label: 'Reason for cancelling', value: cancelReason }]),
      ]}
    />
  );
}

/** The item of a problem, with the reason if there is one. */
function aboutItem(itemName: string | null, reason: string): string {
  if (itemName === null || reason === '') return itemName ?? reason;
  return t('{itemName}: {reason}', { itemName, reason });
}

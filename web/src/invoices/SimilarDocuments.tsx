import type { SimilarDocuments as Similar } from '@aapurti/contract/invoices/similar';

import { statusOf } from '../document/statusWords.ts';
import { custom, date, money } from '../list/columns.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import { TextLink } from '../ui/Link.tsx';
import { Mono } from '../ui/Mono.tsx';
import { Panel } from '../ui/Panel.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';

type Invoice = Similar['invoices'][number];
type Order = Similar['orders'][number];

/** The documents that support or contradict an invoice without lines, shown before its approval or payment. */
export function SimilarDocuments({ similar: { invoices, orders } }: { similar: Similar }) {
  return (
    <Panel title="Compare before you approve">
      <PlainTable
        title="Invoices with the same value"
        columns={INVOICES}
        rows={invoices}
        empty="No other invoice of this vendor has this value."
      />
      <PlainTable title="Orders of this vendor" columns={ORDERS} rows={orders} empty="This vendor has no orders." />
    </Panel>
  );
}

function Badge({ kind, state }: { kind: 'invoice' | 'purchaseOrder'; state: string }) {
  const status = statusOf(kind, state);
  return status === null ? null : <StatusBadge tone={status.tone}>{t(status.word)}</StatusBadge>;
}

const INVOICES = [
  custom<Invoice>(
    'Invoice Number',
    ({ _id, invoiceNumber }) => (
      <TextLink href={urls.document('invoice', _id)}>
        <Mono>{invoiceNumber}</Mono>
      </TextLink>
    ),
    {
      lead: true,
    },
  ),
  date<Invoice>('Invoice Date', 'invoiceDate', { brief: true }),
  custom<Invoice>('Status', ({ matchState }) => <Badge kind="invoice" state={matchState} />, { brief: true }),
  money<Invoice>('Value', 'invoiceValue', { brief: true, summed: false }),
];

const ORDERS = [
  custom<Order>(
    'PO Number',
    ({ orderId, poNumber }) => (
      <TextLink href={urls.document('purchaseOrder', orderId)}>
        <Mono>{poNumber}</Mono>
      </TextLink>
    ),
    {
      lead: true,
    },
  ),
  date<Order>('PO Date', 'poDate', { brief: true }),
  custom<Order>('Status', ({ status }) => <Badge kind="purchaseOrder" state={status} />),
  money<Order>('Value', 'value', { brief: true, summed: false }),
  custom<Order>(
    'Compared with the invoice',
    ({ isSameValue, isNamed }) =>
      isSameValue ? <StatusBadge tone="good">{t('Same value')}</StatusBadge> : isNamed ? t('Named on the invoice') : t('Different value'),
    { brief: true },
  ),
];

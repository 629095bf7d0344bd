import { type InvoiceProposal, invoiceLines } from '@aapurti/contract/invoices/invoiceLines';
import { links } from '@aapurti/contract/purchase-orders/orderLinks';
import { orders, type PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import { sumOf } from '@aapurti/contract/purchase-orders/orderTax';
import { useQuery } from '@tanstack/react-query';

import { call } from '../ground/api.ts';
import { callQuery } from '../ground/callQuery.ts';
import { moneyText } from '../form/money.ts';
import type { Values } from '../form/useContractForm.ts';
import { useSignedIn } from '../access/session.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Strip } from '../ui/Strip.tsx';
import { t } from '../words/words.ts';
import { InvoiceForm } from './InvoiceForm.tsx';

/**
 * An invoice for the accepted and not yet invoiced goods of an order or of one of its receipts, line by line. Before any receipt, it covers
 * the rest of the order, without lines. If all accepted goods are invoiced, the form says so and proposes no amounts.
 */
export function InvoiceForOrder({ poNumber, userID, receipt }: { poNumber: string; userID: string; receipt: string }) {
  const { isAdmin } = useSignedIn();
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [links.get.id, 'invoice', poNumber, userID, receipt],
    queryFn: async ({ signal }) => {
      const query = { poNumber, userID: isAdmin ? userID : '', page: 1, pageSize: 1 };
      const [order] = (await call(orders.list, { query, signal })).data;
      if (order === undefined) return null;
      const asked = { orderId: order._id, receiptNumber: receipt, userID: order.userID };
      const { data: proposal } = await call(invoiceLines.propose, { query: asked, signal });
      const { totals, lines } = (await call(links.get, { params: { id: order._id }, signal })).data;
      return { order, invoiced: totals.invoiced, proposal, hasArrived: lines.some(({ received }) => received > 0) };
    },
    // A newer order must not replace the user's input.
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  if (data === undefined) return <NotLoaded query={{ error, isPending, isFetching, refetch }} sign height={320} />;
  if (data === null) return <InvoiceForm given={{ PONumber: poNumber, userID }} />;
  const { lines, sums } = data.proposal;
  if (lines.length > 0) return <InvoiceForm given={{ ...proposed(data), ...sumTexts(sums) }} lines={lines} />;
  if (!data.hasArrived) return <InvoiceForm given={proposed(data)} />;
  return (
    <>
      <Strip>
        {t(receipt === '' ? 'The accepted quantity of this order is fully invoiced.' : 'This goods receipt is fully invoiced.')}
      </Strip>
      <InvoiceForm given={{ ...proposed(data), ...NO_AMOUNTS }} />
    </>
  );
}

const NO_AMOUNTS: Values = { invoiceValue: '', CGSTValue: '', SGSTValue: '', IGSTValue: '' };

/** The sums of lines as the form's fields hold them. */
function sumTexts(sums: InvoiceProposal['sums']): Values {
  return Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, value === 0 ? '' : moneyText(value)]));
}

function proposed({ order, invoiced }: { order: PurchaseOrder; invoiced: number }): Values {
  const left = Math.round(order.value * 100) - Math.round(invoiced * 100);
  const { cgst, sgst, igst } = sumOf(order.listOfItems);
  const text = (amount: { isZero(): boolean; toFixed(places: number): string }) => (amount.isZero() ? '' : amount.toFixed(2));
  const isWhole = invoiced === 0;
  return {
    userID: order.userID,
    PONumber: order.poNumber,
    PODate: order.poDate,
    vendorGST: order.vendorGST ?? '',
    buyerGST: order.buyerGST ?? '',
    invoiceValue: left > 0 ? moneyText(left / 100) : '',
    CGSTValue: isWhole ? text(cgst) : '',
    SGSTValue: isWhole ? text(sgst) : '',
    IGSTValue: isWhole ? text(igst) : '',
  };
}

/** An invoice for the goods of a dispatch note, line by line. */
export function InvoiceForNote({ noteId, userID }: { noteId: string; userID: string }) {
  const { isAdmin } = useSignedIn();
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...callQuery(invoiceLines.propose, { query: { noteId, userID: isAdmin ? userID : '' } }),
    // Newer data must not replace the user's input.
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  if (data === undefined) return <NotLoaded query={{ error, isPending, isFetching, refetch }} sign height={320} />;
  const { lines, sums, ...head } = data;
  return lines.length === 0 ? (
    <>
      <Strip>{t('This dispatch note is fully invoiced.')}</Strip>
      <InvoiceForm given={head} />
    </>
  ) : (
    <InvoiceForm given={{ ...head, ...sumTexts(sums) }} lines={lines} noteId={noteId} />
  );
}

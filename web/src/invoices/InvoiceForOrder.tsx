import { links } from '@aapurti/contract/orderLinks';
import { orders, type PurchaseOrder } from '@aapurti/contract/orders';
import { sumOf } from '@aapurti/contract/orderTax';
import { useQuery } from '@tanstack/react-query';

import { call } from '../api.ts';
import { moneyText } from '../form/money.ts';
import type { Values } from '../form/useContractForm.ts';
import { useSignedIn } from '../session.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { InvoiceForm } from './InvoiceForm.tsx';

/** An invoice of what is not invoiced of an order yet, with the taxes of the order where that is all of it. */
export function InvoiceForOrder({ poNumber, userID }: { poNumber: string; userID: string }) {
  const { isAdmin } = useSignedIn();
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [links.get.id, 'invoice', poNumber, userID],
    queryFn: async ({ signal }) => {
      const query = { poNumber, userID: isAdmin ? userID : '', page: 1, pageSize: 1 };
      const [order] = (await call(orders.list, { query, signal })).data;
      if (order === undefined) return null;
      const { totals } = (await call(links.get, { params: { id: order._id }, signal })).data;
      return { order, invoiced: totals.invoiced };
    },
    // What is typed must not be replaced by a newer order.
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  if (isPending) return <Spinner height={320} />;
  if (data === undefined) return <NotLoaded query={{ error, isFetching, refetch }} sign />;
  return <InvoiceForm given={data === null ? { PONumber: poNumber, userID } : proposed(data)} />;
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

import type { Invoice } from '@aapurti/contract/invoices/invoices';
import { invoices, isFixed } from '@aapurti/contract/invoices/invoices';
import { type InvoiceMatch, matching } from '@aapurti/contract/invoices/matching';
import { buyerOrders } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import { isChangedHere } from '@aapurti/contract/purchase-orders/orders';
import type { AgreedTerms } from '@aapurti/contract/invoices/orderFigures';
import { useQueries, useQuery } from '@tanstack/react-query';

import { useSignedIn } from '../access/session.ts';
import { useMay } from '../access/useMay.ts';
import { call } from '../ground/api.ts';
import { recordQuery } from '../ground/callQuery.ts';
import { urls } from '../urls.ts';
import { sentLines, typedLinesOf } from './typedLines.ts';

/** The corrections of an exception, and whether the user may make them, which only its vendor may. */
export function useCorrections(invoice: Invoice, match: InvoiceMatch | undefined): { mayCorrect: boolean; agreed: readonly AgreedTerms[] } {
  const { isAdmin } = useSignedIn();
  const may = useMay();
  const { _id: invoiceId, userID } = invoice;
  const isWanted = match?.matchState === 'exception' && !isAdmin && may(invoices.edit.access) && !isFixed(invoice);
  const { data } = useQuery({
    queryKey: [matching.check.id, 'corrections', invoiceId, match?.runId ?? '', invoice.updatedAt],
    queryFn: async ({ signal }) => {
      const { invoiceNumber, invoiceDate, invoiceValue, CGSTValue, SGSTValue, IGSTValue, vendorGST, buyerGST, IRN } = invoice;
      const head = { invoiceNumber, invoiceDate, invoiceValue, CGSTValue, SGSTValue, IGSTValue, vendorGST, buyerGST, IRN };
      const body = { ...head, invoiceId, userID, lines: sentLines(typedLinesOf(match?.lines ?? [])) };
      return (await call(matching.check, { body, signal })).data.agreed;
    },
    enabled: isWanted,
  });
  return { mayCorrect: isWanted, agreed: isWanted ? (data ?? NONE) : NONE };
}

const NONE: readonly AgreedTerms[] = [];

/** The pages for amending the orders of an exception, for buyer users who may amend them; ERP orders are amended in the ERP. */
export function useAmendments(match: InvoiceMatch | undefined): (orderId: string) => string | null {
  const { isAdmin } = useSignedIn();
  const may = useMay();
  const isWanted = match?.matchState === 'exception' && isAdmin && may(buyerOrders.edit.access);
  const ids = isWanted ? [...new Set(match.lines.flatMap(({ orderId }) => orderId ?? []))] : [];
  const found = useQueries({ queries: ids.map((id) => recordQuery(buyerOrders.get, id)) });
  return (id) => {
    const order = found.find(({ data }) => data?._id === id)?.data;
    return order != null && isChangedHere(order) && may(buyerOrders.edit.access, order.siteId) ? urls.buyerOrderEdit(id) : null;
  };
}

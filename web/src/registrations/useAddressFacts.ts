import { partyCode } from '@aapurti/contract/ground/registrationRules';
import { orders } from '@aapurti/contract/purchase-orders/orders';
import type { Registration } from '@aapurti/contract/registrations/registrations';
import { useQuery } from '@tanstack/react-query';

import { useSignedIn } from '../access/session.ts';
import { callQuery } from '../ground/callQuery.ts';
import { useRegistrations } from './useRegistrations.ts';

interface Named {
  vendorId: string;
  /** The codes of the registrations that the document names; by default the main one. */
  vendorGST: string | null;
  buyerGST?: string | null;
  /** The order for the goods. */
  poNumber?: string | null;
}

/**
 * The addresses of vendor, buyer and delivery as facts of a document, from the registrations and the order that it names. None while they
 * load.
 */
export function useAddressFacts({ vendorId, vendorGST, buyerGST = null, poNumber = null }: Named) {
  const { isAdmin } = useSignedIn();
  const { data } = useRegistrations(vendorId);
  const query = { poNumber: poNumber ?? '', ...(isAdmin ? { userID: vendorId } : {}), page: 1, pageSize: 2 };
  const { data: found } = useQuery({ ...callQuery(orders.list, { query }), enabled: poNumber !== null });
  const [order, another] = found ?? [];
  const facts = [
    ['Vendor Address', addressOf(data?.vendor, vendorGST)],
    ['Bill To', addressOf(data?.buyer, buyerGST)],
    // A number that two orders have identifies neither.
    ['Ship To', another === undefined ? (order?.deliveryLocation ?? null) : null],
  ] as const;
  return facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}

function addressOf(all: readonly Registration[] | undefined, code: string | null) {
  const found = all?.find((each) => (code === null ? each.main : partyCode(each) === code)) ?? (code === null ? all?.[0] : undefined);
  if (found?.address == null) return null;
  return [found.tradeName ?? found.legalName, found.address, found.postalCode].filter(Boolean).join(', ');
}

import { codeKey } from '@aapurti/contract/ground/codeKeys';
import { type Invoice, invoices } from '@aapurti/contract/invoices/invoices';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../ground/api.ts';
import { useOrder } from '../dispatch-notes/useOrder.ts';

const SETTLED_AFTER = 250;
/** This exceeds the number of financial years in which a vendor could repeat an invoice number. */
const LOOKED_AT = 20;

interface Asked {
  vendorId: string;
  invoiceNumber: string;
  /** The date that tells invoices with the same number apart. */
  invoiceDate: string;
  /** The order number in the memo, for an invoice that is unknown or names no order. */
  poNumber: string;
}

/**
 * The documents that determine the memo's tax: its invoice, and the place of supply (a GST code) of that invoice's order; null if the order
 * states none. The last place of supply stays while another is looked up, and is undefined until the first is known.
 */
export function useCorrected({ vendorId, invoiceNumber, invoiceDate, poNumber }: Asked): {
  invoice: Invoice | null;
  /** All invoices with this number, one per financial year. */
  named: readonly Invoice[];
  /** The invoice that the server would choose by number and date: null if there is none, undefined while unknown. */
  resolved: Invoice | null | undefined;
  placeOfSupply: string | null | undefined;
} {
  const named = useInvoicesNamed(vendorId, invoiceNumber.trim());
  const invoice = named && meantOf(named, invoiceDate);
  const order = useOrder(invoice === undefined ? '' : (invoice?.PONumber ?? poNumber).trim(), vendorId);
  const found = invoice === undefined || order === undefined ? undefined : (order?.placeOfSupply ?? null);
  const [last, setLast] = useState(found);
  if (found !== undefined && found !== last) setLast(found);
  const dated = named?.filter((each) => invoiceDate === '' || each.invoiceDate === invoiceDate);
  const resolved = dated && (dated.length > 0 && meantOf(dated, invoiceDate) === null ? undefined : meantOf(dated, invoiceDate));
  return { invoice: invoice ?? null, named: named ?? [], resolved, placeOfSupply: found ?? last };
}

/**
 * The invoice that the server chooses: the one of that date or, without a date, the only one with a balance; null if none or several match.
 */
function meantOf(named: readonly Invoice[], date: string): Invoice | null {
  if (named.length === 1) return named[0] ?? null;
  const [only, ...others] = named.filter((each) => (date === '' ? each.balance > 0 : each.invoiceDate === date));
  return others.length === 0 ? (only ?? null) : null;
}

/** A vendor's invoices with this number; undefined while loading. */
function useInvoicesNamed(userID: string, number: string): readonly Invoice[] | undefined {
  const [settled] = useDebouncedValue(number, SETTLED_AFTER);
  const { data, isError } = useQuery({
    queryKey: [invoices.list.id, 'exactly', userID, settled],
    queryFn: async ({ signal }) => {
      // The list is sorted by number, so that the exact number comes before the numbers that start with it.
      const query = { userID, invoiceNumber: settled, sortBy: 'invoiceNumber', sortOrder: 'asc', page: 1, pageSize: LOOKED_AT } as const;
      const { data: rows } = await call(invoices.list, { query, signal });
      return rows.filter(({ invoiceNumber }) => codeKey(invoiceNumber) === codeKey(settled));
    },
    enabled: settled !== '' && userID !== '',
  });
  if (number === '' || userID === '' || isError) return NONE;
  return settled === number ? data : undefined;
}

const NONE: readonly Invoice[] = [];

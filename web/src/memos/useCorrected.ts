import { codeKey } from '@aapurti/contract/ground/codeKeys';
import { type Invoice, invoices } from '@aapurti/contract/invoices/invoices';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../ground/api.ts';
import { useOrder } from '../dispatch-notes/useOrder.ts';

const SETTLED_AFTER = 250;
/** More than the financial years in which a vendor repeats a number. */
const LOOKED_AT = 20;

interface Asked {
  vendorId: string;
  invoiceNumber: string;
  /** Tells invoices with the same number apart. */
  invoiceDate: string;
  /** The order that the memo names, for an invoice that is not here or names none. */
  poNumber: string;
}

/**
 * The documents that a memo follows in its tax: its invoice, and the place of supply (a GST code) of that invoice's order; null where the
 * order states none. While another is looked up the last place stays; undefined before the first is known.
 */
export function useCorrected({ vendorId, invoiceNumber, invoiceDate, poNumber }: Asked): {
  invoice: Invoice | null;
  /** All that have the number, one a financial year. */
  named: readonly Invoice[];
  /** The invoice that the server would take, by number and date: null where there is none, undefined where it is not known yet. */
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
 * The invoice as the server takes it: the one of that day, where there is no day the only one with a balance; null where it means none or
 * several.
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
      // Sorted by length, so that the number itself comes before those that start with it.
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

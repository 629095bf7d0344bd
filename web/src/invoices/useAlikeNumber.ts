import { invoices } from '@aapurti/contract/invoices/invoices';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';

import { call } from '../ground/api.ts';

interface Asked {
  userID: string;
  invoiceNumber: string;
  invoiceDate: string;
  /** The invoice that is being changed. */
  except: string;
}

/** The remark on a number that is nearly one of the vendor's others, after typing has stopped; null if there is none. */
export function useAlikeNumber(asked: Asked): string | null {
  const [query] = useDebouncedValue(asked, 300);
  const isTyped = query.userID !== '' && /^[\w/-]{1,64}$/.test(query.invoiceNumber);
  const { data } = useQuery({
    queryKey: [invoices.remark.id, query],
    queryFn: async ({ signal }) => (await call(invoices.remark, { query, signal })).data.remark,
    enabled: isTyped,
  });
  return isTyped && query.invoiceNumber === asked.invoiceNumber ? (data ?? null) : null;
}

import { invoiceLines } from '@aapurti/contract/invoiceLines';
import { useQuery } from '@tanstack/react-query';

import { call } from '../api.ts';
import { useSignedIn } from '../session.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Strip } from '../ui/Strip.tsx';
import { t } from '../words.ts';
import { InvoiceForm } from './InvoiceForm.tsx';
import { sumTexts } from './InvoiceForOrder.tsx';

/** An invoice over what a dispatch note carries, line by line. */
export function InvoiceForNote({ noteId, userID }: { noteId: string; userID: string }) {
  const { isAdmin } = useSignedIn();
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [invoiceLines.propose.id, 'note', noteId, userID],
    queryFn: async ({ signal }) => (await call(invoiceLines.propose, { query: { noteId, userID: isAdmin ? userID : '' }, signal })).data,
    // What is typed must not be replaced.
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  if (isPending) return <Spinner height={320} />;
  if (data === undefined) return <NotLoaded query={{ error, isFetching, refetch }} sign />;
  const { lines, sums, ...head } = data;
  return lines.length === 0 ? (
    <>
      <Strip>{t('Nothing of this dispatch note is left to invoice.')}</Strip>
      <InvoiceForm given={head} />
    </>
  ) : (
    <InvoiceForm given={{ ...head, ...sumTexts(sums) }} lines={lines} />
  );
}

import { invoices } from '@aapurti/contract/invoices/invoices';
import { useQuery } from '@tanstack/react-query';

import { recordQuery } from '../ground/callQuery.ts';
import { DecideMatch } from './DecideMatch.tsx';
import { matchQuery } from './matchQuery.ts';

/** Asks for the reason to send an invoice back, on the page of another document. */
export function SendBackInvoice({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: invoice } = useQuery({ ...recordQuery(invoices.get, id), staleTime: 0 });
  const { data: match } = useQuery(matchQuery(id));
  if (!invoice || match === undefined) return null;
  return <DecideMatch kind="return" reason="" invoice={invoice} match={match} onClose={onClose} onDone={onClose} />;
}

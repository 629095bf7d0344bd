import { invoices } from '@aapurti/contract/invoices/invoices';
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { recordQuery } from '../ground/callQuery.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { t } from '../words/words.ts';
import { DecideMatch } from './DecideMatch.tsx';
import { matchQuery } from './matchQuery.ts';

/** Asks for the reason to send an invoice back, on the page of another document. */
export function SendBackInvoice({ id, onClose }: { id: string; onClose: () => void }) {
  const invoice = useQuery({ ...recordQuery(invoices.get, id), staleTime: 0 });
  const match = useQuery(matchQuery(id));
  const failed = [invoice, match].find(({ isError }) => isError);
  if (failed !== undefined)
    return (
      <Modal opened onClose={onClose} title={t('Send back')}>
        <NotLoaded query={failed} />
      </Modal>
    );
  if (!invoice.data || match.data === undefined) return null;
  return <DecideMatch kind="return" reason="" invoice={invoice.data} match={match.data} onClose={onClose} onDone={onClose} />;
}

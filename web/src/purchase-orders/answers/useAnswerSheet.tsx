import { answerSheet } from '@aapurti/contract/purchase-orders/answerSheet';
import { answers } from '@aapurti/contract/purchase-orders/orderAnswers';
import { orders } from '@aapurti/contract/purchase-orders/orders';

import { useLineSheet } from '../../sheets/useLineSheet.tsx';

/** The menu entries for confirmations in a spreadsheet: downloads the open lines of all orders, and uploads their confirmations. */
export function useAnswerSheet() {
  return useLineSheet({
    calls: answerSheet,
    lists: [orders.search.id, orders.list.id, answers.get.id],
    rows: 'confirmations',
    note: 'Download the open lines, fill in the confirmations and upload the file. Rows left blank are skipped.',
    downloadLabel: 'Download open lines',
    downloadName: 'Open lines',
    uploadLabel: 'Upload confirmations',
  });
}

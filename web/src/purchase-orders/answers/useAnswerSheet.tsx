import { answerSheet } from '@aapurti/contract/purchase-orders/answerSheet';
import { answers } from '@aapurti/contract/purchase-orders/orderAnswers';
import { orders } from '@aapurti/contract/purchase-orders/orders';

import { useLineSheet } from '../../sheets/useLineSheet.tsx';

/** The menu entries for answers in a spreadsheet: the open lines of all orders, and their answers back. */
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

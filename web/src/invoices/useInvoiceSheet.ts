import { invoiceLineSheet } from '@aapurti/contract/invoices/invoiceLineSheet';

import { userOptions } from '../choose/userOptions.ts';
import { FIGURES } from '../payments/forgetFigures.ts';
import { useSignedIn } from '../access/session.ts';
import { useLineSheet } from '../sheets/useLineSheet.tsx';

/** The menu entries for lines of invoices in a spreadsheet: of an invoice, or without one all that can be invoiced. */
export function useInvoiceSheet(invoiceId: string) {
  const { isAdmin } = useSignedIn();
  const isNew = invoiceId === '';
  return useLineSheet({
    calls: invoiceLineSheet,
    lists: FIGURES,
    rows: ['invoice', 'invoices'],
    grouped: true,
    query: () => (isNew ? {} : { invoiceId }),
    note: isNew
      ? 'Download the open lines, fill in the invoice number and quantity, and upload the file. Blank amounts are calculated from the lines.'
      : 'Download the lines, change them and upload the file. Its rows replace the lines of this invoice.',
    downloadLabel: isNew ? 'Download open lines to invoice' : 'Download lines',
    downloadName: isNew ? 'Lines to invoice' : 'Lines of an invoice',
    uploadLabel: 'Upload lines',
    ...(isAdmin ? { owner: { label: 'Vendor', options: userOptions } } : {}),
  });
}

import type { Invoice } from '@aapurti/contract/invoices/invoices';
import { messages } from '@aapurti/contract/invoices/matching';

/** True if an invoice can be approved as it was seen; the server decides. */
export function isApprovable(invoice: Invoice): boolean {
  return messages.notApprovable[invoice.matchState] === null && invoice.balance > 0;
}

import { showDate } from '@aapurti/contract/ground/fields';
import { say } from '@aapurti/contract/ground/template';

/** The message for a payment of an invoice that the vendor does not have. `words` name the payment. */
export const noInvoice = (words: string, invoiceNumber: string | null, day: string | null): string =>
  day === null
    ? say('{words}: the vendor has no invoice {invoiceNumber} in the portal.', { words, invoiceNumber })
    : say('{words}: the vendor has no invoice {invoiceNumber} of {day} in the portal.', { words, invoiceNumber, day: showDate(day) });

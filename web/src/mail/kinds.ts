import type { MailKind } from '@aapurti/contract/mail/mail';

/** The kinds of mail and notice in words. */
export const KINDS: Record<MailKind, { label: string; description: string }> = {
  prices: { label: 'Price decisions', description: 'A price of yours is approved or disapproved.' },
  payments: { label: 'Payments', description: 'A payment is recorded for you.' },
  orders: { label: 'Purchase orders', description: 'The buyer has sent you new purchase orders.' },
  amendments: { label: 'Amended orders', description: 'The buyer has changed a purchase order that you had acknowledged.' },
  answers: { label: 'Answers to orders', description: 'Lines of a purchase order are answered, or the answers decided about.' },
  invoices: {
    label: 'Returned and approved invoices',
    description: 'The buyer returns an invoice of yours, with a reason, or approves it.',
  },
  reminders: { label: 'Orders awaiting confirmation', description: 'A purchase order waits for the vendor’s answer for some days.' },
  changes: { label: 'Bank and tax details', description: 'A vendor’s bank, PAN or GST details, or a document, were changed.' },
};

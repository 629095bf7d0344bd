import type { MailKind } from '@aapurti/contract/mail/mail';

/** The names of the types of e-mails and notifications. */
export const KINDS: Record<MailKind, { label: string; description: string }> = {
  prices: { label: 'Price decisions', description: 'Your price was approved or disapproved.' },
  payments: { label: 'Payments', description: 'A payment is recorded for you.' },
  orders: { label: 'Purchase orders', description: 'The buyer has sent you new purchase orders.' },
  amendments: { label: 'Amended orders', description: 'The buyer has changed a purchase order that you had acknowledged.' },
  answers: {
    label: 'Order confirmations',
    description: 'A vendor confirms lines of a purchase order, or the buyer decides on the proposals.',
  },
  invoices: {
    label: 'Approved and sent-back invoices',
    description: 'The buyer sends your invoice back with a reason, or approves it.',
  },
  reminders: {
    label: 'Orders awaiting confirmation',
    description: 'A purchase order has been waiting for the vendor’s confirmation for several days.',
  },
  differences: {
    label: 'Rejected, short and over',
    description: 'The buyer rejected goods, or received more or less than you dispatched.',
  },
  comments: { label: 'Comments', description: 'Someone comments on a document of yours or mentions you.' },
  changes: { label: 'Bank and tax details', description: 'A vendor’s bank, PAN or GST details, or a document, have changed.' },
};

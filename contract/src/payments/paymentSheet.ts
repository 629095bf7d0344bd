import { say } from '../ground/template.ts';

/** The kinds of rows of a payment file. */
export const SHEET_KINDS = ['payment', 'advance', 'reversal'] as const;

/** The messages of payment files, and of payments from the buyer’s system. */
export const sheetMessages = {
  /** The reason for a reversal from the buyer’s system. */
  cancelledInSystem: 'Cancelled in the buyer’s system',
  /** `amount` and `day` of the recorded payment. */
  recordedOtherwise: (reference: string, amount: string, day: string) =>
    say(
      'Payment {reference} of {amount} is recorded with other details, dated {day}. Correct the row, or reverse that payment and upload it again.',
      { reference, amount, day },
    ),
  notRecorded: (reference: string) => say('No payment {reference} of this vendor is recorded. Check the reference.', { reference }),
  /** `day` of the earlier reversal. */
  recordedSince: (reference: string, day: string) =>
    say(
      'Payment {reference} was reversed for this reason on {day}, and has been recorded again. Remove the row, or enter another reason to reverse it again.',
      { reference, day },
    ),
  reversedWhole: (amount: string) => say('A payment is reversed as a whole: enter {amount}.', { amount }),
  advanceOrder: 'Enter the purchase order that the advance is for.',
  advanceInvoice: 'An advance is for a purchase order. Leave the invoice blank.',
  reversalInvoice: 'A reversal is for the whole payment. Leave the invoice blank.',
  onlyAdvance: 'Enter a purchase order only for an advance.',
  onlyReversal: 'Enter a reason only for a reversal.',
  dateOfNone: 'Enter the number of the invoice that has this date.',
  tooManyParts: (reference: string, parts: number, most: number) =>
    say('Payment {reference} names {parts} invoices, but a payment has at most {most}. Use another reference for the rest.', {
      reference,
      parts,
      most,
    }),
  /** `orders`: for example "PO/9 of 01-11-2026, po/9 of 03-11-2026". */
  severalOrders: (number: string, orders: readonly string[]) =>
    say('The vendor has several purchase orders with the number {number}: {orders}. Enter the number exactly as on that order.', {
      number,
      orders,
    }),
  noOrder: (number: string) => say('The vendor has no purchase order {number}.', { number }),
} as const;

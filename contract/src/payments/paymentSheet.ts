/** The kinds of rows of the sheet of payments. */
export const SHEET_KINDS = ['payment', 'advance', 'reversal'] as const;

/** The messages of the sheet of payments, and of payments that come from the buyer’s system. */
export const sheetMessages = {
  /** The reason for a reversal that comes from the buyer’s system. */
  cancelledInSystem: 'Cancelled in the buyer’s system',
  /** `amount` and `day`: of the recorded payment. */
  recordedOtherwise: (reference: string, amount: string, day: string) =>
    `Payment ${reference} of ${amount} is recorded with other details, dated ${day}. Correct the row, or reverse that payment and upload it again.`,
  notRecorded: (reference: string) => `No payment ${reference} of this vendor is recorded. Check the reference.`,
  /** `day`: of the earlier reversal. */
  recordedSince: (reference: string, day: string) =>
    `Payment ${reference} was reversed for this reason on ${day}, and is recorded again. Leave the row out, or enter another reason to reverse it again.`,
  reversedWhole: (amount: string) => `A payment is reversed as a whole: enter ${amount}.`,
  advanceOrder: 'Enter the purchase order that the advance is for.',
  advanceInvoice: 'An advance is for a purchase order. Leave the invoice blank.',
  reversalInvoice: 'A reversal is for the whole payment. Leave the invoice blank.',
  onlyAdvance: 'Enter a purchase order only for an advance.',
  onlyReversal: 'Enter a reason only for a reversal.',
  dateOfNone: 'Enter the number of the invoice that has this date.',
  tooManyParts: (most: number) => `A payment has at most ${most} invoices. Use another reference for the rest.`,
  /** `orders`: as "PO/9 of 01-11-2026, po/9 of 03-11-2026". */
  severalOrders: (number: string, orders: string) =>
    `The vendor has several purchase orders ${number}: ${orders}. Enter the number exactly as that order has it.`,
  noOrder: (number: string) => `The vendor has no purchase order ${number}.`,
} as const;

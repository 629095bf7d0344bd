import { say } from '../ground/template.ts';

export const messages = {
  added: 'Payment added successfully',
  reversed: 'Payment reversed',
  invoiceNumber: 'Please select invoice number',
  amount: 'Please enter payment amount',
  paymentMode: 'Please select Payment Mode',
  future: (day: string, today: string) =>
    say('The payment is dated {day}, which is after today ({today}). Correct the date.', { day, today }),
  nothingLeft: "You don't have any payment left for this invoice.",
  /** `left`: the outstanding amount in rupees, for example `1180.00`. */
  tooMuch: (left: string) => say('Payment value should not be more then {left}', { left }),
  onlineKind: 'Only online payments use NEFT, RTGS, IMPS or UPI.',
  account: 'Enter the last four digits of the account.',
  referenceUsed: (reference: string) =>
    say('Payment reference {reference} is already used for this vendor. Enter another one, or reverse the payment that has it.', {
      reference,
    }),
  returned: (number: string) =>
    say('Invoice {number} was sent back to the vendor and cannot be paid until the vendor corrects it.', { number }),
  noInvoices: 'Choose at least one invoice.',
  twice: (number: string) => say('Invoice {number} appears twice. Remove one entry.', { number }),
  /** `day` and `amount` of the payment as formatted texts, here and below. */
  notReversible: (day: string, amount: string) =>
    say('The payment of {day} for {amount} comes from the buyer’s system: cancel it there.', { day, amount }),
  isReversal: (day: string, amount: string) =>
    say('The entry of {day} for {amount} reverses a payment, so it cannot be reversed. Enter the payment again.', { day, amount }),
  isReversed: (day: string, amount: string) =>
    say('The payment of {day} for {amount} has already been reversed. Enter a new payment if it was paid again.', { day, amount }),
  reversalDay: (day: string, paid: string) =>
    say('The payment is dated {paid}, so it cannot be reversed on {day}. Enter that date or a later one.', { paid, day }),
  reason: 'Enter the reason for reversing the payment.',
  advanceWaits: 'Advance saved. It is paid once another user confirms it under Payments to check.',
  aboveAdvance: (amount: string, left: string, number: string) =>
    say('{amount} exceeds the {left} that can be paid in advance for order {number}. Lower the amount.', { amount, left, number }),
  aboveOpening: (amount: string, left: string) =>
    say('{amount} exceeds the unpaid {left} of the opening balance. Lower the amount, or select an order to pay an advance.', {
      amount,
      left,
    }),
  endedOrder: (number: string) =>
    say('Order {number} is closed or cancelled, so no advance can be paid for it. Pay its invoices instead.', { number }),
  ownAdvance: (amount: string, number: string) =>
    say('You entered the advance of {amount} for order {number}, so another user must confirm it.', { amount, number }),
  /** `days`: the invoices' dates, for example 31-03-2026, 01-04-2026. */
  several: (number: string, days: readonly string[]) =>
    say('The vendor has several invoices with the number {number}, dated {days}. Choose one of them.', { number, days }),
  chooseVendor: (number: string) => say('Several vendors have an invoice with the number {number}. Choose the vendor.', { number }),
} as const;

/** Names of the reasons for rejecting a payment, for programs. */
export const paymentCodes = {
  above: 'payment_above_payable',
  nothingLeft: 'nothing_payable',
  held: 'invoice_not_payable',
  several: 'several_invoices',
  invoice: 'unknown_invoice',
  order: 'unknown_order',
  severalOrders: 'several_orders',
  notRecorded: 'payment_not_recorded',
  reversedWhole: 'payment_reversed_whole',
  otherVendor: 'payment_of_other_vendor',
  reference: 'reference_in_use',
  reversed: 'payment_is_reversed',
  future: 'payment_in_future',
  onlineKind: 'kind_of_other_mode',
  amount: 'amount_out_of_range',
  twice: 'invoice_twice',
  reversalDay: 'reversal_before_payment',
  chooseVendor: 'several_vendors',
  tooManyParts: 'too_many_invoices',
  fromSystem: 'payment_of_system',
  aboveAdvance: 'advance_above_limit',
  endedOrder: 'order_ended',
  ownAdvance: 'you_entered',
} as const;

import * as z from 'zod';

import { idParams, operation } from '../ground/operation.ts';
import { PAYMENT_MODES } from '../payments/payments.ts';

/** The newest of each kind in one reply; the totals are of all. */
export const LINKS_MAX = 100;

/** What followed from an order. Documents are the vendor's that name its number. */
const orderLinks = z
  .object({
    dispatchNotes: z.array(
      z.object({ _id: z.string(), DCNumber: z.string(), challanDate: z.string(), NumberOfCarton: z.number().nullable() }),
    ),
    /** Of one number and day: they may be of several lines. */
    receipts: z.array(
      z.object({
        number: z.string(),
        receivedOn: z.string(),
        lines: z.number(),
        quantity: z.number(),
        /** Something that was accepted is not invoiced yet. */
        toInvoice: z.boolean(),
      }),
    ),
    invoices: z.array(
      z.object({
        _id: z.string(),
        invoiceNumber: z.string(),
        invoiceDate: z.string(),
        invoiceValue: z.number(),
        paymentReceived: z.number(),
        dueDate: z.string(),
      }),
    ),
    payments: z.array(
      z.object({
        _id: z.string(),
        paymentDate: z.string(),
        invoiceNumber: z.string(),
        tenderType: z.enum(PAYMENT_MODES),
        amount: z.number(),
      }),
    ),
    /** What became of each line so far, in the order's unit. */
    lines: z.array(
      z.object({
        line: z.number(),
        itemName: z.string(),
        uom: z.string().nullable(),
        ordered: z.number(),
        promised: z.number(),
        /** By dispatch notes with lines that have left. */
        sent: z.number(),
        received: z.number(),
        /** Of what was received. */
        rejected: z.number(),
        /** By invoices with lines that were not returned. */
        invoiced: z.number(),
        /** Of what is invoiced: the part of each invoice that is paid. */
        paid: z.number(),
      }),
    ),
    totals: z.object({
      ordered: z.number(),
      received: z.number(),
      invoiced: z.number(),
      /** Of these invoices, or what the buyer's system says is paid of the order: whichever is more. */
      paid: z.number(),
    }),
  })
  .meta({ id: 'OrderLinks' });
export type OrderLinks = z.infer<typeof orderLinks>;

export const links = {
  get: operation({
    id: 'order.links',
    summary: `What followed from an order: its dispatch notes, receipts, invoices and payments, the newest ${LINKS_MAX} of each, and their value so far`,
    method: 'GET',
    path: '/api/purChaseOrder/links/{id}',
    access: 'members',
    params: idParams,
    replies: { 200: orderLinks },
  }),
};

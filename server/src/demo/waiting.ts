import { indianDay } from '@aapurti/contract/ground/fields';
import { PROPOSED, proposeMemo } from '@aapurti/contract/memos/memoFigures';
import { type Statement, statements } from '@aapurti/contract/papers/statements';
import { openingBalances } from '@aapurti/contract/payments/account';
import { payments } from '@aapurti/contract/payments/payments';
import { registrations } from '@aapurti/contract/registrations/registrations';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { withoutReplica } from '../database/replica.ts';
import { reverseMemo } from '../memos/memos.ts';
import { answerStatement, listStatements } from '../papers/statements.ts';
import { addOpening } from '../payments/openings/balances.ts';
import { confirmReport, enterAdvance, rejectReport, reportPayment } from '../payments/reported.ts';
import { addRegistration } from '../registrations/registrations.ts';
import { editAccount } from '../vendors/edit.ts';
import { gstinOf, makeMemo, withMembership } from './factories.ts';
import type { Step } from './steps.ts';
import { type DemoVendor, FIRMS, orderAt, type Who } from './vendors.ts';

/** The records, other than orders, goods and invoices, that await the buyer or a vendor, and those that were decided. */
export function waitingSteps({ mill, hills, press }: Readonly<Record<Who, DemoVendor>>, buyer: Actor): Step[] {
  return [
    { days: 172, run: (at) => carryForward(at, press, buyer) },
    { days: 44, run: async (at) => confirmReport(at, buyer, await report(at, press, '813', '5000.00', 'MAHBN26118')) },
    {
      days: 30,
      run: async (at) => {
        const reason = 'This transfer is not in our bank statement. Please send the UTR.';
        await rejectReport(at, buyer, await report(at, press, '813', '8000.00', 'MAHBN26824'), reason);
      },
    },
    { days: 3, run: (at) => report(at, press, '814', '12500.00', 'MAHBN27203') },
    { days: 13, run: (at) => credit(at, hills, buyer, ['001', '5405', 'Display racks for the festival, as agreed']) },
    {
      days: 10,
      run: async (at) => {
        const made = await credit(at, press, buyer, ['002', '815', 'Cans returned twice in our list']);
        await reverseMemo(at, buyer, 'credit', made._id, 'Entered for the wrong vendor');
      },
    },
    { days: 6, run: (at) => otherBank(at, hills) },
    { days: 5, run: (at) => otherState(at, hills) },
    { days: 2, run: (at) => advance(at, hills, buyer) },
    { days: 0, run: (at) => answerMonth(at, mill, 1) },
    { days: 0, run: (at) => answerMonth(at, hills, 1) },
    { days: 0, run: (at) => answerMonth(at, hills, 0) },
    { days: 0, run: (at) => answerMonth(at, press, 0, 'Our books have the balance of the old portal in full') },
  ];
}

/** The opening balance from before the portal. */
async function carryForward(at: Context, { actor }: DemoVendor, buyer: Actor): Promise<void> {
  const form = { userID: actor.id, amount: '18400.00', day: indianDay(at.clock()), reason: 'Balance of the books before the portal' };
  await addOpening(at, buyer, openingBalances.create.body.parse(form));
}

/** The vendor reports a payment. @returns the report's id. */
async function report(at: Context, { actor }: DemoVendor, invoiceNumber: string, amount: string, reference: string): Promise<string> {
  const form = { invoiceNumber, amount, paymentMode: 'online', onlineKind: 'neft', reference };
  return (await reportPayment(at, actor, payments.create.body.parse(form)))._id;
}

/** The buyer owes the vendor more, once another buyer user accepts it. */
async function credit(
  at: Context,
  { actor, rate, interState }: DemoVendor,
  buyer: Actor,
  [serial, number, description]: readonly [serial: string, invoice: string, description: string],
) {
  const invoice = await at.db.one<{ id: string; order: string; item: string }>(sql`
    select id::text, po_number as order, (select item_name from invoice_lines where invoice_id = invoices.id order by line limit 1) as item
    from invoices where vendor_id = ${actor.id} and number = ${number}`);
  const inputs = { itemQuantity: 12, unitPrice: '450.00', priceDifference: '150.00', taxRate: rate };
  const proposal = proposeMemo('credit', inputs, interState);
  return makeMemo(at, buyer, 'credit', {
    userID: actor.id,
    invoiceId: invoice.id,
    memoNumber: `CR/26-27/${serial}`,
    memoDate: indianDay(at.clock()),
    productName: invoice.item,
    buyerPORef: invoice.order,
    description,
    ...inputs,
    ...Object.fromEntries(PROPOSED.map((field) => [field, proposal?.[field] ?? null])),
  });
}

/** A bank account and a registration in another state await an administrator. */
async function otherBank(at: Context, { actor }: DemoVendor): Promise<void> {
  const bank = { bankName: 'Indian Bank', IFSCCode: 'IDIB000C076', accountNumber: '6712004418' };
  await editAccount(at, { ...actor, fresh: { account: true, company: true } }, actor.id, bank, new Map());
}

async function otherState(at: Context, { who, actor }: DemoVendor): Promise<void> {
  const depot = {
    kind: 'regular',
    gstin: gstinOf(FIRMS[who].pan, '29'),
    legalName: 'Doddabetta Tea & Coffee Works',
    address: 'Depot 4, Yeshwanthpur APMC Yard, Bengaluru',
    postalCode: '560022',
  };
  await addRegistration(at, actor, registrations.create.body.parse(depot));
}

/** An advance that stays on account until the goods of its order are invoiced. */
async function advance(at: Context, { who, actor }: DemoVendor, buyer: Actor): Promise<void> {
  const order = await at.db.one<{ id: string }>(sql`
    select id::text from purchase_orders where vendor_id = ${actor.id} and number = ${orderAt(who, 'PO/2026-27/0122')}`);
  const transfer = { paymentMode: 'online', onlineKind: 'neft', reference: 'HDFCN26331105902', Remarks: 'Advance for the new pack' };
  await enterAdvance(at, buyer, payments.advance.body.parse({ userID: actor.id, orderId: order.id, amount: '10000.00', ...transfer }));
}

/** The vendor agrees with the statement of a closed month, counted back from the last one, or states the difference. */
async function answerMonth(at: Context, vendor: DemoVendor, before: number, remark: string | null = null): Promise<void> {
  // The statement's figures are those in this transaction.
  const inside = { ...at, reports: withoutReplica(at.db) };
  const actor = await withMembership(at, vendor.actor);
  const listed = await listStatements(inside, actor, { page: 1, pageSize: 12, userID: null });
  const shown = (listed.body as readonly Statement[])[before];
  if (shown === undefined) return;
  const body = { closing: String(shown.closing), answer: remark === null ? 'agreed' : 'differs', remark };
  await answerStatement(inside, actor, shown.from.slice(0, 7), statements.answer.body.parse(body));
}

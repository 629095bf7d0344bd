import { type Cartons, messages, printCodes, proposal, whyNoLabels } from '@aapurti/contract/purchase-orders/cartons';
import { indianDay } from '@aapurti/contract/ground/fields';
import { printName } from '@aapurti/contract/purchase-orders/orderPrints';
import { packageSheet } from '@aapurti/contract/papers/packageSheet';
import { type Packing, packingLabels, type Sender } from '@aapurti/contract/papers/packingLabels';
import { A4, LABEL } from '@aapurti/contract/papers/paper';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { languageOf, textsFor } from '../access/language.ts';
import { coded, conflict } from '../ground/refusal.ts';
import { Pdf } from '../ground/reply.ts';
import { pagesPdf, sheetPdf } from '../papers/pdf.ts';
import { buyerState } from '../registrations/parties.ts';
import { ownOrder } from './orders.ts';

/**
 * The labels of an order as a PDF, one page of 100 × 150 mm per carton.
 * @param cartons of the lines to label; by default all lines as proposed.
 * @throws Refusal 404 if the order is not the caller's, 409 if it is cancelled, 422 if there are no such lines or too many labels.
 */
export async function packingLabelsPdf(ctx: Context, actor: Actor, id: string, cartons: Cartons | undefined): Promise<Pdf> {
  const packing = await packingOf(ctx, actor, id);
  const { order } = packing;
  if (order.status === 'Cancelled') throw conflict(messages.cancelled, { code: printCodes.cancelled });
  const chosen = cartons ?? proposal(order.listOfItems);
  const problem = whyNoLabels(chosen, order.listOfItems.length);
  if (problem !== null) throw coded(422, problem, { field: 'cartons', code: printCodes.cartons });
  const t = await textsFor(ctx.db, actor);
  const content = await pagesPdf(LABEL, packingLabels(packing, chosen, t), {
    title: t('Packing labels {poNumber}', { poNumber: order.poNumber }),
    at: ctx.clock(),
    language: languageOf(t),
  });
  return new Pdf(printName('labels', order.poNumber), content);
}

/** The package sheet of an order as an A4 PDF with all its lines. @throws Refusal 404 if the order is not the caller's. */
export async function packageSheetPdf(ctx: Context, actor: Actor, id: string, cartons: Cartons = new Map()): Promise<Pdf> {
  const packing = await packingOf(ctx, actor, id);
  const t = await textsFor(ctx.db, actor);
  const sheet = packageSheet(packing, cartons, t);
  const about = { title: sheet.title, at: ctx.clock(), language: languageOf(t) };
  return new Pdf(printName('package', packing.order.poNumber), await sheetPdf(A4, sheet, about));
}

async function packingOf(ctx: Context, actor: Actor, id: string): Promise<Packing> {
  const order = await ownOrder(ctx.db, actor, id);
  const sender = await ctx.db.one<Sender>(sql`
    select code as "vendor_Code", address_line1 as "address_Line1", address_line2 as "address_Line2", city,
      postal_code as "postal_Code", state, gstin, fssai_number as "fssaiNumber", fssai_valid_until as "fssaiValidUntil"
    from vendors where id = ${order.userID}`);
  return { order, sender, buyerState: await buyerState(ctx.db, ctx), today: indianDay(ctx.clock()) };
}

import { challanPapers } from '@aapurti/contract/papers/challanPaper';
import {
  dispatchPaper,
  invoicePaper,
  memoPaper,
  orderPaper,
  paymentPaper,
  statementPaper,
  type StatementLine,
} from '@aapurti/contract/papers/documentPaper';
import { messages as goodsMessages } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import type { QueryOf } from '@aapurti/contract/ground/operation';
import { packageLabel } from '@aapurti/contract/papers/packageLabels';
import { messages, OWN, type PaperKind, paperName, type papers, STATEMENT_MAX } from '@aapurti/contract/papers/papers';
import { A4, LABEL, type Piece, type Sheet } from '@aapurti/contract/papers/paper';
import type { Translate } from '@aapurti/contract/ground/template';
import { indianDay } from '@aapurti/contract/ground/fields';
import type { FoodLicence } from '@aapurti/contract/vendors/licences';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { idOf } from '../database/list.ts';
import { goodsOf } from '../dispatch-notes/goods.ts';
import { keptPaper, noteParties } from '../dispatch-notes/keptPapers.ts';
import { ownNote } from '../dispatch-notes/notes.ts';
import { asPng } from '../files/sniff.ts';
import { ownInvoice } from '../invoices/invoices.ts';
import { readLines } from '../invoices/lines.ts';
import { getMemo } from '../memos/memos.ts';
import { ownRows } from '../access/owner.ts';
import { paidInvoices } from '../payments/advice.ts';
import { ownPayment } from '../payments/payments.ts';
import { pagesPdf, sheetPdf } from './pdf.ts';
import { ownOrder } from '../purchase-orders/orders.ts';
import { languageOf, textsFor } from '../access/language.ts';
import { conflict, invalid, notFound } from '../ground/refusal.ts';
import { Pdf } from '../ground/reply.ts';
import { entryWords, type NamedEntry } from './entryWords.ts';
import { partiesOf } from '../registrations/documentParties.ts';
import { findSelfInvoice } from '../invoices/reverse-charge/selfInvoices.ts';
import { selfInvoicePaper } from '@aapurti/contract/papers/selfInvoicePaper';
import { unitCodes } from '../rates/units.ts';
import { readLogo } from '../settings/settings.ts';

type Asked = QueryOf<typeof papers.get>;
interface Labels {
  title: string;
  labels: readonly (readonly Piece[])[];
}
/** A document as it was printed before. */
interface Printed {
  pdf: Buffer;
}
interface Drawn {
  sheet: Sheet | readonly Sheet[] | Labels | Printed;
  /** The number for the file name. */
  number: string;
}

/**
 * A record as a PDF.
 * @throws Refusal 404 if the record is not the caller's, 422 for a statement of more than `STATEMENT_MAX` lines.
 */
export async function paperPdf(ctx: Context, actor: Actor, id: string, asked: Asked): Promise<Pdf> {
  const t = await textsFor(ctx.db, actor);
  const { sheet, number } = await DRAWN[asked.kind](ctx, actor, id, asked, t);
  if ('pdf' in sheet) return new Pdf(paperName(asked.kind, number), sheet.pdf);
  const logo = await readLogo(ctx.db);
  const title = 'title' in sheet ? sheet.title : (sheet[0]?.title ?? number);
  const about = { title, at: ctx.clock(), language: languageOf(t), logo: logo && (await asPng(logo)) };
  const pdf = 'labels' in sheet ? pagesPdf(LABEL, sheet.labels, about) : sheetPdf(A4, sheet, about);
  return new Pdf(paperName(asked.kind, number), await pdf);
}

type Draw = (ctx: Context, actor: Actor, id: string, asked: Asked, t: Translate) => Promise<Drawn>;

const DRAWN: Readonly<Record<PaperKind, Draw>> = {
  async order(ctx, actor, id, _asked, t) {
    const order = await ownOrder(ctx.db, actor, id);
    return { sheet: orderPaper(order, await partiesOf(ctx, 'purchase_orders', order._id), t), number: order.poNumber };
  },
  async 'dispatch-note'(ctx, actor, id, { version = null }, t) {
    const note = await ownNote(ctx.db, actor, id);
    const pdf = await keptPaper(ctx, note._id, version);
    if (pdf !== undefined) return { sheet: { pdf }, number: note.DCNumber };
    if (version !== null) throw notFound();
    const goods = await goodsOf(ctx.db, actor, id);
    const parties = await noteParties(ctx, note._id);
    const sheet = goods.state === null ? dispatchPaper(note, parties, t) : challanPapers(note, goods, parties, t);
    return { sheet, number: note.DCNumber };
  },
  async 'package-labels'(ctx, actor, id, _asked, t) {
    const note = await ownNote(ctx.db, actor, id);
    const goods = await goodsOf(ctx.db, actor, id);
    if (goods.packages.length === 0) throw conflict(goodsMessages.noPackages);
    if (goods.state === 'cancelled') throw conflict(goodsMessages.cancelledLabels);
    const parties = await noteParties(ctx, note._id);
    const licence = await ctx.db.one<FoodLicence & Record<string, unknown>>(sql`
      select fssai_number as "fssaiNumber", fssai_valid_until as "fssaiValidUntil" from vendors where id = ${note.userID}`);
    const labelled = { note, goods, parties, licence, today: indianDay(ctx.clock()) };
    const labels = goods.packages.map((pack) => packageLabel(labelled, pack, t));
    return { sheet: { title: t('Labels of {number}', { number: note.DCNumber }), labels }, number: note.DCNumber };
  },
  async invoice(ctx, actor, id, _asked, t) {
    const invoice = await ownInvoice(ctx.db, actor, id);
    const parties = await partiesOf(ctx, 'invoices', invoice._id);
    const lines = await readLines(ctx.db, invoice._id);
    const codes = await unitCodes(
      ctx.db,
      lines.map(({ uom }) => uom),
    );
    const billed = lines.map((line) => ({ ...line, UQC: codes.get(line.uom) ?? null }));
    return { sheet: invoicePaper(invoice, billed, parties, t), number: invoice.invoiceNumber };
  },
  'debit-memo': (ctx, actor, id, _asked, t) => memo(ctx, actor, 'debit', id, t),
  'credit-memo': (ctx, actor, id, _asked, t) => memo(ctx, actor, 'credit', id, t),
  async payment(ctx, actor, id, _asked, t) {
    const payment = await ownPayment(ctx.db, actor, id);
    const invoices = (await paidInvoices(ctx.db, [payment._id])).get(payment._id) ?? [];
    return {
      sheet: paymentPaper(payment, invoices, indianDay(ctx.clock()), await partiesOf(ctx, 'payments', payment._id), t),
      number: payment.invoice ?? payment.paymentDate,
    };
  },
  statement,
  /** A document of the buyer alone, which its vendors do not have. */
  async 'self-invoice'(ctx, actor, id, _asked, t) {
    const found = actor.vendorId === null ? await findSelfInvoice(ctx.db, id) : undefined;
    if (found === undefined) throw notFound();
    return { sheet: selfInvoicePaper(found, await partiesOf(ctx, 'self_invoices', found._id), t), number: found.invoiceNumber };
  },
};

async function memo(ctx: Context, actor: Actor, kind: 'debit' | 'credit', id: string, t: Translate): Promise<Drawn> {
  const found = await getMemo(ctx.db, actor, kind, id);
  return {
    sheet: memoPaper(kind, found, await partiesOf(ctx, 'memos', found._id), t),
    number: found.memoNumber ?? found.vendorInvoiceRef ?? found._id,
  };
}

interface Entry extends NamedEntry {
  day: string;
  amount: string;
}

/** The entries of a vendor's account by date; on one date, an invoice comes before its settlement. */
async function statement(ctx: Context, actor: Actor, id: string, { startDate, endDate }: Asked, t: Translate): Promise<Drawn> {
  const wanted = id === OWN ? (actor.vendorId ?? '') : id;
  const vendor = await ctx.db.first<{ id: string; code: number }>(sql`
    select id::text, code from vendors where id = ${idOf(wanted)} and ${ownRows(sql`vendors.id`, actor)}`);
  if (vendor === undefined) throw notFound();
  const booked = sql`
    select entries.day, entries.kind, entries.number, entries.mode, entries.reference, entries.amount, entries.document_id as id, memos.id::text as "memoId", memos.number as "memoNumber",
      vendor_invoice_ref as "memoInvoice"
    from account_entries entries left join memos on memos.id = entries.document_id and entries.source in (1, 2) where entries.vendor_id = ${vendor.id}`;
  const [from, to] = [startDate ?? null, endDate ?? null];
  const before = await ctx.db.first<{ sum: string }>(sql`
    select coalesce(sum(amount), 0)::text as sum from (${booked}) booked where day < ${from}::date`);
  const entries = await ctx.db.rows<Entry>(sql`
    select day::text, kind, number, mode, reference, amount::text, "memoId", "memoNumber", "memoInvoice" from (${booked}) booked
    where (${from}::date is null or day >= ${from}::date) and (${to}::date is null or day <= ${to}::date)
    order by booked.day, kind <> 'invoice', kind, id limit ${STATEMENT_MAX + 1}`);
  if (entries.length > STATEMENT_MAX) throw invalid({ startDate: messages.tooLong });
  const lines = entries.map((entry): StatementLine => ({
    day: entry.day,
    kind: entry.kind === 'invoice' ? 'invoice' : entry.mode === null ? 'note' : 'payment',
    words: entryWords(entry, t),
    amount: entry.amount,
  }));
  const sheet = statementPaper({ from, to, opening: before?.sum ?? '0', lines }, await partiesOf(ctx, 'vendors', vendor.id), t);
  return { sheet, number: [vendor.code, from, to].filter((part) => part !== null).join('-') };
}

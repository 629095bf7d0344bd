import { indianDay, showDate, showMoney, showNumber } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { figureCodes, figureMessages } from '@aapurti/contract/memos/memoFigures';
import { memoCodes, type MemoKind, messages } from '@aapurti/contract/memos/memoMessages';
import { effectOf, type Issuer, lastNoteDay, type Memo, type MemoForm, type MemoLineForm } from '@aapurti/contract/memos/memos';
import { say } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { notFound, Refusal } from '../ground/refusal.ts';
import { candidatesOf, invoicesNamed, meantOf } from '../invoices/named.ts';
import { giveBackClaims, isTaken } from './taken.ts';

/** The rupees by which a credit may fall short of the cost of a line's goods, to allow for rounding. */
const SHORT = 1;

/** The answer "no" to the question whether the note answers the claim. */
const NONE = 'none';

/**
 * The invoice that a memo refers to. It is resolved on saving, and never by comparing texts later; null if its reference is not an invoice.
 * @throws Refusal 409 with the candidates if several match, 404 for an id that is none of them.
 */
export async function invoiceOf(
  db: Database,
  owner: string,
  form: Pick<MemoForm, 'vendorInvoiceRef' | 'vendorInvoiceRef_Date'>,
  invoiceId: unknown,
): Promise<{ id: string; number: string; day: string } | null> {
  const id = typeof invoiceId === 'string' && invoiceId !== '' ? invoiceId : null;
  if (form.vendorInvoiceRef === null) {
    if (id === null) return null;
    const chosen = await db.first<{ id: string; number: string; day: string }>(sql`
      select id::text, number, invoice_date as day from invoices where id = ${idOf(id)} and vendor_id = ${owner}`);
    if (chosen === undefined) throw notFound();
    return chosen;
  }
  const found = await invoicesNamed(db, sql`vendor_id = ${owner}`, { number: form.vendorInvoiceRef, id });
  if (id !== null && found.length === 0) throw notFound();
  const dated = form.vendorInvoiceRef_Date;
  const fitting = id !== null || dated === null ? found : found.filter(({ invoiceDate }) => invoiceDate === dated);
  if (fitting.length === 0) return null;
  const meant = meantOf(fitting);
  if (meant !== undefined) return { id: meant._id, number: meant.invoiceNumber, day: meant.invoiceDate };
  const several = messages.several(
    form.vendorInvoiceRef,
    fitting.map(({ invoiceDate }) => showDate(invoiceDate)),
  );
  throw new Refusal(409, several, {
    errors: { vendorInvoiceRef_Date: several },
    extra: { code: memoCodes.several, data: candidatesOf(fitting) },
  });
}

export interface Note {
  kind: MemoKind;
  issuer: Issuer;
  form: MemoForm;
  day: string;
  /** The date for the limit of section 34. A vendor dates its note itself, so the date of entry decides. */
  lateOn: string;
  invoice: { id: string; number: string; day: string } | null;
  /** The submitted value. */
  claimId: string | null;
  /** The goods named line by line; null if only the item's name and quantity identify them, if anything does. */
  lines: readonly MemoLineForm[] | null;
  /** If set, goods that are credited below their cost are rejected; otherwise the memo then counts as money. */
  isStrict: boolean;
  /** The edited memo, which must not count against itself. */
  except: string | null;
}

interface Declared {
  form: MemoForm;
  invoiceId: string | null;
  day: string;
  today: string;
}

/**
 * The day on which a vendor's GST note was declared: the day of its entry, unless it now refers to another invoice, more money or more tax.
 */
export function declaredOn(before: Memo, { form, invoiceId, day, today }: Declared): string {
  const isMore = new Decimal(form.amount ?? 0).gt(before.amount ?? 0) || taxesOf(form).gt(taxesOf(before));
  const isSame = before.kind === 'gst' && before.invoiceId === invoiceId && !isMore;
  const entered = isSame ? indianDay(new Date(before.createdAt)) : today;
  return entered > day ? entered : day;
}

export interface NotedLine {
  no: number;
  quantity: string | null;
  taxable: string;
  cgst: string;
  sgst: string;
  igst: string;
  cess: string;
}

export interface Checked {
  claimId: string | null;
  lines: NotedLine[];
}

const taxesOf = ({ CGST, SGST, IGST }: Readonly<Record<'CGST' | 'SGST' | 'IGST', Decimal.Value | null>>): Decimal =>
  Decimal.sum(CGST ?? 0, SGST ?? 0, IGST ?? 0);

/** The amount includes taxes. @throws Refusal 422 */
function refuseTaxes({ form }: Note): void {
  const taxes = taxesOf(form);
  if (form.amount !== null && taxes.gt(form.amount)) {
    const text = figureMessages.aboveAmount(showMoney(taxes.toFixed(2)), showMoney(form.amount.toFixed(2)));
    throw refused(422, text, figureCodes.aboveAmount, 'amount');
  }
}

/**
 * Checks a memo against its invoice, which is locked with the vendor's account. It may take at most the invoiced amount less earlier notes
 * and claims, also per line; a GST note only until its last date; and each event only once.
 * @throws Refusal 422 and 409
 */
export async function checkedNote(tx: Database, owner: string, note: Note): Promise<Checked> {
  const { kind, issuer, form, invoice, except } = note;
  const amount = form.amount ?? new Decimal(0);
  if (form.kind === 'commercial' && taxesOf(form).gt(0))
    throw refused(422, messages.commercialTaxes(showMoney(taxesOf(form).toFixed(2))), memoCodes.commercialTaxes, 'kind');
  refuseTaxes(note);
  const claimId = await claimOf(tx, owner, note);
  if (invoice === null || amount.lte(0)) return { claimId, lines: [] };
  const last = lastNoteDay(invoice.day);
  if ((form.kind ?? 'gst') === 'gst' && note.lateOn > last)
    throw refused(422, messages.tooLate(showDate(last), invoice.number), memoCodes.tooLate, 'kind', { kind: 'commercial' });
  if (!effectOf(kind, issuer).lowers) return { claimId, lines: [] };
  const taken = await tx.one<{ due: string; taken: string }>(sql`
    select value + raised as due, (
      select coalesce(sum(counts + holds), 0) from memos where invoice_id = invoices.id and lowers and memos.id is distinct from ${except}::bigint) as taken
    from invoices where id = ${invoice.id}`);
  // A note replaces its claim.
  const answered = claimId === null ? new Decimal(0) : await openOf(tx, claimId, except);
  const left = Decimal.max(0, new Decimal(taken.due).minus(taken.taken).plus(Decimal.min(answered, amount)));
  if (amount.gt(left)) {
    const text = messages.aboveInvoice(showMoney(amount.toFixed(2)), showMoney(left.toFixed(2)), invoice.number);
    throw refused(422, text, memoCodes.aboveInvoice, 'amount', { left: left.toNumber() });
  }
  return { claimId, lines: await notedLines(tx, note, invoice.id, amount, claimId) };
}

function refused(status: 409 | 422, text: string, code: string, field: string, data?: unknown): Refusal {
  return new Refusal(status, text, { errors: { [field]: text }, extra: { code, ...(data === undefined ? {} : { data }) } });
}

/** The part of a claim that notes have not replaced; 0 for a claim that has ended, although a note still names it. */
async function openOf(tx: Database, claimId: string, except: string | null): Promise<Decimal> {
  const found = await tx.first<{ open: string }>(sql`
    select coalesce(amount, 0) - (
      select coalesce(sum(amount), 0) from memos note where note.claim_id = claim.id and note.status = 'accepted' and note.id is distinct from ${except}::bigint) as open
    from memos claim where id = ${claimId} and claim.status <> 'reversed'`);
  return Decimal.max(0, found?.open ?? 0);
}

/**
 * The claim that a vendor's credit memo answers, open or deducted by a payment.
 * @throws Refusal 409 with the candidates if the buyer has claims for the invoice and the note does not say whether it answers one.
 */
async function claimOf(tx: Database, owner: string, { kind, issuer, form, invoice, claimId, except }: Note): Promise<string | null> {
  if (kind !== 'credit' || issuer !== 'vendor') return null;
  const open = await tx.rows<{ id: string; number: string | null; amount: string; day: string | null; isTaken: boolean }>(sql`
    select id::text, number, (coalesce(amount, 0) - answered)::text as amount, memo_date as day, ${isTaken} as "isTaken" from memos
    where vendor_id = ${owner} and invoice_id = ${invoice?.id ?? null}::bigint and kind = 'debit' and issuer = 'buyer'
      and (status = 'open' and holds > 0 or ${isTaken} and counts > 0 or id = (select claim_id from memos where id = ${except}::bigint)) order by memos.id`);
  if (claimId === NONE) return null;
  if (claimId !== null) {
    const found = open.find(({ id }) => id === claimId);
    if (found === undefined)
      throw refused(409, messages.noClaim(claimId, invoice?.number ?? null), memoCodes.noClaim, 'claimId', toldClaims(open));
    if (!found.isTaken) return found.id;
    // The note replaces the deduction, because one event is deducted once.
    const { anew } = await giveBackClaims(tx, null, sql`memos.id = ${found.id}`);
    return anew.get(found.id) ?? found.id;
  }
  if (open.length === 0 || form.amount === null || form.amount.lte(0)) return null;
  const numbers = open.map(({ number, amount, day }) => {
    const [value, date] = [showMoney(amount), showDate(day)];
    return number === null ? say('{value} of {date}', { value, date }) : say('{number}, {value}', { number, value });
  });
  throw refused(409, messages.answers(invoice?.number ?? '', numbers), memoCodes.answers, 'claimId', toldClaims(open));
}

const toldClaims = (open: readonly { id: string; number: string | null; amount: string; day: string | null }[]) =>
  open.map(({ id, number, amount, day }) => ({ _id: id, memoNumber: number, memoDate: day, amount: Number(amount) }));

interface Billed extends Record<string, unknown> {
  no: number;
  itemName: string;
  quantity: string;
  taxable: string;
  cgst: string;
  sgst: string;
  igst: string;
  cess: string;
  /** The quantity that notes and claims have already taken back. */
  backQuantity: string;
  /** The rupees by which the cost of these goods exceeds their credit. */
  short: string;
}

/** The lines of a memo for `amount`: the goods that it takes back, or else its money, spread over the lines of the invoice. */
async function notedLines(tx: Database, note: Note, invoiceId: string, amount: Decimal, claimId: string | null): Promise<NotedLine[]> {
  const billed = await tx.rows<Billed>(sql`
    select line.no, item_name as "itemName", line.quantity, taxable, cgst, sgst, igst, cess, coalesce(back.quantity, 0) as "backQuantity",
      greatest(0, round((taxable + cgst + sgst + igst + cess) * coalesce(back.quantity, 0) / line.quantity, 2) - coalesce(back.due, 0)) as short
    from invoice_lines line left join lateral (
      select sum(row.quantity * part) as quantity, sum((row.taxable + row.cgst + row.sgst + row.igst + row.cess) * part) as due
      from memo_lines row join memos on memos.id = memo_id,
        lateral (select case when amount > 0 then (amount - answered) / amount else 1 end as part) left_of
      where memos.invoice_id = ${invoiceId} and row.no = line.no and row.quantity is not null and lowers and status in ('accepted', 'open')
        and memos.id is distinct from ${note.except}::bigint and memos.id is distinct from ${claimId}::bigint) back on true
    where line.invoice_id = ${invoiceId} order by line.no`);
  if (billed.length === 0) return [];
  const wanted = note.lines ?? namedLines(note.form, billed);
  const goods =
    wanted.length === 0 ? null : goodsOf(wanted, billed, amount, { isStrict: note.isStrict, number: note.invoice?.number ?? '' });
  return goods ?? moneyOf(billed, amount);
}

const dueOf = ({ taxable, cgst, sgst, igst, cess }: Pick<Billed, 'taxable' | 'cgst' | 'sgst' | 'igst' | 'cess'>) =>
  Decimal.sum(taxable, cgst, sgst, igst, cess);

/** The lines whose item the memo names, or the only line, filled one after another. */
function namedLines({ productName, itemQuantity }: MemoForm, billed: readonly Billed[]): { no: Decimal; quantity: Decimal }[] {
  if (itemQuantity === null || itemQuantity.lte(0)) return [];
  const named = productName?.trim().toLowerCase();
  const same = billed.filter(({ itemName }) => (named === undefined ? billed.length === 1 : itemName.trim().toLowerCase() === named));
  let left = itemQuantity;
  return same.flatMap(({ no, quantity, backQuantity }, index) => {
    const room = Decimal.max(0, new Decimal(quantity).minus(backQuantity));
    const part = index === same.length - 1 ? left : Decimal.min(room, left);
    left = left.minus(part);
    return part.gt(0) ? [{ no: new Decimal(no), quantity: part }] : [];
  });
}

/**
 * The returned goods with their cost on the invoice, including discount and taxes.
 * @returns null if the credit falls short by more than rounding; the memo is then about money.
 */
function goodsOf(
  wanted: readonly { no: Decimal; quantity: Decimal }[],
  billed: readonly Billed[],
  amount: Decimal,
  { isStrict, number }: { isStrict: boolean; number: string },
): NotedLine[] | null {
  const byNo = new Map(billed.map((line) => [line.no, line]));
  const taken = new Map<number, Decimal>();
  for (const { no, quantity } of wanted) taken.set(no.toNumber(), (taken.get(no.toNumber()) ?? new Decimal(0)).plus(quantity));
  let cost = new Decimal(0);
  let short = new Decimal(0);
  for (const [no, quantity] of taken) {
    const line = byNo.get(no);
    if (line === undefined) throw refused(422, messages.noLine(no, number), memoCodes.aboveLine, 'lines');
    cost = cost.plus(dueOf(line).times(quantity).div(line.quantity));
    short = short.plus(line.short);
  }
  cost = cost.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
  const missing = Decimal.max(0, cost.minus(amount));
  if (missing.gt(0) && missing.plus(short).gt(SHORT)) {
    if (!isStrict) return null;
    throw refused(
      422,
      messages.belowGoods(showMoney(amount.toFixed(2)), showMoney(cost.toFixed(2)), number),
      memoCodes.belowGoods,
      'amount',
      {
        cost: cost.toNumber(),
      },
    );
  }
  for (const [no, quantity] of taken) {
    const line = byNo.get(no);
    const left = Decimal.max(0, new Decimal(line?.quantity ?? 0).minus(line?.backQuantity ?? 0));
    if (quantity.gt(left)) {
      const text = messages.aboveLine(no, number, showNumber(quantity.toFixed()), showNumber(left.toFixed()));
      throw refused(422, text, memoCodes.aboveLine, isStrict ? 'lines' : 'itemQuantity', { no, left: left.toNumber() });
    }
  }
  // The credited amount, in proportion to the cost of the lines.
  const credited = Decimal.min(amount, cost);
  return [...taken].flatMap(([no, quantity]) => {
    const line = byNo.get(no);
    if (line === undefined) return [];
    const share = cost.isZero() ? new Decimal(0) : quantity.div(line.quantity).times(credited).div(cost);
    return [{ no, quantity: quantity.toFixed(), ...shareOf(line, share) }];
  });
}

function moneyOf(billed: readonly Billed[], amount: Decimal): NotedLine[] {
  const total = billed.reduce((sum, line) => sum.plus(dueOf(line)), new Decimal(0));
  if (total.lte(0)) return [];
  return billed.map((line) => ({ no: line.no, quantity: null, ...shareOf(line, amount.div(total)) }));
}

function shareOf(line: Billed, share: Decimal): Omit<NotedLine, 'no' | 'quantity'> {
  const part = (figure: string) => new Decimal(figure).times(share).toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed(2);
  return { taxable: part(line.taxable), cgst: part(line.cgst), sgst: part(line.sgst), igst: part(line.igst), cess: part(line.cess) };
}

/** Replaces the lines of a memo. */
export async function storeNotedLines(tx: Database, memoId: string, lines: readonly NotedLine[]): Promise<void> {
  await tx.execute(sql`delete from memo_lines where memo_id = ${memoId}`);
  if (lines.length === 0) return;
  await tx.execute(sql`
    insert into memo_lines (memo_id, no, quantity, taxable, cgst, sgst, igst, cess)
    select ${memoId}::bigint, no, quantity, taxable, cgst, sgst, igst, cess
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) line(
      no int, quantity numeric, taxable numeric, cgst numeric, sgst numeric, igst numeric, cess numeric)`);
}

/** Records the parts of claims that notes replace; the rest still applies. */
export async function recountClaims(tx: Database, claimIds: readonly (string | null)[]): Promise<void> {
  const ids = claimIds.filter((id) => id !== null);
  if (ids.length === 0) return;
  await tx.execute(sql`
    update memos claim set answered = noted.amount, status = case when noted.amount >= coalesce(claim.amount, 0) then 'answered' else 'open' end,
      updated_at = clock_timestamp()
    from (
      select every.id, least(coalesce(every.amount, 0), coalesce(sum(note.amount), 0)) as amount
      from memos every left join memos note on note.claim_id = every.id and note.status = 'accepted'
      where every.id = any(${ids}::bigint[]) group by every.id) noted
    where noted.id = claim.id and claim.status in ('open', 'answered') and claim.answered <> noted.amount`);
}

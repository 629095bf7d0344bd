import { invoiceCodes, type InvoiceForm } from '@aapurti/contract/invoices/invoices';
import { type InvoiceLine, type InvoiceLineForm, invoiceLinesField, LINE_FIELDS, messages } from '@aapurti/contract/invoices/invoiceLines';
import { findingText } from '@aapurti/contract/invoices/matchFacts';
import { sumRule } from '@aapurti/contract/invoices/matchHeadRules';
import { quantityRule } from '@aapurti/contract/invoices/matchRules';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { sayJoined } from '@aapurti/contract/ground/template';
import sql, { join } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { ownRows } from '../access/owner.ts';
import { coded, invalidFields, notFound, Refusal } from '../ground/refusal.ts';
import { compareAgain } from '../purchase-orders/lock.ts';
import { readSettings } from '../settings/settings.ts';
import { nameOrders } from './billed/returned.ts';
import { factsOf } from './facts.ts';
import { type ResolvedLine, orderIdsOf, readLines, refuseFaulty, resolveLines, sourceOf, writeLines } from './lines.ts';
import { nextCountsNo } from './sequence.ts';

/** The lines of one of the caller's invoices. @throws Refusal 404 if the invoice is not the caller's. */
export async function linesOf(ctx: Pick<Context, 'db'>, actor: Actor, id: string): Promise<InvoiceLine[]> {
  return (await ownLines(ctx.db, actor, id)).lines;
}

async function ownLines(db: Database, actor: Actor, id: string): Promise<{ number: string; lines: InvoiceLine[] }> {
  const own = await db.first<{ count: number; number: string }>(sql`
    select line_count as count, number from invoices where id = ${idOf(id)} and ${ownRows(sql`vendor_id`, actor)}`);
  if (own === undefined) throw notFound();
  return { number: own.number, lines: own.count === 0 ? [] : await readLines(db, idOf(id)) };
}

interface EditedLines {
  stored: readonly InvoiceLine[];
  /** The lines after the edit: the sent ones, or else the stored ones. */
  wanted: readonly InvoiceLineForm[];
  /** True if lines were sent that differ from the stored ones. */
  isSent: boolean;
}

/** The lines after an edit. @throws Refusal 422 for invalid lines, or if an edit would remove all lines. */
export async function editedLines(tx: Database, actor: Actor, id: string, sent: unknown): Promise<EditedLines> {
  const { number, lines: stored } = await ownLines(tx, actor, id);
  const parsed = invoiceLinesField.safeParse(sent);
  if (!parsed.success) throw invalidFields(parsed.error.issues.map((issue) => ({ ...issue, path: ['lines'] })));
  const given = parsed.data;
  if (given === null) return { stored, wanted: stored.map(asSent), isSent: false };
  if (given.length === 0 && stored.length > 0)
    throw coded(422, messages.keep(number, stored.length), { field: 'lines', code: invoiceCodes.lines });
  return { stored, wanted: given, isSent: !areStored(given, stored) };
}

/** True if the sent lines equal the stored ones. */
export function areStored(given: readonly InvoiceLineForm[], stored: readonly InvoiceLine[]): boolean {
  return (
    given.length === stored.length &&
    stored.map(asSent).every((was, index) => LINE_FIELDS.every((name) => String(given[index]?.[name]) === String(was[name])))
  );
}

const asSent = (line: InvoiceLine) =>
  Object.fromEntries(
    LINE_FIELDS.map((field) => [field, typeof line[field] === 'number' ? new Decimal(line[field]) : line[field]]),
  ) as unknown as InvoiceLineForm;

const told = (lines: readonly InvoiceLine[]) => ({
  lines: lines.map(({ poNumber, line, itemName, quantity, unitPrice, taxRate }) =>
    [
      `${poNumber ?? itemName}${line === null ? '' : ` ${line}`}`,
      `${quantity} × ${unitPrice}`,
      ...(taxRate === null ? [] : [`${taxRate}%`]),
    ].join(' · '),
  ),
});

/** The lines before and after an edit, for the audit log: the user who edits only lines can neither approve nor pay the invoice. */
export async function changedLines(tx: Database, actor: Actor, id: string, { stored, isSent }: EditedLines) {
  return isSent ? { before: told(stored), after: told(await linesOf({ db: tx }, actor, id)) } : { before: {}, after: {} };
}

interface Own {
  owner: string;
  /** The invoice that is edited; null for a new one. */
  except: string | null;
}

/**
 * Calculates the figures of lines, and checks them against the head and, if the settings require it, against the accepted quantities. The
 * orders are locked.
 * @throws Refusal 422 if they differ.
 */
export async function checkedLines(
  ctx: Pick<Context, 'clock' | 'settings'>,
  tx: Database,
  form: InvoiceForm & { invoiceDate: string; lines: readonly InvoiceLineForm[] },
  { owner, except }: Own,
): Promise<ResolvedLine[]> {
  const { vendorGST, buyerGST, invoiceDate: day } = form;
  const lines = await resolveLines(ctx, tx, form.lines, { owner, day, vendorGST, buyerGST, except });
  refuseSums(
    sumRule({
      value: form.invoiceValue,
      cgst: form.CGSTValue ?? 0,
      sgst: form.SGSTValue ?? 0,
      igst: form.IGSTValue ?? 0,
      lines: lines.map(({ figures }) => figures),
    }),
  );
  if ((await readSettings(tx)).invoiceOnlyAccepted) await refuseExcess(tx, form, lines, { owner, except });
  return lines;
}

const FIELDS = { 'Invoice value': 'invoiceValue', CGST: 'CGSTValue', SGST: 'SGSTValue', IGST: 'IGSTValue' } as const;

/** @throws Refusal 422 with every figure of the head that differs from the lines, each at its field. */
function refuseSums(differences: ReturnType<typeof sumRule>): void {
  const [first] = differences;
  if (first === undefined) return;
  const text = sayJoined([...differences.map(({ message }) => message), first.wayOut ?? '']);
  const errors = Object.fromEntries(differences.map((difference) => [FIELDS[difference.head], findingText(difference)]));
  throw new Refusal(422, text, { errors, extra: { code: invoiceCodes.sums } });
}

/** @throws Refusal 422 for lines that exceed the accepted quantity. */
async function refuseExcess(
  tx: Database,
  form: InvoiceForm & { invoiceDate: string },
  lines: readonly ResolvedLine[],
  { owner, except }: Own,
): Promise<void> {
  // Every other invoice counts, not only those entered before.
  const { invoiceNumber: number, invoiceDate: date, invoiceValue: value, IRN: irn, vendorGST, buyerGST } = form;
  const parties = { vendorGST, buyerGST, isOnly: { vendor: true, buyer: true }, ended: { vendor: null, buyer: null } };
  const head = { id: null, place: null, owner, number, date, value, cgst: 0, sgst: 0, igst: 0, irn, ...parties };
  const facts = await factsOf(tx, head, lines.map(sourceOf), { except });
  refuseFaulty(
    facts.lines.flatMap((line) => {
      const finding = quantityRule(line);
      return finding?.outcome === 'fault' ? [{ no: line.no, field: 'quantity', text: findingText(finding) }] : [];
    }),
    invoiceCodes.aboveAccepted,
  );
}

/**
 * Stores the lines of an invoice with the user who entered them, and matches the invoice again. The orders are locked.
 * @param more.before orders of the previous lines.
 * @param more.isSame true if the fields that payments rest on are unchanged: the recorded user and an approval stay.
 * @param more.begins true if the invoice moves behind all invoices that count already, because another one may have taken the quantity it
 * left.
 */
export async function storeLines(
  tx: Database,
  actor: Actor,
  invoiceId: string,
  lines: readonly ResolvedLine[],
  { before = [], isSame = false, begins = false }: { before?: readonly string[]; isSame?: boolean; begins?: boolean } = {},
): Promise<void> {
  await writeLines(tx, invoiceId, lines);
  await nameOrders(tx, invoiceId);
  const changes = [
    ...(isSame ? [] : [sql`line_count = ${lines.length}, entered_by = ${actor.id}`]),
    ...(begins ? [sql`counts_no = ${nextCountsNo}, counts_since = clock_timestamp()`] : []),
  ];
  if (changes.length > 0) await tx.execute(sql`update invoices set ${join(changes)} where id = ${invoiceId}`);
  await compareAgain(tx, {
    orders: [...new Set([...before, ...orderIdsOf(lines)])],
    only: 'freed',
    saved: { id: invoiceId, actor, keepsApproval: isSame },
  });
}

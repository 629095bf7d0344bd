import { codeKey } from '@aapurti/contract/ground/codeKeys';
import { type Finding, findingKey, type MatchedInvoice } from '@aapurti/contract/invoices/matchFacts';
import type { MatchState } from '@aapurti/contract/invoices/invoices';
import { findingsOf, quantityRule } from '@aapurti/contract/invoices/matchRules';
import { Decimal } from '@aapurti/contract/ground/numbers';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';
import { compareAgain, lock, lockNumbers, type Moved } from '../purchase-orders/lock.ts';
import { factsOf, type MatchHead } from './facts.ts';
import type { MatchSource } from './lines.ts';
import { countsFirst, paidByBuyer } from './sequence.ts';

interface StoredHead extends MatchHead, Record<string, unknown> {
  id: string;
  lineCount: number;
  state: MatchState;
}

interface Cause {
  /** Null: a receipt, an amendment or a memo. */
  actor: Pick<Actor, 'id' | 'key'> | null;
  /** A returned invoice stays so until its vendor changes it. */
  isEdit: boolean;
  /** Of an edit: whether what payments rest on is as it was, so that an approval stays. */
  keepsApproval?: boolean;
}

/**
 * Compares an invoice with its orders and receipts, and stores the result where it is another one than before. The orders and the
 * invoice are locked.
 */
async function matchInvoice(tx: Database, id: string, { actor, ...cause }: Cause): Promise<void> {
  const stored = await storedInvoice(tx, id);
  if (stored === null) return;
  const { head, lines } = stored;
  const facts = await factsOf(tx, head, lines);
  const findings = findingsOf(facts);
  await keepTolerances(tx, id, facts, lines);
  if (cause.isEdit && cause.keepsApproval !== true) await endReleases(tx, id);
  const state = await stateOf(tx, head, findings, cause);
  await storeRun(tx, head, state, findings);
  if (state === head.state) return;
  await tx.execute(sql`update invoices set match_state = ${state} where id = ${id}`);
  const entry = { actor, ownerId: head.owner, action: 'invoice.match', entity: 'invoice', entityId: id } as const;
  await recordAudit(tx, { ...entry, before: { matchState: head.state }, after: { matchState: state } });
}

type StoredLine = MatchSource & { held: string };

/** An invoice with its lines; null where it has none. */
async function storedInvoice(tx: Database, id: string): Promise<{ head: StoredHead; lines: StoredLine[] } | null> {
  const head = await tx.first<StoredHead>(sql`
    select id::text, vendor_id::text as owner, number, invoice_date as date, value, coalesce(cgst, 0) as cgst, coalesce(sgst, 0) as sgst,
      coalesce(igst, 0) as igst, irn,
      (select code from registrations where id = vendor_registration_id) as "vendorGST", line_count as "lineCount", match_state as state
    from invoices where id = ${id}`);
  if (head === undefined || head.lineCount === 0) return null;
  const lines = await tx.rows<StoredLine & Record<string, unknown>>(sql`
    select no, order_id::text as "orderId", line, item_code as "itemCode", item_name as "itemName", hsn_code as "hsnCode", quantity,
      unit_price as "unitPrice", taxable, tax_rate as "taxRate", cgst, sgst, igst, cess, due, quantity_tolerance as held
    from invoice_lines where invoice_id = ${id} order by no`);
  return { head, lines };
}

/** Keeps by which tolerances the lines were compared: the books are checked by them. */
async function keepTolerances(tx: Database, id: string, facts: MatchedInvoice, lines: readonly { held: string }[]): Promise<void> {
  const changed = facts.lines.flatMap(({ no, tolerances }, index) => {
    const percent = new Decimal(tolerances.quantity);
    return percent.eq(lines[index]?.held ?? 0) ? [] : [{ no, percent }];
  });
  if (changed.length === 0) return;
  await tx.execute(sql`
    update invoice_lines set quantity_tolerance = held.percent
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as held(no int, percent numeric)
    where invoice_id = ${id} and invoice_lines.no = held.no`);
}

async function stateOf(
  tx: Database,
  { id, state }: StoredHead,
  findings: readonly Finding[],
  { isEdit, keepsApproval = !isEdit }: Omit<Cause, 'actor'>,
): Promise<MatchState> {
  if (state === 'returned' && !isEdit) return state;
  const faults = findings.filter(({ outcome }) => outcome === 'fault').map(findingKey);
  const staysApproved = state === 'approved' && keepsApproval;
  if (faults.length === 0) return staysApproved ? state : 'matched';
  const last = await tx.first<{ kind: string; faults: string[] }>(sql`
    select kind, faults from match_decisions where invoice_id = ${id} order by id desc limit 1`);
  // A return ends a release; an approval covers what was released.
  const isCovered = last !== undefined && last.kind !== 'return' && faults.every((fault) => last.faults.includes(fault));
  if (!isCovered) return 'exception';
  return staysApproved ? state : 'released';
}

/** Who released faults saw the value that the invoice had: they may weigh more now, and read the same. */
async function endReleases(tx: Database, id: string): Promise<void> {
  await tx.execute(sql`update match_decisions set faults = '[]' where invoice_id = ${id} and faults <> '[]'`);
}

async function storeRun(tx: Database, { id }: StoredHead, state: MatchState, findings: readonly Finding[]): Promise<void> {
  const last = await tx.first<{ state: string; findings: string }>(sql`
    select state, (select coalesce(string_agg(concat_ws('|', rule, coalesce(line::text, ''), expected, found), e'\n' order by no), '')
      from match_results where run_id = match_runs.id) as findings
    from match_runs where invoice_id = ${id} order by id desc limit 1`);
  if (last?.state === state && last.findings === findings.map(findingKey).join('\n')) return;
  await tx.execute(sql`
    with run as (insert into match_runs (invoice_id, state) values (${id}, ${state}) returning id)
    insert into match_results (run_id, no, rule, line, outcome, expected, found, tolerance, document, message, way_out)
    select run.id, no, rule, line, outcome, expected, found, tolerance, document, message, "wayOut"
    from run, jsonb_to_recordset(${JSON.stringify(findings.map((finding, index) => ({ ...finding, no: index + 1 })))}::jsonb) as result(
      no int, rule text, line int, outcome text, expected text, found text, tolerance text, document text, message text, "wayOut" text)`);
}

/** What differs, or differed when it was compared last and was covered since. */
const notClean = sql`
  (match_state not in ('matched', 'approved')
    or match_state = 'approved' and exists (
      select from match_results where outcome = 'fault' and run_id = (select max(id) from match_runs where match_runs.invoice_id = invoices.id)))`;

/** Invoices with a line of which more is billed than was accepted. */
const exceeding = (orders: readonly string[]) => sql`
  invoices.id in (
    select invoice_id from invoice_lines where (order_id, line) in (
      select order_id, line from invoice_lines billed join invoices every on every.id = billed.invoice_id
      join purchase_order_lines ordered using (order_id, line)
      where order_id = any(${orders}::bigint[]) and every.match_state <> 'returned'
      group by order_id, line, received_quantity, rejected_quantity having sum(billed.quantity) > received_quantity - rejected_quantity))`;

/** The invoices with lines whose result a change may move. */
function movedInvoices({ orders = [], only, open, saved }: Moved): Sql {
  const others = sql`line_count > 0 and invoices.id is distinct from ${saved?.id ?? null}::bigint`;
  const billing = sql`invoices.id in (select invoice_id from invoice_lines where order_id = any(${orders}::bigint[]))`;
  const which = { quantities: sql`(${notClean} or ${exceeding(orders)})`, freed: notClean, all: sql`true` }[only ?? 'all'];
  const ofOrders = sql`(${billing} and match_state <> 'returned' and ${which})`;
  return open === undefined ? sql`${others} and ${ofOrders}` : sql`${others} and (${ofOrders} or is_open and ${open})`;
}

/** Passes over the invoices until none of them has gained or lost its place, which takes two as a rule. */
const PASSES = 3;

/** Compares what a change moved, what counts first first. An order of many invoices costs no more with each that fits. */
export async function compareMoved(tx: Database, moved: Moved): Promise<void> {
  if (moved.saved !== undefined) {
    const { id, actor, keepsApproval } = moved.saved;
    await matchInvoice(tx, id, { actor, isEdit: true, keepsApproval });
  }
  if (moved.open === undefined && (moved.orders ?? []).length === 0) return;
  const ids = await lock(tx, 'invoices', movedInvoices(moved));
  for (let pass = 0; pass < PASSES && ids.length > 0; pass += 1) {
    const sorted = await tx.rows<{ id: string }>(sql`
      select id::text from invoices where id = any(${ids}::bigint[]) order by ${countsFirst(sql`invoices`)}`);
    for (const { id } of sorted) await matchInvoice(tx, id, { actor: null, isEdit: false });
    const now = await tx.rows<{ id: string }>(sql`
      select id::text from invoices where id = any(${ids}::bigint[]) order by ${countsFirst(sql`invoices`)}`);
    if (now.every(({ id }, index) => id === sorted[index]?.id)) return;
  }
}

/** What a memo moves: the orders of the numbers that it names, and the invoices that are beyond what was accepted already. */
export interface Named {
  orders: readonly string[];
  beyond: ReadonlySet<string>;
}

/** Locks numbers and the orders that invoices of these numbers bill, before a change of a memo that names them. */
export async function lockNamed(tx: Database, owner: string, numbers: readonly (string | null)[]): Promise<Named> {
  await lockNumbers(tx, owner, numbers);
  const named = numbers.flatMap((number) => (number === null ? [] : codeKey(number)));
  const orders = await lock(
    tx,
    'purchase_orders',
    sql`id in (
      select order_id from invoice_lines join invoices on invoices.id = invoice_id where vendor_id = ${owner} and code_key(number) = any(${named}::text[]))`,
  );
  return { orders, beyond: new Set((await settledBeyond(tx, orders)).map(({ id }) => id)) };
}

/**
 * Compares the invoices that bill the orders of a number, after a change of a memo that names it.
 * @returns the numbers of those that are approved or paid and, in their turn, bill more than was accepted since the change.
 */
export async function compareNamed(tx: Database, { orders, beyond }: Named): Promise<string[]> {
  await compareAgain(tx, { orders });
  return (await settledBeyond(tx, orders)).flatMap(({ id, number }) => (beyond.has(id) ? [] : [number]));
}

/** Approved and paid invoices that bill more than was accepted, were they not to count before those that began before them. */
async function settledBeyond(tx: Database, orders: readonly string[]): Promise<{ id: string; number: string }[]> {
  const settled = await tx.rows<{ id: string }>(sql`
    select id::text from invoices
    where ${exceeding(orders)} and (match_state = 'approved' or match_state <> 'returned' and ${paidByBuyer}) order by invoices.id`);
  const beyond: { id: string; number: string }[] = [];
  for (const { id } of settled) {
    const stored = await storedInvoice(tx, id);
    if (stored === null) continue;
    const { lines } = await factsOf(tx, stored.head, stored.lines, { inTurn: true });
    if (lines.some((line) => quantityRule(line)?.outcome === 'fault')) beyond.push({ id, number: stored.head.number });
  }
  return beyond;
}

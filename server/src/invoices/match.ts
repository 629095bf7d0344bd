import { type Finding, findingKey, type MatchedInvoice } from '@aapurti/contract/matchFacts';
import type { MatchState } from '@aapurti/contract/invoices';
import { findingsOf } from '@aapurti/contract/matchRules';
import { Decimal } from '@aapurti/contract/numbers';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';
import { factsOf, type MatchHead } from './facts.ts';
import type { MatchSource } from './lines.ts';

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
  const head = await tx.first<StoredHead>(sql`
    select id::text, vendor_id::text as owner, number, invoice_date as date, value, coalesce(cgst, 0) as cgst, coalesce(sgst, 0) as sgst,
      coalesce(igst, 0) as igst, irn,
      (select code from registrations where id = vendor_registration_id) as "vendorGST", line_count as "lineCount", match_state as state
    from invoices where id = ${id}`);
  if (head === undefined || head.lineCount === 0) return;
  const lines = await tx.rows<MatchSource & { held: string } & Record<string, unknown>>(sql`
    select no, order_id::text as "orderId", line, item_code as "itemCode", item_name as "itemName", hsn_code as "hsnCode", quantity,
      unit_price as "unitPrice", taxable, tax_rate as "taxRate", cgst, sgst, igst, cess, due, quantity_tolerance as held
    from invoice_lines where invoice_id = ${id} order by no`);
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

/** Compares an invoice that was saved, and those after it that bill the same orders. The orders and the invoice are locked. */
export async function matchSaved(
  tx: Database,
  actor: Pick<Actor, 'id' | 'key'>,
  id: string,
  orderIds: readonly string[],
  keepsApproval: boolean,
): Promise<void> {
  await matchInvoice(tx, id, { actor, isEdit: true, keepsApproval });
  await rematchOrders(tx, orderIds, id);
}

/**
 * Compares the invoices of orders anew, after a receipt, an amendment or a change of another invoice. The orders are locked, so that no
 * invoice of theirs comes meanwhile.
 * @param after only those entered after this one.
 */
export async function rematchOrders(tx: Database, orderIds: readonly string[], after = '0'): Promise<void> {
  if (orderIds.length === 0) return;
  const found = await tx.rows<{ id: string }>(sql`
    select id::text from invoices
    where id in (select invoice_id from invoice_lines where order_id = any(${orderIds}::bigint[])) and id > ${after}::bigint
    order by invoices.id for no key update`);
  for (const { id } of found) await matchInvoice(tx, id, { actor: null, isEdit: false });
}

/**
 * Compares those invoices of orders anew whose result a receipt may change: what differs already, and all where more is invoiced of a line
 * than was accepted. An order of many invoices so costs no more with each of them. The orders are locked.
 */
export async function rematchReceived(tx: Database, orderIds: readonly string[]): Promise<void> {
  const found = await tx.rows<{ id: string }>(sql`
    with billed as (
      select invoice_id, order_id, line, quantity, match_state from invoice_lines join invoices on invoices.id = invoice_id
      where order_id = any(${orderIds}::bigint[]) and match_state <> 'returned'
    ), exceeded as (
      select order_id, line from billed join purchase_order_lines ordered using (order_id, line)
      group by order_id, line, received_quantity, rejected_quantity having sum(billed.quantity) > received_quantity - rejected_quantity
    ), wanted as (
      select invoice_id from billed where match_state not in ('matched', 'approved') or (order_id, line) in (select order_id, line from exceeded)
    )
    select id::text from invoices where id in (select invoice_id from wanted) order by invoices.id for no key update`);
  for (const { id } of found) await matchInvoice(tx, id, { actor: null, isEdit: false });
}

/**
 * Compares those invoices with lines anew that are not paid in full, after a change of what they are judged by.
 * @param which by columns of `invoices`
 */
export async function rematchOpen(tx: Database, which: Sql): Promise<void> {
  const wanted = sql`select id from invoices where is_open and line_count > 0 and ${which}`;
  await tx.execute(sql`
    select from purchase_orders where id in (select order_id from invoice_lines where invoice_id in (${wanted})) order by id for no key update`);
  const found = await tx.rows<{ id: string }>(
    sql`select id::text from invoices where id in (${wanted}) order by invoices.id for no key update`,
  );
  for (const { id } of found) await matchInvoice(tx, id, { actor: null, isEdit: false });
}

/**
 * Compares the invoices of a number anew, after a change of a memo that names it, and those that bill the same orders.
 * @returns the numbers of those that are approved or paid and bill more than was accepted, since the change.
 */
export async function rematchNumber(tx: Database, owner: string, number: string | null): Promise<string[]> {
  if (number === null) return [];
  const orders = await tx.rows<{ id: string }>(sql`
    select distinct order_id::text as id from invoice_lines join invoices on invoices.id = invoice_id
    where vendor_id = ${owner} and upper(number) = ${number.toUpperCase()} and order_id is not null`);
  const ids = orders.map(({ id }) => id);
  await tx.execute(sql`select from purchase_orders where id = any(${ids}::bigint[]) order by id for no key update`);
  const settled = await tx.rows<{ id: string }>(sql`
    select id::text from invoices where id in (select invoice_id from invoice_lines where order_id = any(${ids}::bigint[]))
      and (match_state = 'approved' or match_state in ('matched', 'released') and paid > 0) order by invoices.id for no key update`);
  await rematchOrders(tx, ids);
  const beyond = await tx.rows<{ number: string }>(sql`
    select number from invoices where id = any(${settled.map(({ id }) => id)}::bigint[]) and match_state = 'exception' and exists (
      select from match_results where run_id = (select max(id) from match_runs where invoice_id = invoices.id)
        and rule = 'quantity' and outcome = 'fault') order by id`);
  return beyond.map((invoice) => invoice.number);
}

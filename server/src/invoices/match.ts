import { codeKey } from '@aapurti/contract/ground/codeKeys';
import { type Finding, findingKey } from '@aapurti/contract/invoices/matchFacts';
import type { MatchState } from '@aapurti/contract/invoices/invoices';
import { findingsOf, quantityRule } from '@aapurti/contract/invoices/matchRules';
import type { Texts } from '@aapurti/contract/ground/template';
import { Decimal } from '@aapurti/contract/ground/numbers';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { textsOf } from '../ground/texts.ts';
import { type AuditEntry, recordAudits } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { billableOf } from '../purchase-orders/lines.ts';
import { compareAgain, lock, lockBilled, lockNumbers, type Moved } from '../purchase-orders/lock.ts';
import { beyondOrders } from './bareInvoices.ts';
import { grouped, aloneParties, storedParties } from './billed/factRows.ts';
import { factsOfAll, type MatchHead } from './facts.ts';
import { invoiceLineTable, type MatchSource } from './lines.ts';
import { countsFirst, paidByBuyer, rank } from './sequence.ts';

interface StoredHead extends MatchHead {
  id: string;
  state: MatchState;
}

interface Cause {
  /** Null if a receipt, an amendment or a memo triggered the match. */
  actor: Pick<Actor, 'id' | 'key'> | null;
  /** True for an edit of the invoice, which ends the state `returned`. */
  isEdit: boolean;
  /** True if the edit leaves the fields that payments rest on unchanged, so that an approval stays. */
  keepsApproval?: boolean;
}

/** Matches invoices with their orders and receipts, and stores the changed results. The orders and the invoices are locked. */
async function matchInvoices(tx: Database, ids: readonly string[], { actor, ...cause }: Cause): Promise<void> {
  const stored = await storedInvoices(tx, ids);
  if (stored.length === 0) return;
  const found = (await factsOfAll(tx, stored)).map((facts, index) => ({
    ...own(stored, index),
    facts,
    findings: findingsOf(facts).map(withTexts),
  }));
  await keepYardsticks(
    tx,
    found.flatMap(({ head: { id }, facts, lines }) =>
      facts.lines.map(({ no, tolerances, quantity, factor }, index) => ({
        id,
        no,
        percent: new Decimal(tolerances.quantity),
        pieces: new Decimal(quantity).times(factor ?? 1),
        line: lines[index],
      })),
    ),
  );
  if (cause.isEdit && cause.keepsApproval !== true) await endReleases(tx, ids);
  const decided = await decisionsOf(tx, ids);
  const results = found.map(({ head, findings }) => ({ head, findings, state: stateOf(head, findings, decided.get(head.id), cause) }));
  await storeRuns(tx, results);
  const moved = results.filter(({ head, state }) => state !== head.state);
  if (moved.length === 0) return;
  await tx.execute(sql`
    update invoices set match_state = moved.state
    from unnest(${moved.map(({ head }) => head.id)}::bigint[], ${moved.map(({ state }) => state)}::text[]) as moved(id, state)
    where invoices.id = moved.id`);
  await recordAudits(
    tx,
    moved.map(({ head, state }) => ({
      actor,
      ownerId: head.owner,
      action: 'invoice.match',
      entity: 'invoice',
      entityId: head.id,
      before: { matchState: head.state },
      after: { matchState: state },
    })),
  );
}

function own<Item>(items: readonly Item[], index: number): Item {
  const found = items[index];
  if (found === undefined) throw new Error('every invoice has its facts');
  return found;
}

interface StoredLine extends MatchSource {
  heldTolerance: string;
  heldQuantity: string;
}

interface Stored {
  head: StoredHead;
  lines: StoredLine[];
}

/** Invoices with their lines; those without lines are left out. */
async function storedInvoices(tx: Database, ids: readonly string[]): Promise<Stored[]> {
  const which = sql`id = any(${ids}::bigint[]) and line_count > 0`;
  const heads = await tx.rows<StoredHead & Record<string, unknown>>(sql`
    with alone as materialized (${aloneParties(which)})
    select invoices.id::text, vendor_id::text as owner, number, invoice_date as date, value, coalesce(cgst, 0) as cgst, coalesce(sgst, 0) as sgst,
      coalesce(igst, 0) as igst, irn, match_state as state, ${storedParties},
      json_build_object('rank', ${rank(sql`invoices`)}, 'countsNo', counts_no, 'isReleased', match_state = 'released') as place
    from invoices join alone using (vendor_id, invoice_date) where ${which} order by invoices.id`);
  const lines = await tx.rows<StoredLine & { invoice: string } & Record<string, unknown>>(sql`
    select invoice_id::text as invoice, ${invoiceLineTable.selected('row')}, quantity_tolerance as "heldTolerance", ordered_quantity as "heldQuantity"
    from invoice_lines row where invoice_id = any(${ids}::bigint[]) order by invoice_id, no`);
  const byInvoice = grouped(lines, ({ invoice }) => invoice);
  return heads.map((head) => ({ head, lines: byInvoice.get(head.id) ?? [] }));
}

interface Kept {
  id: string;
  no: number;
  percent: Decimal;
  pieces: Decimal;
  line: StoredLine | undefined;
}

/** Stores the tolerance and the unit with which each line was compared, because the check of the books needs them. */
async function keepYardsticks(tx: Database, lines: readonly Kept[]): Promise<void> {
  const changed = lines.flatMap(({ line, percent, pieces, ...place }) =>
    percent.eq(line?.heldTolerance ?? 0) && pieces.eq(line?.heldQuantity ?? 0) ? [] : [{ ...place, percent, pieces }],
  );
  if (changed.length === 0) return;
  await tx.execute(sql`
    update invoice_lines set quantity_tolerance = held.percent, ordered_quantity = held.pieces
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as held(id bigint, no int, percent numeric, pieces numeric)
    where invoice_id = held.id and invoice_lines.no = held.no`);
}

interface Decision {
  kind: string;
  faults: readonly string[];
}

/** The last decision about each invoice. */
async function decisionsOf(tx: Database, ids: readonly string[]): Promise<Map<string, Decision>> {
  const rows = await tx.rows<Decision & { id: string } & Record<string, unknown>>(sql`
    select distinct on (invoice_id) invoice_id::text as id, kind, faults from match_decisions
    where invoice_id = any(${ids}::bigint[]) order by invoice_id, match_decisions.id desc`);
  return new Map(rows.map((row) => [row.id, row]));
}

function stateOf(
  { state }: StoredHead,
  findings: readonly Finding[],
  last: Decision | undefined,
  { isEdit, keepsApproval = !isEdit }: Omit<Cause, 'actor'>,
): MatchState {
  if (state === 'returned' && !isEdit) return state;
  const faults = findings.filter(({ outcome }) => outcome === 'fault').map(findingKey);
  const staysApproved = state === 'approved' && keepsApproval;
  if (faults.length === 0) return staysApproved ? state : 'matched';
  // Sending back ends a release. An approval also covers the released exceptions.
  const isCovered = last !== undefined && last.kind !== 'return' && faults.every((fault) => last.faults.includes(fault));
  if (!isCovered) return 'exception';
  return staysApproved ? state : 'released';
}

/** Ends releases after a change of the value: an exception can weigh more now and still read the same. */
async function endReleases(tx: Database, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`update match_decisions set faults = '[]' where invoice_id = any(${ids}::bigint[]) and faults <> '[]'`);
}

interface Result {
  head: StoredHead;
  findings: readonly (Finding & { texts: Texts })[];
  state: MatchState;
}

async function storeRuns(tx: Database, results: readonly Result[]): Promise<void> {
  const last = await tx.rows<{ id: string; state: string; findings: string }>(sql`
    select run.invoice_id::text as id, run.state, (
      select coalesce(string_agg(concat_ws('|', rule, coalesce(line::text, ''), expected, found, message), e'\n' order by no) filter (where texts is not null), '')
      from match_results where run_id = run.id) as findings
    from (select distinct on (invoice_id) * from match_runs where invoice_id = any(${results.map(({ head }) => head.id)}::bigint[])
      order by invoice_id, match_runs.id desc) run`);
  const known = new Map(last.map((run) => [run.id, run]));
  const changed = results.filter(({ head: { id }, state, findings }) => {
    const before = known.get(id);
    return before === undefined || before.state !== state || before.findings !== findings.map(worded).join('\n');
  });
  if (changed.length === 0) return;
  const rows = changed.flatMap(({ head: { id }, findings }) =>
    findings.map((finding, index) => ({ buyerWayOut: null, ...finding, invoice: id, no: index + 1 })),
  );
  await tx.execute(sql`
    with run as (
      insert into match_runs (invoice_id, state)
      select id, state from unnest(${changed.map(({ head }) => head.id)}::bigint[], ${changed.map(({ state }) => state)}::text[]) as given(id, state) order by id
      returning id, invoice_id)
    insert into match_results (run_id, no, rule, code, line, outcome, expected, found, tolerance, document, message, way_out, buyer_way_out, texts)
    select run.id, no, rule, code, line, outcome, expected, found, tolerance, document, message, "wayOut", "buyerWayOut", texts
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as result(
      invoice bigint, no int, rule text, code text, line int, outcome text, expected text, found text, tolerance text, document text, message text,
      "wayOut" text, "buyerWayOut" text, texts jsonb) join run on run.invoice_id = result.invoice`);
}

/** The content of a finding, so that a finding with new words or without stored messages is stored again. */
const worded = (finding: Finding) => `${findingKey(finding)}|${finding.message}`;

const withTexts = (finding: Finding) => ({ ...finding, texts: textsOf([finding.message, finding.wayOut, finding.buyerWayOut]) });

/** The invoices with exceptions, including those whose exceptions a decision has covered since. */
const notClean = sql`
  (match_state not in ('matched', 'approved')
    or match_state = 'approved' and exists (
      select from match_results where outcome = 'fault' and run_id = (select max(id) from match_runs where match_runs.invoice_id = invoices.id)))`;

/** Invoices with a line that exceeds the accepted quantity. */
const exceeding = (orders: readonly string[]) => sql`
  invoices.id in (
    select invoice_id from invoice_lines where (order_id, line) in (
      select ordered.order_id, ordered.line from invoice_lines billed join invoices every on every.id = billed.invoice_id
      join purchase_order_lines ordered using (order_id, line)
      where order_id = any(${orders}::bigint[]) and every.match_state <> 'returned'
      group by ordered.order_id, ordered.line having sum(billed.ordered_quantity) > ${billableOf(sql`ordered`)}))`;

/** The invoices with lines whose result a change may affect. */
function movedInvoices({ orders = [], only, open, saved }: Moved): Sql {
  const others = sql`line_count > 0 and invoices.id is distinct from ${saved?.id ?? null}::bigint`;
  const billing = sql`invoices.id in (select invoice_id from invoice_lines where order_id = any(${orders}::bigint[]))`;
  const which = only === 'freed' ? notClean : sql`true`;
  const ofOrders = sql`(${billing} and match_state <> 'returned' and ${which})`;
  return open === undefined ? sql`${others} and ${ofOrders}` : sql`${others} and (${ofOrders} or is_open and ${open})`;
}

/** The open invoices without lines that were approved over these orders. */
const approvedBare = ({ orders = [], only }: Moved) =>
  only === 'freed'
    ? sql`false`
    : sql`(line_count = 0 and match_state = 'approved' and is_open and invoices.id in (
        select unlined.id from purchase_orders named join invoices unlined on unlined.vendor_id = named.vendor_id and code_key(po_number) = code_key(named.number)
        where named.id = any(${orders}::bigint[]) and unlined.line_count = 0))`;

interface Given extends Pick<AuditEntry, 'actor' | 'ownerId' | 'action'> {
  id: string;
  before: string;
  /** Facts for the log, in addition to the new status. */
  after?: Record<string, unknown>;
}

/** Gives invoices a new state, each as a new version, and logs them at the time of that version: an earlier one may have been read since. */
export async function moveTo(tx: Database, state: MatchState, moved: readonly Given[]): Promise<void> {
  const versions = await tx.rows<{ id: string; version: string }>(sql`
    update invoices set match_state = ${state}, updated_at = clock_timestamp() where id = any(${moved.map(({ id }) => id)}::bigint[])
    returning id::text, to_json(updated_at) #>> '{}' as version`);
  const versionOf = new Map(versions.map(({ id, version }) => [id, version]));
  await recordAudits(
    tx,
    moved.map(({ id, before, after, ...entry }) => ({
      ...entry,
      version: versionOf.get(id),
      entity: 'invoice',
      entityId: id,
      before: { matchState: before },
      after: { matchState: state, ...after },
    })),
  );
}

/**
 * Ends the approval of invoices without lines that exceed their order's accepted amount now. It goes through them in their sequence, because
 * an invoice that loses its approval leaves room for later ones.
 */
async function endApprovals(tx: Database, ids: readonly string[]): Promise<void> {
  for (;;) {
    const approved = await tx.rows<{ id: string; owner: string; value: string }>(sql`
      select id::text, vendor_id::text as owner, value from invoices
      where id = any(${ids}::bigint[]) and line_count = 0 and match_state = 'approved' order by ${countsFirst(sql`invoices`)}`);
    const beyond = await beyondOrders(
      tx,
      approved.map(({ id }) => id),
    );
    const room = new Map<string, Decimal>();
    const ended = approved.filter(({ id, value }) => {
      const over = beyond.get(id);
      const freed = room.get(over?.poNumber ?? '') ?? new Decimal(0);
      if (over === undefined || over.excess.lte(freed)) return false;
      room.set(over.poNumber, freed.plus(value));
      return true;
    });
    if (ended.length === 0) return;
    await moveTo(
      tx,
      'unmatched',
      ended.map(({ id, owner }) => ({ id, actor: null, ownerId: owner, action: 'invoice.match', before: 'approved' })),
    );
  }
}

/** The most rounds until no invoice gains or loses its place; two are usually enough. */
const PASSES = 3;

/** The most invoices that are compared at once. */
const AT_ONCE = 2_000;

/** Matches the invoices that a change affects, in the sequence in which they count. */
export async function compareMoved(tx: Database, moved: Moved): Promise<void> {
  if (moved.saved !== undefined) {
    const { id, actor, keepsApproval } = moved.saved;
    await matchInvoices(tx, [id], { actor, isEdit: true, keepsApproval });
  }
  if (moved.open === undefined && (moved.orders ?? []).length === 0) return;
  const ids = await lock(tx, 'invoices', sql`((${movedInvoices(moved)}) or ${approvedBare(moved)})`);
  await endApprovals(tx, ids);
  for (let pass = 0; pass < PASSES && ids.length > 0; pass += 1) {
    const sorted = await tx.rows<{ id: string }>(sql`
      select id::text from invoices where id = any(${ids}::bigint[]) order by ${countsFirst(sql`invoices`)}`);
    for (let from = 0; from < sorted.length; from += AT_ONCE) {
      const part = sorted.slice(from, from + AT_ONCE).map(({ id }) => id);
      await matchInvoices(tx, part, { actor: null, isEdit: false });
    }
    const now = await tx.rows<{ id: string }>(sql`
      select id::text from invoices where id = any(${ids}::bigint[]) order by ${countsFirst(sql`invoices`)}`);
    if (now.every(({ id }, index) => id === sorted[index]?.id)) return;
  }
}

/** The documents that a memo affects: the orders of the numbers that it names, and the invoices that exceed the accepted quantity already. */
export interface Named {
  orders: readonly string[];
  beyond: ReadonlySet<string>;
}

/** Locks numbers, the orders that invoices of these numbers or ids bill, and these invoices, before a change of a memo that names them. */
export async function lockNamed(
  tx: Database,
  owner: string,
  numbers: readonly (string | null)[],
  ids: readonly (string | null)[] = [],
): Promise<Named> {
  await lockNumbers(tx, owner, numbers);
  const named = numbers.flatMap((number) => (number === null ? [] : codeKey(number)));
  const invoices = await tx.rows<{ id: string }>(sql`
    select id::text from invoices
    where vendor_id = ${owner} and (code_key(number) = any(${named}::text[]) or id = any(${ids.flatMap((id) => (id === null ? [] : idOf(id)))}::bigint[]))`);
  const orders = await lockBilled(
    tx,
    invoices.map(({ id }) => id),
  );
  return { orders, beyond: new Set((await settledBeyond(tx, orders)).map(({ id }) => id)) };
}

/**
 * Matches the invoices that bill the orders of a number, after a change of a memo that names it.
 * @returns the numbers of approved and paid invoices that exceed the accepted quantity since the change, each in its own turn.
 */
export async function compareNamed(tx: Database, { orders, beyond }: Named): Promise<string[]> {
  await compareAgain(tx, { orders });
  return (await settledBeyond(tx, orders)).flatMap(({ id, number }) => (beyond.has(id) ? [] : [number]));
}

/** Approved and paid invoices that would exceed the accepted quantity if they did not count before earlier ones. */
async function settledBeyond(tx: Database, orders: readonly string[]): Promise<{ id: string; number: string }[]> {
  if (orders.length === 0) return [];
  const settled = await tx.rows<{ id: string }>(sql`
    select id::text from invoices
    where ${exceeding(orders)} and (match_state = 'approved' or match_state <> 'returned' and ${paidByBuyer}) order by invoices.id`);
  const beyond: { id: string; number: string }[] = [];
  const stored = await storedInvoices(
    tx,
    settled.map(({ id }) => id),
  );
  for (const [index, { lines }] of (await factsOfAll(tx, stored, { inTurn: true })).entries()) {
    const { id, number } = own(stored, index).head;
    if (lines.some((line) => quantityRule(line)?.outcome === 'fault')) beyond.push({ id, number });
  }
  return beyond;
}

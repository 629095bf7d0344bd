import { showMoney } from '@aapurti/contract/ground/fields';
import type { ControlValues } from '@aapurti/contract/settings/controls';
import { type Invoice, invoiceForm, TAXES } from '@aapurti/contract/invoices/invoices';
import { findingKey } from '@aapurti/contract/invoices/matchFacts';
import { type Approvals, type InvoiceMatch, matchCodes, type matching, messages } from '@aapurti/contract/invoices/matching';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import { isTyped, madeOf, say, sayJoined, sayWords, type Texts, type Words } from '@aapurti/contract/ground/template';
import { fieldChanges, fieldWords } from '@aapurti/contract/words/auditWords';
import sql, { type Sql } from 'sql-template-tag';
import { mayCall } from '@aapurti/contract/access/roles';
import { SAME_VALUE, type SimilarDocuments } from '@aapurti/contract/invoices/similar';

import type { Actor } from '../ground/actor.ts';
import { sayAgain } from '../ground/texts.ts';
import { enteredBy } from '../audit/audit.ts';
import { type Changes, changesSince } from '../audit/changes.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { readControls } from '../settings/controls.ts';
import { actingAs, type Document, obstaclesTo, refuseAct } from '../settings/duties.ts';
import { ownEntryText, refuseOwnEntry, samePersons } from '../audit/fourEyes.ts';
import { TOLD_MOST } from '../mail/messages.ts';
import { byOwner, tell } from '../mail/queue.ts';
import { ownRows } from '../access/owner.ts';
import { compareAgain, lockBilled } from '../purchase-orders/lock.ts';
import { coded, conflict, notFound, together } from '../ground/refusal.ts';
import { beyondOrders, endedApproval } from './bareInvoices.ts';
import { orderIdsOf, readLines } from './lines.ts';
import { moveTo } from './match.ts';
import { figuresOf } from './orderFigures.ts';
import { paidByBuyer } from './sequence.ts';

const ACCESS = 'invoiceRelease';

/** An invoice created from an opening balance is reversed with that balance instead. */
const returnable = sql`match_state not in ('unmatched', 'returned') and not ${paidByBuyer}
  and not exists (select from opening_balances where invoice_id = invoices.id)`;

/** The statuses in which an invoice can be approved: an invoice without lines only if the controls require approval before payment. */
const approvableStates = (payable: ControlValues['payableInvoices']): InvoiceMatch['matchState'][] =>
  payable === 'any' ? ['matched', 'released'] : ['matched', 'released', 'unmatched'];

/** The match of an invoice, and the decisions on it. @throws Refusal 404 if the invoice is not the caller's. */
export async function matchOf(db: Database, actor: Actor, id: string): Promise<InvoiceMatch> {
  const { payableInvoices } = await readControls(db);
  const head = await db.first<
    Omit<InvoiceMatch, 'lines' | 'findings' | 'decisions' | 'orderLines' | 'similar'> & { owner: string; isPaid: boolean }
  >(sql`
    select vendor_id::text as owner, is_open and match_state = any(${approvableStates(payableInvoices)}::text[]) as "isApprovable", match_state as "matchState", ${returnable} as "isReturnable", ${paidByBuyer} as "isPaid", run.id::text as "runId", run.ran_at as "ranAt"
    from invoices left join lateral (select id, ran_at from match_runs where invoice_id = invoices.id order by id desc limit 1) run on true
    where invoices.id = ${idOf(id)} and ${ownRows(sql`vendor_id`, actor)}`);
  if (head === undefined) throw notFound();
  const { owner, isPaid, ...own } = head;
  const found = await findingsOfRun(db, actor, sql`${head.runId}::bigint`);
  const decisions = await db.rows<InvoiceMatch['decisions'][number] & Record<string, unknown>>(sql`
    select kind, case when ${actor.isAdmin} then concat_ws(' ', first_name, last_name) end as by, decided_at as at, reason, lines
    from match_decisions join users on users.id = decided_by where invoice_id = ${idOf(id)} order by match_decisions.id desc`);
  const hasEnded = own.matchState === 'unmatched' && decisions[0]?.kind === 'approve';
  const findings = hasEnded ? await endedApproval(db, actor, idOf(id)) : found;
  const lines = own.matchState === 'unmatched' ? [] : await readLines(db, idOf(id));
  const billed = new Set(lines.map((line) => `${line.orderId}/${line.line}`));
  const orderLines = (await figuresOf(db, owner, orderIdsOf(lines))).filter((line) => billed.has(`${line.orderId}/${line.line}`));
  // A paid invoice that no one can approve was compared before.
  const similar = isPaid && !own.isApprovable ? null : await similarTo(db, actor, id);
  return { ...own, similar, findings, decisions, lines, orderLines };
}

async function findingsOfRun(db: Database, { isAdmin }: Pick<Actor, 'isAdmin'>, run: Sql): Promise<InvoiceMatch['findings']> {
  const rows = await db.rows<InvoiceMatch['findings'][number] & { texts: Texts | null } & Record<string, unknown>>(sql`
    select rule, coalesce(code, rule) as code, line, outcome, expected, found, tolerance, document, message,
      ${isAdmin ? sql`coalesce(buyer_way_out, way_out)` : sql`way_out`} as "wayOut", texts from match_results
    where run_id = ${run} order by no`);
  return rows.map(({ texts, ...finding }) => {
    sayAgain(texts);
    return finding;
  });
}

/**
 * The deviations of one of the caller's invoices, worded for its reader, and the number of faults that make it an exception; 0 if it is
 * none.
 */
export async function savedFindings(
  db: Database,
  actor: Actor,
  { _id, matchState }: Pick<Invoice, '_id' | 'matchState'>,
): Promise<{ findings: InvoiceMatch['findings']; problems: number }> {
  if (matchState === 'unmatched') return { findings: [], problems: 0 };
  const findings = await findingsOfRun(db, actor, sql`(select max(id) from match_runs where invoice_id = ${idOf(_id)})`);
  return { findings, problems: matchState === 'exception' ? findings.filter(({ outcome }) => outcome === 'fault').length : 0 };
}

interface Decided {
  id: string;
  number: string;
  owner: string;
  value: string;
  state: InvoiceMatch['matchState'];
  isReturnable: boolean;
  enteredBy: string[];
  orders: string[];
}

/** The user who last entered the lines, and the users on whose behalf this happened. */
const enterers = sql`array_remove(invoices.entered_by::text || ${enteredBy('invoice', sql`invoices.id`, { only: sql`invoices.entered_by` })}, null)`;

/** A test of whether the caller counts as having entered an invoice. */
async function ownEntries(tx: Database, actor: Actor): Promise<(invoice: Pick<Decided, 'enteredBy' | 'value'>) => boolean> {
  const same = await samePersons(tx, actor);
  return ({ enteredBy: persons, value }) => same(ACCESS, value).some((person) => persons.includes(person));
}

/**
 * Reads the invoice after locking it with its orders: a payment may have been made, and the decision changes what other invoices may bill.
 */
async function lockedInvoice(tx: Database, id: string): Promise<Decided> {
  const orders = await lockBilled(tx, [idOf(id)]);
  const found = await tx.first<Omit<Decided, 'orders'> & Record<string, unknown>>(sql`
    select id::text, number, vendor_id::text as owner, value, match_state as state, ${returnable} as "isReturnable", ${enterers} as "enteredBy"
    from invoices where id = ${idOf(id)}`);
  if (found === undefined) throw notFound();
  return { ...found, orders };
}

/**
 * Releases an invoice despite its faults, so that it can be paid. A later match with other faults makes it an exception again. @throws
 * Refusal 403 for the caller's own entry, or above the caller's limit; 409 if it is not an exception, or its findings have changed.
 */
export async function releaseInvoice(ctx: Context, actor: Actor, id: string, body: BodyOf<typeof matching.release>): Promise<InvoiceMatch> {
  return ctx.db.transaction(async (tx) => {
    const invoice = await lockedInvoice(tx, id);
    if (invoice.state !== 'exception') throw conflict(messages.notException(invoice.number), { code: matchCodes.notException });
    if ((await ownEntries(tx, actor))(invoice)) {
      await refuseOwnEntry(tx, actor, ACCESS, messages.ownEntry(invoice.number), invoice.value);
    }
    await refuseAct(tx, actor, 'release', ACCESS, documentOf(invoice));
    if (actor.limitAmount !== null && Number(invoice.value) > Number(actor.limitAmount)) {
      throw coded(403, messages.aboveLimit(showMoney(invoice.value), showMoney(actor.limitAmount)), { code: matchCodes.aboveLimit });
    }
    const { runId, findings } = await matchOf(tx, actor, id);
    if (body.runId !== null && body.runId !== runId) throw await hasChanged(tx, actor, invoice, body.runId, findings);
    const faults = findings.filter(({ outcome }) => outcome === 'fault').map(findingKey);
    await tx.execute(sql`
      insert into match_decisions (invoice_id, run_id, kind, decided_by, reason, faults)
      values (${invoice.id}, ${runId}, 'release', ${actor.id}, ${body.reason}, ${JSON.stringify(faults)}::jsonb)`);
    await decide(tx, actingAs(actor, ACCESS, invoice.value), invoice, 'released', { reason: body.reason, value: invoice.value });
    await compareAgain(tx, { orders: invoice.orders });
    return matchOf(tx, actor, id);
  });
}

/** The refusal to release an outdated match, with the findings that are new in the last match and those that are gone. */
async function hasChanged(tx: Database, actor: Actor, { id, number }: Decided, runId: string, now: InvoiceMatch['findings']) {
  const then = await findingsOfRun(tx, actor, sql`(select id from match_runs where id = ${idOf(runId)} and invoice_id = ${id})`);
  const without = (all: typeof now, others: typeof now) =>
    all.filter(
      ({ outcome, message }) => outcome === 'fault' && !others.some((other) => other.outcome === 'fault' && other.message === message),
    );
  const changes = [
    ...without(now, then).map(({ message }) => messages.changedNew(message)),
    ...without(then, now).map(({ message }) => messages.changedGone(message)),
  ];
  return conflict(sayJoined([messages.changed(number), together(changes), messages.reviewAgain]), { code: matchCodes.changed });
}

/**
 * Sends an invoice back to its vendor. It does not count as invoiced until it is changed. @throws Refusal 409 without lines, or with
 * payments.
 */
export async function returnInvoice(ctx: Context, actor: Actor, id: string, body: BodyOf<typeof matching.sendBack>): Promise<InvoiceMatch> {
  return ctx.db.transaction(async (tx) => {
    const invoice = await lockedInvoice(tx, id);
    if (!invoice.isReturnable) throw conflict(messages.notReturnable(invoice.number), { code: matchCodes.notReturnable });
    await tx.execute(sql`
      insert into match_decisions (invoice_id, kind, decided_by, reason, lines)
      values (${invoice.id}, 'return', ${actor.id}, ${body.reason}, ${JSON.stringify(body.lines)}::jsonb)`);
    await decide(tx, actor, invoice, 'returned', { reason: body.reason, lines: body.lines });
    const { number, value, owner } = invoice;
    await tell(tx, [{ kind: 'invoices', vendorId: owner, content: { count: 1, invoices: [{ number, value, reason: body.reason }] } }]);
    // Other invoices may now bill its quantity.
    await compareAgain(tx, { orders: invoice.orders, only: 'freed' });
    return matchOf(tx, actor, id);
  });
}

const documentOf = ({ id, number, value }: { id: string; number: string; value: string }): Document => ({
  entity: 'invoice',
  id,
  name: say('invoice {number}', { number }),
  amount: value,
});

async function decide(
  tx: Database,
  actor: Pick<Actor, 'id' | 'key' | 'actingFor'>,
  invoice: Decided,
  state: 'released' | 'returned',
  after: Record<string, unknown>,
): Promise<void> {
  const action = state === 'released' ? 'invoice.release' : 'invoice.return';
  await moveTo(tx, state, [{ id: invoice.id, actor, ownerId: invoice.owner, action, before: invoice.state, after }]);
}

interface Approvable extends Record<string, unknown> {
  id: string;
  number: string;
  ownerId: string;
  value: string;
  state: InvoiceMatch['matchState'];
  isOpen: boolean;
  enteredBy: string[];
  createdAt: string;
  version: string;
  runId: string | null;
  faults: string[];
}

/**
 * Approves invoices that are matched or released; others are left out. A later match with other faults ends the approval, and so does a
 * change of fields that payments depend on. @throws Refusal 404 if one does not exist, and then approves none; 409 if none could be
 * approved.
 */
export async function approveInvoices(ctx: Context, actor: Actor, body: BodyOf<typeof matching.approve>): Promise<Approvals> {
  const wanted = [...new Set(body.invoiceIdList)];
  const done = await ctx.db.transaction(async (tx) => {
    const orders = await lockBilled(tx, wanted.map(idOf));
    const found = await tx.rows<Approvable>(sql`
      select invoices.id::text, number, vendor_id::text as "ownerId", value, match_state as state, is_open as "isOpen",
        ${enterers} as "enteredBy", to_json(invoices.created_at) #>> '{}' as "createdAt", to_json(invoices.updated_at) #>> '{}' as version, run.id::text as "runId", coalesce((
          select jsonb_agg(concat_ws('|', rule, coalesce(line::text, ''), expected, found) order by no) from match_results
          where run_id = run.id and outcome = 'fault'), '[]') as faults
      from invoices left join lateral (select id from match_runs where invoice_id = invoices.id order by id desc limit 1) run on true
      where invoices.id = any(${wanted.map(idOf)}::bigint[]) order by invoices.id`);
    if (found.length !== wanted.length) throw notFound();
    const { payableInvoices } = await readControls(tx);
    const left: Approvals['left'] = [];
    const chosen: Approvable[] = [];
    const leave = ({ id, number }: Approvable, reason: string, code: string) => left.push({ _id: id, invoiceNumber: number, reason, code });
    const approvable: Approvable[] = [];
    const isOwn = await ownEntries(tx, actor);
    const seen = found.map((invoice) => ({ ...invoice, seen: body.versions?.[invoice.id] ?? invoice.version }));
    const changes = await changesSince(tx, 'invoice', seen);
    for (const invoice of seen) {
      const isStale = invoice.seen !== invoice.version;
      const why = isStale ? changedSince(invoice, changes.get(invoice.id)) : whyNot(actor, invoice, payableInvoices);
      if (why !== null) leave(invoice, why.reason, why.code);
      else if (isOwn(invoice)) leave(invoice, await ownEntryText(tx, actor, ACCESS, messages.ownApproval, invoice.value), 'you_entered');
      else approvable.push(invoice);
    }
    const obstacles = await obstaclesTo(tx, actor, 'approve', ACCESS, approvable.map(documentOf));
    const unmatched = approvable.flatMap(({ id, state }) => (state === 'unmatched' ? [id] : []));
    const beyond = await beyondOrders(tx, unmatched);
    for (const invoice of approvable) {
      const [obstacle, excess] = [obstacles.get(invoice.id), beyond.get(invoice.id)];
      if (excess !== undefined) leave(invoice, excess.reason, matchCodes.beyondOrder);
      else if (obstacle === undefined) chosen.push(invoice);
      else leave(invoice, obstacle.message, obstacle.code);
    }
    await storeApprovals(tx, actor, chosen);
    if (chosen.length > 0) await compareAgain(tx, { orders });
    return { approved: chosen.length, left };
  });
  const [first, ...others] = done.left;
  if (done.approved === 0 && first !== undefined)
    throw conflict(others.length === 0 ? told(first) : messages.noneApproved, {
      data: done,
      code: others.length === 0 ? first.code : matchCodes.noneApproved,
    });
  return done;
}

/** The reason, with the number of its invoice if the message does not name it. */
function told({ invoiceNumber: number, reason }: Approvals['left'][number]): string {
  const values = madeOf(reason)?.values ?? {};
  return 'document' in values || 'number' in values ? reason : say('Invoice {number}: {problem}', { number, problem: reason });
}

/** The reason why an invoice is left out, and its code for programs. */
interface Why {
  reason: string;
  code: string;
}

/** The fields whose changed figures the message states. Other changed fields are only named. */
const FIGURES = ['invoiceValue', ...TAXES, 'matchState'];
const NAMED = [...Object.keys(invoiceForm.shape).filter((name) => !FIGURES.includes(name)), 'lines'];

/** A logged value in its displayed form. */
const shownOf = ([words = '']: readonly Words[]): string => (isTyped(words) ? words.typed : words);

/** The reason that an invoice has changed since it was seen: its values then, from the log, and its current ones. */
function changedSince({ value }: Approvable, changes: Changes | undefined): Why {
  const { before: then, after: now } = changes ?? { before: {}, after: {} };
  const differs = (name: string) => name in then && JSON.stringify(then[name]) !== JSON.stringify(now[name]);
  const figures = FIGURES.filter(differs).flatMap((name) =>
    fieldChanges({ before: { [name]: then[name] }, after: { [name]: now[name] } }).map(({ label, before, after }) =>
      messages.figureChanged(label, shownOf(before), shownOf(after)),
    ),
  );
  const others = NAMED.filter(differs).map(fieldWords);
  const shown = showMoney(value);
  const facts = [
    differs('invoiceValue') ? '' : changes === undefined ? messages.valueNow(shown) : messages.valueStill(shown),
    ...figures,
    others.length > 0 ? messages.alsoChanged(sayWords(others)) : '',
  ];
  return { reason: sayJoined([messages.changedSince, ...facts, messages.reviewAgain]), code: matchCodes.changedSince };
}

/** The reason why the caller cannot approve an invoice; null if the caller can. */
function whyNot(actor: Actor, { state, isOpen, value }: Approvable, payable: ControlValues['payableInvoices']): Why | null {
  const ofState = approvableStates(payable).includes(state) ? null : messages.notApprovable[state];
  if (ofState !== null) return { reason: ofState, code: matchCodes.notApprovable };
  if (!isOpen) return { reason: messages.isPaid, code: matchCodes.isPaid };
  if (actor.limitAmount !== null && Number(value) > Number(actor.limitAmount))
    return { reason: messages.aboveLimit(showMoney(value), showMoney(actor.limitAmount)), code: matchCodes.aboveLimit };
  return null;
}

async function storeApprovals(tx: Database, actor: Actor, chosen: readonly Approvable[]): Promise<void> {
  const rows = chosen.map(({ id, runId, faults }) => ({ id, runId, faults }));
  await tx.execute(sql`
    insert into match_decisions (invoice_id, run_id, kind, decided_by, faults)
    select id, "runId", 'approve', ${actor.id}, faults
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(id bigint, "runId" bigint, faults jsonb)`);
  await moveTo(
    tx,
    'approved',
    chosen.map(({ id, ownerId, state, value }) => ({
      id,
      actor: actingAs(actor, ACCESS, value),
      ownerId,
      action: 'invoice.approve',
      before: state,
      after: { value },
    })),
  );
  await tell(
    tx,
    [...byOwner(chosen)].map(([vendorId, own]) => ({
      kind: 'invoices',
      vendorId,
      content: {
        approved: true,
        count: own.length,
        invoices: own.slice(0, TOLD_MOST).map(({ number, value }) => ({ number, value, reason: '' })),
      },
    })),
  );
}

/** The most documents of each kind. */
const SHOWN = { invoices: 20, orders: 5 };

/**
 * The vendor's invoices with the same value, and its orders, for a buyer user who may approve an invoice without lines. @param id of the
 * invoice, which the caller may read @returns null for all other users, and for an invoice with lines
 */
async function similarTo(db: Database, actor: Actor, id: string): Promise<SimilarDocuments | null> {
  if (!actor.isAdmin || !mayCall('invoiceRelease', actor.roles)) return null;
  const invoice = await db.first<{ vendor: string; value: string; order: string | null }>(sql`
    select vendor_id::text as vendor, value, po_number as order from invoices
    where id = ${id}::bigint and not exists (select from invoice_lines where invoice_id = invoices.id)`);
  if (invoice === undefined) return null;
  const { vendor, value, order } = invoice;
  const isSame = sql`value between ${value}::numeric - ${SAME_VALUE}::numeric and ${value}::numeric + ${SAME_VALUE}::numeric`;
  const invoices = await db.rows<SimilarDocuments['invoices'][number] & Record<string, unknown>>(sql`
    select id::text as _id, number as "invoiceNumber", invoice_date as "invoiceDate", value::float8 as "invoiceValue", match_state as "matchState",
      balance::float8 as balance
    from invoices where vendor_id = ${vendor} and ${isSame} and id <> ${id}::bigint order by invoice_date desc, id desc limit ${SHOWN.invoices}`);
  const isNamed = sql`code_key(number) = code_key(coalesce(${order}::text, ''))`;
  const orders = await db.rows<SimilarDocuments['orders'][number] & Record<string, unknown>>(sql`
    select id::text as "orderId", number as "poNumber", ordered_on as "poDate",
      case when status = 'Open' and acknowledged_on is not null then 'Acknowledged' else status end as status,
      value::float8 as value, ${isSame} as "isSameValue", ${isNamed} as "isNamed"
    from purchase_orders where id in (
      (select id from purchase_orders where vendor_id = ${vendor} and ${isSame} order by id desc limit ${SHOWN.orders})
      union (select id from purchase_orders where vendor_id = ${vendor} and ${isNamed} order by id desc limit ${SHOWN.orders})
      union (select id from purchase_orders where vendor_id = ${vendor} order by id desc limit ${SHOWN.orders}))
    order by ${isSame} desc, ${isNamed} desc, id desc limit ${SHOWN.orders}`);
  return { invoices, orders };
}

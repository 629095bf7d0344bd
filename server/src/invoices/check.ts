import { indianDay } from '@aapurti/contract/ground/fields';
import { lineSums } from '@aapurti/contract/invoices/invoiceFigures';
import { type InvoiceLine } from '@aapurti/contract/invoices/invoiceLines';
import { type Finding, findingFor } from '@aapurti/contract/invoices/matchFacts';
import type { matching } from '@aapurti/contract/invoices/matching';
import { type AgreedTerms, agreedTerms } from '@aapurti/contract/invoices/orderFigures';
import { findingsOf } from '@aapurti/contract/invoices/matchRules';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { idOf } from '../database/list.ts';
import { ownedBy, ownerFor } from '../access/owner.ts';
import { notFound } from '../ground/refusal.ts';
import { areStored } from './changeLines.ts';
import { partiesOfHead, type Place } from './billed/factRows.ts';
import { factsOf } from './facts.ts';
import { readLines, resolveLines, shownLine, shownSums, sourceOf } from './lines.ts';
import { rank } from './sequence.ts';

interface Checked {
  findings: Omit<Finding, 'buyerWayOut'>[];
  agreed: AgreedTerms[];
  lines: InvoiceLine[];
  sums: ReturnType<typeof shownSums>;
}

/** Compares an invoice that is not saved yet. @throws Refusal 404 for an invoice that is not the caller's. */
export async function checkInvoice(ctx: Context, actor: Actor, body: BodyOf<typeof matching.check>): Promise<Checked> {
  const own = ownedBy(sql`vendor_id`, actor, null) ?? sql`true`;
  const stored =
    body.invoiceId === null
      ? null
      : await ctx.db.first<{ id: string; owner: string; state: string; place: Place }>(sql`
          select id::text, vendor_id::text as owner, match_state as state,
            json_build_object('rank', ${rank(sql`invoices`)}, 'countsNo', counts_no, 'isReleased', match_state = 'released') as place
          from invoices where id = ${idOf(body.invoiceId)} and ${own}`);
  if (stored === undefined) throw notFound();
  const owner = stored?.owner ?? (await ownerFor(ctx.db, actor, body.userID));
  const day = body.invoiceDate ?? indianDay(ctx.clock());
  const { vendorGST, buyerGST } = body;
  const lines = await resolveLines(ctx, ctx.db, body.lines ?? [], { owner, day, vendorGST, buyerGST });
  const sums = lineSums(lines.map(({ figures }) => figures));
  const today = indianDay(ctx.clock());
  // The invoice would count after all others if it had other lines.
  const keepsPlace = stored !== null && stored.state !== 'returned' && areStored(body.lines ?? [], await readLines(ctx.db, stored.id));
  const head = {
    id: keepsPlace ? stored.id : null,
    place: keepsPlace ? stored.place : null,
    ...(await partiesOfHead(ctx.db, { owner, date: day, vendorGST, buyerGST, today })),
    owner,
    number: body.invoiceNumber ?? '',
    date: day,
    value: body.invoiceValue ?? sums.invoiceValue,
    cgst: body.CGSTValue ?? sums.CGSTValue,
    sgst: body.SGSTValue ?? sums.SGSTValue,
    igst: body.IGSTValue ?? sums.IGSTValue,
    irn: body.IRN,
  };
  const facts = lines.length === 0 ? null : await factsOf(ctx.db, head, lines.map(sourceOf), { today, except: stored?.id ?? null });
  const findings = facts === null ? [] : findingsOf(facts);
  const discounts = lines.map(({ discount }) => discount);
  const agreed = facts === null ? [] : agreedTerms(facts, discounts, findings);
  return { findings: findings.map((each) => findingFor(each, actor.isAdmin)), agreed, lines: lines.map(shownLine), sums: shownSums(sums) };
}

import { gtinKey } from '@aapurti/contract/ground/codeKeys';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import {
  inUse,
  messages,
  type Scheme,
  schemeForm,
  type SchemeForm,
  type schemes,
  validityProblem,
} from '@aapurti/contract/schemes/schemes';
import { say } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit, recordChange } from '../audit/audit.ts';
import { exactItem } from '../buyer-system/items.ts';
import { changedForm } from '../ground/changes.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { conflict, invalid, refuseStale } from '../ground/refusal.ts';
import { getScheme, refuseOtherDevice, schemeTable, schemeValues } from './schemes.ts';

/** The terms that an approved price depends on: if one changes, the products with the scheme await approval again. */
const TERMS = ['netPTR', 'quantity', 'freeQuantity', 'discount'] as const;

/** The products with a scheme. Products import schemes, so schemes receive this as an argument instead of importing it. */
export interface SchemeProducts {
  /** Locks them until the transaction ends. @returns their ids, in the order of locking. */
  lock(tx: Database, schemeId: string): Promise<string[]>;
  reprice(tx: Database, actor: Actor, ids: readonly string[]): Promise<void>;
}

/**
 * Changes the submitted fields and keeps the others; the number and the owner always stay. It must be the user's newest session: 412 on
 * another device's. A past validity and an EAN that does not match exactly one item are rejected only if they are new, so that previously
 * valid data does not block the form.
 */
export async function editScheme(
  ctx: Context,
  actor: Actor,
  id: string,
  body: BodyOf<typeof schemes.edit>,
  products: SchemeProducts,
): Promise<{ scheme: Scheme } | { problem: string }> {
  await refuseOtherDevice(ctx, actor);
  return ctx.db.transaction(async (tx) => {
    const { _id } = await getScheme(tx, actor, id);
    // Products are locked before their scheme, as when a product is saved, so that the two cannot deadlock.
    await products.lock(tx, _id);
    const before = await getScheme(tx, actor, id, 'for update');
    // Another product may have taken the scheme during the wait.
    const users = await products.lock(tx, _id);
    const { updatedAt, ...sent } = body;
    refuseStale(before, updatedAt);
    const form = checkedForm(ctx, before, sent);
    const item = await exactItem(tx, form.EANCode);
    if (gtinKey(form.EANCode) !== gtinKey(before.EANCode)) {
      if ('problem' in item) return { problem: messages.badEan };
      if (users.length > 0) throw invalid({ EANCode: say('{users}, so its EAN Code cannot be changed.', { users: inUse(users.length) }) });
    }
    const values = schemeValues(form, 'problem' in item ? null : item, before.date);
    await tx.execute(sql`
      update schemes set (${schemeTable.names}, updated_at) = (${values}, clock_timestamp()) where id = ${before._id}`);
    const after = await getScheme(tx, actor, id);
    if (TERMS.some((term) => before[term] !== after[term])) await products.reprice(tx, actor, users);
    await recordChange(tx, { ...entry(actor, after), action: 'scheme.edit' }, before, after);
    return { scheme: after };
  });
}

/** The record after the change. Name and unit belong to the item: if only another EAN is sent, the old item's name and unit are dropped. */
function checkedForm(ctx: Context, before: Scheme, sent: Record<string, unknown>): SchemeForm {
  const form = changedForm(schemeForm, before, sent);
  const late = form.validity === before.validity ? null : validityProblem(form.validity, ctx.clock());
  if (late !== null) throw invalid({ validity: late });
  const blank = gtinKey(form.EANCode) === gtinKey(before.EANCode) ? {} : { productName: null, UOM: null };
  return { ...form, ...Object.fromEntries(Object.entries(blank).filter(([name]) => sent[name] === undefined)) };
}

function entry(actor: Actor, { _id, userID }: Scheme) {
  return { actor, ownerId: userID, entity: 'scheme', entityId: _id } as const;
}

/**
 * Deletes a scheme that no product uses, even if one takes it at the same moment: 409 with the number of products. Its number is not
 * assigned again.
 */
export async function removeScheme(ctx: Context, actor: Actor, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const scheme = await getScheme(tx, actor, id, 'for update');
    const { users } = await tx.one<{ users: number }>(sql`select count(*)::int as users from products where scheme_id = ${scheme._id}`);
    if (users > 0) throw conflict(say('{users}, so it cannot be deleted. Set it to inactive instead.', { users: inUse(users) }));
    await tx.execute(sql`delete from schemes where id = ${scheme._id}`);
    await recordAudit(tx, { ...entry(actor, scheme), action: 'scheme.delete', before: { ...scheme } });
  });
}

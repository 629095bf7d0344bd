import { type ItemProposal, type itemProposals as calls, messages, WAITING_MAX } from '@aapurti/contract/products/itemProposals';
import type { BodyOf, QueryOf } from '@aapurti/contract/ground/operation';
import sql, { type Sql } from 'sql-template-tag';

import { type Actor, companyOf } from '../ground/actor.ts';
import { ownedBy, ownRow } from '../access/owner.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { contains, containsEan, idOf, type ListResult, listRows, pageOf } from '../database/list.ts';
import { checkPhoto, TOO_LARGE } from '../files/sniff.ts';
import { WireJson } from '../ground/reply.ts';
import { conflict, invalid, notFound, refuseStale } from '../ground/refusal.ts';
import type { Upload } from '../http/multipart.ts';
import { countAttempts, limits } from '../http/rateLimits.ts';
import { tell } from '../mail/queue.ts';

const list = {
  select: sql`
    item_proposals.id::text as _id, item_proposals.vendor_id::text as "userID", vendors.legal_name as "vendorName", item_proposals.ean as "EANCode",
    item_proposals.name as "productName", item_proposals.brand_name as "brandName", item_proposals.hsn_code as "HSNCode",
    item_proposals.mrp as "MRP", item_proposals.pack, item_proposals.fssai, item_proposals.picture_id::text as picture, item_proposals.state,
    item_proposals.reason, items.item_code as "itemCode",
    item_proposals.created_at as "createdAt", item_proposals.updated_at as "updatedAt"`,
  from: sql`item_proposals`,
  join: sql`join vendors on vendors.id = item_proposals.vendor_id left join items on items.id = item_proposals.item_id`,
  key: sql`item_proposals.id`,
  sorts: { createdAt: sql`item_proposals.id` },
};

/** A record with the link of its picture, which the database knows by its id. */
const linked = (ctx: Context, proposal: ItemProposal): ItemProposal => ({
  ...proposal,
  picture: proposal.picture === null ? null : ctx.files.link(proposal.picture),
});

/** A vendor's own proposals, or all proposals for the buyer. */
export async function listProposals(ctx: Context, actor: Actor, query: QueryOf<typeof calls.list>): Promise<ListResult> {
  const found = await listRows(ctx.db, {
    ...list,
    scope: [ownedBy(sql`item_proposals.vendor_id`, actor, query.userID)],
    where: [
      contains(sql`lower(item_proposals.name)`, query.productName),
      containsEan(sql`item_proposals.ean`, query.EANCode),
      query.state === undefined ? null : sql`item_proposals.state = ${query.state}`,
    ],
    page: pageOf(query),
  });
  const rows = (JSON.parse(found.body.text) as ItemProposal[]).map((row) => linked(ctx, row));
  return { ...found, body: new WireJson(JSON.stringify(rows), found.count) };
}

export type Picture = { name: string; content: Buffer; mediaType: string } | null;

/** Counts a proposal and checks its picture. This takes time, so it runs before any transaction. @throws Refusal 413, 415, 422, 429 */
export async function readPicture(
  ctx: Context,
  actor: Actor,
  { files, address }: { files: ReadonlyMap<string, Upload>; address: string },
): Promise<Picture> {
  await countAttempts(ctx, limits.proposals, { account: companyOf(actor), address });
  const upload = files.get('picture');
  if (upload === undefined) return null;
  const checked = upload.tooLarge ? TOO_LARGE : await checkPhoto(upload.content, upload.name);
  if (!checked.ok) throw invalid({ picture: checked.message }, checked.reason === 'size' ? 413 : checked.reason === 'type' ? 415 : 422);
  return { name: upload.name, content: checked.content, mediaType: checked.mediaType };
}

/** All operations that create or use an item with one EAN are serialised. */
async function lockEan(tx: Database, ean: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('item of ' || gtin_key(${ean}::text), 0))`);
}

const itemsOf = (ean: Sql) => sql`select id::text from items where gtin_key(items.ean) = gtin_key(${ean}) order by items.id limit 1`;

/** Adds a vendor's proposal, or replaces its pending one for the same EAN. @throws Refusal 409, 422 */
export async function propose(
  ctx: Context,
  actor: Actor & { vendorId: string | null },
  body: BodyOf<typeof calls.create>,
  picture: Picture,
): Promise<ItemProposal> {
  const { vendorId } = actor;
  if (vendorId === null) throw notFound();
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`proposals of ${vendorId}`}, 0))`);
    await lockEan(tx, body.EANCode);
    if ((await tx.first(itemsOf(sql`${body.EANCode}::text`))) !== undefined) throw invalid({ EANCode: messages.listed });
    const before = await tx.first<{ id: string; picture: string | null }>(sql`
      select id::text, picture_id::text as picture from item_proposals
      where vendor_id = ${vendorId} and state = 'waiting' and gtin_key(ean) = gtin_key(${body.EANCode}::text)`);
    const { waiting } = await tx.one<{ waiting: number }>(sql`
      select count(*)::int as waiting from item_proposals where vendor_id = ${vendorId} and state = 'waiting'`);
    if (before === undefined && waiting >= WAITING_MAX) throw conflict(messages.many);
    const file = picture === null ? null : await ctx.files.save(tx, { ownerId: vendorId, kind: 'item', ...picture });
    const values = sql`${body.EANCode}, ${body.productName}, ${body.brandName}, ${body.HSNCode}, ${body.MRP.toFixed(2)}::numeric, ${body.pack}, ${body.fssai}`;
    const { id } =
      before === undefined
        ? await tx.one<{ id: string }>(sql`
            insert into item_proposals (vendor_id, ean, name, brand_name, hsn_code, mrp, pack, fssai, picture_id)
            values (${vendorId}, ${values}, ${file?.id ?? null}::uuid) returning id::text`)
        : await tx.one<{ id: string }>(sql`
            update item_proposals set (ean, name, brand_name, hsn_code, mrp, pack, fssai, picture_id, updated_at)
              = row (${values}, ${file?.id ?? before.picture}::uuid, clock_timestamp())
            where id = ${before.id} returning id::text`);
    if (file !== null && before?.picture != null) await tx.execute(sql`delete from files where id = ${before.picture}`);
    const after = await ownRow<ItemProposal>(tx, actor, id, list);
    await recordAudit(tx, {
      actor,
      ownerId: vendorId,
      action: 'itemProposal.create',
      entity: 'itemProposal',
      entityId: id,
      after: logged(after),
    });
    return linked(ctx, after);
  });
}

const logged = ({ EANCode, productName, brandName, HSNCode, MRP, pack, fssai }: ItemProposal) => ({
  EANCode,
  productName,
  brandName,
  HSNCode,
  MRP,
  pack,
  fssai,
});

/** A pending proposal, as the caller saw it. @throws Refusal 404, 409 */
async function waitingOf(tx: Database, actor: Actor, id: string, updatedAt: string): Promise<ItemProposal> {
  const found = await ownRow<ItemProposal>(tx, actor, id, list, sql`for update of item_proposals`);
  if (found.state !== 'waiting') throw conflict(messages.decided);
  refuseStale(found, updatedAt);
  return found;
}

/**
 * Accepts a proposal: lists the item, or uses an item that has got the EAN meanwhile. Other proposals for the same EAN are settled too.
 * @throws Refusal 404, 409, 422
 */
export async function acceptProposal(ctx: Context, actor: Actor, id: string, body: BodyOf<typeof calls.accept>): Promise<ItemProposal> {
  return ctx.db.transaction(async (tx) => {
    const asked = await tx.first<{ ean: string }>(sql`select ean from item_proposals where id = ${idOf(id)}`);
    if (asked === undefined) throw notFound();
    await lockEan(tx, asked.ean);
    const found = await waitingOf(tx, actor, id, body.updatedAt);
    const known = await tx.first<{ id: string }>(itemsOf(sql`${found.EANCode}::text`));
    const itemId = known?.id ?? (await addItem(ctx, tx, found.EANCode, body));
    const settled = await tx.rows<{ id: string; ownerId: string }>(sql`
      update item_proposals set state = 'accepted', item_id = ${itemId}, updated_at = clock_timestamp()
      where state = 'waiting' and gtin_key(ean) = gtin_key(${found.EANCode}::text)
      returning id::text, vendor_id::text as "ownerId"`);
    for (const each of settled) {
      await decided(tx, actor, { ...found, _id: each.id, userID: each.ownerId }, { state: 'accepted' });
    }
    return linked(ctx, await ownRow<ItemProposal>(tx, actor, id, list));
  });
}

/** Adds the buyer's item. With an ERP, the item has to be in the ERP's list, which the portal follows. */
async function addItem(ctx: Context, tx: Database, ean: string, body: BodyOf<typeof calls.accept>): Promise<string> {
  if (ctx.buyerSystem.source !== 'embedded') throw conflict(messages.inErp);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('items of embedded', 0))`);
  const taken = await tx.first(sql`select from items where code_key(item_code) = code_key(${body.itemCode}::text)`);
  if (taken !== undefined) throw invalid({ itemCode: messages.codeTaken });
  const { id } = await tx.one<{ id: string }>(sql`
    insert into items (item_code, ean, item_name, brand_name, category_name, hsn_code, uom_code, uom_conversion, mrp)
    values (${body.itemCode}, ${ean}, ${body.productName}, ${body.brandName}, ${body.productCategory}, ${body.HSNCode}, ${body.UOM},
      ${body.uomConversion?.toFixed() ?? '1'}::numeric, ${body.MRP.toFixed(2)}::numeric)
    returning id::text`);
  return id;
}

/** Rejects a proposal with a reason. @throws Refusal 404, 409 */
export async function declineProposal(ctx: Context, actor: Actor, id: string, body: BodyOf<typeof calls.decline>): Promise<ItemProposal> {
  return ctx.db.transaction(async (tx) => {
    const found = await waitingOf(tx, actor, id, body.updatedAt);
    await tx.execute(sql`
      update item_proposals set state = 'declined', reason = ${body.reason}, updated_at = clock_timestamp() where id = ${found._id}`);
    await decided(tx, actor, found, { state: 'declined', reason: body.reason });
    return linked(ctx, await ownRow<ItemProposal>(tx, actor, id, list));
  });
}

/** Logs a decision and notifies the vendor. */
async function decided(
  tx: Database,
  actor: Actor,
  { _id, userID, productName, EANCode, MRP }: ItemProposal,
  decision: { state: 'accepted' | 'declined'; reason?: string },
): Promise<void> {
  const action = decision.state === 'accepted' ? 'itemProposal.accept' : 'itemProposal.decline';
  await recordAudit(tx, {
    actor,
    ownerId: userID,
    action,
    entity: 'itemProposal',
    entityId: _id,
    before: { state: 'waiting' },
    after: { ...decision, EANCode },
  });
  const { reason } = decision;
  await tell(tx, [
    {
      kind: 'prices',
      vendorId: userID,
      content: {
        approved: decision.state === 'accepted',
        proposal: true,
        ...(reason !== undefined && { reason }),
        count: 1,
        products: [{ name: productName, ean: EANCode, price: MRP.toFixed(2) }],
      },
    },
  ]);
}

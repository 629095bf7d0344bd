import { indianDay, showDate, showMoney } from '@aapurti/contract/ground/fields';
import { stateCodeOf, suppliedAt, type Supply, supplyOf } from '@aapurti/contract/ground/gst';
import { Decimal } from '@aapurti/contract/ground/numbers';
import {
  partyCodes,
  partyMessages,
  type PartyFields,
  type RegistrationKind,
  UNTAXED_KINDS,
} from '@aapurti/contract/ground/registrationRules';
import sql, { raw, type Sql } from 'sql-template-tag';

import { dayIn, said } from '../database/said.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { fallbackState } from '../ground/env.ts';
import { coded, invalid } from '../ground/refusal.ts';

/** The id of the buyer's first registration on a date. */
export const buyersFirst = (day: Sql): Sql => sql`(
  select id from registrations
  where vendor_id is null and coalesce(valid_from, '-infinity') <= ${day} and coalesce(valid_to, 'infinity') >= ${day}
  order by kind = 'isd', registrations.id limit 1)`;

/** The GST state code of the buyer's first current registration, or null. */
export async function buyerState(db: Database, { clock, settings }: Pick<Context, 'clock' | 'settings'>): Promise<string | null> {
  const today = indianDay(clock());
  const found = await db.first<{ state: string }>(sql`
    select state_code as state from registrations where id = ${buyersFirst(sql`${today}::date`)}`);
  return found?.state ?? fallbackState(settings);
}

/** The columns of a document that name a registration of each party. */
export const partyNames = sql`vendor_registration_id, buyer_registration_id`;

/** Select list of the numbers of a document's registrations. */
export function partiesSelected(table: 'invoices' | 'memos' | 'dispatch_notes' | 'purchase_orders'): Sql {
  return raw(
    (['vendor', 'buyer'] as const)
      .map((side) => `(select code from registrations where id = ${table}.${side}_registration_id) as "${side}GST"`)
      .join(', '),
  );
}

/** The error of a row whose number is not a registration of the party. */
export const notRegistered = (side: 'vendor' | 'buyer', code: Sql, day: Sql): Sql =>
  said(partyMessages.notValid('{code}', side, '{day}'), { code, day: dayIn(day) }, partyCodes.registration);

/** The error of a row that names none of the party's several registrations. */
export const chooseParty = (side: 'vendor' | 'buyer'): Sql => said(partyMessages.choose[side], {}, partyCodes.registration);

/** A row source with the registrations that a document names, 0 if one must be chosen. */
export function partiesFor(owner: string | Sql, day: string | Sql, asked: PartyFields | { vendorGST: Sql; buyerGST: Sql }): Sql {
  return sql`
    (select registration_for(${owner}::bigint, ${day}::date, ${asked.vendorGST}::text) as vendor_party,
      registration_for(0, ${day}::date, ${asked.buyerGST}::text) as buyer_party) parties`;
}

/**
 * The rule in SQL that a vendor without GST registration (CGST Act, section 32) or in the composition scheme (section 10(4)) charges no
 * tax, for a document with this registration and this total of taxes. All ways of entering invoices and memos use it.
 */
export const taxesWithout = (registration: Sql, taxes: Sql): Sql => sql`
  (coalesce(${taxes}, 0) > 0 and exists (select from registrations where registrations.id = ${registration} and registrations.kind = any(${UNTAXED_KINDS}::text[])))`;

/** The taxes of a stored or staged invoice or memo. */
export const taxesIn = (table: 'invoices' | 'memos' | 'staged'): Sql =>
  raw(`(coalesce(${table}.cgst, 0) + coalesce(${table}.sgst, 0) + coalesce(${table}.igst, 0))`);

/** The field that shows the message: the first head with tax. */
export function taxedField(taxes: Readonly<Record<string, Decimal.Value | null>>): string {
  return Object.entries(taxes).find(([, tax]) => new Decimal(tax ?? 0).gt(0))?.[0] ?? 'IGST';
}

/** A memo concerns the supply of its invoice, whatever the vendor's registration is now. */
const registrationIn = {
  invoices: sql`invoices.vendor_registration_id`,
  memos: sql`coalesce((select vendor_registration_id from invoices where id = memos.invoice_id), memos.vendor_registration_id)`,
} as const;

/** @throws Refusal 422 if the stored document breaks the rule; the caller's transaction then undoes it. */
export async function refuseTaxWithout(
  tx: Database,
  table: 'invoices' | 'memos',
  id: string,
  taxes: Readonly<Record<string, Decimal.Value | null>>,
): Promise<void> {
  const broken = await tx.first<{ number: string | null; sum: string }>(sql`
    select number, ${taxesIn(table)}::text as sum from ${raw(table)} where id = ${id} and ${taxesWithout(registrationIn[table], taxesIn(table))}`);
  if (broken === undefined) return;
  const text = partyMessages.noTax(table === 'memos' ? null : broken.number, showMoney(broken.sum));
  throw coded(422, text, { field: taxedField(taxes), code: partyCodes.noTax });
}

interface Ids {
  vendor: string | null;
  buyer: string | null;
}

/** @throws Refusal 422 at the field of the party if a registration must be chosen, or the named one is not valid on that date. */
export async function resolveParties(db: Database, owner: string, day: string, asked: PartyFields): Promise<Ids> {
  const found = await db.one<Ids & Record<string, unknown>>(sql`
    select vendor_party::text as vendor, buyer_party::text as buyer from ${partiesFor(owner, day, asked)}`);
  refuseUnresolved(found, day, asked);
  return found;
}

/** @throws Refusal 422, as `resolveParties`. */
export function refuseUnresolved(found: Ids, day: string, asked: PartyFields): void {
  const errors: Record<string, string> = {};
  for (const side of ['vendor', 'buyer'] as const) {
    if (found[side] === '0') errors[`${side}GST`] = partyProblem(asked[`${side}GST`], side, day);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors, 422, partyCodes.registration);
}

function partyProblem(asked: string | null, side: 'vendor' | 'buyer', day: string): string {
  return asked === null ? partyMessages.choose[side] : partyMessages.notValid(asked, side, showDate(day));
}

/** The supply of an order; a registration that it does not name is the only one on its date. */
interface OrderSupply {
  vendorGST?: string | null | undefined;
  buyerGST?: string | null | undefined;
  ownerId: string;
  orderedOn: string;
  placeOfSupply?: string | null | undefined;
}

interface OrderParties extends PartyFields {
  /** Ids of the registrations; '0' if one must be chosen, or the named one is not valid on that date. */
  vendor: string | null;
  buyer: string | null;
  vendorKind: RegistrationKind | null;
  vendorState: string | null;
  buyerKind: RegistrationKind | null;
  buyerState: string | null;
  /** The named registrations, without those that would follow anyway: a sheet that names the only one equals a sheet that names none. */
  chosen: PartyFields;
}

/** The registrations of orders, in the same order. */
export async function partiesOfOrders(db: Database, orders: readonly OrderSupply[]): Promise<OrderParties[]> {
  const rows = await db.rows<OrderParties & { profileGstin: string | null; profileState: string | null } & Record<string, unknown>>(sql`
    select vendor_party::text as vendor, buyer_party::text as buyer, seller.code as "vendorGST", taker.code as "buyerGST",
      seller.kind as "vendorKind", seller.state_code as "vendorState", taker.kind as "buyerKind", taker.state_code as "buyerState",
      json_build_object(
        'vendorGST', case when vendor_gst is not null and registration_for(owner, day, null) is distinct from vendor_party then seller.code end,
        'buyerGST', case when buyer_gst is not null and registration_for(0, day, null) is distinct from buyer_party then taker.code end
      ) as chosen,
      vendors.gstin as "profileGstin", vendors.state as "profileState"
    from unnest(${orders.map(({ ownerId }) => ownerId)}::bigint[], ${orders.map(({ orderedOn }) => orderedOn)}::date[],
      ${orders.map(({ vendorGST }) => vendorGST ?? null)}::text[], ${orders.map(({ buyerGST }) => buyerGST ?? null)}::text[])
      with ordinality as asked (owner, day, vendor_gst, buyer_gst, place)
    cross join lateral ${partiesFor(sql`owner`, sql`day`, { vendorGST: sql`vendor_gst`, buyerGST: sql`buyer_gst` })}
    left join vendors on vendors.id = owner
    left join registrations seller on seller.id = vendor_party
    left join registrations taker on taker.id = buyer_party
    order by place`);
  return rows.map(({ profileGstin, profileState, ...row }) => ({
    ...row,
    vendorState: row.vendorState ?? stateCodeOf(profileGstin, profileState),
  }));
}

/** The supply type for the tax of an order; `state` is the buyer's if it has no registration. */
export function supplyOfOrder(
  { vendorKind, vendorState, buyerKind, buyerState: registered }: OrderParties,
  placeOfSupply: string | null,
  state: string | null,
): Supply | null {
  const buyer = { kind: buyerKind ?? 'regular', stateCode: registered ?? state } as const;
  return supplyOf({ kind: vendorKind ?? 'regular', stateCode: vendorState }, suppliedAt(buyer, placeOfSupply));
}

interface Stored extends PartyFields {
  day: string;
}

/**
 * The parties after an edit, like `resolveParties`: the named registration stays while it is valid on the new date; otherwise the only one
 * of that date replaces it.
 */
export async function changedParties(db: Database, owner: string, before: Stored, after: Stored): Promise<Sql | null> {
  const isSame = (field: keyof PartyFields) => after[field] === before[field];
  if (isSame('vendorGST') && isSame('buyerGST') && after.day === before.day) return null;
  const parties = await db.first<Ids & Record<string, unknown>>(sql`
    select vendor_party::text as vendor, buyer_party::text as buyer from ${partiesFor(owner, after.day, after)}`);
  const stale = (side: 'vendor' | 'buyer') => parties?.[side] === '0' && isSame(`${side}GST`);
  const { vendor, buyer } = await resolveParties(db, owner, after.day, {
    vendorGST: stale('vendor') ? null : after.vendorGST,
    buyerGST: stale('buyer') ? null : after.buyerGST,
  });
  return sql`${vendor}::bigint, ${buyer}::bigint`;
}

import { type DispatchKind, MOVEMENTS } from '@aapurti/contract/dispatch-notes/movements';
import { stateCodeOf } from '@aapurti/contract/ground/gst';
import type { Parties, Party, PartyPlace } from '@aapurti/contract/ground/parties';
import sql, { raw, type Sql } from 'sql-template-tag';

import type { Context } from '../context.ts';
import { fallbackState } from '../ground/env.ts';
import { notFound } from '../ground/refusal.ts';
import { buyersFirst } from './parties.ts';

/** The parties of a document from the database; `partiesOf` completes them. */
export interface StoredParties {
  vendor: Omit<Party, 'kind'> & { kind: Party['kind'] | null; code: number; profileState: string | null };
  buyer: Omit<Party, 'kind'> & { kind: Party['kind'] | null };
  /** The place that the document itself states, if any. */
  from: PartyPlace | null;
  shipTo: PartyPlace | null;
  /** The site of its orders. */
  site: PartyPlace | null;
  places: string[];
  hasLogo: boolean;
  issuer: Parties['issuer'];
  /** The movement of a dispatch note's goods; other documents, and notes without goods, count as deliveries. */
  movement: DispatchKind | null;
}

/** The one-line address of a registration or site ends in its town. */
const townOf = (address: Sql) => sql`nullif(trim(regexp_replace(${address}, '^.*,', '')), '')`;

/** The sites of a document's orders, and their places of supply. `orders` is the condition for the orders `ord`. */
const ofOrders = (orders: Sql) => sql`
  'site', (
    select json_build_object('name', site.name, 'address', site.address, 'place', ${townOf(sql`site.address`)}, 'pin', site.postal_code,
      'state', there.state_code, 'gstin', there.gstin)
    from purchase_orders ord join buyer_sites site on site.id = ord.site_id left join registrations there on there.id = site.registration_id
    where ${orders} order by ord.id limit 1),
  'places', (
    select coalesce(json_agg(distinct ord.place_of_supply), '[]') from purchase_orders ord where ord.place_of_supply is not null and ${orders})`;

const numbered = (vendorId: Sql, number: Sql, day: Sql) => sql`
  (ord.vendor_id = ${vendorId} and code_key(ord.number) = code_key(${number}) and (${day} is null or ord.ordered_on = ${day}))`;

/** A place that a dispatch note states; null if it has no part of an address. */
const stated = (prefix: 'from' | 'ship_to', name: Sql) => {
  const field = (part: string) => raw(`goods.${prefix}_${part}`);
  return sql`
    (select json_build_object('name', ${name}, 'address', ${field('address')}, 'place', ${field('place')}, 'pin', ${field('pin')},
        'state', ${field('state')}, 'gstin', ${field('gstin')})
      from dispatch_goods goods where goods.note_id = dispatch_notes.id
        and num_nonnulls(${field('address')}, ${field('place')}, ${field('pin')}, ${field('state')}, ${field('gstin')}, ${name}) > 0)`;
};

interface Named {
  vendorId: Sql;
  /** The registrations that the document names. */
  vendor: Sql;
  buyer: Sql;
  day: Sql;
  issuer: Sql;
  /** The condition for the document's orders `ord`. */
  orders: Sql;
  from?: Sql;
  shipTo?: Sql;
  movement?: Sql;
}

const nothing = sql`null::bigint`;
const billed = (column: string) =>
  raw(`(
  select case when count(distinct coalesce(invoices.${column}, 0)) = 1 then min(invoices.${column}) end
  from invoices where invoices.id = payments.invoice_id
    or invoices.id in (select allocations.invoice_id from allocations where payment_id = payments.id))`);

/** The vendor of a document, and the registrations that it names. */
const ownOf = (table: string) => ({
  vendorId: raw(`${table}.vendor_id`),
  vendor: raw(`${table}.vendor_registration_id`),
  buyer: raw(`${table}.buyer_registration_id`),
});

const NAMED = {
  purchase_orders: {
    ...ownOf('purchase_orders'),
    day: sql`purchase_orders.ordered_on`,
    issuer: sql`'buyer'`,
    orders: sql`ord.id = purchase_orders.id`,
  },
  dispatch_notes: {
    ...ownOf('dispatch_notes'),
    day: sql`dispatch_notes.challan_date`,
    issuer: sql`dispatch_notes.issuer`,
    movement: sql`(select kind from dispatch_goods where note_id = dispatch_notes.id)`,
    orders: sql`ord.id in (select order_id from dispatch_lines where note_id = dispatch_notes.id)`,
    from: stated('from', sql`null::text`),
    shipTo: stated('ship_to', sql`goods.ship_to_name`),
  },
  invoices: {
    ...ownOf('invoices'),
    day: sql`invoices.invoice_date`,
    issuer: sql`'vendor'`,
    orders: sql`(ord.id in (select order_id from invoice_lines where invoice_id = invoices.id)
      or ${numbered(sql`invoices.vendor_id`, sql`invoices.po_number`, sql`invoices.po_date`)})`,
  },
  self_invoices: {
    ...ownOf('self_invoices'),
    day: sql`self_invoices.invoice_date`,
    issuer: sql`'buyer'`,
    orders: sql`ord.id = self_invoices.order_id`,
  },
  memos: {
    ...ownOf('memos'),
    day: sql`coalesce(memos.memo_date, (memos.created_at at time zone 'Asia/Kolkata')::date)`,
    issuer: sql`memos.issuer`,
    orders: sql`(ord.id in (select order_id from invoice_lines where invoice_id = memos.invoice_id)
      or ${numbered(
        sql`memos.vendor_id`,
        sql`coalesce(memos.buyer_po_ref, (select po_number from invoices where invoices.id = memos.invoice_id))`,
        sql`memos.buyer_po_date`,
      )})`,
  },
  /** A payment has the registrations of the invoices that it settles, if they all name the same ones. */
  payments: {
    vendorId: sql`payments.vendor_id`,
    vendor: billed('vendor_registration_id'),
    buyer: billed('buyer_registration_id'),
    day: sql`payments.paid_on`,
    issuer: sql`'buyer'`,
    orders: sql`false`,
  },
  /** A vendor's statement. */
  vendors: {
    vendorId: sql`vendors.id`,
    vendor: nothing,
    buyer: nothing,
    day: sql`(now() at time zone 'Asia/Kolkata')::date`,
    issuer: sql`'buyer'`,
    orders: sql`false`,
  },
} satisfies Record<string, Named>;

/**
 * The parties of a row of `table` as JSON: the registrations that the document names, or else the vendor's main one and the buyer's first
 * one on that date. The buyer's first registration is named 'Buyer' until the settings have its name.
 */
export function storedParties(table: keyof typeof NAMED): Sql {
  const {
    vendorId,
    vendor,
    buyer,
    day,
    issuer,
    orders,
    from = sql`null::json`,
    shipTo = sql`null::json`,
    movement = sql`null::text`,
  }: Named = NAMED[table];
  return sql`(
    select json_build_object(
      'vendor', json_build_object('name', coalesce(seller.legal_name, supplier.legal_name), 'tradeName', seller.trade_name,
        'code', supplier.code, 'gstin', seller.gstin, 'kind', seller.kind, 'profileState', supplier.state, 'state', seller.state_code,
        'address', coalesce(seller.address, concat_ws(', ', supplier.address_line1, supplier.address_line2, supplier.city)),
        'place', ${townOf(sql`coalesce(seller.address, supplier.city)`)},
        'pin', case when seller.address is null then supplier.postal_code else seller.postal_code end),
      'buyer', json_build_object('name', coalesce(nullif(taker.legal_name, 'Buyer'), letterhead.buyer_name, taker.legal_name, ''),
        'tradeName', taker.trade_name, 'gstin', taker.gstin, 'kind', taker.kind, 'state', taker.state_code,
        'address', coalesce(taker.address, letterhead.buyer_address), 'place', ${townOf(sql`taker.address`)}, 'pin', taker.postal_code),
      'hasLogo', letterhead.logo is not null, 'issuer', ${issuer}, 'movement', ${movement}, 'from', ${from}, 'shipTo', ${shipTo}, ${ofOrders(orders)})
    from vendors supplier
    left join registrations seller on seller.id = coalesce(${vendor}, (select id from registrations where vendor_id = supplier.id and is_main))
    left join registrations taker on taker.id = coalesce(${buyer}, ${buyersFirst(day)})
    cross join portal_settings letterhead
    where supplier.id = ${vendorId})`;
}

/** The stated place, or else `base`; a place without a state is in the state of `base`. */
function placeIn(own: PartyPlace | null, base: PartyPlace): PartyPlace {
  const { name, address, place, pin, state, gstin } = base;
  if (own === null) return { name, address, place, pin, state, gstin };
  const isAddress = [own.address, own.place, own.pin, own.state].some((part) => part !== null);
  if (isAddress) return { ...own, state: own.state ?? state };
  return { address, place, pin, state, name: own.name ?? name, gstin: own.gstin ?? gstin };
}

/** @param fallback the state of a buyer without a registration. */
export function completeParties(stored: StoredParties, fallback: string | null): Parties {
  const { profileState, ...seller } = stored.vendor;
  const vendor = { ...seller, kind: seller.kind ?? 'regular', state: seller.state ?? stateCodeOf(seller.gstin, profileState) };
  const shipsTo = stored.shipTo ?? stored.site;
  const buyer = { ...stored.buyer, kind: stored.buyer.kind ?? 'regular', state: stored.buyer.state ?? fallback ?? shipsTo?.state ?? null };
  const places = stored.places.length > 0 ? stored.places : buyer.state === null ? [] : [buyer.state];
  const { issuer, hasLogo, from } = stored;
  const movement = MOVEMENTS[stored.movement ?? 'invoice'];
  const placesOf = { vendor, buyer: placeIn(stored.site, buyer) };
  return {
    vendor,
    buyer,
    issuer,
    hasLogo,
    places,
    from: placeIn(from, placesOf[movement.from]),
    shipTo: placeIn(stored.shipTo, placesOf[movement.to]),
  };
}

/** The parties of one document, for all its printed forms. @throws Refusal 404 if the document does not exist. */
export async function partiesOf(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  table: keyof typeof NAMED,
  id: string,
): Promise<Parties> {
  const found = await db.first<{ parties: StoredParties }>(sql`
    select ${storedParties(table)} as parties from ${raw(table)} where ${raw(table)}.id = ${id}`);
  if (found === undefined) throw notFound();
  return completeParties(found.parties, fallbackState(settings));
}

import { eanCheckDigit } from '@aapurti/contract/ground/india';
import { itemProposals } from '@aapurti/contract/products/itemProposals';
import sql, { raw } from 'sql-template-tag';

import { createAccount } from '../vendors/create.ts';
import { checkDocuments } from '../vendors/documents.ts';
import type { Actor } from '../ground/actor.ts';
import { endSessions } from '../sign-in/sessions.ts';
import { ensureAdministrator } from '../people/administrator.ts';
import { storeItems } from '../buyer-system/items.ts';
import { propose } from '../products/itemProposals.ts';
import type { Context } from '../context.ts';
import { accountSteps } from './account.ts';
import { setUpBuyer } from './buyer.ts';
import { chainSteps } from './chain.ts';
import { connect } from './connections.ts';
import { demoItems } from './data.ts';
import { markDemo } from './mark.ts';
import { memoStepsOf } from './memos.ts';
import { invoiceSteps, loadReturns, paymentSteps } from './money.ts';
import { answerSome, loadOrders } from './orders.ts';
import { growersOrder, growerSteps } from './grower.ts';
import { decidePrices } from './prices.ts';
import { DEMO_SIGN_INS } from './signIns.ts';
import { dateBack, runSteps, type Step } from './steps.ts';
import { tradeSteps } from './trades.ts';
import { type DemoVendor, FIRMS, isOld, isTrading, people, type Who } from './vendors.ts';
import { waitingSteps } from './waiting.ts';
import {
  actAs,
  administrator as actingAs,
  gstinOf,
  makeProduct,
  makeScheme,
  makeUser,
  priceFields,
  vendorForm,
  vendorDocuments,
} from './factories.ts';

const [ADMINISTRATOR, MILL, FOODS, INACTIVE, NEW, HILLS, PRESS, CARE] = DEMO_SIGN_INS;
const SIGN_INS = { mill: MILL, foods: FOODS, hills: HILLS, press: PRESS, care: CARE } as const;

/**
 * The demo: always the same users, items, products and schemes, made by the factories that the tests use. It is loaded completely or not at
 * all.
 */
export async function loadDemo(ctx: Context): Promise<void> {
  await ctx.db.transaction((tx) => load({ ...ctx, db: tx }));
}

async function load(ctx: Context): Promise<void> {
  await markDemo(ctx.db);
  // `age` sets the dates back at the end, in the order of entry.
  await ensureAdministrator(ctx, ADMINISTRATOR);
  await ctx.db.execute(sql`
    update users set first_name = 'Meera', last_name = 'Krishnan', mobile_number = '9845012345' where email = ${ADMINISTRATOR.email}`);
  await ctx.db.execute(sql`
    update vendors set code = 10001, legal_name = 'Aapurti Retail', address_line1 = 'Aapurti House, 4th Floor', address_line2 = 'Residency Road', city = 'Bengaluru', state = 'IN-KA', postal_code = '560025'
    where id = (select id from users where email = ${ADMINISTRATOR.email})`);
  const buyer = actingAs(await idOfAdministrator(ctx));
  await storeItems(ctx.db, ctx.buyerSystem.source, demoItems());

  const vendors = {
    mill: await makeVendor(ctx, 'mill'),
    foods: await makeVendor(ctx, 'foods'),
    hills: await makeVendor(ctx, 'hills'),
    press: await makeVendor(ctx, 'press'),
    care: await makeVendor(ctx, 'care'),
  };
  const all = Object.values(vendors);
  await setUpBuyer(ctx, buyer);
  const grower = await makeUser(ctx, 103, { ...INACTIVE, ...people.inactive, kind: 'unregistered', gstin: '', isActive: false });
  await registerWaiting(ctx);

  await loadProducts(ctx, all);
  await loadOrders(ctx, all, [growersOrder(ctx, grower.id)]);
  const steps: Step[] = [];
  for (const vendor of all.filter(isOld)) {
    steps.push(...invoiceSteps(vendor), ...paymentSteps(vendor), ...(await memoStepsOf(ctx, vendor, buyer)));
    steps.push(...accountSteps(ctx, vendor, buyer), ...chainSteps(ctx, vendor, buyer), { days: 0, run: () => answerSome(ctx, vendor) });
  }
  for (const vendor of all.filter(isTrading)) steps.push(...tradeSteps(ctx, vendor, buyer));
  await runSteps(ctx, [...steps, ...waitingSteps(vendors, buyer), ...growerSteps(ctx, buyer)]);
  for (const vendor of all.filter(isOld)) await loadReturns(ctx, vendor);
  await dateBack(ctx);
  await proposeItem(ctx, vendors.foods.actor);
  for (const { actor } of all) await endSessions(ctx.db, actor.id, null);
  await age(ctx);
  await decidePrices(ctx, vendors, buyer);
  await connect(ctx, vendors, buyer);
  await ctx.db.execute(sql`delete from mails`);
}

async function makeVendor<W extends Who>(ctx: Context, who: W): Promise<DemoVendor<W>> {
  const { serial, pan, stateCode, rate, interState } = FIRMS[who];
  const { id } = await makeUser(ctx, serial, { ...SIGN_INS[who], ...people[who], pan, gstin: gstinOf(pan, stateCode) });
  return { who, actor: await actAs(ctx, id), rate, interState };
}

/** Registered but not activated. */
async function registerWaiting(ctx: Context): Promise<void> {
  const pan = 'ABCPL3344R';
  const form = vendorForm(104, { ...NEW, ...people.waiting, pan, gstin: gstinOf(pan, '33') });
  const trusted: Context = { ...ctx, settings: { ...ctx.settings, captcha: false }, captcha: { ...ctx.captcha, claim: async () => true } };
  const made = await createAccount(trusted, null, form, await checkDocuments(vendorDocuments('Ganesh Packhouse')));
  if ('duplicate' in made) throw new Error(made.duplicate);
}

const SCHEMES = ['Diwali stock-up', 'Buy 10 get 1', 'New pack launch', 'Monsoon offer', 'Case discount', 'Year-end clearance'];

interface Shelf {
  actor: Actor;
  items: readonly { ean: string; mrp: string }[];
}

/** Products of the older vendors alternate, so that both have products from the last days. Products of the others follow. */
async function loadProducts(ctx: Context, vendors: readonly DemoVendor[]): Promise<void> {
  const shelves: Shelf[] = [];
  for (const vendor of vendors) shelves.push(await shelfOf(ctx, vendor));
  const [mill, foods, ...others] = shelves;
  for (const together of [[mill, foods], ...others.map((shelf) => [shelf])]) {
    const length = Math.max(...together.map((shelf) => shelf?.items.length ?? 0));
    for (let place = 0; place < length; place += 1)
      for (const shelf of together) if (shelf !== undefined) await fillPlace(ctx, shelf, place);
  }
}

/** A vendor with the items that it will offer, spread evenly over its categories. */
async function shelfOf(ctx: Context, { who, actor }: DemoVendor): Promise<Shelf> {
  const { categories, products } = FIRMS[who];
  const items = await ctx.db.rows<{ ean: string; mrp: string }>(sql`
    select ean, mrp from (
      select ean, mrp, id, row_number() over (partition by category_name order by id) as place
      from items where category_name = any(${categories}) and mrp is not null
    ) ranked order by place, id limit ${products}`);
  return { actor, items };
}

/** A product for every item, and a scheme for every fifth. */
async function fillPlace(ctx: Context, { actor, items }: Shelf, place: number): Promise<void> {
  const item = items[place];
  if (item === undefined) return;
  const margin = (Math.round(Number(item.mrp) * (12 + (place % 5) * 3)) / 100).toFixed(2);
  const price = priceFields(item.mrp, margin);
  const scheme =
    place % 5 === 0
      ? await makeScheme(ctx, actor, item.ean, {
          schemeName: SCHEMES[place / 5] ?? 'Festive offer',
          quantity: 10 + place,
          freeQuantity: 1 + (place % 3),
          netPTR: (price.transferPrice * 0.95).toFixed(2),
          discount: 5,
          validity: place === 25 ? null : '2030-03-31',
          narration: 'For orders of full cases',
          active: place !== 20,
        })
      : null;
  await makeProduct(ctx, actor, item.ean, {
    ...price,
    quantity: 40 + place * 12,
    shelfLifeDays: 180 + (place % 4) * 90,
    dateOfAvailability: place % 6 === 0 ? null : `2026-${String(1 + (place % 12)).padStart(2, '0')}-15`,
    scheme: scheme?.active === true ? scheme._id : null,
    remarks: place % 7 === 0 ? 'Ready stock, one lorry a week' : null,
  });
}

/** The vendor asks the buyer to list an item that is missing. */
async function proposeItem(ctx: Context, actor: Actor): Promise<void> {
  const item = {
    EANCode: `890999991001${eanCheckDigit('890999991001')}`,
    productName: 'Sahyadri Kanda Lasun Masala 200 g',
    brandName: 'Sahyadri',
    HSNCode: '09109100',
    MRP: '145.00',
    pack: '48 packs in a carton',
    fssai: people.foods.fssaiNumber,
  };
  await propose(ctx, actor, itemProposals.create.body.parse(item), null);
}

async function idOfAdministrator(ctx: Context): Promise<string> {
  return (await ctx.db.one<{ id: string }>(sql`select id::text from users where email = ${ADMINISTRATOR.email}`)).id;
}

/** Spreads the entries over the last weeks, in the order of entry, so that "last 10 days" does not cover everything. */
async function age(ctx: Context): Promise<void> {
  for (const [table, hours] of [
    ['products', 12],
    ['schemes', 60],
    ['users', 96],
  ] as const) {
    await ctx.db.execute(sql`
      update ${raw(table)} set created_at = now() - ((select max(id) from ${raw(table)}) - id) * make_interval(hours => ${hours})`);
  }
  // The company and its vendors with documents joined before the oldest of these; one vendor is new.
  await ctx.db.execute(sql`
    update users set created_at = now() - make_interval(
      days => case email when ${CARE.email} then 32 when ${INACTIVE.email} then 40 else 200 end, hours => -id::int)
    where is_active or email = ${INACTIVE.email}`);
  await ctx.db.execute(sql`update schemes set date = (created_at at time zone 'Asia/Kolkata')::date`);
}

import { indianDay } from '@aapurti/contract/ground/fields';
import { eanCheckDigit } from '@aapurti/contract/ground/india';
import { itemProposals } from '@aapurti/contract/products/itemProposals';
import sql, { raw } from 'sql-template-tag';

import { createAccount } from '../vendors/create.ts';
import { checkDocuments } from '../vendors/documents.ts';
import type { Actor } from '../ground/actor.ts';
import { endSessions } from '../sign-in/sessions.ts';
import { ensureAdministrator } from '../people/administrator.ts';
import { storeItems } from '../buyer-system/items.ts';
import { changePriceApproval } from '../products/approvals.ts';
import { propose } from '../products/itemProposals.ts';
import type { Context } from '../context.ts';
import { accountSteps } from './account.ts';
import { loadChain } from './chain.ts';
import { demoItems } from './data.ts';
import { fillDispatchNotes } from './dispatch.ts';
import { markDemo } from './mark.ts';
import { memoStepsOf } from './memos.ts';
import { type DemoVendor, loadInvoices, paymentSteps, runSteps, type Step } from './money.ts';
import { loadOrders } from './orders.ts';
import { DEMO_SIGN_INS } from './signIns.ts';
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

const [ADMINISTRATOR, MILL, FOODS, INACTIVE, NEW] = DEMO_SIGN_INS;

/** The demo: the same people, items, products and schemes every time, made by the factories that the tests use. All of it or nothing. */
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
  // Raw cotton of an agriculturist: notification 4/2017-Central Tax (Rate) puts its tax on the buyer.
  await ctx.db.execute(sql`update portal_settings set reverse_charge = '5201 Raw cotton'`);
  await storeItems(ctx.db, ctx.buyerSystem.source, demoItems());

  const mill = await makeUser(ctx, 101, {
    ...MILL,
    ...people.mill,
    pan: 'AAFCA4521M',
    gstin: gstinOf('AAFCA4521M', '06'),
  });
  const foods = await makeUser(ctx, 102, { ...FOODS, ...people.foods, pan: 'AAGCS7788K', gstin: gstinOf('AAGCS7788K', '27') });
  await makeUser(ctx, 103, { ...INACTIVE, ...people.inactive, isActive: false });
  await registerWaiting(ctx);

  const shelves = [
    await shelfOf(ctx, mill.id, ['Rice', 'Atta & Flour', 'Dals & Pulses']),
    await shelfOf(ctx, foods.id, ['Spices', 'Tea & Coffee', 'Biscuits & Snacks', 'Edible Oils']),
  ] as const;
  // Alternately, so that both have products of the last days.
  for (let index = 0; index < EACH; index += 1) for (const shelf of shelves) await fillPlace(ctx, shelf, index);
  const vendors = [
    { who: 'mill', actor: shelves[0].actor, rate: '5', interState: true },
    { who: 'foods', actor: shelves[1].actor, rate: '18', interState: false },
  ] as const;
  const buyer = actingAs(await idOfAdministrator(ctx));
  await loadInvoices(ctx, vendors);
  await loadOrders(ctx, vendors);
  await fillDispatchNotes(ctx, vendors);
  await loadAccounts(ctx, vendors, buyer);
  await loadChain(ctx, vendors, buyer);
  await proposeItem(ctx, shelves[1].actor);
  for (const { actor } of shelves) await endSessions(ctx.db, actor.id, null);
  await approveSome(ctx);
  await age(ctx);
  await ctx.db.execute(sql`delete from mails`);
}

/** Payments, memos and the story of an advanced order, of both vendors in the sequence of their days. */
async function loadAccounts(ctx: Context, vendors: readonly DemoVendor[], buyer: Actor): Promise<void> {
  const steps: Step[] = [];
  for (const vendor of vendors)
    steps.push(...paymentSteps(vendor), ...(await memoStepsOf(ctx, vendor, buyer)), ...accountSteps(ctx, vendor, buyer));
  await runSteps(ctx, steps);
  const today = indianDay(ctx.clock());
  await ctx.db.execute(sql`update payments set created_at = created_at - (${today}::date - paid_on) * interval '1 day'`);
  await ctx.db.execute(sql`update memos set created_at = created_at - (${today}::date - memo_date) * interval '1 day'`);
}

const people = {
  mill: {
    vendor_Code: 20451,
    vendor_name: 'Annapurna Rice Mill',
    firstName: 'Harpreet',
    lastName: 'Singh',
    vendorType: 'Millers',
    address_Line1: 'Khasra 118, G.T. Road',
    address_Line2: 'Taraori',
    city: 'Karnal',
    state: 'IN-HR',
    postal_Code: '132116',
    mobileNumber: '9812045678',
    bankName: 'Punjab National Bank',
    IFSCCode: 'PUNB0039800',
    accountNumber: '0398002100045678',
    paymentTerms: '30 days from receipt',
    shippingTerms: 'Ex-mill, freight to pay',
    fssaiNumber: '10819004000217',
    fssaiValidUntil: '2031-03-31',
  },
  foods: {
    vendor_Code: 31877,
    vendor_name: 'Sahyadri Foods & Spices',
    firstName: 'Anjali',
    lastName: 'Deshpande',
    vendorType: 'Manufacturer',
    address_Line1: 'Plot 42, MIDC Bhosari',
    address_Line2: 'Near Indrayani Nagar',
    city: 'Pune',
    state: 'IN-MH',
    postal_Code: '411026',
    mobileNumber: '9822011223',
    bankName: 'HDFC Bank',
    IFSCCode: 'HDFC0002854',
    accountNumber: '50200012345678',
    paymentTerms: '45 days from invoice',
    shippingTerms: 'Delivered to the warehouse',
    fssaiNumber: '11521034000386',
    fssaiValidUntil: '2030-09-30',
  },
  inactive: {
    vendor_Code: 40962,
    vendor_name: 'Konkan Cashew Traders',
    firstName: 'Joaquim',
    lastName: "D'Souza",
    vendorType: 'Traders',
    address_Line1: '7 Fontainhas',
    address_Line2: 'Panaji',
    city: 'Panaji',
    state: 'IN-GA',
    postal_Code: '403001',
    mobileNumber: '9823099887',
  },
  waiting: {
    vendor_Code: 58310,
    vendor_name: 'श्री गणेश Packhouse',
    firstName: 'Lakshmi',
    lastName: 'Narayanan',
    vendorType: 'Packhouse',
    address_Line1: '15 Cross Cut Road',
    address_Line2: 'Gandhipuram',
    city: 'Coimbatore',
    state: 'IN-TN',
    postal_Code: '641012',
    mobileNumber: '9443012321',
  },
} as const;

/** Registered and not activated. */
async function registerWaiting(ctx: Context): Promise<void> {
  const pan = 'ABCPL3344R';
  const form = vendorForm(104, { ...NEW, ...people.waiting, pan, gstin: gstinOf(pan, '33') });
  const trusted: Context = { ...ctx, settings: { ...ctx.settings, captcha: false }, captcha: { ...ctx.captcha, claim: async () => true } };
  const made = await createAccount(trusted, null, form, await checkDocuments(vendorDocuments('Ganesh Packhouse')));
  if ('duplicate' in made) throw new Error(made.duplicate);
}

const EACH = 30;
const SCHEMES = ['Diwali stock-up', 'Buy 10 get 1', 'New pack launch', 'Monsoon offer', 'Case discount', 'Year-end clearance'];

interface Shelf {
  actor: Actor;
  items: readonly { ean: string; mrp: string }[];
}

/** A vendor with the items that it will offer, evenly from its categories. */
async function shelfOf(ctx: Context, vendorId: string, categories: readonly string[]): Promise<Shelf> {
  const items = await ctx.db.rows<{ ean: string; mrp: string }>(sql`
    select ean, mrp from (
      select ean, mrp, id, row_number() over (partition by category_name order by id) as place
      from items where category_name = any(${categories}) and mrp is not null
    ) ranked order by place, id limit ${EACH}`);
  return { actor: await actAs(ctx, vendorId), items };
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

/** Two of three prices are approved; the rest wait on the administrator's dashboard. */
async function approveSome(ctx: Context): Promise<void> {
  const products = await ctx.db.rows<{ id: string }>(sql`select id::text from products where id % 3 <> 0`);
  await changePriceApproval(ctx, actingAs(await idOfAdministrator(ctx)), {
    productIdList: products.map(({ id }) => id),
    priceApproval: true,
  });
}

/** The vendor asks the buyer to list an item that it does not have yet. */
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

/** Spreads what was entered over the last weeks, in the order of entry, so that "last 10 days" is less than everything. */
async function age(ctx: Context): Promise<void> {
  for (const [table, hours] of [
    ['products', 12],
    ['schemes', 60],
    ['users', 96],
  ] as const) {
    await ctx.db.execute(sql`
      update ${raw(table)} set created_at = now() - ((select max(id) from ${raw(table)}) - id) * make_interval(hours => ${hours})`);
  }
  // The company and its active vendors were there before the oldest of their documents.
  await ctx.db.execute(sql`update users set created_at = now() - make_interval(days => 200, hours => -id::int) where is_active`);
  // A price waits since its product was last changed.
  await ctx.db.execute(sql`update products set updated_at = created_at`);
  await ctx.db.execute(sql`update schemes set date = (created_at at time zone 'Asia/Kolkata')::date`);
}

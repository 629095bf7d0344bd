import { dispatchNoteForm } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { gstinCheckCharacter } from '@aapurti/contract/ground/india';
import { indianDay } from '@aapurti/contract/ground/fields';
import { invoiceForm } from '@aapurti/contract/invoices/invoices';
import { paymentForm } from '@aapurti/contract/payments/payments';
import { productBody } from '@aapurti/contract/products/products';
import type { MemoKind } from '@aapurti/contract/memos/memoMessages';
import { memoForms } from '@aapurti/contract/memos/memos';
import { carriedTax } from '@aapurti/contract/ground/gst';
import { schemeForm } from '@aapurti/contract/schemes/schemes';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { percentageFor } from '@aapurti/contract/products/pricing';
import sql from 'sql-template-tag';

import { createAccount, type NewUser } from '../vendors/create.ts';
import { checkDocuments } from '../vendors/documents.ts';
import type { Actor } from '../ground/actor.ts';
import { startSession } from '../sign-in/sessions.ts';
import { saveProduct } from '../products/products.ts';
import type { Context } from '../context.ts';
import { addDispatchNote } from '../dispatch-notes/dispatchNotes.ts';
import type { Upload } from '../http/multipart.ts';
import { addMemo } from '../memos/memos.ts';
import { addInvoice } from '../invoices/invoices.ts';
import { addPayment } from '../payments/pay.ts';
import type { PulledLine } from '../erp/records.ts';
import { type KnownOrder, storeOrders } from '../purchase-orders/store.ts';
import { addScheme } from '../schemes/schemes.ts';

/**
 * Makes records through the same verbs as the API, so that demo and tests contain only data that users could have entered. `serial` makes
 * unique values unique: e-mail, mobile, tax numbers.
 */

/** Adds users as an administrator would, before there is one. */
const SYSTEM: Actor = { ...administrator('0'), fresh: { account: true, company: true } };

/** An owner of the vendor with this id, its first user. */
export function ownerOf(vendorId: string, sessionId = '0'): Actor {
  const shared = { membershipId: '0', standsInFor: [], sites: {}, limitAmount: null, ownLimit: null, isActive: true, sessionId };
  return { ...shared, id: vendorId, vendorId, roles: ['owner'], isAdmin: false };
}

export function administrator(id: string): Actor {
  return { ...ownerOf(id), vendorId: null, roles: ['administrator'], isAdmin: true };
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A well-formed company PAN, always the same for a serial. */
export function panOf(serial: number): string {
  const letter = (place: number) => LETTERS.charAt(Math.floor(serial / 26 ** place) % 26);
  return `A${letter(1)}${letter(0)}CA${String((serial % 9999) + 1).padStart(4, '0')}${letter(2)}`;
}

/** The GST number of a PAN in a state: first registration, with its check character. */
export function gstinOf(pan: string, stateCode: string): string {
  const first14 = `${stateCode}${pan}1Z`;
  return first14 + gstinCheckCharacter(first14);
}

/** The smallest file that is a complete PDF page. */
export function samplePdf(title: string): Buffer {
  const text = title.replaceAll(/[^\x20-\x7e]|[()\\]/g, ' ');
  const stream = `BT /F1 18 Tf 40 90 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 180] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${pdf}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`,
    'latin1',
  );
}

/** A vendor's complete form, valid in every field, under the code's names. */
export function vendorForm(serial: number, overrides: Record<string, unknown> = {}): NewUser {
  const pan = panOf(serial);
  return {
    vendor_name: `Vendor ${serial} Traders`,
    firstName: 'Asha',
    middleName: '',
    lastName: `Patil ${serial}`,
    vendorType: 'Traders',
    address_Line1: `${serial} Market Yard`,
    address_Line2: 'Gultekdi',
    postal_Code: '411037',
    country_id: 'IN',
    state: 'IN-MH',
    city: 'Pune',
    email: `vendor${serial}@example.com`,
    mobileNumber: `9${String(serial).padStart(9, '0')}`,
    pan,
    gstin: gstinOf(pan, '27'),
    bankName: 'State Bank of India',
    accountNumber: `00${String(serial).padStart(9, '0')}`,
    IFSCCode: 'SBIN0000300',
    paymentTerms: '30 days',
    shippingTerms: 'To the door',
    password: `namaste-${serial}-aapurti`,
    ...overrides,
  };
}

/** The four documents that a vendor uploads. */
export function vendorDocuments(name: string): Map<string, Upload> {
  const paper = (title: string): Upload => ({ name: `${title}.pdf`, content: samplePdf(`${title}: ${name}`), tooLarge: false });
  return new Map([
    ['panpicture', paper('PAN card')],
    ['gstpicture', paper('GST certificate')],
    ['cancelledchequepic', paper('Cancelled cheque')],
    ['coincorporation', paper('Certificate of incorporation')],
  ]);
}

export interface MadeUser {
  id: string;
  email: string;
  password: string;
}

/** An account with its documents, active by default. */
export async function makeUser(ctx: Context, serial: number, overrides: Record<string, unknown> = {}): Promise<MadeUser> {
  const form = vendorForm(serial, { isActive: true, agreesTerms: true, ...overrides });
  const papers = form.isAdmin === true ? new Map<string, Upload>() : vendorDocuments(String(form['vendor_name']));
  const made = await createAccount(ctx, SYSTEM, form, await checkDocuments(papers));
  if ('duplicate' in made) throw new Error(`${made.duplicate} (${String(form['email'])})`);
  return { id: made.id, email: String(form['email']), password: form.password ?? '' };
}

/** Acts as an active vendor, with a session of its own, which is the vendor's newest. */
export async function actAs(ctx: Context, userId: string): Promise<Actor> {
  await startSession(ctx.db, userId, { now: ctx.clock(), address: null, userAgent: null });
  const session = await ctx.db.one<{ id: string }>(
    sql`select id::text from sessions where user_id = ${userId} order by sessions.id desc limit 1`,
  );
  return ownerOf(userId, session.id);
}

/** The same vendor with its membership, which notifications and mentions need. */
export async function withMembership(ctx: Context, actor: Actor): Promise<Actor> {
  const { id } = await ctx.db.one<{ id: string }>(
    sql`select id::text from memberships where user_id = ${actor.id} order by memberships.id limit 1`,
  );
  return { ...actor, membershipId: id };
}

/** The three figures of the price form from the MRP and a percentage or margin, as the browser fills them. */
export function priceFields(mrp: Decimal.Value, margin: Decimal.Value) {
  const percentage = percentageFor(new Decimal(mrp), new Decimal(margin));
  return {
    MRP: new Decimal(mrp).toNumber(),
    margin: new Decimal(margin).toNumber(),
    percentage: percentage.toNumber(),
    transferPrice: new Decimal(mrp).minus(margin).toNumber(),
  };
}

/** A product of the acting vendor for an EAN in the buyer's item master. */
export async function makeProduct(ctx: Context, actor: Actor, ean: string, overrides: Record<string, unknown> = {}) {
  const body = { EANCode: ean, shelfLifeDays: 180, quantity: 100, ...priceFields('120.00', '27.00'), ...overrides };
  return saveProduct(ctx, actor, productBody.parse(body));
}

/** A scheme of the acting vendor, whose newest session is the actor's. */
export async function makeScheme(ctx: Context, actor: Actor, ean: string, overrides: Record<string, unknown> = {}) {
  const form = schemeForm.parse({ schemeName: 'Festive offer', EANCode: ean, quantity: 10, freeQuantity: 1, ...overrides });
  const added = await addScheme(ctx, actor, { ...form, userID: null });
  if ('problem' in added) throw new Error(added.problem);
  return added.scheme;
}

/** A debit or credit memo: the acting vendor's, or the buyer's about the vendor that `userID` names. */
export async function makeMemo(
  ctx: Context,
  actor: Actor,
  kind: MemoKind,
  { userID = null, invoiceId = null, claimId = null, lines = null, ...overrides }: Record<string, unknown> & Partial<MemoReferences> = {},
) {
  const form = memoForms[kind].parse({
    productName: 'Basmati Rice 1 kg',
    itemQuantity: 10,
    unitPrice: '100.00',
    amount: '1000.00',
    ...overrides,
  });
  return addMemo(ctx, actor, kind, { ...form, userID, invoiceId, claimId, lines });
}

type MemoReferences = Pick<Parameters<typeof addMemo>[3], 'userID' | 'invoiceId' | 'claimId' | 'lines'>;

/** An invoice of the acting vendor for 1,180.00 including IGST by default. */
export async function makeInvoice(ctx: Context, actor: Actor, invoiceNumber: string, overrides: Record<string, unknown> = {}) {
  const form = invoiceForm.parse({ invoiceNumber, invoiceValue: '1180.00', IGSTValue: '180.00', ...overrides });
  return addInvoice(ctx, actor, { ...form, lines: null, noteId: null, userID: null });
}

/** A payment for an invoice of the acting vendor. */
export async function makePayment(ctx: Context, actor: Actor, invoiceNumber: string, overrides: Record<string, unknown> = {}) {
  const form = paymentForm.parse({ invoiceNumber, amount: '180.00', paymentMode: 'online', ...overrides });
  return addPayment(ctx, actor, { ...form, userID: null });
}

/**
 * The ordered quantity of an item, from which the rest of the line is derived. Rates are in percent; a `rate` of null means that the order
 * states none.
 */
export interface OrderedItem extends Partial<PulledLine> {
  rate?: string | null;
  interState?: boolean;
}

/** A line as a buyer's system sends it: by default 10 of an item at 100.00 with 5% GST. */
export function orderLineOf({ rate = '5', interState = false, ...given }: OrderedItem = {}): PulledLine {
  const quantity = given.quantity ?? '10';
  const unitPrice = given.unitPrice ?? '100';
  const discount = new Decimal(given.discount ?? 0);
  const taxable = new Decimal(quantity).times(unitPrice).minus(discount).toDecimalPlaces(2);
  const headRate = rate === null ? null : interState ? rate : new Decimal(rate).div(2).toString();
  const [tax = new Decimal(0)] = carriedTax([taxable], headRate ?? 0);
  const cess = new Decimal(given.cess ?? 0);
  return {
    externalId: null,
    itemCode: 'R-1',
    itemName: 'Basmati Rice 1 kg',
    ean: '8901030516320',
    secondEan: null,
    hsnCode: '10063020',
    skuCode: null,
    uom: 'BAG',
    caseQuantity: '10',
    receivedQuantity: '0',
    mrp: '125.00',
    discountRate: '0',
    cgstRate: interState ? null : headRate,
    sgstRate: interState ? null : headRate,
    igstRate: interState ? headRate : null,
    cessRate: null,
    cgst: interState ? '0' : tax.toFixed(2),
    sgst: interState ? '0' : tax.toFixed(2),
    igst: interState ? tax.toFixed(2) : '0',
    total: taxable
      .plus(tax.times(interState ? 1 : 2))
      .plus(cess)
      .toFixed(2),
    taxable: taxable.toFixed(2),
    ...given,
    quantity,
    unitPrice,
    discount: discount.toFixed(2),
    cess: cess.toFixed(2),
  };
}

/** An order of one vendor as a buyer's system sends it: by default open, dated today, with one line. */
export function orderOf(ctx: Context, ownerId: string, number: string, overrides: Partial<KnownOrder> = {}): KnownOrder {
  return {
    externalId: `${ownerId}/${number}`,
    version: '1',
    raw: null,
    ownerId,
    supplier: ownerId,
    number,
    orderedOn: indianDay(ctx.clock()),
    deliverBy: null,
    status: 'Open',
    acknowledgedOn: null,
    acknowledgementReference: null,
    paid: '0',
    deliveryLocation: null,
    vendorAddress: null,
    lines: [orderLineOf()],
    ...overrides,
  };
}

/** Stores such an order, or its next version. @returns its id. */
export async function makeOrder(ctx: Context, ownerId: string, number: string, overrides: Partial<KnownOrder> = {}): Promise<string> {
  const { source } = ctx.buyerSystem;
  const order = orderOf(ctx, ownerId, number, overrides);
  await ctx.db.transaction((tx) => storeOrders(tx, source, [order]));
  const stored = await ctx.db.one<{ id: string }>(sql`
    select id::text from purchase_orders where source = ${source} and external_id = ${order.externalId}`);
  return stored.id;
}

/** A delivery challan of the acting vendor for 24 cartons, dated today by default. */
export async function makeDispatchNote(ctx: Context, actor: Actor, DCNumber: string, overrides: Record<string, unknown> = {}) {
  const form = dispatchNoteForm.parse({ DCNumber, NumberOfCarton: 24, VehicleNumber: 'MH12AB1234', ...overrides });
  return addDispatchNote(ctx, actor, { ...form, userID: null, issuer: 'vendor' });
}

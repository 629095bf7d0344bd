/**
 * The ways in which vendors and the buyer enter documents of money: each action by form, API key, stand-in, file and ERP, as far as it
 * exists.
 */
import { indianDay, showDate } from '@aapurti/contract/ground/fields';
import sql from 'sql-template-tag';
import { expect } from 'vitest';

import { startBooks } from './books.ts';
import type { Answer, Api, Caller } from './api.ts';
import { FakeBuyerSystem } from './buyerSystem.ts';
import { newMember } from './members.ts';
import { keyOf } from './onBehalf.ts';
import { workbookOf } from './workbook.ts';

export interface Made {
  _id: string;
  invoiceNumber: string;
}
export type Line = Record<string, unknown> & { quantity: number };

/** The users of a portal whose buyer has an ERP in memory. */
export type Portal = Awaited<ReturnType<typeof startPortal>>;
export async function startPortal() {
  const books = await startBooks();
  const { api, admin, accounts } = books;
  const system = new FakeBuyerSystem();
  api.ctx.buyerSystem = system;
  return {
    ...books,
    approver: await newMember(api, admin, 'approver'),
    system,
    // Only administrators can create keys.
    payingKey: await keyOf(api, await api.newAdmin(), ['payments:write', 'memos:write']),
    payingStandIn: await onLeave(api, admin, accounts),
  };
}

/** A user without rights who acts for someone on leave today. */
export async function onLeave(api: Api, admin: Caller, absent: Caller): Promise<Caller> {
  const helper = await newMember(api, admin, 'auditor');
  const day = indianDay(api.ctx.clock());
  await api.ctx.db.execute(sql`
    insert into delegations (from_membership, to_membership, from_day, to_day)
    select giver.id, taker.id, ${day}::date, ${day}::date from memberships giver, memberships taker
    where giver.user_id = ${absent.user.id} and taker.user_id = ${helper.user.id}`);
  return helper;
}

/** The message of a response: null for a success, otherwise the error of a field or a file's cell. */
export function said({ status, body }: Answer): string | null {
  const [first] = Array.isArray(body.errors) ? body.errors : Object.values(body.errors ?? {});
  if (first !== undefined) return typeof first === 'string' ? first : (first as { message: string }).message;
  return status === 200 ? null : body.message;
}

/** The response to a call that must succeed. */
export async function must(answer: Promise<Answer>) {
  const given = await answer;
  expect([given.status, said(given)]).toEqual([200, null]);
  return given.body;
}

export async function sendSheet(
  caller: Caller,
  path: string,
  rows: Record<string, string | number | null | undefined>[],
  fields: object = {},
): Promise<Answer> {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const content = await workbookOf([names, ...rows.map((row) => names.map((name) => row[name] ?? null))]);
  return caller.send('POST', path, { ...fields }, { file: { name: 'sheet.xlsx', content } });
}

export const codeOfVendor = async (api: Api, { user }: Caller) =>
  Number((await api.ctx.db.one<{ code: string }>(sql`select code::text from vendors where id = ${user.id}`)).code);

/** The headings of a line file by the names of the form. */
const HEADINGS: Readonly<Record<string, string>> = {
  poNumber: 'PO Number',
  line: 'Line',
  itemCode: 'Item Code',
  itemName: 'Item Name',
  hsnCode: 'HSN Code',
  quantity: 'Quantity',
  uom: 'UOM',
  unitPrice: 'Price',
  taxRate: 'Tax Rate',
  cessRate: 'Cess Rate',
};
const HEAD_HEADINGS: Readonly<Record<string, string>> = {
  invoiceDate: 'Invoice Date',
  vendorGST: 'Vendor GST Registration',
  remarks: 'Remarks',
};
const cellOf = (name: string, value: unknown) => (name.endsWith('Date') ? showDate(String(value)) : (value as string | number));

/** The documents of a vendor. */
export interface VendorWay {
  /** @param lines of orders, with the order's ID and number. */
  enter(lines: readonly Line[], head?: Record<string, unknown>, number?: string): Promise<Answer>;
  enterBare(head: Record<string, unknown>): Promise<Answer>;
  /** Changes the lines, or only the remarks. */
  edit(made: Made, lines: readonly Line[], head?: Record<string, unknown>): Promise<Answer>;
  /** Confirms line 1 of an order at another price. */
  reprice(orderId: string, poNumber: string, price: number): Promise<Answer>;
}

const BARE: Readonly<Record<string, string>> = {
  PONumber: 'PO Number',
  invoiceNumber: 'Invoice Number',
  invoiceValue: 'Invoice Value',
  CGSTValue: 'CGST Value',
  SGSTValue: 'SGST Value',
};

const formOf = ({ poNumber: _poNumber, ...line }: Line) => (line['orderId'] === undefined ? { poNumber: '', ...line } : line);

function byForm({ api }: Portal, caller: Caller, vendor: Caller): VendorWay {
  const own = caller.user.id === vendor.user.id ? {} : { userID: vendor.user.id };
  const sums = async (lines: readonly Line[], head: object) =>
    (await caller.post('/api/invoice/check', { lines: lines.map(formOf), ...own, ...head })).body.sums;
  return {
    enter: async (lines, head = {}, invoiceNumber = String(api.serial())) =>
      caller.post('/api/invoice/create', { invoiceNumber, ...(await sums(lines, head)), lines: lines.map(formOf), ...own, ...head }),
    enterBare: (head) => caller.post('/api/invoice/create', { ...own, ...head }),
    edit: async ({ _id }, lines, head) =>
      caller.put(
        `/api/invoice/edit/${_id}`,
        head ?? { ...own, lines: lines.map(formOf), ...(await sums(lines, {})), reason: 'Typing error' },
      ),
    reprice: (orderId, _number, price) => {
      const promises = [{ quantity: 100, date: indianDay(new Date()) }];
      return caller.post(`/api/orderAnswer/send/${orderId}`, {
        lines: [{ line: 1, decision: 'change', price, promises, reason: 'price' }],
      });
    },
  };
}

function bySheet({ api }: Portal, vendor: Caller): VendorWay {
  const upload = async (number: string, lines: readonly Line[], head: Record<string, unknown> = {}) => {
    const heads = Object.entries(head).map(([name, value]) => [HEAD_HEADINGS[name] ?? name, cellOf(name, value)]);
    const rows = lines.map((line) => ({
      'Invoice Number': number,
      ...Object.fromEntries(
        Object.entries(line).flatMap(([name, value]) => (HEADINGS[name] === undefined ? [] : [[HEADINGS[name], value]])),
      ),
      ...Object.fromEntries(heads),
    }));
    const answer = await sendSheet(vendor, '/api/invoiceLine/excelUpload', rows);
    const [data] = (await vendor.get('/api/invoice/get', { invoiceNumber: number })).body;
    return { ...answer, body: { ...answer.body, data } };
  };
  return {
    enter: (lines, head = {}, number = String(api.serial())) => upload(number, lines, head),
    enterBare: async (head) => {
      const cells = Object.entries(head).map(([name, value]) => [BARE[name] ?? name, value as string | number]);
      const answer = await sendSheet(vendor, '/api/invoice/excelUpload', [
        { 'Invoice Date': showDate(indianDay(new Date())), ...Object.fromEntries(cells) },
      ]);
      const [data] = (await vendor.get('/api/invoice/get', { invoiceNumber: String(head['invoiceNumber']) })).body;
      return { ...answer, body: { ...answer.body, data } };
    },
    edit: ({ invoiceNumber }, lines, head) => upload(invoiceNumber, lines, head),
    reprice: (_id, poNumber, price) =>
      sendSheet(vendor, '/api/orderAnswer/excelUpload', [
        {
          'PO Number': poNumber,
          Line: 1,
          Confirmation: 'change',
          Quantity: 100,
          Date: showDate(indianDay(new Date())),
          Price: price,
          Reason: 'Price',
        },
      ]),
  };
}

/**
 * The names of the ways of a vendor's documents. An ERP enters none of them: it supplies only suppliers, items, orders, returns and
 * payments.
 */
export const VENDOR_WAYS = ['form', 'API key', 'stand-in', 'sheet'] as const;
type VendorWayName = (typeof VENDOR_WAYS)[number];

/** One way to enter a vendor's documents; the stand-in is a buyer administrator who acts for the vendor. */
export async function vendorWay(portal: Portal, name: VendorWayName, vendor: Caller): Promise<VendorWay> {
  if (name === 'sheet') return bySheet(portal, vendor);
  return byForm(portal, await callerOf(portal, name, vendor), vendor);
}

/** The caller for a vendor's calls by any way except a file. */
export async function callerOf({ api, admin }: Portal, name: Exclude<VendorWayName, 'sheet'>, vendor: Caller): Promise<Caller> {
  if (name === 'form') return vendor;
  return name === 'stand-in' ? admin : keyOf(api, vendor, ['invoices:write', 'memos:write', 'orders:write']);
}

/** The buyer's actions on a payment. */
export interface PayWay {
  pay(made: Made, amount: number, reference?: string): Promise<Answer>;
  reverse(reference: string): Promise<Answer>;
}
export const PAY_WAYS = ['form', 'API key', 'stand-in', 'sheet', 'ERP'] as const;
type PayWayName = (typeof PAY_WAYS)[number];

/** One way to enter payments; the stand-in acts for an accounts user who is on leave. */
export function payWay(portal: Portal, name: PayWayName, vendor: Caller): PayWay {
  const { api, accounts, payingKey, payingStandIn, system } = portal;
  const day = indianDay(new Date());
  if (name === 'ERP') {
    // The document's ID is the reference, and a later version of it is cancelled.
    const pulled = async (reference: string, more: object) => {
      const known = system.records.payments.find((each) => each.externalId === reference);
      const payment = {
        externalId: reference,
        version: String(api.serial()),
        supplier: supplierOf(vendor),
        raw: null,
        paidOn: day,
        mode: 'Wire Transfer',
        remarks: null,
        reference,
        invoiceNumber: null,
        amount: '0',
        ...known,
        ...more,
      };
      system.records.payments = [{ ...payment, version: String(api.serial()) }];
      await pull(portal);
      return { status: 200, body: {}, headers: {} };
    };
    return {
      pay: ({ invoiceNumber }, amount, reference = `E${api.serial()}`) => pulled(reference, { invoiceNumber, amount: String(amount) }),
      reverse: (reference) => pulled(reference, { cancelled: true }),
    };
  }
  if (name === 'sheet') {
    const send = async (reference: string, row: object) =>
      sendSheet(accounts, '/api/buyerData/payments', [
        { 'Vendor Code': await codeOfVendor(api, vendor), 'Payment Reference': reference, 'Payment Date': showDate(day), ...row },
      ]);
    return {
      pay: ({ invoiceNumber }, amount, reference = `S${api.serial()}`) =>
        send(reference, { Amount: amount, 'Invoice Number': invoiceNumber }),
      reverse: async (reference) => {
        const { amount } = await api.ctx.db.one<{ amount: number }>(sql`
          select amount::float8 as amount from payments where vendor_id = ${vendor.user.id} and reference = ${reference} and reversal_of is null`);
        return send(reference, { Amount: amount, Kind: 'reversal', 'Reason for Reversal': 'Returned cheque' });
      },
    };
  }
  const caller = { form: accounts, 'API key': payingKey, 'stand-in': payingStandIn }[name];
  return {
    pay: ({ invoiceNumber, _id }, amount, reference) =>
      caller.post('/api/vendorPaymentReport/create', {
        userID: vendor.user.id,
        invoiceNumber,
        invoiceId: _id,
        amount,
        paymentMode: 'online',
        reference,
      }),
    reverse: async (reference) => {
      const { id } = await api.ctx.db.one<{ id: string }>(sql`
        select id::text from payments where vendor_id = ${vendor.user.id} and reference = ${reference} and reversal_of is null`);
      return caller.post(`/api/vendorPaymentReport/reverse/${id}`, { reason: 'Returned cheque' });
    },
  };
}

/** The name of a vendor in the ERP. */
export const supplierOf = ({ user }: Caller) => `SUP-${user.id}`;

/** Pulls all records of the ERP, from the beginning. */
export async function pull({ api, system }: Portal): Promise<void> {
  await api.ctx.db.execute(sql`delete from buyer_pulls where source = ${system.source}`);
  await api.ctx.pulling.run();
  const faults = await api.ctx.db.rows(sql`select problem from buyer_faults where source = ${system.source}`);
  expect(faults).toEqual([]);
}

export async function newVendorOf({ api }: Portal, overrides: Record<string, unknown> = {}): Promise<Caller> {
  const vendor = await api.newVendor(overrides);
  await api.ctx.db.execute(sql`update vendors set supplier_id = ${supplierOf(vendor)} where id = ${vendor.user.id}`);
  return vendor;
}

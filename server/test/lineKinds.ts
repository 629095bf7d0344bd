/** Every kind of line that the contract writes: how it is written and read back, and the fields that a place does not show. */
import { indianDay } from '@aapurti/contract/ground/fields';
import sql from 'sql-template-tag';

import { makeOrder, orderLineOf } from '../src/demo/factories.ts';
import type { Answer, Api, Caller } from './api.ts';
import type { Fields } from './fieldKinds.ts';

export type LinePlace = 'write' | 'get' | 'log' | 'export' | 'upload';

export interface LineKind {
  /** IDs of operations. Each write creates another document if there is no edit operation. */
  write: string;
  edit?: string;
  get: string;
  export?: string;
  upload?: string;
  /** Headings of the export that no field of a line fills. */
  empty?: readonly string[];
  entity: string;
  /** Creates the parent of the lines. */
  start(given: Given): Promise<Document>;
  /** True if the log contains the fields in the text of a line; other logs contain only the number of lines. */
  isLogged?: true;
  /** The fields that have another name in the record. */
  names?: Readonly<Record<string, string>>;
  not?: Readonly<Record<string, { places: readonly LinePlace[]; why: string }>>;
}

export interface Given {
  api: Api;
  admin: Caller;
  vendor: Caller;
}

/** A document that gets one line. */
export interface Document {
  id: string;
  who: Caller;
  /** Values of fields with a meaning, by generation. */
  known(generation: number): Fields;
  /** The rest of the body of a write; if the write creates a new document, `made` receives its ID. */
  rest(line: Fields, generation: number): Promise<Fields>;
  made?: (answer: Answer) => void;
  /** Prepares for the next write. */
  again?: () => Promise<unknown>;
  linesOf(record: Fields): unknown;
  exportQuery?: () => Record<string, string>;
}

const ORDERED = orderLineOf({ itemCode: 'R-1', itemName: 'Rice', ean: '8901030516320', quantity: '1000', unitPrice: '50', uom: 'BAG' });
const orderOf = ({ api, vendor }: Given) => makeOrder(api.ctx, vendor.user.id, 'LINES/1', { lines: [ORDERED], deliverBy: '2030-12-01' });
const HSN = ['10063020', '11010000'];

/** Enters a receipt in the portal. */
async function received({ api, admin }: Given, orderId: string, number: string): Promise<string> {
  await api.ctx.db.execute(sql`update purchase_orders set source = 'embedded' where id = ${orderId}`);
  const lines = [{ orderId, line: 1, quantity: 100 }];
  await admin.post('/api/receipts/create', { receiptNumber: number, receivedOn: indianDay(new Date()), lines });
  const { id } = await api.ctx.db.one<{ id: string }>(
    sql`select id::text from receipt_lines where order_id = ${orderId} and number = ${number}`,
  );
  return id;
}

export const LINE_KINDS: Readonly<Record<string, LineKind>> = {
  'line of a dispatch note': {
    write: 'dispatchGoods.save',
    edit: 'dispatchGoods.save',
    get: 'dispatchGoods.get',
    export: 'dispatchLine.export',
    upload: 'dispatchLine.upload',
    empty: ['Buyer GST Registration'],
    entity: 'dispatchNote',
    isLogged: true,
    async start(given) {
      const { vendor } = given;
      const orderId = await orderOf(given);
      const made = (await vendor.post('/api/desPatchNote/create', { DCNumber: 'LINES/1' })).body.data as { _id: string };
      return {
        id: made._id,
        who: vendor,
        known: (generation) => ({
          orderId,
          line: 1,
          hsnCode: HSN[generation - 1],
          bestBefore: `209${generation}-03-31`,
          quantityBasis: ['exact', 'provisional'][generation - 1],
        }),
        rest: async (line) => {
          const before = (await vendor.get(`/api/dispatchGoods/get/${made._id}`)).body as Fields;
          return { kind: 'challan', lines: [line], updatedAt: before['updatedAt'] };
        },
        linesOf: ({ lines }) => lines,
        exportQuery: () => ({ noteId: made._id }),
      };
    },
    not: {
      orderId: { places: ['log', 'export'], why: 'People know the order by its number.' },
      itemName: {
        places: ['get', 'log', 'export', 'upload'],
        why: 'Those of an order line are the order’s; movements.test.ts has own goods.',
      },
      uom: { places: ['get', 'log', 'export', 'upload'], why: 'As its name.' },
      taxable: { places: ['get', 'log', 'export', 'upload'], why: 'As its name.' },
    },
  },
  'line of an invoice': {
    write: 'invoice.create',
    edit: 'invoice.edit',
    get: 'invoice.lines',
    export: 'invoiceLine.export',
    upload: 'invoiceLine.upload',
    empty: ['Buyer GST Registration', 'IRN', 'Remarks'],
    entity: 'invoice',
    async start(given) {
      const { vendor } = given;
      const orderId = await orderOf(given);
      const receipts = [await received(given, orderId, 'GRN-1'), await received(given, orderId, 'GRN-2')];
      const document = {
        id: '',
        who: vendor,
        known: (generation: number) => ({
          orderId,
          line: 1,
          receiptId: receipts[generation - 1],
          // The file identifies the order line by this code.
          itemCode: 'R-1',
          hsnCode: HSN[generation - 1],
          taxRate: [5, 18][generation - 1],
          cessRate: generation,
        }),
        rest: async (line: Fields) => {
          const { sums } = (await vendor.post('/api/invoice/check', { lines: [line] })).body as { sums: Fields };
          return { invoiceNumber: '4001', ...sums, lines: [line] };
        },
        made: ({ body }: Answer) => {
          document.id = (body as { data: { _id: string } }).data._id;
        },
        linesOf: (record: unknown) => record,
        exportQuery: () => ({ invoiceId: document.id }),
      };
      return document;
    },
    not: {
      orderId: { places: ['export'], why: 'People know the order by its number.' },
      receiptId: { places: ['export'], why: 'People know the receipt by its number.' },
    },
  },
  'line of a receipt': {
    write: 'receipt.create',
    get: 'receipt.get',
    export: 'buyerReceipt.export',
    entity: 'receipt',
    async start(given) {
      const { api, admin, vendor } = given;
      const orderId = await orderOf(given);
      await api.ctx.db.execute(sql`update purchase_orders set source = 'embedded' where id = ${orderId}`);
      const document = {
        id: '',
        who: admin,
        known: (generation: number) => ({
          orderId,
          line: 1,
          quantity: 100 + generation,
          rejected: generation,
          reason: ['damaged', 'quality'][generation - 1],
        }),
        rest: async (line: Fields, generation: number) => ({
          receiptNumber: `GRN-${generation}`,
          receivedOn: indianDay(new Date()),
          lines: [line],
        }),
        made: ({ body }: Answer) => {
          document.id = (body as { data: { _id: string } }).data._id;
        },
        linesOf: ({ lines }: Fields) => lines,
        exportQuery: () => ({ userID: vendor.user.id }),
      };
      return document;
    },
    not: {
      orderId: { places: ['export'], why: 'People know the order by its number.' },
      line: { places: ['export'], why: 'The buyer knows the item, not the line.' },
      reason: { places: ['export'], why: 'It is there in words.' },
    },
  },
  'answer to a line': {
    write: 'orderAnswer.send',
    edit: 'orderAnswer.send',
    get: 'orderAnswer.get',
    entity: 'purchaseOrder',
    isLogged: true,
    async start(given) {
      const id = await orderOf(given);
      return {
        id,
        who: given.vendor,
        known: (generation) => ({
          line: 1,
          decision: 'change',
          promises: [{ date: `203${generation}-01-01`, quantity: 990 - generation }],
          rejectedQuantity: 10 + generation,
          price: 40 + generation,
          substituteEAN: ['8901030516337', '8901030516344'][generation - 1],
          reason: ['price', 'unavailable'][generation - 1],
        }),
        rest: async (line) => ({ lines: [line] }),
        again: () => given.vendor.post(`/api/orderAnswer/withdraw/${id}`, {}),
        linesOf: ({ lines }) => (lines as { answer: Fields }[]).map(({ answer }) => answer),
      };
    },
    not: {
      line: { places: ['log'], why: 'It names the text.' },
      decision: { places: ['log'], why: 'Its state says it.' },
      promises: { places: ['log'], why: 'They are there in words.' },
    },
  },
};

import sql from 'sql-template-tag';

import { makeInvoice, orderLineOf } from '../../src/demo/factories.ts';
import type { Caller } from '../api.ts';
import { workbookOf } from '../workbook.ts';
import { bare, fileOf, makeOrder, type Requests, type Setting, several, sheetRequests } from './setting.ts';

export async function invoiceRequests({ api, vendor, acting, orderId, invoice, ids }: Setting): Promise<Requests> {
  const spare = await several(40, async (place) => (await makeInvoice(api.ctx, acting, `7000${place}`))._id);
  const written = await ids(sql`
    insert into comments (vendor_id, kind, invoice_id, by_buyer, internal, author_id, company, body)
    select ${vendor.user.id}, 'invoice', ${invoice._id}, false, false, ${vendor.user.id}, '', 'Hello' from generate_series(1, 40) returning id::text`);
  const different = await several(48, async (place) => differingInvoice(vendor, orderId, `8000${place}`));
  // The supplier is a separate vendor, so that no other request matches its invoices again.
  const supplier = await api.newVendor();
  const whole = await makeOrder(api.ctx, supplier.user.id, 'PO/agreed', {
    lines: [orderLineOf({ quantity: '40', receivedQuantity: '40', unitPrice: '50', rate: null, hsnCode: null })],
  });
  const one = { invoiceValue: 50, lines: [{ orderId: whole, line: 1, quantity: 1 }] };
  const agreed: string[] = await several(
    40,
    async (place) => (await supplier.post('/api/invoice/create', { ...one, invoiceNumber: String(8100 + place) })).body.data._id,
  );
  const tolerances = await ids(sql`
    insert into match_tolerances (category, valid_from, quantity, price, price_amount)
    select 'Category ' || n, current_date, 1, 1, 1 from generate_series(1, 40) n
    returning id::text`);
  const billRows = fileOf(
    'lines.xlsx',
    await workbookOf([
      ['Invoice Number', 'Item Name', 'Quantity', 'Price'],
      ['6001', 'Freight', 1, 50],
    ]),
  );
  const invoiceSheet = await workbookOf([
    ['Invoice Number', 'Invoice Value'],
    ['990001', 118],
  ]);
  return {
    'invoice.totals': () => ({ query: { userID: vendor.user.id } }),
    'invoice.list': () => ({ query: { userID: vendor.user.id } }),
    'invoice.get': () => ({ id: invoice._id }),
    'invoice.create': () => ({ body: { invoiceNumber: String(api.serial()), invoiceValue: 118 } }),
    'invoice.edit': () => ({ id: invoice._id, body: { PONumber: '77' } }),
    'invoice.delete': () => ({ id: spare.pop() ?? '' }),
    'invoice.numberRemark': () => ({ query: { invoiceNumber: '4001' } }),
    'invoice.propose': () => ({ query: { orderId: orderId } }),
    'invoice.lines': () => ({ id: invoice._id }),
    ...sheetRequests('invoiceLine', () => ({ ...billRows, body: { userID: vendor.user.id } }), { query: { invoiceId: invoice._id } }),
    'invoice.match': () => ({ id: invoice._id }),
    'invoice.check': () => ({ body: { lines: [{ itemName: 'Freight', quantity: 1, unitPrice: 50 }] } }),
    'invoice.approve': () => ({ body: { invoiceIdList: [agreed.pop() ?? ''] } }),
    'invoice.release': () => ({ id: different.pop() ?? '', body: { reason: 'Agreed by telephone' } }),
    'invoice.return': () => ({
      id: different.pop() ?? '',
      body: { reason: 'Wrong price', lines: [{ line: 1, reason: 'Ordered at 100' }] },
    }),
    'einvoice.get': () => ({ query: { userID: vendor.user.id } }),
    // Each date is earlier than the one before.
    'einvoice.save': () => {
      const since = new Date(Date.UTC(2023, 7, 1) - api.serial() * 86_400_000).toISOString().slice(0, 10);
      return { body: { since, userID: vendor.user.id } };
    },
    'matchTolerance.list': bare,
    'matchTolerance.save': () => ({
      body: { userID: vendor.user.id, category: `C ${api.serial()}`, quantity: 1, price: 1, priceAmount: 1 },
    }),
    'matchTolerance.remove': () => ({ id: tolerances.pop() ?? '' }),
    ...sheetRequests('invoice', () => fileOf('invoices.xlsx', invoiceSheet), { query: { userID: vendor.user.id } }),
    'invoice.numbers': () => ({ query: { userID: vendor.user.id } }),
    'invoice.balance': () => ({ id: invoice.invoiceNumber, query: { userID: vendor.user.id } }),
    'document.linked': () => ({ query: { documentKind: 'invoice', documentId: invoice._id } }),
    'comment.list': () => ({ query: { documentKind: 'invoice', documentId: invoice._id } }),
    'comment.people': () => ({ query: { documentKind: 'invoice', documentId: invoice._id } }),
    'comment.create': () => ({ body: { documentKind: 'invoice', documentId: invoice._id, text: 'When is it paid?' } }),
    'comment.delete': () => ({ id: written.shift() ?? '' }),
  };
}

/** An invoice of goods that have not been received. */
async function differingInvoice(vendor: Caller, orderId: string, invoiceNumber: string): Promise<string> {
  const lines = [{ orderId, line: 1, quantity: 1 }];
  const checked = await vendor.post('/api/invoice/check', { lines });
  return (await vendor.post('/api/invoice/create', { invoiceNumber, ...checked.body.sums, lines })).body.data._id;
}

import type { MemoKind } from '@aapurti/contract/memos/memoMessages';
import sql from 'sql-template-tag';

import { makeInvoice, makeMemo, makePayment } from '../../src/demo/factories.ts';
import { bare, csv, makeOrder, type Requests, type Setting, several, sheetRequests } from './setting.ts';

export async function moneyRequests({ api, vendor, acting, code, invoice, ids }: Setting): Promise<Requests> {
  const memoOf = async (kind: MemoKind) => (await makeMemo(api.ctx, acting, kind, { amount: '' }))._id;
  const memo = { debit: await memoOf('debit'), credit: await memoOf('credit') };
  const memosOf = async (kind: MemoKind) => several(24, async () => memoOf(kind));
  const [doomedDebits, doomedCredits] = [await memosOf('debit'), await memosOf('credit')];
  const openDebits = [await memosOf('debit'), await memosOf('debit')] as const;
  // The buyer issued these memos, so they wait for another buyer user.
  const clerk = await api.newAdmin();
  const concessions = async () =>
    several(24, async () => {
      const body = { userID: vendor.user.id, productName: 'Rice', amount: 1 };
      return String((await clerk.post('/api/creditMemo/AddUserCreditMemo', body)).body.data._id);
    });
  const openCredits = [await concessions(), await concessions()] as const;
  const versions = new Map(
    (
      await api.ctx.db.rows<{ id: string; updatedAt: string }>(sql`
        select id::text, to_json(updated_at) #>> '{}' as "updatedAt" from memos where id = any(${[...openDebits[0], ...openCredits[0]]}::bigint[])`)
    ).map(({ id, updatedAt }) => [id, updatedAt]),
  );
  const accepted = (id: string) => ({ id, body: { updatedAt: versions.get(id) ?? '' } });
  const paidInvoice = await makeInvoice(api.ctx, acting, '4003');
  const shown = (await makePayment(api.ctx, acting, '4003', { amount: '1' }))._id;
  const [returned = ''] = await ids(sql`
    insert into purchase_returns (external_id, vendor_id, item_name, received_quantity, returned_quantity)
    values ('shown', ${vendor.user.id}, 'Rice', 5, 1) returning id::text`);
  const reversible = await several(40, async () => (await makePayment(api.ctx, acting, '4003', { amount: '1' }))._id);
  // The supplier is a separate vendor, so that no other request matches its invoices again.
  const supplier = await api.newVendor();
  const toReport = (await supplier.post('/api/invoice/create', { invoiceNumber: '8999', invoiceValue: 100 })).body.data._id as string;
  const reported = await ids(sql`
    insert into reported_payments (vendor_id, invoice_id, amount, mode, reported_by)
    select ${supplier.user.id}, ${toReport}, 0.01, 'online', ${supplier.user.id} from generate_series(1, 160) returning id::text`);
  const creditor = await api.newVendor();
  const toSettle = (await creditor.post('/api/invoice/create', { invoiceNumber: '8998', invoiceValue: 100 })).body.data._id as string;
  const [advance = ''] = await ids(sql`
    insert into payments (vendor_id, amount, mode, paid_on) values (${creditor.user.id}, 50, 'online', current_date) returning id::text`);
  const toAdvance = await makeOrder(api.ctx, creditor.user.id, 'ADV/1');
  // Each newcomer has one opening balance.
  const newcomers = await ids(sql`
    insert into vendors (code, legal_name, address_line1, address_line2, postal_code, country_id, state, city)
    select 700000 + n, 'Newcomer ' || n, 'Plot 4', 'Market Road', '411037', '101', 'Maharashtra', 'Pune' from generate_series(1, 220) n returning id::text`);
  await api.ctx.db.execute(sql`
    insert into users (id, email, mobile_number, first_name, last_name, is_active)
    select id, 'newcomer' || place || '@example.org', (6100000000 + place)::text, 'New', 'Comer', true
    from unnest(${newcomers}::bigint[]) with ordinality named (id, place)`);
  // The oldest entry gives a past month a statement whose figures do not change.
  await ids(sql`
    insert into opening_balances (vendor_id, amount, day, reason, status, counted_on)
    values (${vendor.user.id}, 1, '2020-01-31', 'Old ledger', 'accepted', '2020-01-31') returning id::text`);
  const openings = async (status: 'open' | 'accepted') =>
    ids(sql`
      insert into opening_balances (vendor_id, amount, day, reason, status, counted_on)
      select id, 100, '2026-03-31', 'Old ledger', ${status}, case ${status}::text when 'accepted' then date '2026-03-31' end
      from unnest(${newcomers.splice(0, 40)}::bigint[]) id returning id::text`);
  const [waitingOpenings, acceptedOpenings] = [await openings('open'), await openings('accepted')];
  /** Files with one opening balance each; none of the callers uploaded them. */
  const openingFiles = await ids(sql`
    with made as (insert into opening_sheets (cut_off, status) select '2026-03-31', 'open' from generate_series(1, 60) returning id),
      paired as (select made.id, vendor from (select id, row_number() over () as place from made) made
        join (select vendor, place from unnest(${newcomers.splice(0, 60)}::bigint[]) with ordinality named (vendor, place)) vendors using (place)),
      stored as (insert into opening_balances (vendor_id, sheet_id, amount, day, reason, status) select vendor, id, 5, '2026-03-31', 'Old ledger', 'open' from paired)
    select id::text from made`);
  let newcomer = 700_220;
  /** The row is for another vendor each time. */
  const openingRows = () => {
    const row = `${newcomer},100,31-03-2026,Old ledger`;
    newcomer -= 1;
    return csv(`Vendor Code,Amount,Date,Reason\n${row}\n`);
  };
  const returnRows = csv(
    `Vendor Code,Return Number,Product Name,Quantity Purchased,Quantity Returned\n${code},R1,Basmati Rice 1 kg,10,1\n`,
  );
  const paymentRows = csv(`Vendor Code,Payment Reference,Payment Date,Amount\n${code},UTR 1,02-11-2026,1\n`);
  return {
    'debitMemo.list': () => ({ query: { userID: vendor.user.id } }),
    'debitMemo.totals': () => ({ query: { userID: vendor.user.id } }),
    'debitMemo.get': () => ({ id: memo.debit }),
    'debitMemo.create': () => ({ body: { productName: 'Rice', itemQuantity: 1, unitPrice: 100, taxRate: 5, amount: 105 } }),
    'debitMemo.edit': () => ({ id: memo.debit, body: { productName: 'Rice', unitPrice: 106 } }),
    'debitMemo.remove': () => ({ id: doomedDebits.pop() ?? '' }),
    'debitMemo.accept': () => accepted(openDebits[0].pop() ?? ''),
    'debitMemo.reverse': () => ({ id: openDebits[1].pop() ?? '', body: { reason: 'Entered twice' } }),
    'creditMemo.list': () => ({ query: { userID: vendor.user.id } }),
    'creditMemo.totals': () => ({ query: { userID: vendor.user.id } }),
    'creditMemo.get': () => ({ id: memo.credit }),
    'creditMemo.create': () => ({ body: { productName: 'Rice', itemQuantity: 1, priceDifference: -5, taxRate: 5, amount: 5.25 } }),
    'creditMemo.edit': () => ({ id: memo.credit, body: { productName: 'Rice', unitPrice: 106 } }),
    'creditMemo.remove': () => ({ id: doomedCredits.pop() ?? '' }),
    'creditMemo.accept': () => accepted(openCredits[0].pop() ?? ''),
    'creditMemo.reverse': () => ({ id: openCredits[1].pop() ?? '', body: { reason: 'Entered twice' } }),
    'payment.reported': bare,
    'payment.confirm': () => ({ id: reported.pop() ?? '' }),
    'payment.reject': () => ({ id: reported.pop() ?? '', body: { reason: 'Not paid' } }),
    'payment.outside': bare,
    'payment.create': () => ({
      body: { userID: vendor.user.id, invoiceNumber: invoice.invoiceNumber, amount: 1, paymentMode: 'online' },
    }),
    'payment.transfer': () => ({
      body: { userID: vendor.user.id, invoices: [{ invoiceId: paidInvoice._id, amount: 1 }], paymentMode: 'online' },
    }),
    'payment.advance': () => ({ body: { userID: creditor.user.id, orderId: toAdvance, amount: 0.01, paymentMode: 'online' } }),
    'payment.reverse': () => ({ id: reversible.pop() ?? '', body: { reason: 'Returned cheque' } }),
    'payment.get': () => ({ id: shown }),
    'payment.report': bare,
    'payment.totals': bare,
    'outstanding.totals': bare,
    'vendor.list': bare,
    'vendor.totals': bare,
    'payment.export': bare,
    'accountEntry.list': () => ({ query: { userID: vendor.user.id } }),
    'allocation.list': () => ({ query: { userID: vendor.user.id } }),
    'allocation.create': () => ({ body: { paymentId: advance, invoiceId: toSettle, amount: 0.01 } }),
    'openingBalance.list': bare,
    'openingBalance.create': () => ({ body: { userID: newcomers.pop() ?? '', amount: 100, day: '2026-03-31', reason: 'Old ledger' } }),
    'openingBalance.accept': () => ({ id: waitingOpenings.pop() ?? '' }),
    'openingBalance.reverse': () => ({ id: acceptedOpenings.pop() ?? '', body: { reason: 'Wrong ledger' } }),
    'openingSheet.list': bare,
    'openingSheet.approve': () => ({ id: openingFiles.pop() ?? '' }),
    'openingSheet.reject': () => ({ id: openingFiles.pop() ?? '', body: { reason: 'Wrong ledger' } }),
    'statement.list': bare,
    'statement.answer': () => ({ id: '2020-02', body: { closing: 1, answer: 'agreed' } }),
    'outstanding.export': bare,
    'outstanding.carried': bare,
    'purchaseReturn.list': bare,
    'purchaseReturn.get': () => ({ id: returned }),
    ...sheetRequests('buyerReturn', () => returnRows),
    ...sheetRequests('buyerPayment', () => paymentRows),
    ...sheetRequests('buyerOpening', openingRows),
  };
}

import { indianDay } from '@aapurti/contract/ground/fields';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { addItem } from '../../test/items.ts';
import { actAs, makeInvoice, makeProduct } from '../demo/factories.ts';
import { plainRows, workbookOf } from '../../test/workbook.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
  await addItem(api.ctx, { ean: '8901030516320', name: 'Basmati Rice 1 kg' });
});
afterAll(() => api.close());

const BANK = { panNo: 'AAFCA4521M', IFSCCode: 'HDFC0002854' };
const edit = (who: Caller, id: string, fields: object) => who.send('PUT', `/api/auth/edit/${id}`, { ...fields });

test('the log has a change of bank and tax details under the names of the wire, before and after', async () => {
  const [vendor, admin] = [await api.newVendor(), await api.newAdmin({ firstName: 'Meera', lastName: 'Krishnan' })];
  expect((await edit(admin, vendor.user.id, BANK)).status).toBe(200);

  const { body } = await admin.get('/api/audit/get', { entity: 'user', entityId: vendor.user.id, action: 'user.edit' });
  expect(body).toMatchObject([{ actor: 'Meera Krishnan', after: BANK, sensitive: true, ownerId: vendor.user.id }]);
  expect(Object.keys(body[0].before).sort()).toEqual(['IFSCCode', 'panNo']);
});

test('only administrators can read the log', async () => {
  const vendor = await api.newVendor();
  for (const path of ['get', 'export', 'unseen']) {
    expect((await vendor.get(`/api/audit/${path}`)).status).toBe(403);
    expect((await api.visitor.get(`/api/audit/${path}`)).status).toBe(401);
  }
});

test('the log can be filtered by user, owner, action and date', async () => {
  const [vendor, admin] = [await api.newVendor({ vendor_name: 'Kisan Mill' }), await api.newAdmin()];
  await edit(vendor, vendor.user.id, { city: 'Nashik' });
  await edit(admin, vendor.user.id, { city: 'Pune' });
  await edit(admin, vendor.user.id, BANK);
  const found = async (query: Record<string, string>) => {
    const { status, body } = await admin.get('/api/audit/get', { userID: vendor.user.id, entity: 'user', action: 'user.edit', ...query });
    return status === 201 ? [] : (body as { after: object; owner: string }[]).map(({ after, owner }) => [owner, Object.keys(after).sort()]);
  };
  const [own, theirs, bank] = [
    ['Kisan Mill', ['city']],
    ['Kisan Mill', ['city']],
    ['Kisan Mill', ['IFSCCode', 'panNo']],
  ];
  const today = indianDay(new Date());
  expect(await found({})).toEqual([bank, theirs, own]);
  expect(await found({ actorID: vendor.user.id })).toEqual([own]);
  expect(await found({ actorID: admin.user.id, startDate: today, endDate: today })).toEqual([bank, theirs]);
  expect(await found({ sensitive: 'true' })).toEqual([bank]);
  expect(await found({ sensitive: 'false' })).toEqual([theirs, own]);
  expect(await found({ endDate: '2020-01-01' })).toEqual([]);
  expect(await found({ actorID: 'nobody' })).toEqual([]);
});

test('the log can be downloaded as a file with a row for each field, in words', async () => {
  const [vendor, admin] = [
    await api.newVendor({ vendor_name: '=cmd()' }),
    await api.newAdmin({ firstName: 'Meera', lastName: 'Krishnan' }),
  ];
  await edit(admin, vendor.user.id, { ...BANK, city: 'Mysuru' });
  const { status, body } = await admin.get('/api/audit/export', { userID: vendor.user.id, action: 'user.edit' });
  expect(status).toBe(200);
  const rows = await plainRows(body as Buffer);
  expect(rows[0]?.slice(2)).toEqual([
    'User',
    'Action',
    'Record',
    'Number or name',
    'Record ID',
    'Vendor',
    'Field',
    'Before',
    'After',
    'Bank, tax or document',
  ]);
  expect(rows.slice(1).map((row) => [row[2], row[3], row[7], row[8], row[10], row[11]])).toEqual(
    expect.arrayContaining([
      ['Meera Krishnan', 'Changed the profile', '=cmd()', 'PAN number', 'AAFCA4521M', 'Yes'],
      ['Meera Krishnan', 'Changed the profile', '=cmd()', 'City', 'Mysuru', undefined],
    ]),
  );
});

test('an entry has the number of its record, even of a deleted one, but not that of a record with the name of a file', async () => {
  const [vendor, other, admin] = [await api.newVendor(), await api.newVendor(), await api.newAdmin()];
  const { _id: id } = await makeInvoice(api.ctx, await actAs(api.ctx, vendor.user.id), '90417');
  const names = async (query: Record<string, string>) =>
    ((await admin.get('/api/audit/get', query)).body as { action: string; recordName: string | null }[]).map(({ action, recordName }) => [
      action,
      recordName,
    ]);
  expect(await names({ entity: 'invoice', entityId: id })).toEqual([['invoice.create', '90417']]);
  const content = await workbookOf([
    ['Invoice Number', 'Invoice Date', 'Invoice Value'],
    ['78', '2026-11-10', 118],
  ]);
  expect((await other.send('POST', '/api/invoice/excelUpload', {}, { file: { name: id, content } })).body).toMatchObject({ created: 1 });
  expect((await vendor.delete(`/api/invoice/delete/${id}`)).status).toBe(200);
  expect(await names({ entity: 'invoice', entityId: id })).toEqual([
    ['invoice.delete', '90417'],
    ['invoice.upload', null],
    ['invoice.create', '90417'],
  ]);
  await edit(vendor, vendor.user.id, { firstName: 'Asha', lastName: 'Patil' });
  expect(await names({ entity: 'user', entityId: vendor.user.id, action: 'user.edit' })).toEqual([['user.edit', 'Asha Patil']]);
});

describe('the history of a record', () => {
  test('is visible to its owner, who learns only that an administrator made the change', async () => {
    const [vendor, other, admin] = [
      await api.newVendor({ firstName: 'Asha', lastName: 'Patil' }),
      await api.newVendor(),
      await api.newAdmin(),
    ];
    const id = (await makeProduct(api.ctx, await actAs(api.ctx, vendor.user.id), '8901030516320'))._id;
    await admin.put('/api/product/changeStatusPriceApproval', { productIdList: [id], priceApproval: true });
    const history = (who: Caller, of = id, entity = 'product') => who.get(`/api/audit/history/${of}`, { entity });
    const told = (body: { actor: string; action: string }[]) => body.map(({ actor, action }) => [actor, action]);

    expect(told((await history(vendor)).body)).toEqual([
      ['Administrator', 'product.approve'],
      ['Asha Patil', 'product.create'],
    ]);
    expect(told((await history(admin)).body)[0]?.[0]).not.toBe('Administrator');
    const missing = await history(vendor, '999999999');
    const theirs = await history(other);
    expect([theirs.status, theirs.body.message]).toEqual([404, missing.body.message]);
    for (const wrong of ["1' or true", 'x', '-1']) expect((await history(vendor, encodeURIComponent(wrong))).status).toBe(404);
    expect((await history(vendor, id, 'session')).status).toBe(422);
  });

  test('omits another user’s upload whose file is named like the record', async () => {
    const [vendor, other, admin] = [await api.newVendor(), await api.newVendor(), await api.newAdmin()];
    const { _id: id } = await makeInvoice(api.ctx, await actAs(api.ctx, vendor.user.id), '4712');
    const content = await workbookOf([
      ['Invoice Number', 'Invoice Date', 'Invoice Value'],
      ['77', '2026-11-10', 118],
    ]);
    const uploaded = await other.send('POST', '/api/invoice/excelUpload', {}, { file: { name: id, content } });
    expect(uploaded.body).toMatchObject({ created: 1 });
    for (const reader of [vendor, admin]) {
      const { body } = await reader.get(`/api/audit/history/${id}`, { entity: 'invoice' });
      expect(body).toMatchObject([{ action: 'invoice.create' }]);
      expect(body).toHaveLength(1);
    }
  });

  test('exists for each kind of record, and for a user’s own profile', async () => {
    const vendor = await api.newVendor();
    const invoice = (await makeInvoice(api.ctx, await actAs(api.ctx, vendor.user.id), '4711'))._id;
    expect((await vendor.get(`/api/audit/history/${invoice}`, { entity: 'invoice' })).body).toMatchObject([{ action: 'invoice.create' }]);
    expect((await vendor.get(`/api/audit/history/${vendor.user.id}`, { entity: 'user' })).status).toBe(200);
    for (const entity of ['debitMemo', 'creditMemo', 'scheme', 'payment', 'purchaseOrder', 'dispatchNote']) {
      expect((await vendor.get('/api/audit/history/1', { entity })).status).toBe(404);
    }
  });
});

test('administrators are notified of new bank, tax and document details by e-mail, and by a count until they look', async () => {
  const [vendor, one, two] = [
    await api.newVendor({ vendor_name: 'Kisan Mill', firstName: 'Meera', lastName: 'Joshi' }),
    await api.newAdmin({ firstName: 'Ravi', lastName: 'Kumar' }),
    await api.newAdmin(),
  ];
  const unseen = async (who: Caller) => (await who.get('/api/audit/unseen')).body.count as number;
  const newest = async () =>
    ((await one.get('/api/audit/get', { sensitive: 'true', page: '1', pageSize: '1' })).body[0]?._id ?? '1') as string;
  const see = (admin: Caller, _id: string) => admin.post('/api/audit/seen', { _id });
  for (const admin of [one, two]) await see(admin, await newest());
  await edit(vendor, vendor.user.id, BANK);
  const shown = await newest();
  await edit(vendor, vendor.user.id, { city: 'Nashik' });
  await edit(one, vendor.user.id, { bankName: 'Bank of Baroda' });
  // A user's own changes are not news to that user.
  expect([await unseen(one), await unseen(two)]).toEqual([1, 2]);
  // Entries added after the page was shown still count as unseen, and viewing an older page again does not reset the count.
  expect((await see(two, shown)).body).toEqual({ count: 1 });
  expect((await see(two, await newest())).body).toEqual({ count: 0 });
  expect((await see(two, shown)).body).toEqual({ count: 0 });
  expect((await see(two, 'no id')).body).toEqual({ count: 0 });
  expect([await unseen(one), await unseen(two)]).toEqual([1, 0]);

  const mails = (await api.visitor.get('/api/outbox')).body as { to: string; subject: string; text: string }[];
  const [mail, ...more] = mails.filter(({ to, text }) => to === two.user.email && text.includes('Kisan Mill'));
  expect([mail?.subject, more]).toEqual(['Bank or tax details of Kisan Mill to approve', []]);
  expect(mail?.text).toContain(
    '- Kisan Mill; Changed: PAN number and IFSC code; Waiting for approval; Changed by: Vendor user; Meera Joshi',
  );
  expect(mail?.text).toContain('- Kisan Mill; Changed: Bank name; Changed by: Buyer user; Ravi Kumar');
  expect(mail?.text).not.toMatch(/HDFC|AAFCA|Baroda/);
});

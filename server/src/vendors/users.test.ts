import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';

let api: Api;
let admin: Caller;
let vendors: Caller[];
/** The first vendor. */
let vendor: Caller;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin({ firstName: 'Zoya', lastName: 'Admin', vendor_name: 'Head Office' });
  vendors = [];
  for (const [index, name] of ['Bala', 'chitra', 'Anil', '100% Rice', 'under_score', 'हरि', 'Dev', 'Esha', 'Farid'].entries()) {
    vendors.push(await api.newVendor({ firstName: name, isActive: index % 3 !== 2 }));
  }
  vendor = vendors[0] as Caller;
});
afterAll(() => api.close());

type Row = { _id: string; firstName: string; isActive: boolean };
const list = async (query: Record<string, string | number> = {}, who = admin) => {
  const { status, body, headers } = await who.get('/api/auth/user', query);
  return { status, names: (body as Row[]).map((row) => row.firstName), total: Number(headers['x-total-count']), body };
};

describe('the list of users', () => {
  test('has the newest first, as a bare array, with the total in a header', async () => {
    expect(await list()).toMatchObject({
      status: 200,
      names: ['Farid', 'Esha', 'Dev', 'हरि', 'under_score', '100% Rice', 'Anil', 'chitra', 'Bala', 'Zoya'],
      total: 10,
    });
    const { body } = await list({ pageSize: 1 });
    expect(body[0]).toMatchObject({
      _id: vendors[8]?.user.id,
      email: vendors[8]?.user.email,
      isAdmin: false,
      countryName: 'India',
      system_Vendor_id: null,
    });
    expect(body[0].panDocument).toMatch(/^\/api\/files\//);
  });

  test('has 7 users per page by default', async () => {
    expect((await list({ page: 1 })).names).toEqual(['Farid', 'Esha', 'Dev', 'हरि', 'under_score', '100% Rice', 'Anil']);
    expect((await list({ page: 2 })).names).toEqual(['chitra', 'Bala', 'Zoya']);
    expect(await list({ page: 2, pageSize: 3 })).toMatchObject({ names: ['हरि', 'under_score', '100% Rice'], total: 10 });
  });

  test('past the end returns 201 with an empty list and the true total', async () => {
    expect(await list({ page: 3 })).toMatchObject({ status: 201, body: [], total: 10 });
    expect(await list({ page: 2_147_483_647, pageSize: 100 })).toMatchObject({ status: 201, body: [], total: 10 });
  });

  test('without results returns 201 with an empty list', async () => {
    expect(await list({ search: 'nobody at all' })).toMatchObject({ status: 201, body: [], total: 0 });
  });

  test.each([
    [{ sortBy: 'firstName' }, ['100% Rice', 'Anil', 'Bala', 'chitra']],
    [{ sortBy: 'firstName', sortOrder: 'asc' }, ['100% Rice', 'Anil', 'Bala', 'chitra']],
    [{ sortBy: 'firstName', sortOrder: 'desc' }, ['हरि', 'Zoya', 'under_score', 'Farid']],
    [{ sortBy: 'createdAt' }, ['Zoya', 'Bala', 'chitra', 'Anil']],
    [{ sortOrder: 'asc' }, ['Zoya', 'Bala', 'chitra', 'Anil']],
  ])('is sorted by %j', async (query, expected) => {
    expect((await list({ ...query, pageSize: 4 })).names).toEqual(expected);
  });

  test.each([
    [{ status: 'active' }, 7],
    [{ status: 'inactive' }, 3],
    [{ search: 'CHIT' }, 1],
    [{ search: '100%' }, 1],
    [{ search: '_' }, 1],
    [{ search: 'हर' }, 1],
    [{ search: '@example.com' }, 10],
    [{ search: '' }, 10],
    [{ search: 'head office' }, 1],
    [{ status: 'inactive', search: 'Anil' }, 1],
    [{ status: 'active', search: 'Anil' }, 0],
  ])('is filtered by %j: %d', async (query, expected) => {
    expect((await list(query)).total).toBe(expected);
  });

  test.each([
    [{ pageSize: 101 }, 'pageSize'],
    [{ pageSize: 0 }, 'pageSize'],
    [{ pageSize: -1 }, 'pageSize'],
    [{ pageSize: 'many' }, 'pageSize'],
    [{ page: 0 }, 'page'],
    [{ page: 1.5 }, 'page'],
    [{ page: '1e99' }, 'page'],
    [{ sortBy: 'password_hash' }, 'sortBy'],
    [{ sortBy: 'id;--' }, 'sortBy'],
    [{ sortOrder: 'up' }, 'sortOrder'],
    [{ sortOrder: 'ASC' }, 'sortOrder'],
    [{ status: 'all' }, 'status'],
    [{ search: 'x'.repeat(201) }, 'search'],
  ])('%.40j is rejected', async (query, field) => {
    const { status, body } = await admin.get('/api/auth/user', query);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  test('has only the own record for a vendor, whatever it requests', async () => {
    expect(await list({}, vendor)).toMatchObject({ names: ['Bala'], total: 1 });
    expect(await list({ search: 'Esha' }, vendor)).toMatchObject({ status: 201, body: [] });
    expect(await list({ userID: vendors[1]?.user.id ?? '' }, vendor)).toMatchObject({ names: ['Bala'], total: 1 });
    expect(await list({}, vendors[2])).toMatchObject({ names: ['Anil'], total: 1 });
  });
});

test('a call without a page returns at most 1000 users, and a link to the others that keeps the filters', async () => {
  await api.ctx.db.execute(sql`
    with companies as (
      insert into vendors (legal_name, code, address_line1, address_line2, postal_code, country_id, state, city)
      select 'Crowd & Sons', 200000 + n, '', '', '', 'IN', 'IN-MH', '' from generate_series(1, 1001) n returning id, code - 200000 as n
    )
    insert into users (id, email, mobile_number, first_name, last_name)
    select id, 'many' || n || '@example.org', 8000000000 + n, 'Many', 'Of them' from companies`);
  const search = 'Crowd & Sons';
  const { body, headers } = await admin.get('/api/auth/user', { search, sortBy: 'vendor_Code' });
  expect([body.length, headers['x-total-count']]).toEqual([1000, '1001']);
  const [, next = ''] = /^<(.+)>; rel="next"$/.exec(String(headers['link'])) ?? [];
  const rest = await admin.get(next);
  expect([rest.status, rest.body.map((row: { vendor_Code: number }) => row.vendor_Code)]).toEqual([200, [201_001]]);
  expect((await admin.get('/api/auth/user', { search, page: 1 })).headers['link']).toContain('page=2&pageSize=7>');
  await api.ctx.db.execute(sql`delete from users where email like 'many%'`);
});

test('one user is returned as an array of one, and an invalid ID returns 404', async () => {
  const id = vendor.user.id ?? '';
  expect((await admin.get(`/api/auth/user/${id}`)).body).toEqual([expect.objectContaining({ _id: id, firstName: 'Bala' })]);
  for (const none of ['0', '999999', '-1', 'abc', '1.0', '1e0', '9'.repeat(30), '%20', 'null']) {
    const { status, body } = await admin.get(`/api/auth/user/${none}`);
    expect([none, status, body]).toEqual([none, 404, { message: 'Not found.', code: 'not_found' }]);
  }
});

test('getAllUser returns names and IDs of all users to an administrator, and of itself to a vendor', async () => {
  const { status, body } = await admin.get('/api/auth/getAllUser');
  expect([status, Object.keys(body), body.userList.length]).toEqual([200, ['userList'], 10]);
  expect(body.userList).toContainEqual({ _id: admin.user.id, firstName: 'Zoya', lastName: 'Admin', vendor_name: 'Head Office' });
  expect((await vendor.get('/api/auth/getAllUser')).body.userList).toEqual([expect.objectContaining({ _id: vendor.user.id })]);
});

test('countries follow ISO 3166-1 with India first, and states ISO 3166-2 with the GST code for India', async () => {
  const countries = await api.visitor.get('/api/auth/getCountry');
  expect([countries.status, countries.body[0]]).toEqual([200, { key: 'IN', value: 'India' }]);
  expect(countries.body.length).toBeGreaterThan(240);
  const states = await api.visitor.get('/api/auth/getState/IN');
  expect(states.body).toContainEqual({ key: 'IN-MH', value: 'Maharashtra', gstCode: '27' });
  expect(states.body).toHaveLength(36);
  expect((await api.visitor.get('/api/auth/getState/US')).body).toContainEqual({ key: 'US-CA', value: 'California' });
  const none = await api.visitor.get('/api/auth/getState/XX');
  expect([none.status, none.body]).toEqual([200, []]);
});

test('the counts are in the specified order, without users for a vendor', async () => {
  const order = ['totalDespatch', 'totalInvoice', 'totalProduct', 'totalPurchaseOrder', 'totalSchema', 'totalCredit', 'totalDebit'];
  const heads = async (who: Caller) => {
    const { body } = await who.get('/api/auth/getCountDetail');
    return (body.countList as object[]).map((entry) => Object.keys(entry)[0]);
  };
  expect(await heads(admin)).toEqual(['totalUser', ...order]);
  expect(await heads(vendor)).toEqual(order);
  const { body } = await admin.get('/api/auth/getCountDetail');
  expect(body.countList[0]).toEqual({ totalUser: 10, activeUser: 7, inActiveUser: 3 });
});

describe('the ERP', () => {
  test('createUser returns the external ID, the same one again for the same vendor', async () => {
    const mill = { vendor_name: 'Mill', vendor_Code: 4711, email: 'mill@example.com', mobileNumber: '9876543210', panNo: 'AAKFD7113K' };
    const first = await admin.post('/api/auth/createUser', mill);
    expect([first.status, first.body]).toEqual([200, { message: expect.any(String), data: expect.stringMatching(/^S-\d{5,}$/) }]);
    const again = await admin.post('/api/auth/createUser', { ...mill, vendor_Code: 4712, email: 'MILL@example.com' });
    expect(again.body.data).toBe(first.body.data);
    // The proposed code may be taken by another vendor, which then gets another external ID.
    const other = await admin.post('/api/auth/createUser', { ...mill, email: 'other@example.com' });
    expect(other.body.data).not.toBe(first.body.data);
    expect((await vendor.post('/api/auth/createUser', mill)).status).toBe(403);
  });

  test.each([
    [{ vendor_Code: 5 }, 'vendor_name'],
    [{ vendor_name: 'Mill' }, 'vendor_Code'],
    [{ vendor_name: 'Mill', vendor_Code: '' }, 'vendor_Code'],
    [{ vendor_name: 'Mill', vendor_Code: null }, 'vendor_Code'],
    [{ vendor_name: 'Mill', vendor_Code: -5 }, 'vendor_Code'],
    [{ vendor_name: 'Mill', vendor_Code: [5] }, 'vendor_Code'],
  ])('createUser needs name and code: %j', async (body, field) => {
    const answer = await admin.post('/api/auth/createUser', body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  test('syncCall gives every active vendor its ID, once', async () => {
    const missing = { synced: 'false', status: 'active' };
    expect((await list(missing)).total).toBe(6);
    const { status, body } = await admin.get('/api/auth/syncCall');
    expect([status, body.synced]).toEqual([200, 6]);
    expect((await list(missing)).total).toBe(0);
    const ids = ((await list({ synced: 'true' })).body as { system_Vendor_id: string }[]).map((row) => row.system_Vendor_id);
    expect(new Set(ids).size).toBe(6);
    expect((await admin.get('/api/auth/syncCall')).body.synced).toBe(0);
    expect((await vendor.get('/api/auth/syncCall')).status).toBe(403);
  });
});

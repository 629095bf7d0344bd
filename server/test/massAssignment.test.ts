import type { Operation } from '@aapurti/contract/ground/operation';
import { operations } from '@aapurti/contract/operations';
import { isBuyersOnly } from '@aapurti/contract/access/roles';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { gstinOf } from '../src/demo/factories.ts';
import { type Api, type Caller, startApi } from './api.ts';
import { rightRequests } from './requests.ts';
import { type Ask, ask } from './requests/setting.ts';

let api: Api;
let vendor: Caller;
let other: Caller;
let requests: Record<string, () => Ask>;
beforeAll(async () => {
  api = await startApi({ captcha: false });
  [vendor, other] = [await api.newVendor(), await api.newVendor()];
  requests = await rightRequests(api, vendor);
});
afterAll(() => api.close());

/** The fields that a vendor does not decide, under their names in the API, the code and the columns. */
function notTheirs(): Record<string, unknown> {
  const someone = other.user.id;
  return {
    isAdmin: true,
    is_admin: true,
    permission: 'Admin',
    isActive: true,
    is_active: true,
    vendor_Code: 999_999,
    vendor_code: 999_999,
    system_Vendor_id: 'THEIRS',
    externalId: 'THEIRS',
    userID: someone,
    userId: someone,
    owner: someone,
    ownerId: someone,
    vendor_id: someone,
    vendorId: someone,
    _id: '1',
    id: '1',
    priceApproval: true,
    price_approval: true,
    priceStatus: 'approved',
    status: 'approved',
    paid: 999,
    balance: 0,
    schemaNumber: 777_777,
    scheme_number: 777_777,
    createdAt: '2001-01-01T00:00:00Z',
    created_at: '2001-01-01T00:00:00Z',
    source: 'erp',
    identityConfirmed: false,
    identity_confirmed_at: null,
    pendingIdentity: null,
    state: 'approved',
    approve: true,
    decidedBy: someone,
    panNo: 'AAFCA4521M',
    GST: gstinOf('AAFCA4521M', '27'),
    bankName: 'HDFC Bank',
    accountNumber: '000777',
    IFSCCode: 'HDFC0002854',
    email: 'thief@example.com',
    password_hash: 'x',
    passwordHash: 'x',
    tokenHash: 'x',
  };
}

/** Every call with a body of fields that a vendor may make. Signing out and passwords change nothing here. */
const WRITES = operations.filter(
  ({ id, method, access }) =>
    (method === 'POST' || method === 'PUT') &&
    !isBuyersOnly(access) &&
    access !== 'anyone' &&
    !['auth.logout', 'company.enter'].includes(id),
);

/** The rows of all tables that state ownership or value, without the columns that a valid write changes. */
async function privileges(): Promise<unknown> {
  const owned = await api.ctx.db.rows<{ table: string }>(sql`
    select table_name as table from information_schema.columns where table_schema = 'public' and column_name = 'vendor_id' order by 1`);
  return {
    users: await api.ctx.db.rows(sql`
      select id, is_admin, is_active, code, supplier_id, password_hash, users.created_at < '2002-01-01' as odd, email, pan, gstin,
        bank_name, account_number, ifsc_code, identity_confirmed_at from users join vendors using (id) order by id`),
    theirs: await Promise.all(
      owned.map(async ({ table }) => [
        table,
        await api.ctx.db.first(sql`select count(*) from ${raw(table)} where vendor_id = ${other.user.id}`),
      ]),
    ),
    approved: await api.ctx.db.first(sql`select count(*) from products where price_approved`),
    odd: await api.ctx.db.first(sql`select count(*) from schemes where number = 777777 or created_at < '2002-01-01'`),
  };
}

describe('fields that the caller cannot set change nothing', () => {
  test.each(WRITES.map((operation) => [operation.id, operation] as const))('%s', async (id, operation: Operation) => {
    const given = requests[id]?.() ?? {};
    const before = await privileges();
    const body = { ...notTheirs(), ...given.body };
    const { status } = await ask(vendor, operation, operation.files.length > 0 ? { ...given, body } : { ...given, body });
    // Unknown fields are ignored or rejected; in both cases no user gains anything.
    expect([200, 201, 400, 403, 404, 409, 422]).toContain(status);
    expect(await privileges()).toEqual(before);
  });
});

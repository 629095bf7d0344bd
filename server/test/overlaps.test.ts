// Why so long: one file of overlapping calls for locks of many domains.
import { KEYS_MAX } from '@aapurti/contract/integration/keys';
import { WEBHOOKS_MAX } from '@aapurti/contract/integration/webhooks';
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { gstinOf, makeOrder, orderLineOf, panOf } from '../src/demo/factories.ts';
import { fanOut } from '../src/integration/events.ts';
import { pruneRateLimits } from '../src/process/housekeeping.ts';
import { seedBuyer } from '../src/registrations/seed.ts';
import { type Answer, type Api, type Caller, startApi } from './api.ts';
import { newMember } from './members.ts';
import { meanwhile } from './overlap.ts';
import { newSite } from './siteRequests.ts';
import { uncoded } from './uncoded.ts';

// A call that waits for another change uses the data after that change: settings, users, keys, webhooks, registrations, rates.

let api: Api;
let admin: Caller;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false, publicUrl: 'http://localhost:3000', webhookNets: ['127.0.0.0/8'] });
  admin = await api.newAdmin();
});
afterAll(() => api.close());
beforeEach(async () => {
  vendor = await api.newVendor();
});

const during = async (held: Sql | readonly Sql[], call: () => Promise<Answer>): Promise<Answer | undefined> => {
  const statements: readonly Sql[] = Array.isArray(held) ? held : [held as Sql];
  const [answer] = await meanwhile(
    api,
    async (tx) => {
      for (const each of statements) await tx.execute(each);
    },
    [call],
  );
  return answer;
};
const site = async () => (await newSite(api)).id;
const memberOf = (caller: Caller) =>
  api.ctx.db.one<{ id: string }>(sql`select id::text from memberships where user_id = ${caller.user.id} order by id limit 1`);
const registration = async (caller: Caller, GST: string) =>
  (await caller.post('/api/registrations', { kind: 'regular', GST, legalName: 'Mill', address: 'Plot 4', postalCode: '382445' })).body.data;
const withPan = async () => {
  const pan = panOf(500 + api.serial());
  return { pan, caller: await api.newVendor({ pan, gstin: gstinOf(pan, '27'), isActive: true }) };
};
const rate = async () =>
  (await admin.post('/api/buyerData/gstRates/create', { hsnPrefix: String(8500 + api.serial()), rate: 5, validFrom: '2025-10-01' })).body
    .data;
const webhook = async () => {
  await api.ctx.db.execute(sql`delete from webhooks`);
  return (await admin.post('/api/webhooks', { url: 'http://127.0.0.1:9/', events: ['invoice'] })).body._id as string;
};
const key = { name: 'ERP', scopes: ['orders:read'], days: 30 };

type Row = [what: string, status: number, begin: () => Promise<[held: Sql | readonly Sql[], call: () => Promise<Answer>]>];
const rows: Row[] = [
  [
    'settings that another saves',
    409,
    async () => {
      const { updatedAt } = (await admin.get('/api/settings')).body;
      return [
        sql`update portal_settings set updated_at = clock_timestamp()`,
        () => admin.put('/api/settings', { payOnlyMatched: true, updatedAt }),
      ];
    },
  ],
  [
    'receivers that another saves',
    409,
    async () => {
      const [{ _id, updatedAt, mailRoles, noticeRoles, addresses }] = (await admin.get('/api/eventReceivers/get')).body;
      return [
        sql`update event_receivers set updated_at = clock_timestamp() where side || '-' || kind = ${_id}`,
        () => admin.put(`/api/eventReceivers/edit/${_id}`, { mailRoles, noticeRoles, addresses, updatedAt }),
      ];
    },
  ],
  [
    'a registration that another changes',
    409,
    async () => {
      const { caller, pan } = await withPan();
      const { _id, updatedAt } = await registration(caller, gstinOf(pan, '24'));
      return [
        sql`update registrations set updated_at = clock_timestamp() where id = ${_id}`,
        () => admin.put(`/api/registrations/${_id}`, { tradeName: 'Mill', updatedAt }),
      ];
    },
  ],
  [
    'a registration with a number that another enters',
    422,
    async () => {
      const { caller, pan } = await withPan();
      const form = { kind: 'regular', GST: gstinOf(pan, '24'), legalName: 'Mill', address: 'Plot 4', postalCode: '382445' };
      return [
        sql`insert into registrations (vendor_id, kind, gstin, legal_name) values (${caller.user.id}, 'regular', ${form.GST}, 'Mill')`,
        () => caller.post('/api/registrations', form),
      ];
    },
  ],
  [
    'a site that another changes',
    409,
    async () => {
      const id = await site();
      const [{ updatedAt, name }] = (await admin.get('/api/buyerSites')).body.filter(({ _id }: { _id: string }) => _id === id);
      return [
        sql`update buyer_sites set updated_at = clock_timestamp() where id = ${id}`,
        () => admin.put(`/api/buyerSites/${id}`, { name, updatedAt }),
      ];
    },
  ],
  [
    'the removal of a site to which somebody is bound',
    409,
    async () => {
      const id = await site();
      const member = await newMember(api, admin, 'buyer');
      return [
        [
          sql`select from buyer_sites where id = ${id} for key share`,
          sql`update memberships set site_ids = array[${id}::bigint] where user_id = ${member.user.id}`,
        ],
        () => admin.delete(`/api/buyerSites/${id}`),
      ];
    },
  ],
  [
    'a person’s site that is removed',
    422,
    async () => {
      const id = await site();
      const member = await memberOf(await newMember(api, admin, 'buyer'));
      return [
        sql`delete from buyer_sites where id = ${id}`,
        () => admin.put(`/api/members/${member.id}`, { role: 'buyer', siteIds: [id] }),
      ];
    },
  ],
  [
    'a site’s registration that is removed',
    422,
    async () => {
      const { id } = await api.ctx.db.one<{ id: string }>(sql`
        insert into registrations (kind, gstin, legal_name) values ('regular', ${gstinOf(panOf(900 + api.serial()), '27')}, 'Buyer') returning id::text`);
      const form = { name: `Depot ${api.serial()}`, address: 'Gala 4', postalCode: '421302', registrationId: id };
      return [sql`delete from registrations where id = ${id}`, () => admin.post('/api/buyerSites', form)];
    },
  ],
  [
    'a rate that another enters',
    422,
    () => {
      const hsnPrefix = String(8500 + api.serial());
      return Promise.resolve([
        sql`insert into gst_rates (hsn_prefix, rate, valid_from) values (${hsnPrefix}, 5, '2025-10-01')`,
        () => admin.post('/api/buyerData/gstRates/create', { hsnPrefix, rate: 18, validFrom: '2025-10-01' }),
      ]);
    },
  ],
  [
    'a rate that another changes',
    409,
    async () => {
      const { _id, updatedAt } = await rate();
      return [
        sql`update gst_rates set updated_at = clock_timestamp() where id = ${_id}`,
        () => admin.put(`/api/buyerData/gstRates/edit/${_id}`, { rate: 18, updatedAt }),
      ];
    },
  ],
  [
    'a rate that another deletes',
    404,
    async () => {
      const { _id } = await rate();
      return [sql`delete from gst_rates where id = ${_id}`, () => admin.delete(`/api/buyerData/gstRates/delete/${_id}`)];
    },
  ],
  [
    'the last key that another makes',
    409,
    () =>
      Promise.resolve([
        [
          sql`select from users where id = ${vendor.user.id} for no key update`,
          sql`insert into api_keys (vendor_id, user_id, membership_id, name, prefix, key_hash, scopes, addresses, created_at, expires_at)
            select vendor_id, user_id, id, 'ERP', 'a', sha256((id || 'x' || n)::bytea), array['orders:read'], array[]::text[], now(), now() + '1 day'
            from memberships, generate_series(1, ${KEYS_MAX}::int) n where user_id = ${vendor.user.id}`,
        ],
        () => vendor.post('/api/keys', { ...key, passWord: vendor.user.password }),
      ]),
  ],
  [
    'the replacement of a key that another revokes',
    409,
    async () => {
      expect((await vendor.post('/api/keys', { ...key, passWord: vendor.user.password })).status).toBe(200);
      const [{ _id }] = (await vendor.get('/api/keys')).body;
      return [
        sql`update api_keys set revoked_at = now() where id = ${_id}`,
        () => vendor.post(`/api/keys/${_id}/replace`, { passWord: vendor.user.password }),
      ];
    },
  ],
  [
    'the last webhook that another makes',
    409,
    async () => {
      await webhook();
      return [
        [
          sql`select from webhook_cursor for update`,
          sql`insert into webhooks (vendor_id, user_id, url, events, secret, created_at)
            select null, ${admin.user.id}, 'http://127.0.0.1:9/' || n, array['invoice'], '\\x00', now() from generate_series(2, ${WEBHOOKS_MAX}::int) n`,
        ],
        () => admin.post('/api/webhooks', { url: 'http://127.0.0.1:9/last', events: ['invoice'] }),
      ];
    },
  ],
  [
    'a webhook that another removes',
    404,
    async () => {
      const id = await webhook();
      return [
        sql`delete from webhooks where id = ${id}`,
        () => admin.put(`/api/webhooks/${id}`, { url: 'http://127.0.0.1:9/', events: ['invoice'], on: true }),
      ];
    },
  ],
  [
    'since when e-invoices are made, which another states',
    409,
    () =>
      Promise.resolve([
        sql`update vendors set einvoice_since = '2025-10-01' where id = ${vendor.user.id}`,
        () => vendor.put('/api/einvoice/save', { since: '2025-11-01' }),
      ]),
  ],
  [
    'a registration that another activates',
    409,
    async () => {
      await api.ctx.db.execute(sql`update users set is_active = false where id = ${vendor.user.id}`);
      return [
        sql`update users set is_active = true where id = ${vendor.user.id}`,
        () => admin.post(`/api/auth/sendBack/${vendor.user.id}`, { reason: 'No stamp' }),
      ];
    },
  ],
  [
    'the last administrator but one, whom another puts out',
    409,
    async () => {
      const lone = await api.newAdmin();
      await api.ctx.db.execute(sql`
        update memberships set role = 'buyer' where vendor_id is null and user_id not in (${lone.user.id}, ${admin.user.id})`);
      return [
        [
          sql`select from memberships where vendor_id is null and role = 'administrator' order by id for update`,
          sql`update memberships set role = 'buyer' where user_id = ${lone.user.id}`,
        ],
        () => admin.put(`/api/auth/edit/${admin.user.id}`, { isActive: false }),
      ];
    },
  ],
  [
    'a line to confirm, of an order that another cancels',
    409,
    async () => {
      const id = await makeOrder(api.ctx, vendor.user.id, `OV/${api.serial()}`, { lines: [orderLineOf({ quantity: '100' })] });
      return [
        sql`update purchase_orders set status = 'Cancelled' where id = ${id}`,
        () => admin.post(`/api/buyerData/orders/confirm/${id}`, { line: 1, quantity: 120 }),
      ];
    },
  ],
  [
    'controls that another saves',
    409,
    async () => {
      const { updatedAt } = (await admin.get('/api/controls')).body;
      return [
        sql`update portal_settings set updated_at = clock_timestamp()`,
        () => admin.put('/api/controls', { bankWaitHours: 24, updatedAt }),
      ];
    },
  ],
  [
    'controls that wait, which another replaces',
    409,
    async () => {
      const second = await newMember(api, admin, 'administrator');
      await api.ctx.db.execute(sql`
        update portal_settings set waiting_controls = '{"bankWaitHours": 0}', waiting_controls_by = array[${admin.user.id}::bigint],
          waiting_controls_at = clock_timestamp()`);
      const { at } = (await second.get('/api/controls')).body.waiting;
      return [
        sql`update portal_settings set waiting_controls = '{"bankTwoPeople": false}', waiting_controls_at = clock_timestamp()`,
        () => second.put('/api/controls/waiting', { approve: true, at }),
      ];
    },
  ],
  [
    'a provider that another changes',
    409,
    async () => {
      const { id, updatedAt } = await api.ctx.db.one<{ id: string; updatedAt: string }>(sql`
        insert into idps (name, issuer, client_id, saved_by) values ('Stores', 'https://login.example', 'aapurti', ${admin.user.id})
        returning id::text, to_json(updated_at) #>> '{}' as "updatedAt"`);
      return [
        sql`update idps set updated_at = clock_timestamp() where id = ${id}`,
        () => admin.put(`/api/provider/edit/${id}`, { name: 'Stores India', updatedAt }),
      ];
    },
  ],
  [
    'a person whom another changes',
    409,
    async () => {
      const [{ updatedAt }] = (await admin.get(`/api/auth/user/${vendor.user.id}`)).body;
      return [
        sql`update users set updated_at = clock_timestamp() where id = ${vendor.user.id}`,
        () => admin.put(`/api/auth/edit/${vendor.user.id}`, { city: 'Nashik', updatedAt }),
      ];
    },
  ],
  [
    'a member whom another removes',
    404,
    async () => {
      const { id } = await memberOf(await newMember(api, vendor, 'billing'));
      return [sql`delete from memberships where id = ${id}`, () => vendor.put(`/api/members/${id}`, { role: 'reader' })];
    },
  ],
  [
    'an invitation that another withdraws',
    409,
    async () => {
      const email = `clerk${api.serial()}@example.org`;
      expect((await vendor.post('/api/members/invitations', { email, role: 'reader' })).status).toBe(200);
      const mails = (await api.visitor.get('/api/outbox')).body as { to: string; text: string }[];
      const secret = /\/invitation\/([\w-]+)/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1];
      const person = { firstName: 'Meera', lastName: 'Shah', mobileNumber: String(8_600_000_000 + api.serial()) };
      return [
        sql`delete from invitations where email = ${email}`,
        () => api.visitor.post('/api/invitations/accept', { secret, ...person, passWord: 'a clerk of the mill' }),
      ];
    },
  ],
];
test.each(rows)('a change in the meantime is noticed: %s', async (_what, status, begin) => {
  const [held, call] = await begin();
  expect((await during(held, call))?.status).toBe(status);
});

describe('the log has the values before each of two changes at the same time', () => {
  const beforeOf = async (action: string) =>
    (
      await api.ctx.db.one<{ before: Record<string, unknown> }>(sql`
        select before from audit_log where action = ${action} order by id desc limit 1`)
    ).before;

  test('of the logo', async () => {
    await during(sql`update portal_settings set logo = '\\x01', logo_saved_at = now()`, () => admin.delete('/api/settings/logo'));
    expect((await beforeOf('settings.logo'))['logo']).not.toBeNull();
  });

  test.each(['a vendor', 'all'])('of tolerances of %s', async (whose) => {
    const userID = whose === 'all' ? null : vendor.user.id;
    const form = { userID, daysLate: 3, quantityLess: 1, quantityMore: 1, priceMore: 1 };
    expect((await admin.put('/api/answerTolerance/save', form)).status).toBe(200);
    const held =
      userID === null
        ? sql`select from answer_tolerances where vendor_id is null for no key update`
        : sql`select from vendors where id = ${userID} for no key update`;
    const changed = sql`update answer_tolerances set days_late = 4 where vendor_id is not distinct from ${userID}::bigint`;
    await during([held, changed], () => admin.put('/api/answerTolerance/save', { ...form, daysLate: 5 }));
    expect(await beforeOf('settings.answerTolerances')).toMatchObject({ daysLate: 4 });
  });

  test('of a user’s e-mail settings', async () => {
    const held = sql`select from users where id = ${vendor.user.id} for no key update`;
    const off = sql`insert into mails_off (user_id, kind) values (${vendor.user.id}, 'orders')`;
    await during([held, off], () => vendor.put('/api/mail/settings', { orders: true }));
    expect(await beforeOf('user.mails')).toMatchObject({ orders: false });
  });
});

test('a role that is transferred is the one that its holder has then', async () => {
  const [from, to] = [await memberOf(await newMember(api, vendor, 'reader')), await memberOf(await newMember(api, vendor, 'reader'))];
  const [fromDay, toDay] = ['2099-01-01', '2099-01-02'];
  const answer = await during(sql`update memberships set role = 'billing' where id = ${from.id}`, () =>
    vendor.post('/api/members/delegations', { from: from.id, to: to.id, fromDay, toDay }),
  );
  expect(answer?.status).toBe(200);
  const { role } = await api.ctx.db.one<{ role: string }>(sql`
    select after ->> 'role' as role from audit_log where action = 'member.delegate' order by id desc limit 1`);
  expect(role).toBe('billing');
});

const load = (path: string, ...lines: string[]) =>
  admin.send('POST', `/api/buyerData/${path}`, {}, { file: { name: 'rows.csv', content: Buffer.from(lines.join('\n')) } });

const HEADINGS = 'HSN,Goods,Rate,Cess Rate,Valid From,Valid To,Notification';

test('a list of codes has the rows of one file only', async () => {
  const answer = await during(sql`insert into code_lists (list, code, meaning) values ('units', 'OLD', 'BOX')`, () =>
    load('units', 'Unit,UQC', 'Peti,BOX'),
  );
  expect([answer?.status, answer?.body.errors]).toEqual([200, undefined]);
  expect(await api.ctx.db.rows(sql`select code from code_lists where list = 'units'`)).toEqual([{ code: 'PETI' }]);
});

test('a file of rates finds rates entered since its check', async () => {
  const hsn = String(8500 + api.serial());
  const answer = await during(sql`insert into gst_rates (hsn_prefix, rate, valid_from) values (${hsn}, 5, '2025-10-01')`, () =>
    load('gstRates', HEADINGS, `${hsn},,18,,05-10-2025,,`),
  );
  expect(uncoded([answer?.status, answer?.body.errors])).toEqual([201, [expect.objectContaining({ row: 2, column: 'Valid From' })]]);
});

test('two processes that create the buyer’s first registration create one', async () => {
  await api.ctx.db.execute(sql`update buyer_sites set registration_id = null`);
  await api.ctx.db.execute(sql`delete from registrations where vendor_id is null`);
  const settings = { ...api.ctx.settings, buyerGstin: '29AABCR1718E1ZL' };
  const added = sql`insert into registrations (kind, gstin, legal_name) values ('regular', '29AABCR1718E1ZL', 'Buyer')`;
  await meanwhile(api, (tx) => tx.execute(added), [() => seedBuyer({ db: api.ctx.db, settings })]);
  expect(await api.ctx.db.rows(sql`select from registrations where vendor_id is null`)).toHaveLength(1);
});

test('two processes that follow the feed create a message once', async () => {
  await webhook();
  expect((await admin.post('/api/invoice/create', { userID: vendor.user.id, invoiceNumber: '1', invoiceValue: 5 })).status).toBe(200);
  const messages = () => api.ctx.db.rows<{ message: string }>(sql`select message_id::text as message from webhook_deliveries`);
  let first: { message: string }[] = [];
  await meanwhile(
    api,
    // The feed releases a change once every earlier transaction has ended, even those in other databases.
    async (tx) => {
      const made = async () => {
        await fanOut(tx);
        first = await tx.rows<{ message: string }>(sql`select message_id::text as message from webhook_deliveries`);
        return first.length;
      };
      await expect.poll(made, { timeout: 20_000 }).toBe(1);
    },
    [() => fanOut(api.ctx.db)],
  );
  expect(await messages()).toEqual(first);
});

test('the cleanup waits for no other call', async () => {
  await api.ctx.db.execute(
    sql`insert into rate_limits (key, count, resets_at) values ('held', 1, now() - interval '1 hour'), ('free', 1, now() - interval '1 hour')`,
  );
  await api.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select from rate_limits where key = 'held' for update`);
    expect(await pruneRateLimits(api.ctx.db)).toBe(1);
  });
});

// Why so long: what can go wrong between a change and its delivery, each on the same portal and receiver.

import { FAILURES, messages, RETRY_SECONDS, WEBHOOKS_MAX } from '@aapurti/contract/integration/webhooks';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { meanwhile } from '../../test/overlap.ts';
import { type Received, type Receiver, startReceiver } from '../../test/receiver.ts';
import { actAs, makeInvoice, makeOrder, orderLineOf } from '../demo/factories.ts';
import { fanOut } from './events.ts';
import { openPoster, type Poster } from './post.ts';
import { openWebhooks, sealSecret, sendDue } from './sending.ts';
import { newSecret } from './signature.ts';

let api: Api;
let receiver: Receiver;
let poster: Poster;
let admin: Caller;

beforeAll(async () => {
  api = await startApi({ captcha: false, publicUrl: 'http://localhost:3000', webhookNets: ['127.0.0.0/8'] });
  receiver = await startReceiver();
  poster = openPoster(api.ctx);
  admin = await api.newAdmin();
});
afterAll(async () => {
  poster.close();
  await receiver.close();
  await api.close();
});
beforeEach(async () => {
  await api.ctx.db.execute(sql`delete from webhooks`);
  receiver.received.length = 0;
  receiver.answer(204);
});

const all = { url: '', events: ['invoice', 'order', 'payment'] };

async function addWebhook(form: object = {}): Promise<{ id: string; secret: string }> {
  const { status, body } = await admin.post('/api/webhooks', { ...all, url: receiver.url, ...form });
  expect([status, body.message]).toEqual([200, messages.created]);
  return { id: body._id, secret: body.secret };
}

const waiting = async () =>
  (await api.ctx.db.first<{ count: number }>(sql`select count(*) from webhook_deliveries where state = 'waiting'`))?.count ?? 0;

/** Waits for deliveries. The feed releases a change once every earlier transaction has ended, even those in other test files' databases. */
async function deliveriesMade(count: number): Promise<void> {
  await expect
    .poll(
      async () => {
        await fanOut(api.ctx.db);
        return (await api.ctx.db.first<{ count: number }>(sql`select count(*) from webhook_deliveries`))?.count;
      },
      { timeout: 20_000 },
    )
    .toBe(count);
}

const send = () => sendDue(api.ctx, poster);

async function makeChanges(count: number, vendor?: Caller): Promise<string[]> {
  const acting = await actAs(api.ctx, (vendor ?? (await api.newVendor())).user.id);
  const ids: string[] = [];
  for (let serial = 0; serial < count; serial += 1) ids.push((await makeInvoice(api.ctx, acting, `${70_000 + api.serial()}`))._id);
  return ids;
}

/** Makes all waiting deliveries due, as if the time had passed. */
async function later(): Promise<void> {
  await api.ctx.db.execute(sql`update webhook_deliveries set due_at = clock_timestamp()`);
  await api.ctx.db.execute(sql`update webhooks set quiet_until = null`);
}

function verified(secret: string, { text, headers }: Received): unknown {
  return new Webhook(secret).verify(text, headers as Record<string, string>);
}

test('a webhook receives changes and removals, signed, with the vendor and a rising version', async () => {
  const vendor = await api.newVendor();
  await makeChanges(1, vendor);
  const { secret } = await addWebhook();
  const [id = ''] = await makeChanges(1, vendor);
  await deliveriesMade(1);
  await send();
  await vendor.delete(`/api/invoice/delete/${id}`);
  await deliveriesMade(2);
  await send();
  expect(receiver.received.map((message) => verified(secret, message))).toEqual([
    { type: 'invoice.changed', id, at: expect.any(String), vendor: vendor.user.id, version: expect.any(Number) },
    { type: 'invoice.removed', id, at: expect.any(String), vendor: vendor.user.id, version: expect.any(Number) },
  ]);
  const [first, second] = receiver.received;
  expect(second!.body.version).toBeGreaterThan(first!.body.version);
  expect(first!.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': expect.stringMatching(/^Aapurti\//) });
  expect(first!.headers['webhook-id']).not.toBe(second!.headers['webhook-id']);
  const other = `whsec_${Buffer.alloc(32).toString('base64')}`;
  expect(() => verified(other, first!)).toThrow('No matching signature found');
  expect(await waiting()).toBe(0);
});

/** Runs two transactions, begun in this order, which write lines of one order without waiting for each other. */
function overlapping(orderId: string, work: (first: Writer, second: Writer) => Promise<void>): Promise<void> {
  const { db } = api.ctx;
  const writer = async (client: pg.PoolClient, line: number): Promise<Writer> => {
    // The statement assigns the transaction's ID.
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    const write = 'update purchase_order_lines set received_quantity = received_quantity + 1 where order_id = $1 and line = $2';
    return { write: () => client.query(write, [orderId, line]), commit: () => client.query('commit') };
  };
  return db.withClient((one) => db.withClient(async (other) => work(await writer(one, 1), await writer(other, 2))));
}

interface Writer {
  write: () => Promise<unknown>;
  commit: () => Promise<unknown>;
}

test.each<[string, (first: Writer, second: Writer, told: (count: number) => Promise<void>) => Promise<void>]>([
  [
    'the first to begin writes last and commits first',
    async (first, second, told) => {
      await second.write();
      await first.write();
      await first.commit();
      await told(1);
      await second.commit();
      await told(2);
    },
  ],
  [
    'the first to begin writes first and commits last',
    async (first, second, told) => {
      await first.write();
      await second.write();
      await second.commit();
      await fanOut(api.ctx.db);
      await first.commit();
      await told(1);
    },
  ],
])('versions of a record rise if %s', async (_name, changing) => {
  const vendor = await api.newVendor();
  const order = await makeOrder(api.ctx, vendor.user.id, `WV/${api.serial()}`, { lines: [orderLineOf(), orderLineOf()] });
  await addWebhook({ events: ['order'] });
  const versions: number[] = [];
  const told = async (count: number) => {
    await deliveriesMade(count);
    await send();
    versions.splice(0, Infinity, ...receiver.received.map(({ body }) => body.version));
    expect(receiver.received.map(({ body }) => body.id)).toEqual(Array.from({ length: count }, () => order));
  };
  await overlapping(order, (first, second) => changing(first, second, told));
  await api.ctx.db.execute(sql`update purchase_order_lines set received_quantity = received_quantity + 1 where order_id = ${order}`);
  await told(versions.length + 1);
  expect(versions.toSorted((one, other) => one - other)).toEqual(versions);
  expect(new Set(versions).size).toBe(versions.length);
});

test('webhooks receive one change in one version, and a later one in a higher version', async () => {
  const elsewhere = await startReceiver();
  try {
    await addWebhook();
    await addWebhook({ url: elsewhere.url });
    const vendor = await api.newVendor();
    const [id = ''] = await makeChanges(1, vendor);
    await deliveriesMade(2);
    await send();
    await vendor.put(`/api/invoice/edit/${id}`, { remarks: 'changed' });
    await deliveriesMade(4);
    await send();
    const [here, there] = [receiver, elsewhere].map(({ received }) => received.map(({ body }) => body.version));
    expect(there).toEqual(here);
    expect(here?.[1]).toBeGreaterThan(here?.[0] ?? Infinity);
  } finally {
    await elsewhere.close();
  }
});

test('a webhook receives the chosen kinds', async () => {
  await addWebhook({ events: ['order'] });
  const vendor = await api.newVendor();
  await makeChanges(1, vendor);
  const order = await makeOrder(api.ctx, vendor.user.id, 'WH/1');
  await deliveriesMade(1);
  await send();
  expect(receiver.received.map(({ body }) => `${body.type} ${body.id}`)).toEqual([`order.changed ${order}`]);
});

test('a vendor’s webhook receives its own records while the vendor is active', async () => {
  const [one, other] = [await api.newVendor(), await api.newVendor()];
  const added = await one.post('/api/webhooks', { ...all, url: 'https://erp.example.com/hooks' });
  expect(added.status).toBe(200);
  await addWebhook();
  await makeChanges(1, other);
  const own = await makeChanges(1, one);
  await api.ctx.db.execute(sql`update users set is_active = false where id = ${one.user.id}`);
  // The buyer's messages show how far the feed was read.
  await deliveriesMade(2);
  await api.ctx.db.execute(sql`update users set is_active = true where id = ${one.user.id}`);
  const [again = ''] = await makeChanges(1, one);
  await deliveriesMade(4);
  const rows = await api.ctx.db.rows(sql`
    select record_id::text as id, vendor_id::text as vendor from webhook_deliveries where webhook_id = ${added.body._id}`);
  expect([own.length, rows]).toEqual([1, [{ id: again, vendor: one.user.id }]]);
});

test('a record that changes again waits once, with its last change under a new ID, while others continue', async () => {
  const vendor = await api.newVendor();
  await addWebhook({ events: ['invoice'] });
  const [poison = '', good = ''] = await makeChanges(2, vendor);
  await deliveriesMade(2);
  receiver.answer((response, { body }) => response.writeHead(body.id === poison ? 500 : 200).end());
  await send();
  await later();
  await send();
  for (const id of [poison, good]) await api.ctx.db.execute(sql`update invoices set remarks = 'changed' where id = ${id}`);
  await deliveriesMade(3);
  // The portal sends one message at a time until the endpoint accepts one.
  for (let round = 0; round < 2; round += 1) {
    await later();
    await send();
  }
  const told = (id: string) => receiver.received.filter(({ body }) => body.id === id);
  expect([told(poison).length, told(good).length]).toEqual([4, 2]);
  // A repetition has the ID of the first attempt; a new message has another ID.
  const [first, again, changed] = told(poison).map(({ headers, body }) => ({ id: headers['webhook-id'], version: body.version }));
  expect(again).toEqual(first);
  expect(changed!.id).not.toBe(first!.id);
  expect(changed!.version).toBeGreaterThan(first!.version);
  receiver.answer(200);
  await later();
  await send();
  expect([told(poison).length, await waiting()]).toEqual([5, 0]);
});

test('a record that changes during sending is sent again', async () => {
  await addWebhook({ events: ['invoice'] });
  const [id = ''] = await makeChanges(1);
  await deliveriesMade(1);
  receiver.answer((response) => {
    void (async () => {
      await api.ctx.db.execute(sql`update invoices set remarks = 'changed' where id = ${id}`);
      const count = async () => (await api.ctx.db.rows(sql`select from webhook_deliveries where message_id <> ${told}`)).length;
      const told = String(receiver.received[0]?.headers['webhook-id']).slice(4);
      await expect.poll(async () => (await fanOut(api.ctx.db), count()), { timeout: 20_000 }).toBe(1);
      receiver.answer(200);
      response.writeHead(200).end();
    })();
  });
  await send();
  await send();
  expect(receiver.received).toHaveLength(2);
  expect(receiver.received[1]!.body.version).toBeGreaterThan(receiver.received[0]!.body.version);
  expect(receiver.received[1]!.headers['webhook-id']).not.toBe(receiver.received[0]!.headers['webhook-id']);
}, 30_000);

test.each([
  ['500', 500, { status: 500, error: null }],
  // The portal does not follow the redirect.
  ['a redirect', 302, { status: 302, error: null }],
  ['404', 404, { status: 404, error: null }],
])('a delivery with the response %s is tried again later', async (_, status, expected) => {
  receiver.answer((response) => response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end());
  const { id } = await addWebhook();
  await makeChanges(1);
  await deliveriesMade(1);
  await send();
  await send();
  expect(receiver.received).toHaveLength(1);
  const { body } = await admin.get(`/api/webhooks/${id}/deliveries`, { state: 'waiting' });
  expect(body).toMatchObject([{ tries: 1, state: 'waiting', type: 'invoice.changed', ...expected }]);
  const wait = Date.parse(body[0].dueAt) - Date.parse(body[0].triedAt);
  expect(Math.round(wait / 1000)).toBe(RETRY_SECONDS[0]);
  expect((await admin.get('/api/webhooks')).body).toMatchObject([{ state: 'failing', waiting: 1, failed: 0 }]);
});

test('a test of a webhook reports a missing host, a late response, an endless response and a broken connection', async () => {
  const { id } = await addWebhook();
  const result = async () => (await admin.post(`/api/webhooks/${id}/test`)).body;
  receiver.answer((response) => void response.socket?.destroy());
  expect(await result()).toEqual({ delivered: false, status: null, error: FAILURES.broken });
  receiver.answer(
    (response) => void response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
  );
  expect(await result()).toEqual({ delivered: false, status: null, error: FAILURES.broken });
  receiver.answer((response) => {
    const chunk = Buffer.alloc(1024 * 1024);
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more).on('error', () => undefined);
    more();
  });
  expect(await result()).toEqual({ delivered: true, status: 200, error: null });
  await admin.put(`/api/webhooks/${id}`, { ...all, url: 'http://127.0.0.1:1/', on: true });
  expect(await result()).toEqual({ delivered: false, status: null, error: FAILURES.refused });
  await admin.put(`/api/webhooks/${id}`, { ...all, url: 'https://nowhere.invalid/', on: true });
  expect(await result()).toEqual({ delivered: false, status: null, error: FAILURES.name });
  await admin.put(`/api/webhooks/${id}`, { ...all, url: receiver.url.replace('http:', 'https:'), on: true });
  expect(await result()).toEqual({ delivered: false, status: null, error: FAILURES.certificate });
  await admin.put(`/api/webhooks/${id}`, { ...all, url: receiver.url, on: true });
  receiver.answer(() => undefined);
  expect(await result()).toEqual({ delivered: false, status: null, error: FAILURES.late });
}, 30_000);

test('a webhook that accepts nothing is left alone longer each time and then turned off, with an e-mail', async () => {
  const { id } = await addWebhook();
  receiver.answer(503);
  await makeChanges(20);
  await deliveriesMade(20);
  await send();
  // Each lane sends one message first, then one at a time.
  expect(receiver.received).toHaveLength(8);
  for (let round = 1; round <= RETRY_SECONDS.length; round += 1) {
    await send();
    expect(receiver.received).toHaveLength(8 + round - 1);
    await later();
    const { body } = await admin.get('/api/webhooks');
    expect(body).toMatchObject([{ state: 'failing' }]);
    await send();
  }
  expect((await admin.get('/api/webhooks')).body).toMatchObject([{ state: 'off', offReason: expect.stringContaining('three days') }]);
  const mail = await api.ctx.db.rows(sql`select user_id::text as id, content ->> 'host' as host from mails where kind = 'webhookOff'`);
  expect(mail).toEqual([{ id: admin.user.id, host: new URL(receiver.url).host }]);
  const entry = await api.ctx.db.rows(sql`select actor_id as actor from audit_log where action = 'webhook.off' and entity_id = ${id}`);
  expect(entry).toEqual([{ actor: null }]);
  const count = receiver.received.length;
  await later();
  await send();
  expect(receiver.received).toHaveLength(count);
  // The webhook is turned on again and receives what waited.
  receiver.answer(200);
  expect((await admin.put(`/api/webhooks/${id}`, { ...all, url: receiver.url, on: true })).status).toBe(200);
  await send();
  expect(receiver.received.length).toBe(count + 20);
});

test('a delivery fails after its last attempt, and can be sent again, alone or with all others', async () => {
  const { id } = await addWebhook();
  await makeChanges(3);
  await deliveriesMade(3);
  const ids = (await admin.get(`/api/webhooks/${id}/deliveries`)).body.map(({ _id }: { _id: string }) => _id);
  await api.ctx.db.execute(sql`update webhook_deliveries set tries = ${RETRY_SECONDS.length}`);
  receiver.answer(500);
  await send();
  expect((await admin.get(`/api/webhooks/${id}/deliveries`, { state: 'failed' })).body).toHaveLength(3);
  await later();
  receiver.answer(200);
  await send();
  expect(receiver.received).toHaveLength(3);
  const replay = (body: object) => admin.post(`/api/webhooks/${id}/replay`, body);
  expect((await replay({ delivery: ids[1] })).body).toEqual({ message: messages.replayed(1), count: 1 });
  await send();
  expect((await replay({})).body).toEqual({ message: messages.replayed(2), count: 2 });
  await send();
  expect(receiver.received).toHaveLength(6);
  // The ID stays the same, so that a receiver that has processed the message recognises it.
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  expect((await replay({})).body).toEqual({ message: messages.replayed(0), count: 0 });
  expect((await replay({ delivery: '999999' })).status).toBe(404);
});

test('the status 410 turns a webhook off immediately', async () => {
  await addWebhook();
  await makeChanges(1);
  await deliveriesMade(1);
  receiver.answer(410);
  await send();
  expect((await admin.get('/api/webhooks')).body).toMatchObject([{ state: 'off', offReason: expect.stringContaining('410'), failed: 1 }]);
});

test('messages carry both signatures for a day after a new secret', async () => {
  const { id, secret } = await addWebhook();
  const { body } = await admin.post(`/api/webhooks/${id}/secret`);
  expect(body).toMatchObject({ message: messages.rotated, secret: expect.stringMatching(/^whsec_/) });
  expect(body.secret).not.toBe(secret);
  await admin.post(`/api/webhooks/${id}/test`);
  for (const each of [secret, body.secret]) expect(verified(each, receiver.received[0]!)).toMatchObject({ type: 'test' });
  await api.ctx.db.execute(sql`update webhooks set old_secret_until = now() - interval '1 second'`);
  await admin.post(`/api/webhooks/${id}/test`);
  expect(verified(body.secret, receiver.received[1]!)).toMatchObject({ type: 'test' });
  expect(() => verified(secret, receiver.received[1]!)).toThrow('No matching signature found');
  const stored = await api.ctx.db.first<{ sealed: string }>(sql`select encode(secret, 'escape') as sealed from webhooks`);
  expect(stored?.sealed).not.toContain(body.secret.slice(6));
});

test('changes that had begun and not ended when the webhook was turned on are also sent', async () => {
  const vendor = await api.newVendor();
  const [id = ''] = await makeChanges(1, vendor);
  let ended: () => void = () => undefined;
  let begun: () => void = () => undefined;
  const started = new Promise<void>((resolve) => (begun = resolve));
  const changing = api.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`update invoices set remarks = 'changed' where id = ${id}`);
    begun();
    await new Promise<void>((resolve) => (ended = resolve));
  });
  await started;
  await addWebhook();
  ended();
  await changing;
  await deliveriesMade(1);
  await send();
  expect(receiver.received.map(({ body }) => body.id)).toEqual([id]);
});

test('a response from before a change of the address does not count', async () => {
  const { id } = await addWebhook();
  await makeChanges(1);
  await deliveriesMade(1);
  const other = await startReceiver();
  receiver.answer((response) => {
    void admin.put(`/api/webhooks/${id}`, { ...all, url: other.url, on: true }).then(() => response.writeHead(410).end());
  });
  await send();
  await send();
  expect((await admin.get('/api/webhooks')).body).toMatchObject([{ state: 'on', waiting: 0, failed: 0 }]);
  expect(other.received).toHaveLength(1);
  await other.close();
});

test('a response from before a change that is not stored yet does not count', async () => {
  const { id } = await addWebhook();
  await makeChanges(1);
  await deliveriesMade(1);
  const other = await startReceiver();
  const moved = sql`update webhooks set url = ${other.url} where id = ${id}`;
  await meanwhile(api, (tx) => tx.execute(moved), [send]);
  await send();
  expect([receiver.received.length, other.received.length, await waiting()]).toEqual([1, 1, 0]);
  await other.close();
});

test('one vendor’s slow webhooks leave room for others, and an inactive vendor receives no waiting messages', async () => {
  const vendor = await api.newVendor();
  await addWebhook();
  await api.ctx.db.execute(sql`
    insert into webhooks (vendor_id, user_id, url, events, on_since, created_at)
    select ${vendor.user.id}, ${vendor.user.id}, 'https://slow' || n || '.invalid/', '{invoice}', now(), now() from generate_series(1, 40) n`);
  for (const { id } of await api.ctx.db.rows<{ id: string }>(sql`select id::text from webhooks where vendor_id is not null`))
    await api.ctx.db.execute(sql`update webhooks set secret = ${sealSecret(api.ctx, id, newSecret())} where id = ${id}`);
  await makeChanges(1, vendor);
  await deliveriesMade(41);
  // The highest number of the vendor's endpoints in use at once.
  let [now, most] = [0, 0];
  const counting: Poster = {
    async post(url, company, headers, body) {
      if (company === null) return poster.post(url, company, headers, body);
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 20));
      now -= 1;
      return { status: 200, failure: null };
    },
    close: () => undefined,
  };
  await sendDue(api.ctx, counting);
  expect([most, receiver.received.length, await waiting()]).toEqual([4, 1, 0]);
  await api.ctx.db.execute(sql`update webhook_deliveries set state = 'waiting', due_at = clock_timestamp()`);
  await api.ctx.db.execute(sql`update users set is_active = false where id = ${vendor.user.id}`);
  await sendDue(api.ctx, counting);
  expect([receiver.received.length, await waiting()]).toEqual([2, 40]);
});

test('two processes send nothing twice, and a job sends by itself', async () => {
  await addWebhook();
  await makeChanges(30);
  await deliveriesMade(30);
  receiver.answer((response) => setTimeout(() => response.writeHead(200).end(), 5));
  await Promise.all([send(), send(), send()]);
  expect(receiver.received).toHaveLength(30);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(30);
  await makeChanges(1);
  const job = openWebhooks(api.ctx, openPoster(api.ctx));
  job.start();
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(31);
  await job.stop();
}, 40_000);

test('a delivery cut off by the end of a process is sent again, and does not count as an attempt', async () => {
  await addWebhook();
  await makeChanges(1);
  await deliveriesMade(1);
  receiver.answer(() => undefined);
  const ending = openPoster(api.ctx);
  let isStopped = false;
  const sending = sendDue(api.ctx, ending, () => !isStopped);
  await expect.poll(() => receiver.received.length).toBe(1);
  isStopped = true;
  ending.close();
  await sending;
  expect(await api.ctx.db.rows(sql`select state, tries from webhook_deliveries`)).toEqual([{ state: 'waiting', tries: 0 }]);
  receiver.answer(200);
  await send();
  expect(receiver.received[1]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id']);
});

test('a cursor of another cluster, whose backup was restored, continues from now', async () => {
  await addWebhook();
  await api.ctx.db.execute(sql`update webhook_cursor set transaction_id = '9000000000000000000', change_id = 5`);
  await deliveriesMade(0);
  await makeChanges(1);
  await deliveriesMade(1);
});

test.each([
  [{ url: 'erp.example.com' }, { url: messages.url }],
  [{ url: 'ftp://erp.example.com/' }, { url: messages.url }],
  [{ url: `https://erp.example.com/${'x'.repeat(500)}` }, { url: messages.urlLong }],
  [{ url: 'https://user:pass@erp.example.com/' }, { url: messages.urlUser }],
  [{ url: 'http://erp.example.com/' }, { url: messages.https }],
  [{ url: 'https://127.0.0.1/' }, { url: messages.private }],
  [{ events: [] }, { events: messages.events }],
  [{ events: ['user'] }, { events: messages.events }],
  [{}, null],
])('a vendor’s webhook with %j: %j', async (form, errors) => {
  const vendor = await api.newVendor();
  const { status, body } = await vendor.post('/api/webhooks', { url: 'https://erp.example.com/hooks', events: ['order'], ...form });
  expect([status, body.errors ?? null]).toEqual([errors === null ? 200 : 422, errors]);
});

test('a webhook that is turned off cannot be tested, a company has a limit of webhooks, and removing one makes room', async () => {
  const { id } = await addWebhook();
  for (let count = 1; count < WEBHOOKS_MAX; count += 1) await addWebhook();
  expect(await admin.post('/api/webhooks', { ...all, url: receiver.url })).toMatchObject({ status: 409, body: { message: messages.many } });
  expect((await admin.put(`/api/webhooks/${id}`, { ...all, url: receiver.url, on: false })).body.message).toBe(messages.saved);
  expect((await admin.get('/api/webhooks')).body[0]).toMatchObject({ state: 'off', offReason: null });
  for (const call of ['test', 'replay'])
    expect(await admin.post(`/api/webhooks/${id}/${call}`)).toMatchObject({ status: 409, body: { message: messages.off } });
  expect((await admin.delete(`/api/webhooks/${id}`)).body.message).toBe(messages.removed);
  await addWebhook();
});

test('an API key can neither add webhooks nor see them', async () => {
  const password = 'for a machine of the buyer';
  const owner = await api.newVendor({ password });
  const { body } = await owner.post('/api/keys', { name: 'ERP', scopes: ['changes:read'], days: 1, passWord: password });
  const headers = { authorization: `Bearer ${body.key}` };
  const machine = await api.visitor.ask('GET', '/api/webhooks', { headers });
  expect(machine.status).toBe(403);
});

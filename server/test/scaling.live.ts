import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { openNotices } from '../src/database/notices.ts';
import { openDatabase } from '../src/database/open.ts';
import { type Api, type Caller, startApi } from './api.ts';
import { on } from './database.ts';

const replicaServer = inject('databaseReplica') ?? '';
const replicaProcess = inject('databaseReplicaProcess') ?? 0;

describe('through PgBouncer in transaction mode', () => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  test('it is really PgBouncer, and distributes transactions of one connection over several server connections', async () => {
    const { port } = new URL(inject('databasePooler') ?? '');
    expect(new URL(api.url).port).toBe(port);
    const servers = new Set<number>();
    await api.ctx.db.withClient(async (client) => {
      for (let turn = 0; turn < 200 && servers.size < 2; turn += 1) {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid, pg_sleep(0.01)');
        servers.add(rows[0]?.pid ?? 0);
        await Promise.all(Array.from({ length: 3 }, () => api.ctx.db.rows(sql`select pg_sleep(0.02)`)));
      }
    });
    expect(servers.size).toBeGreaterThan(1);
  });

  test('announcements do not arrive, which is noticed, so every call asks the database', async () => {
    const heard: string[] = [];
    const notices = await openNotices(
      api.ctx.db,
      api.url,
      'session_changed',
      (text) => heard.push(text),
      () => undefined,
    );
    await api.ctx.db.execute(sql`select pg_notify('session_changed', 'somebody')`);
    // The loop lasts longer than a heartbeat.
    for (let turn = 0; turn < 8; turn += 1) {
      await api.ctx.db.rows(sql`select pg_sleep(1)`);
      expect(notices.hears()).toBe(false);
    }
    expect(heard).toEqual([]);
    await notices.close();

    const vendor = await api.newVendor();
    expect((await vendor.get('/api/product/get')).status).toBe(201);
    // Another process ends the session without a notification.
    await api.ctx.db.execute(sql`delete from sessions where user_id = ${vendor.user.id}`);
    expect((await vendor.get('/api/product/get')).status).toBe(401);
  });
});

describe('with a streaming replica', () => {
  let home: Api;
  let api: Api;
  let vendor: Caller;
  let admin: Caller;
  beforeAll(async () => {
    home = await startApi();
    api = await startApi({ databaseReplicaUrl: on(replicaServer, home.url) }, undefined, home);
    vendor = await api.newVendor();
    admin = await api.newAdmin();
  });
  afterAll(async () => {
    await api.close();
    await home.close();
  });
  const onReplica = async (is: boolean) => {
    await expect.poll(() => api.ctx.reports.isOnReplica(), { timeout: 60_000 }).toBe(is);
  };
  const serverOf = async () => (await api.ctx.reports.first<{ replica: boolean }>(sql`select pg_is_in_recovery() as replica`))?.replica;
  let last = 0;
  /** Writes, and immediately checks whether the report shows the write. */
  const writeAndRead = async () => {
    last += 1;
    const made = await vendor.post('/api/invoice/create', { invoiceNumber: String(last), invoiceValue: '100.00' });
    expect(made.status).toBe(200);
    const report = await vendor.post('/api/purChaseOrder/purchase_payment', { status: 'OS' });
    return report.body.result?.[0]?.invoice as number;
  };

  test('reports and exports are read from it, and every caller sees its own recent writes', async () => {
    await onReplica(true);
    expect(await serverOf()).toBe(true);
    for (let turn = 1; turn <= 20; turn += 1) expect(await writeAndRead()).toBe(100 * turn);
    const workbook = await admin.get('/api/invoice/export');
    expect(workbook.status).toBe(200);
    expect(await serverOf()).toBe(true);
  });

  test('while it lags, the primary responds; then it is used again', async () => {
    const replica = await openDatabase({ url: replicaServer, max: 1 });
    await replica.rows(sql`select pg_wal_replay_pause()`);
    expect(await writeAndRead()).toBe(100 * last);
    expect(api.ctx.reports.isOnReplica()).toBe(false);
    expect(await serverOf()).toBe(false);
    await replica.rows(sql`select pg_wal_replay_resume()`);
    await replica.close();
    await onReplica(true);
    expect(await writeAndRead()).toBe(100 * last);
    expect(await serverOf()).toBe(true);
  });

  test('when it goes away, calls continue without an error', async () => {
    // A fast shutdown cuts off all connections.
    process.kill(replicaProcess, 'SIGINT');
    for (let turn = 0; turn < 10; turn += 1) expect(await writeAndRead()).toBe(100 * last);
    await onReplica(false);
    expect(await serverOf()).toBe(false);
    expect((await admin.get('/api/invoice/export')).status).toBe(200);
  });

  test('a server that is not a replica is not used', async () => {
    const other = await startApi({ databaseReplicaUrl: on(inject('databaseServer'), api.url) }, undefined, api);
    await other.ctx.db.rows(sql`select pg_sleep(1)`);
    expect(other.ctx.reports.isOnReplica()).toBe(false);
    expect((await admin.get('/api/invoice/export')).status).toBe(200);
    await other.close();
  });
});

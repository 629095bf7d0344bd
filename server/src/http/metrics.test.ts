import { readFileSync } from 'node:fs';

import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, startApi } from '../../test/api.ts';
import { papers } from '../../test/forms.ts';
import { keepHouse } from '../process/housekeeping.ts';

const TOKEN = 'a-token-of-some-length';
let api: Api;
/** A portal whose settings contain a token. */
let guarded: Api;
beforeAll(async () => {
  [api, guarded] = await Promise.all([startApi(), startApi({ production: true, metricsToken: TOKEN })]);
});
afterAll(async () => {
  await api.close();
  await guarded.close();
});

const read = async () => String((await api.visitor.get('/metrics')).body);
/** The value of the metric with these labels, whatever its other labels are. */
function figure(text: string, name: string, ...labels: string[]): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`aapurti_${name}`) && labels.every((label) => each.includes(label)));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')));
}

test('metrics count and time requests by route, not by their content', async () => {
  const vendor = await api.newVendor();
  for (const id of ['1', '2', '3']) await vendor.get(`/api/invoice/get/${id}`);
  await api.visitor.get('/api/no/such/address');
  await api.visitor.get('/api/nor/such/a/one');
  const text = await read();
  const route = 'method="GET",route="/api/invoice/get/:id"';
  expect(figure(text, 'http_requests_total', route, 'status="404"')).toBe(3);
  expect(figure(text, 'http_request_seconds_count', route)).toBe(3);
  expect(figure(text, 'http_request_seconds_bucket', route, 'le="+Inf"')).toBe(3);
  expect(figure(text, 'http_request_seconds_sum', route)).toBeGreaterThan(0);
  expect(figure(text, 'http_requests_total', 'route="none"', 'status="404"')).toBe(2);
  expect(text).not.toMatch(/such|get\/1/);
  // Each bound includes the count of the bound below it.
  const counts = [...text.matchAll(/_bucket\{method="GET",route="\/api\/invoice\/get\/:id",le="[^"]+",pid="\d+"\} (\d+)/g)].map(([, n]) =>
    Number(n),
  );
  expect(counts).toEqual(counts.toSorted((one, other) => one - other));
});

test('metrics have the format of Prometheus: each family once, under its type', async () => {
  const lines = (await read()).trimEnd().split('\n');
  const families = lines
    .filter((line) => line.startsWith('#'))
    .map((line) => /^# TYPE (aapurti_\w+) (counter|gauge|histogram)$/.exec(line)?.[1]);
  expect(families).not.toContain(undefined);
  expect(new Set(families).size).toBe(families.length);
  for (const line of lines) expect(line).toMatch(/^(# TYPE .*|aapurti_\w+(\{\w+="[^"\\]*"(,\w+="[^"\\]*")*\})? -?[\d.e+-]+)$/);
});

test('metrics include the database, uploads and jobs', async () => {
  const vendor = await api.newVendor();
  const before = await read();
  await vendor.send('PUT', `/api/auth/edit/${vendor.user.id}`, { city: 'Pune' }, papers());
  await vendor.ask('PUT', `/api/auth/edit/${vendor.user.id}`, {
    payload: '--x',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  await expect(api.ctx.db.execute(sql`select 1 / 0`)).rejects.toThrow('division by zero');
  await api.ctx.db.execute(sql`delete from leases`);
  await keepHouse(api.ctx);
  const text = await read();
  const rise = (name: string, ...labels: string[]) => (figure(text, name, ...labels) ?? 0) - (figure(before, name, ...labels) ?? 0);
  expect(rise('uploads_total', 'outcome="read"')).toBe(1);
  expect(rise('uploads_total', 'outcome="interrupted"')).toBe(1);
  expect(rise('upload_bytes_total')).toBeGreaterThan(1000);
  expect(figure(text, 'upload_room_bytes', 'state="used"')).toBe(0);
  expect(rise('database_errors_total', 'kind="other"')).toBe(1);
  expect(figure(text, 'database_connections', 'state="used"')).toBeGreaterThanOrEqual(0);
  expect(figure(text, 'database_waiting')).toBe(0);
  expect(figure(text, 'job_last_success_timestamp_seconds', 'job="housekeeping"')).toBeGreaterThan(1.7e9);
  expect(figure(text, 'job_failures', 'job="housekeeping"')).toBe(0);
  expect(figure(text, 'job_failures', 'job="mail"')).toBe(0);
});

test('metrics count a failed job, and keep the time of its last success', async () => {
  const good = figure(await read(), 'job_last_success_timestamp_seconds', 'job="housekeeping"');
  await api.ctx.db.execute(sql`delete from leases`);
  await keepHouse({ ...api.ctx, files: { ...api.ctx.files, sweep: () => Promise.reject(new Error('planted')) } });
  const text = await read();
  expect(figure(text, 'job_failures', 'job="housekeeping"')).toBe(1);
  expect(figure(text, 'job_last_success_timestamp_seconds', 'job="housekeeping"')).toBe(good);
});

test('metrics are for the holder of the token, and do not exist in production without one or from elsewhere', async () => {
  const status = async (on: Api, headers: Record<string, string> = {}, remoteAddress?: string) =>
    (await on.app.inject({ url: '/metrics', headers, ...(remoteAddress !== undefined && { remoteAddress }) })).statusCode;
  expect(await status(guarded)).toBe(404);
  expect(await status(guarded, { authorization: `Bearer ${TOKEN}x` })).toBe(404);
  expect(await status(guarded, { authorization: `Bearer ${TOKEN}` })).toBe(200);
  expect(await status(guarded, { authorization: `Bearer ${TOKEN}` }, '203.0.113.7')).toBe(200);
  expect(await status(api, {}, '203.0.113.7')).toBe(404);
  expect(await status(api, { 'x-forwarded-for': '203.0.113.7' })).toBe(404);
  expect(await status(api, {}, '::1')).toBe(200);
  guarded.ctx.settings.metricsToken = undefined;
  expect(await status(guarded)).toBe(404);
});

test('every error names its request in the header, and a defect of the portal also in the body', async () => {
  const vendor = await api.newVendor();
  const answers = [
    await api.visitor.get('/api/invoice/get'),
    await vendor.post('/api/invoice/create', {}),
    await api.visitor.get('/api/none'),
    await api.visitor.get('/api/%E0%A4%A'),
    await api.visitor.ask('POST', '/api/auth/login', { payload: '{', headers: { 'content-type': 'application/json' } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 422, 404, 400, 400]);
  for (const { headers } of answers) expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  await api.ctx.db.execute(sql`alter table invoices rename to invoices_away`);
  const defect = await vendor.get('/api/invoice/get');
  await api.ctx.db.execute(sql`alter table invoices_away rename to invoices`);
  expect([defect.status, defect.body.message, defect.body.requestId]).toEqual([
    500,
    'Something went wrong',
    defect.headers['x-request-id'],
  ]);
});

test('the page docs/operations.md names the metrics that exist', async () => {
  const text = await read();
  const named = new Set([...readFileSync('docs/operations.md', 'utf8').matchAll(/aapurti_\w+/g)].map(([name]) => name));
  expect([...named].filter((name) => !text.includes(name.replace(/_bucket$/, '')))).toEqual([]);
});

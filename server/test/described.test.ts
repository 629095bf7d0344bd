import type { Operation } from '@aapurti/contract/ground/operation';
import { operations } from '@aapurti/contract/operations';
import { isBuyersOnly } from '@aapurti/contract/access/roles';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startSession } from '../src/sign-in/sessions.ts';
import { type Api, Caller, startApi } from './api.ts';
import type { Json, Schema } from '../src/http/openapi/schemas.ts';
import { document as described, problemOf } from './describedSchemas.ts';
import { rightRequests } from './requests.ts';
import { type Ask, ask } from './requests/setting.ts';

interface Described {
  requestBody?: { required?: boolean; content: Record<string, { schema: { required?: string[] } }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

const document = described as unknown as { paths: Record<string, Record<string, Described>> };
const password = 'as the document has it';
let api: Api;
let vendor: Caller;
let admin: Caller;
let requests: Record<string, () => Ask>;

beforeAll(async () => {
  api = await startApi({ captcha: false });
  vendor = await api.newVendor({ password });
  admin = await api.newAdmin({ password });
  requests = await rightRequests(api, vendor);
});
afterAll(() => api.close());

/** The caller has its own session, because some calls end sessions. */
async function caller({ access }: Operation): Promise<Caller> {
  if (access === 'optional') return api.visitor;
  const { user } = isBuyersOnly(access) ? admin : vendor;
  return new Caller(api.app, await startSession(api.ctx.db, user.id, { now: new Date(), address: null, userAgent: null }), user);
}

/** Calls that require one of several fields, or reject unknown fields. */
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  'ewayBill.check': ['noteIds'],
  'ewayBill.file': ['noteIds'],
  'auth.provider.start': ['email'],
  'provider.check': ['issuer'],
};

const writes = operations.filter(({ method }) => method === 'POST' || method === 'PUT');

test.each(writes.map((each) => [each.id, each] as const))('%s without fields', async (id, operation) => {
  const body = document.paths[operation.path]?.[operation.method.toLowerCase()]?.requestBody;
  const required = Object.values(body?.content ?? {})[0]?.schema.required ?? [];
  const { body: _, files: _files, ...where } = requests[id]?.() ?? {};
  const answer = await ask(await caller(operation), operation, { ...where, ...(operation.files.length === 0 && { body: {} }) });
  expect([Object.keys(answer.body.errors ?? {}).sort(), answer.status === 422]).toEqual([
    [...(OTHERWISE[id] ?? required)].sort(),
    (OTHERWISE[id] ?? required).length > 0,
  ]);
  expect(body?.required === true).toBe(required.length > 0);
});

test.each(operations.map((each) => [each.id, each] as const))('%s answers as described', async (id, operation) => {
  const answer = await ask(await caller(operation), operation, requests[id]?.() ?? {});
  const responses = document.paths[operation.path]?.[operation.method.toLowerCase()]?.responses ?? {};
  expect(Object.keys(responses)).toContain(String(answer.status));
  const schema = responses[answer.status]?.content?.['application/json']?.schema;
  const body = answer.body as Json;
  if (schema !== undefined) expect(problemOf(schema, body)).toBeNull();
});

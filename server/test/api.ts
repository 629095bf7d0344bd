import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { FastifyInstance, InjectOptions } from 'fastify';

import { buildApp } from '../src/app.ts';
import type { Context } from '../src/context.ts';
import { makeUser, type MadeUser } from '../src/demo/factories.ts';
import type { Settings } from '../src/ground/env.ts';
import { startSession } from '../src/sign-in/sessions.ts';
import { openContext } from '../src/openContext.ts';
import { SHEET_THREAD } from './built.ts';
import { createTestDatabase, isPrepared, joinTestDatabase, TEST_POOL } from './database.ts';
import { makeFolder } from './folder.ts';

export interface Answer {
  status: number;
  // Tests read any body; a wrong assumption fails the test, as it should.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  headers: Record<string, string | string[] | number | undefined>;
}

/** The statuses of concurrent calls in ascending order, because it is random which call wins. */
export function statusesOf(answers: readonly Answer[]): number[] {
  return answers.map(({ status }) => status).sort((one, other) => one - other);
}

/** A caller of the API: a visitor, or someone with a token. */
export class Caller {
  readonly #app: FastifyInstance;
  readonly token: string | null;
  readonly user: MadeUser;

  constructor(app: FastifyInstance, token: string | null, user: MadeUser = { id: '', email: '', password: '' }) {
    this.#app = app;
    this.token = token;
    this.user = user;
  }

  async ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, more: Omit<InjectOptions, 'method' | 'url'> = {}): Promise<Answer> {
    const reply = await this.#app.inject({
      method,
      url,
      ...more,
      headers: { ...(this.token === null ? {} : { authorization: this.token }), ...more.headers },
    });
    const json = String(reply.headers['content-type'] ?? '').includes('json');
    return { status: reply.statusCode, body: json ? reply.json() : reply.rawPayload, headers: reply.headers };
  }

  get(url: string, query: Record<string, string | number | undefined> = {}): Promise<Answer> {
    const given = Object.entries(query).filter((entry): entry is [string, string | number] => entry[1] !== undefined);
    return this.ask('GET', url, { query: Object.fromEntries(given.map(([name, value]) => [name, String(value)])) });
  }

  post(url: string, body: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.ask('POST', url, { payload: body, headers });
  }

  put(url: string, body: object = {}): Promise<Answer> {
    return this.ask('PUT', url, { payload: body });
  }

  delete(url: string): Promise<Answer> {
    return this.ask('DELETE', url);
  }

  /** Sends a multipart form: text fields, and files by part name. */
  async send(
    method: 'POST' | 'PUT',
    url: string,
    fields: Record<string, unknown>,
    files: Record<string, { name: string; content: Uint8Array; type?: string }> = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
    for (const [name, file] of Object.entries(files)) {
      form.set(name, new Blob([new Uint8Array(file.content)], { type: file.type ?? 'application/octet-stream' }), file.name);
    }
    const encoded = new Response(form);
    return this.ask(method, url, {
      payload: Buffer.from(await encoded.arrayBuffer()),
      headers: { 'content-type': encoded.headers.get('content-type') ?? '', ...headers },
    });
  }
}

export interface Api {
  app: FastifyInstance;
  ctx: Context;
  url: string;
  visitor: Caller;
  /** An active vendor with a session, created without a sign-in request. */
  newVendor(overrides?: Record<string, unknown>): Promise<Caller>;
  newAdmin(overrides?: Record<string, unknown>): Promise<Caller>;
  /** A number that no other record of this test file has. */
  serial(): number;
  signIn(user: MadeUser): Promise<Caller>;
  close(): Promise<void>;
}

/**
 * The whole API on a separate database for the test file. Create it in `beforeAll`, close it in `afterAll`. @param beside is another API
 * that shares its database and is closed first.
 */
export async function startApi(given: Partial<Settings> = {}, clock?: () => Date, beside?: Api): Promise<Api> {
  const database = beside === undefined ? await createTestDatabase() : await joinTestDatabase(beside.url);
  const { db, url } = database;
  const dataDir = await makeFolder('aapurti-test-');
  const settings: Settings = {
    production: false,
    dataDir,
    databaseUrl: url,
    workers: 1,
    databasePool: TEST_POOL,
    preparedStatements: isPrepared(),
    port: 0,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    trustProxy: false,
    log: false,
    smtpUrl: undefined,
    mailFrom: 'Aapurti <portal@aapurti.example>',
    filesUrl: `file:${join(dataDir, 'files')}`,
    demo: false,
    rateLimits: false,
    captcha: true,
    admin: undefined,
    adminSecondFactor: false,
    buyerPullMinutes: 15,
    ...given,
  };
  const ctx = await openContext(settings, db, url, clock, { program: SHEET_THREAD });
  const app = await buildApp(ctx);
  await app.ready();
  const visitor = new Caller(app, null);
  let last = 0;
  const serial = () => (last += 1);

  async function signIn(user: MadeUser): Promise<Caller> {
    const answer = await visitor.post('/api/auth/login', { email: user.email, passWord: user.password });
    if (answer.status !== 200) throw new Error(`sign-in of ${user.email} answered ${answer.status}`);
    return new Caller(app, (answer.body as { token: string }).token, user);
  }
  /** Nearly every test starts with a session, and checking a password takes 20 ms of CPU time; only the tests of sign-in do that. */
  async function enter(user: MadeUser): Promise<Caller> {
    return new Caller(app, await startSession(db, user.id, { now: ctx.clock(), address: null, userAgent: null }), user);
  }
  return {
    app,
    ctx,
    url,
    visitor,
    serial,
    signIn,
    newVendor: async (overrides = {}) => enter(await makeUser(ctx, serial(), overrides)),
    newAdmin: async (overrides = {}) => enter(await makeUser(ctx, serial(), { isAdmin: true, ...overrides })),
    async close() {
      // A connection that a test has left open could stay open for over a minute.
      app.server.closeAllConnections();
      await app.close();
      await ctx.pulling.stop();
      await ctx.sessions.close();
      await ctx.reports.close();
      await ctx.uploads.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

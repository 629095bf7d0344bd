import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

import { messages } from '@aapurti/contract/vendors/accounts';
import { type BodyOf, nothing, type Operation, type ParamsOf, PDF_TYPE, type QueryOf } from '@aapurti/contract/ground/operation';
import { messages as providerMessages } from '@aapurti/contract/sign-in/providers';
import { mayCall, roleRefusal } from '@aapurti/contract/access/roles';
import { securityMessages } from '@aapurti/contract/sign-in/security';
import { decodeNames, encodeNames } from '@aapurti/contract/ground/wire';
import { madeOf, say } from '@aapurti/contract/ground/template';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';

import { type Actor, companyOf, type Fresh, type Sessions } from '../ground/actor.ts';
import type { Database } from '../database/database.ts';
import type { Settings } from '../ground/env.ts';
import { complain } from '../process/complain.ts';
import { cleanFileName, contentDisposition } from '../files/fileName.ts';
import { badRequest, forbidden, invalid, invalidFields, notSignedIn, Refusal } from '../ground/refusal.ts';
import { inAddress, keyInAddress, type KeyRefusal, keyRefusal, looksLikeKey } from './apiKeys.ts';
import { addRead } from './massReads.ts';
import { onceByKey } from './idempotency.ts';
import { UNREAD_FORM } from './forms.ts';
import { asksProof, declaresRefusal } from './openapi/answers.ts';
import { type Form, readMultipart, rooms, type Upload } from './multipart.ts';
import { network } from './rateLimits.ts';
import { headerOf, isStrict, unknownFields } from './unknownFields.ts';
import { Pdf, type ReplyTo, WireJson, Workbook } from '../ground/reply.ts';
import type { Caller } from './atWork.ts';
import { weightOf } from './weights.ts';

export interface ServeContext {
  db: Database;
  sessions: Pick<Sessions, 'find' | 'keyRefused'>;
  settings: Pick<Settings, 'production'>;
  freshness: (actor: Actor, typed: string | undefined, address: string) => Promise<Fresh>;
  clock: () => Date;
  /** Runs work, for example waking a job, after the commit and before the response; a failure is only logged. */
  afterwards: (work: () => Promise<unknown>) => void;
}

/** A checked call of an operation. */
export interface Call<O extends Operation, Ctx> {
  /** The context of the call; in an idempotent create, `db` is the transaction that stores the key. */
  ctx: Ctx;
  actor: O['access'] extends 'anyone' | 'optional' ? Actor | null : Actor;
  params: ParamsOf<O>;
  query: QueryOf<O>;
  body: BodyOf<O>;
  files: ReadonlyMap<string, Upload>;
  token: string | null;
  address: string;
  userAgent: string | null;
  /** The Idempotency-Key, for the verb to store. */
  idempotencyKey: string | null;
  /** The signal of a call that accepts files: it aborts when the client disconnects. */
  signal: AbortSignal;
}

/** The served operations of each app, for the caller table and the OpenAPI check. */
const served = new WeakMap<FastifyInstance, Operation[]>();

export function servedOperations(app: FastifyInstance): readonly Operation[] {
  return served.get(app) ?? [];
}

/** Runs before the handler and outside its transaction, so that counts survive a refusal. */
interface Ahead<O extends Operation, Ctx, Prepared> {
  /** Runs before the body is read. */
  admit?: (caller: Pick<Call<O, Ctx>, 'ctx' | 'actor' | 'address'>) => Promise<void>;
  /** Slow work that must not hold a connection; the handler gets the result. */
  prepare?: (call: Call<O, Ctx>) => Promise<Prepared>;
  /** The texts of errors that depend on settings, which schemas do not know. */
  reword?: (ctx: Ctx, refusal: Refusal) => Promise<Refusal>;
}

/** Serves an operation of the contract: session, access, parsing, verb, response. */
export type Serve<Ctx> = <O extends Operation, Prepared = void>(
  operation: O,
  handler: (call: Call<O, Ctx>, prepared: Prepared) => Promise<ReplyTo<O>>,
  ahead?: Ahead<O, Ctx, Prepared>,
) => void;

/** The `Serve` of an app and its context. */
export const serving =
  <Ctx extends ServeContext>(app: FastifyInstance, ctx: Ctx): Serve<Ctx> =>
  (operation, handler, ahead) =>
    serve(app, ctx, operation, handler, ahead);

function serve<O extends Operation, Ctx extends ServeContext, Prepared = void>(
  app: FastifyInstance,
  ctx: Ctx,
  operation: O,
  handler: (call: Call<O, Ctx>, prepared: Prepared) => Promise<ReplyTo<O>>,
  { admit: admitCaller, prepare, reword }: Ahead<O, Ctx, Prepared> = {},
): void {
  served.set(app, [...servedOperations(app), operation]);
  const takesFiles = operation.files.length > 0;
  const weigh = weightOf(operation);
  (takesFiles ? app.forms : app).route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    onRequest: (request, _reply, done) => done(app.atWork.refusal() ?? addressRefusal(request.url)),
    handler: async (request, reply) => {
      const token = bearer(request.headers.authorization);
      const actor = await callerOf(request, token);
      const who = atWorkAs(actor, request.ip);
      const gone = goneAway(reply);
      try {
        return await inTurn(request, reply, { actor, token, who, gone });
      } catch (error) {
        if (!ctx.settings.production) checkRefusal(operation, error);
        if (error instanceof Refusal && error.retryAfterSeconds !== undefined) {
          // This lets a call wait without its body.
          request.body = undefined;
          await app.pace.wait(who.company, gone);
        }
        throw error;
      }
    },
  });

  /** Runs calls within the limits, in the queue of the company. @throws Refusal */
  async function inTurn(
    request: FastifyRequest,
    reply: FastifyReply,
    { actor: caller, token, who, gone }: { actor: Actor | null; token: string | null; who: Caller; gone: AbortSignal },
  ): Promise<FastifyReply> {
    const weight = weigh(request.query as object, caller?.key !== undefined);
    if (caller?.key !== undefined) app.keyCalls.count(caller.key.id, { company: who.company, weight, now: ctx.clock().getTime() });
    admit(operation, token, caller);
    const refusal = app.atWork.refusal(who, weight);
    if (refusal !== undefined) throw refusal;
    if (admitCaller !== undefined) await admitCaller({ ctx, actor: caller, address: request.ip } as Call<O, Ctx>);
    const { body, files, free } = takesFiles && request.isMultipart() ? await readForm(operation, request, caller) : plainBody(request);
    const work = async () => {
      // A form may take minutes to arrive, and the session may end or lose a right meanwhile.
      const actor = actingIn(operation, takesFiles && token !== null ? admit(operation, token, await ctx.sessions.find(token)) : caller);
      nameUnknown(request, reply, body, actor?.key !== undefined);
      const answer = await answerTo(request, { actor, token, body, files, signal: takesFiles ? gone : NEVER }).catch(
        async (error: unknown) => {
          throw reword !== undefined && error instanceof Refusal ? await reword(ctx, error) : error;
        },
      );
      send(ctx, operation, reply, answer);
      // An export holds its connection until its reader has received all of it.
      if (answer.body instanceof Workbook && answer.body.content instanceof Readable)
        await finished(answer.body.content).catch(() => undefined);
      await noteRead(request, actor, body, answer.body).catch(complain);
      return reply;
    };
    try {
      return await app.atWork.run(who, work, { weight, signal: gone });
    } finally {
      free();
    }
  }

  /** Names the unknown fields and parameters in a header, or rejects them. @throws Refusal 422 */
  function nameUnknown(request: FastifyRequest, reply: FastifyReply, body: unknown, isKey: boolean): void {
    const unknown = [...unknownFields(operation.query, { ...(request.query as object) }), ...unknownFields(operation.body, body)];
    const strict = isStrict(request.headers.prefer, isKey);
    if (request.headers.prefer !== undefined && strict) void reply.header('preference-applied', 'handling=strict');
    if (unknown.length === 0) return;
    if (strict) throw invalid(Object.fromEntries(unknown.map((name) => [name, 'This call does not have this field.'])));
    void reply.header('x-unknown-fields', headerOf(unknown));
  }

  /** @throws Refusal 400, 401 or 403 */
  async function callerOf(request: FastifyRequest, token: string | null): Promise<Actor | null> {
    const shown = keyInAddress(request.url);
    if (shown !== null) await refuseKey(shown, inAddress, request.ip);
    const actor = token === null ? null : await ctx.sessions.find(token);
    if (token !== null && looksLikeKey(token)) {
      const refusal = keyRefusal(operation, actor, request.ip);
      if (refusal !== null) await refuseKey(token, refusal, request.ip);
    }
    return actor;
  }

  /** Logs downloads of lists, complete or interrupted, and mass reads: docs/audit.md. */
  async function noteRead(request: FastifyRequest, actor: Actor | null, sent: unknown, answered: unknown): Promise<void> {
    if (actor === null) return;
    const filters = { ...(request.query as object), ...(operation.method === 'POST' && typeof sent === 'object' ? sent : {}) };
    if (answered instanceof Workbook && answered.rows !== undefined)
      await app.recordRead(ctx.db, actor, 'list.download', { operation, filters, rows: answered.rows() });
    const read = rowsOf(operation, answered);
    const rows = read === 0 ? null : await addRead(ctx.db, actor, operation.id, { rows: read, now: ctx.clock() });
    if (rows !== null) await app.recordRead(ctx.db, actor, 'list.read', { operation, filters, rows });
  }

  async function refuseKey(key: string, { refusal, reason }: KeyRefusal, address: string): Promise<never> {
    await ctx.sessions.keyRefused(key, reason, address);
    throw refusal;
  }

  async function answerTo(
    request: FastifyRequest,
    sent: Pick<Call<Operation, Ctx>, 'token' | 'files' | 'signal'> & { actor: Actor | null; body: unknown },
  ): Promise<ReplyTo<O>> {
    const call = {
      ...sent,
      params: (operation.params === nothing ? {} : parse(operation.params, request.params)) as ParamsOf<O>,
      // Fastify's query has no prototype, and API names are decoded only in plain objects.
      query: parse(operation.query, { ...(request.query as object) }) as QueryOf<O>,
      body: (operation.body === nothing && !takesFiles && request.body === undefined ? {} : parse(operation.body, sent.body)) as BodyOf<O>,
      address: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, 200) ?? null,
      idempotencyKey: operation.idempotent === 'byVerb' ? (request.headers['idempotency-key']?.toString() ?? null) : null,
    };
    if (call.actor !== null && asksProof(operation)) {
      const { currentPassWord: typed } = call.body as { currentPassWord?: string };
      call.actor = { ...call.actor, fresh: await ctx.freshness(call.actor, typed, call.address) };
    }
    const prepared = (prepare === undefined ? undefined : await prepare({ ctx, ...call } as Call<O, Ctx>)) as Prepared;
    let later: (() => Promise<unknown>)[] = [];
    const run = (runCtx: Ctx) => {
      // A retried transaction discards what its first run queued.
      later = [];
      return handler({ ctx: { ...runCtx, afterwards: (work) => void later.push(work) }, ...call } as Call<O, Ctx>, prepared);
    };
    const key = request.headers['idempotency-key'];
    const once = operation.idempotent === true && key !== undefined;
    const answer = once ? await onceByKey(ctx, { ...sent, params: request.params, key: String(key), operation }, run) : await run(ctx);
    for (const work of later) await work().catch(complain);
    return answer;
  }
}

/** The signal of calls that are too short to be aborted. */
const NEVER = new AbortController().signal;

function goneAway({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => raw.writableFinished || gone.abort(new Refusal(499, 'The client has disconnected.')));
  return gone.signal;
}

/** @throws Refusal 401 or 403 */
function admit(operation: Operation, token: string | null, actor: Actor | null): Actor | null {
  if (operation.access === 'anyone') return actor;
  if (actor === null) {
    if (operation.access === 'optional' && token === null) return null;
    throw notSignedIn();
  }
  if (operation.access !== 'signed-in') {
    // The specification prescribes this response exactly: only a message.
    if (!actor.isActive && !(actor.isSentBack === true && operation.whileSentBack)) throw new Refusal(403, messages.inactive);
    if (operation.access !== 'optional' && !mayCall(operation.access, actor.roles))
      throw forbidden(roleRefusal(operation.access, actor.isAdmin));
  }
  if (actor.setUpFirst === true && !operation.beforeSetUp)
    throw new Refusal(403, securityMessages.setUpFirst, { extra: { secondFactor: 'required' } });
  if (actor.linkFirst === true && !operation.beforeSetUp)
    throw new Refusal(403, providerMessages.linkFirst, { extra: { provider: 'required' } });
  return actor;
}

/** The caller with the members on leave whose role alone allows the call. */
function actingIn({ access }: Operation, actor: Actor | null): Actor | null {
  if (actor === null || actor.standsInFor.length === 0) return actor;
  const isByRole = access !== 'anyone' && access !== 'optional' && access !== 'signed-in';
  return isByRole && !mayCall(access, actor.roles.slice(0, 1)) ? { ...actor, actingFor: actor.standsInFor } : actor;
}

/** A 400 for an address with raw bytes, or with query escapes that are not UTF-8, because the parser would turn both into other text. */
function addressRefusal(url: string): Refusal | undefined {
  try {
    decodeURIComponent(url.slice(url.indexOf('?') + 1));
    if (/^[\x21-\x7e]*$/.test(url)) return undefined;
  } catch {
    // Rejected like raw bytes.
  }
  return badRequest('Invalid address.');
}

/** The number of records read: the rows of a list, or the one record in the address, also as a document. */
function rowsOf({ method, params, access }: Operation, answered: unknown): number {
  if (answered instanceof WireJson && answered.rows !== undefined) return answered.rows;
  return method === 'GET' && params !== nothing && access !== 'anyone' ? 1 : 0;
}

/** The company whose share of the process a call uses. */
function atWorkAs(actor: Actor | null, address: string): Caller {
  if (actor === null) return { id: network(address), company: network(address) };
  return { id: actor.key === undefined ? actor.id : `key ${actor.key.id}`, company: companyOf(actor), isKey: actor.key !== undefined };
}

/** The token, with or without `Bearer `. */
function bearer(header: string | undefined): string | null {
  const token = header?.replace(/^Bearer /i, '').trim();
  return token === undefined || token === '' ? null : token;
}

interface Body extends Omit<Form, 'body'> {
  body: unknown;
}

function readForm(operation: Operation, request: FastifyRequest, actor: Actor | null): Promise<Body> {
  const reader =
    actor === null ? { room: rooms.visitors, who: [network(request.ip)] } : { room: rooms.users, who: [actor.id, companyOf(actor)] };
  return readMultipart(request, operation.files, operation.fileBytesMax, reader);
}

function plainBody({ body }: FastifyRequest): Body {
  if (body === UNREAD_FORM) throw new Refusal(415, 'The body should be application/json.');
  return { body: body === undefined ? {} : body, files: NO_FILES, free: nothingToFree };
}

const NO_FILES: Form['files'] = new Map();
const nothingToFree = () => undefined;

/** A message about a field of a line names the line by its number in the order, if known, or else by its position. */
function namingLine(given: unknown, [field, place, ...within]: readonly PropertyKey[], message: string): string {
  if (field !== 'lines' || typeof place !== 'number' || within.length === 0 || namesLine(message)) return message;
  const line = (given as { lines: { orderId?: unknown; line?: unknown }[] }).lines[place];
  const number = typeof line?.line === 'object' ? Number.NaN : Number(line?.line);
  return say('Line {index}: {message}', {
    index: line?.orderId === undefined && Number.isInteger(number) && number > 0 ? number : place + 1,
    message,
  });
}

/** True for a text whose message already names a line. */
const namesLine = (text: string) => madeOf(text)?.message.startsWith('Line {') === true;

function parse(schema: z.ZodType, given: unknown): unknown {
  refuseUnstorable(given);
  const parsed = schema.safeParse(decodeNames(given));
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => ({ ...issue, message: namingLine(given, issue.path, issue.message) }));
  throw issues.some(({ path }) => path.length === 0) ? badRequest('The body should be a JSON object.') : invalidFields(issues);
}

/** Far above the depth of any call, and far below the limit of the stack. */
const NESTED_MAX = 20;

/**
 * PostgreSQL cannot store U+0000 in text, nor half a surrogate pair in JSON.
 * @throws Refusal 400
 */
export function refuseUnstorable(value: unknown, depth = 0): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw badRequest('Text cannot contain the NUL character.');
    if (/\p{Cs}/u.test(value)) throw badRequest('Text cannot contain half of a surrogate pair.');
  } else if (typeof value === 'object' && value !== null) {
    if (depth === NESTED_MAX) throw badRequest('The body is nested too deeply.');
    for (const item of Object.values(value)) refuseUnstorable(item, depth + 1);
  }
}

function send({ settings }: ServeContext, operation: Operation, reply: FastifyReply, answer: ReplyTo<Operation>): FastifyReply {
  const body: unknown = answer.body;
  if (body instanceof Workbook) {
    // The names are the portal's own, in plain ASCII.
    return reply
      .code(answer.status)
      .type(body.type)
      .headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${body.name}"` })
      .send(body.content);
  }
  if (body instanceof Pdf) {
    const disposition = contentDisposition('attachment', cleanFileName(body.name, PDF_TYPE));
    return reply
      .code(answer.status)
      .type(PDF_TYPE)
      .headers({ 'cache-control': 'no-store', 'content-disposition': disposition })
      .send(body.content);
  }
  const text = body instanceof WireJson ? body.text : JSON.stringify(encodeNames(body));
  if (!settings.production) checkReply(operation, answer.status, text);
  if (answer.headers !== undefined) void reply.headers(answer.headers);
  if (answer.next !== undefined) void reply.header('link', nextLink(reply.request.url, answer.next));
  return reply.code(answer.status).type('application/json; charset=utf-8').header('cache-control', 'no-store').send(text);
}

function nextLink(url: string, next: Readonly<Record<string, string | number>>): string {
  const [path = '', query = ''] = url.split('?', 2);
  const asked = new URLSearchParams(query);
  for (const [name, value] of Object.entries(next)) asked.set(name, String(value));
  return `<${path}?${asked.toString()}>; rel="next"`;
}

/** Outside production, a refusal that is missing in the API description is a defect. */
function checkRefusal(operation: Operation, error: unknown): void {
  if (error instanceof Refusal && !declaresRefusal(operation, error.status))
    throw new Error(`${operation.id} rejected the call with ${error.status}, which its description does not have: ${error.message}`);
}

/** Outside production, a response that the contract does not declare is a defect. */
function checkReply(operation: Operation, status: number, text: string): void {
  const schema = operation.replies[status];
  if (schema === undefined) throw new Error(`${operation.id} responded with status ${status}, which the contract does not declare`);
  const checked = schema.safeParse(decodeNames(JSON.parse(text)));
  if (!checked.success)
    throw new Error(`${operation.id} responded with status ${status} and a body outside the contract: ${checked.error.message}`);
}

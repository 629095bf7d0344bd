import * as z from 'zod';

import { anything, isBlank, named } from './fields.ts';
import type { RoleSet } from '../access/roles.ts';
import { cleanName, wireName } from './wire.ts';
import { inARow, say, sayOnce } from './template.ts';

/**
 * The callers: anyone (an invalid token is ignored); anyone, but a submitted token must be valid and its user active (`optional`); any
 * signed-in user, even while inactive; active members in one of the roles that `ROLES` lists under the name. The first two get the session
 * if there is one.
 */
export type Access = 'anyone' | 'optional' | 'signed-in' | RoleSet;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Status code -> schema of the JSON body. Errors (4xx) are the same everywhere and are not listed. */
export type Replies = Readonly<Record<number, z.ZodType>>;

/** A document or picture in a form. */
export const FILE_BYTES_MAX = 5 * 1024 * 1024;

export interface Operation<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  R extends Replies = Replies,
  A extends Access = Access,
> {
  /** Stable name, as in `product.list`. */
  readonly id: string;
  readonly summary: string;
  readonly method: Method;
  /** The path with parameters in braces: `/api/schema/get/{id}`. */
  readonly path: string;
  readonly access: A;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Names of the file parts; their presence makes the body multipart/form-data. */
  readonly files: readonly string[];
  /** The largest file part, in bytes: `FILE_BYTES_MAX` unless given. */
  readonly fileBytesMax: number;
  readonly replies: R;
  /**
   * Accepts an Idempotency-Key: a repeat within 24 hours gets the first response and writes once. `byVerb` means that the verb stores the
   * key with its own writes over another connection.
   */
  readonly idempotent: boolean | 'byVerb';
  /** Also for an administrator who has to set up two-step verification first. */
  readonly beforeSetUp: boolean;
  /** Also for an inactive vendor whose registration was sent back. */
  readonly whileSentBack: boolean;
  /** Changes orders or their receipts; members limited to sites may do so only for their sites. */
  readonly bySite: boolean;
}

/** The input of an operation without input. */
export const nothing = z.object({});
type Nothing = typeof nothing;

/** The parameters of a path that declares none: the id, if it has one. */
type PathParams<Path extends string> = z.output<Path extends `${string}{id}${string}` ? typeof idParams : Nothing>;

type Given<
  Path extends string,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  R extends Replies,
  A extends Access,
> = Pick<Operation<Params, Query, Body, R, A>, 'id' | 'summary' | 'access'> & {
  /** Method and path: `GET /api/schema/get/{id}`. */
  route: `${Method} ${Path}`;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The result as a sentence for users, unless given. */
  replies?: R;
  files?: readonly string[];
  fileBytesMax?: number;
  idempotent?: boolean | 'byVerb';
  beforeSetUp?: boolean;
  whileSentBack?: boolean;
  bySite?: boolean;
};

/** Declares one call of the API, from which types, validation, forms and OpenAPI derive. An `{id}` in the path is its parameter. */
export function operation<
  Path extends string,
  A extends Access,
  const R extends Replies = { 200: typeof message },
  Params extends z.ZodType = z.ZodType<PathParams<Path>>,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
>({ route, ...given }: Given<Path, Params, Query, Body, R, A>): Operation<Params, Query, Body, R, A> {
  const [method, path] = route.split(' ') as [Method, Path];
  return {
    method,
    path,
    files: [],
    fileBytesMax: FILE_BYTES_MAX,
    idempotent: false,
    beforeSetUp: false,
    whileSentBack: false,
    bySite: false,
    params: (path.includes('{id}') ? idParams : nothing) as unknown as Params,
    query: nothing as unknown as Query,
    body: nothing as unknown as Body,
    replies: { 200: message } as unknown as R,
    ...given,
  };
}

type Declared = Omit<Given<string, z.ZodType, z.ZodType, z.ZodType, Replies, Access>, 'id' | 'access'> & { id?: string; access?: Access };

type Said<G, Name extends string, Otherwise> = G extends Readonly<Record<Name, infer S>> ? S : Otherwise;

type OperationOf<G extends Declared, A extends Access> = Operation<
  Said<G, 'params', z.ZodType<PathParams<G['route'] extends `${Method} ${infer Path}` ? Path : never>>>,
  Said<G, 'query', Nothing>,
  Said<G, 'body', Nothing>,
  Said<G, 'replies', { 200: typeof message }>,
  Said<G, 'access', A>
>;

/** No call has a field that is none. */
type Known<Calls> = Calls & { readonly [Name in keyof Calls]: Readonly<Record<Exclude<keyof Calls[Name], keyof Declared>, never>> };

/** Declares the calls of one subject: `create` of `product` has the id `product.create` and the access of its subject by default. */
export function operationsOf<const Calls extends Readonly<Record<string, Declared & { access: Access }>>>(
  subject: string,
  calls: Known<Calls>,
): { readonly [Name in keyof Calls]: OperationOf<Calls[Name], never> };
export function operationsOf<const A extends Access, const Calls extends Readonly<Record<string, Declared>>>(
  subject: string,
  access: A,
  calls: Known<Calls>,
): { readonly [Name in keyof Calls]: OperationOf<Calls[Name], A> };
export function operationsOf(subject: string, ...[given, calls]: [object, undefined?] | [Access, object]): object {
  const [access, all] = calls === undefined ? [undefined, given] : [given, calls];
  const made = Object.entries(all).map(([name, call]) => [name, operation({ id: `${subject}.${name}`, access, ...call } as never)]);
  return Object.fromEntries(made);
}

export type ParamsOf<O extends Operation> = z.output<O['params']>;
export type QueryOf<O extends Operation> = z.output<O['query']>;
export type BodyOf<O extends Operation> = z.output<O['body']>;

/** The minutes for which a sign-in still proves the caller's identity. */
export const FRESH_MINUTES = 15;

/** The reason for refusing a call if neither a fresh sign-in nor the password proves the caller's identity. */
export const PASSWORD_REQUIRED = 'password_required';

/**
 * Fields in the body of a call that may require a fresh sign-in or the caller's password, so that a stolen token does not become an
 * account. The server looks for the proof in every body with these fields, and the screens ask for the password.
 */
export const proof = { currentPassWord: z.string().max(1000).optional() };

/** Names of the refusals that every call may make, for programs. */
export const commonCodes = {
  signIn: 'not_signed_in',
  notAllowed: 'not_allowed',
  notFound: 'not_found',
  stale: 'stale_record',
  tooMany: 'too_many_attempts',
  busy: 'server_busy',
  unknownVendor: 'unknown_vendor',
} as const;

/** Every error response. `errors` holds one message per field, under the field's API name. */
export const problem = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
  requestId: z.string().optional(),
  data: z.unknown().optional(),
  secondFactor: z.literal('required').optional(),
  provider: z.literal('required').optional(),
  /** The name of the refusal for programs, in snake_case; the contract declares it next to the message. */
  code: z.string().optional(),
});
export type Problem = z.infer<typeof problem>;

/** The response is an .xlsx file instead of JSON. */
export const workbook = z.custom<Blob>().meta({ description: 'An .xlsx file.' });
export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const PDF_TYPE = 'application/pdf';
/** The answer is a PDF. */
export const pdf = z.custom<Blob & { readonly type: typeof PDF_TYPE }>().meta({ description: 'A PDF.' });

/** Not `application/json`: clients save it instead of reading it. */
export const FILE_TYPE = 'application/octet-stream';
/** The response is a JSON file for download. */
export const jsonFile = z.custom<Blob & { readonly type: typeof FILE_TYPE }>().meta({ description: 'A JSON file.' });

export const message = named('Message', { message: z.string() });

export const idParams = z.object({ id: z.string() });

/**
 * The body of an edit: the form's fields, of which absent ones stay unchanged, and the `updatedAt` of the record that filled the form. The
 * form's rules apply to the whole record, so the server checks them after merging.
 */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- nothing more
export function changesOf<const More extends z.ZodRawShape = Record<never, never>>(
  form: { readonly shape: Readonly<Record<string, z.ZodType>> },
  more?: More,
) {
  const changes = z.object({
    ...Object.fromEntries(Object.entries(form.shape).map(([name, field]) => [name, anything.meta(field.meta() ?? {})])),
    updatedAt: anything.meta({ type: 'string' }),
    ...(more as More),
  });
  formsOfChanges.set(changes, form.shape);
  return changes;
}

/** The fields that the body of an edit may change, with all their rules, for the API description. */
export const formsOfChanges = new WeakMap<z.ZodType, Readonly<Record<string, z.ZodType>>>();

export const PAGE_SIZE_MAX = 100;
/** The most rows of a list that is requested without a page, which may have a million. */
export const UNPAGED_MAX = 1000;

/**
 * The vendor whose records a call is about, for administrators to choose. For other callers it is the token's vendor, whatever is sent: so
 * it accepts any text and is never an error. Null if it is blank.
 */
export const ownerChoice = anything
  .transform((value) => (isBlank(value) ? null : typeof value === 'string' ? value.trim() : JSON.stringify(value)))
  .meta({ type: ['string', 'null'] });

const FILTER_MAX = 200;

/** A text filter: matches anywhere, any case. Empty means "not filtered". */
export const textFilter = z.string().trim().max(FILTER_MAX, sayOnce('At most {FILTER_MAX} characters.', { FILTER_MAX })).optional();

/** One of the given words. The error is 'Must be one of …'. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, sayOnce('Must be one of {value}.', { value: inARow(words) }));

const whole = (least: number, most: number) =>
  z.coerce
    .number<string | number>('Must be a whole number.')
    .int('Must be a whole number.')
    .min(least, say('Must be at least {least}.', { least }))
    .max(most, say('Must be at most {most}.', { most }))
    .optional();

/** The page of a list and its size; without either, the first rows up to `UNPAGED_MAX`. */
export const pageQuery = { page: whole(1, 2_147_483_647), pageSize: whole(1, PAGE_SIZE_MAX) };

/** The query of every list: its filters, and page, pageSize, startAfter, sortBy (a field, by its API name) and sortOrder. */
export function listQuery<F extends z.ZodRawShape, const S extends readonly [string, ...string[]]>(filters: F, sortable: S) {
  return z.object({
    ...filters,
    ...pageQuery,
    startAfter: z
      .string()
      .regex(/^\d{1,18}$/, 'Take it from the Link header.')
      .optional(),
    sortBy: z
      .enum(sortable.map(wireName), say('Must be one of {value}.', { value: inARow(sortable.map(wireName)) }))
      .transform((name) => cleanName(name) as S[number])
      .optional(),
    sortOrder: z.enum(['asc', 'desc'], 'Must be asc or desc.').optional(),
  });
}

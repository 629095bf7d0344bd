import { scopeOf } from '@aapurti/contract/keys';
import { FILE_TYPE, jsonFile, type Operation, pdf, PDF_TYPE, problem, workbook, WORKBOOK_TYPE } from '@aapurti/contract/operation';
import { operations } from '@aapurti/contract/operations';
import { BUYER_ROLES, type Role, ROLES, type RoleSet, VENDOR_ROLES } from '@aapurti/contract/roles';
import { checkUser } from '@aapurti/contract/users';
import { wireName } from '@aapurti/contract/wire';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

import { ownVersion } from '../process/version.ts';
import { docsPage } from './openapi.docs.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
interface Schema {
  [key: string]: Json;
}

export function openApi(): Schema {
  records.clear();
  const paths: Record<string, Schema> = {};
  for (const operation of operations) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = describe(operation);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Aapurti',
      version: ownVersion(),
      description:
        'The API of the vendor portal. Send the token of a sign-in, or an API key, in the Authorization header, bare or after "Bearer ". ' +
        'Every error is JSON with a `message`; `errors` has a message per invalid field. ' +
        'Amounts in answers are JSON numbers; requests may have numbers or numeric strings. Dates are YYYY-MM-DD.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'The token of a sign-in, or an API key.' } },
      headers: HEADERS,
      schemas: {
        Problem: jsonSchema(problem, 'output'),
        ...Object.fromEntries([...records].sort(([one], [other]) => (one < other ? -1 : 1))),
      },
    },
    paths,
  };
}

const ACCESS_WORDS: Record<Exclude<Operation['access'], RoleSet>, string> = {
  anyone: 'Anyone.',
  optional: 'Anyone; if a token is sent, it must be valid.',
  'signed-in': 'Any signed-in user, also an inactive one.',
};

function accessWords(access: Operation['access']): string {
  if (!(access in ROLES)) return ACCESS_WORDS[access as keyof typeof ACCESS_WORDS];
  const roles = ROLES[access as RoleSet];
  const vendors = VENDOR_ROLES.filter((role) => (roles as readonly Role[]).includes(role));
  const buyers = BUYER_ROLES.filter((role) => (roles as readonly Role[]).includes(role));
  const own = vendors.length === 0 ? [] : [`${vendors.join(', ')} of a vendor, for its own records`];
  return `Active members: ${[...own, ...(buyers.length === 0 ? [] : [`${buyers.join(', ')} of the buyer`])].join('; ')}.`;
}

function keyWords(operation: Operation): string {
  if (operation.access === 'anyone') return 'Needs no API key.';
  const scope = scopeOf(operation);
  return scope === null ? 'Not with an API key.' : `Scope of API keys: ${scope}.`;
}

function describe(operation: Operation): Schema {
  const errors = ['400', '422', '429', '503', ...(operation.access === 'anyone' ? [] : ['401', '403', '404', '409'])];
  // Signing in and asking for a reset link refuse visitors, too.
  if (hasBody(operation)) errors.push(...(operation.access === 'anyone' ? ['401'] : []), '413', '415');
  const problemContent = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } } };
  return {
    operationId: operation.id,
    tags: [operation.id.split('.')[0] ?? ''],
    summary: operation.summary,
    description: `Who: ${accessWords(operation.access)} ${keyWords(operation)}`,
    ...(operation.access === 'anyone' ? {} : { security: operation.access === 'optional' ? [{}, { token: [] }] : [{ token: [] }] }),
    parameters: [
      ...parameters(operation, 'params', 'path'),
      ...parameters(operation, 'query', 'query'),
      ...(operation.idempotent ? [ONCE] : []),
    ],
    ...requestBody(operation),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.replies).map(([status, schema]) => [
          status,
          {
            description: STATUS_WORDS[status] ?? 'Done.',
            headers: headersOf(operation),
            content: FILE_TYPES.has(schema)
              ? { [FILE_TYPES.get(schema) ?? '']: { schema: { type: 'string', format: 'binary' } } }
              : { 'application/json': { schema: jsonSchema(schema, 'output') } },
          },
        ]),
      ),
      ...Object.fromEntries(
        errors
          .sort()
          .map((status) => [
            status,
            { description: ERROR_WORDS[status] ?? '', ...(status in WAITS && { headers: WAITS[status] }), ...problemContent },
          ]),
      ),
    },
  };
}

const headerOf = (description: string, schema: Schema) => ({ description, schema });

const HEADERS: Schema = {
  total: headerOf('The number of rows on all pages.', { type: 'integer' }),
  dateMin: headerOf('The first day that the date filter finds rows on, if there are rows.', { type: 'string', format: 'date' }),
  dateMax: headerOf('The last day that the date filter finds rows on, if there are rows.', { type: 'string', format: 'date' }),
  link: headerOf('Without `page`, if rows are left: the address of the next page, as rel="next".', { type: 'string' }),
  unknownFields: headerOf('Fields and parameters of the request that the call does not have, if any.', { type: 'string' }),
  retryAfter: headerOf('Seconds to wait.', { type: 'integer' }),
  preferenceApplied: headerOf('handling=strict, if the request asked for it.', { type: 'string' }),
};
const refer = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });
const WAITS: Record<string, Schema> = { 429: { 'Retry-After': refer('retryAfter') }, 503: { 'Retry-After': refer('retryAfter') } };

/** Lists have a total and a next page; those that are filtered by date the limits of their days. */
function headersOf({ query }: Operation): Schema {
  const fields = Object.keys((jsonSchema(query, 'input')['properties'] ?? {}) as Schema);
  return {
    ...(fields.includes('page') && { 'X-Total-Count': refer('total'), Link: refer('link') }),
    ...(fields.includes('page') && fields.includes('startDate') && { 'X-Date-Min': refer('dateMin'), 'X-Date-Max': refer('dateMax') }),
    'X-Unknown-Fields': refer('unknownFields'),
    'Preference-Applied': refer('preferenceApplied'),
  };
}

const ONCE: Schema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Of your choice. A repeat with the same key and body within 24 hours gets the first answer and writes nothing; with another body it is refused with 422.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: String.raw`^[\x21-\x7e]+$` },
};

const FILE_TYPES = new Map<unknown, string>([
  [workbook, WORKBOOK_TYPE],
  [pdf, PDF_TYPE],
  [jsonFile, FILE_TYPE],
]);

const STATUS_WORDS: Record<string, string> = {
  201: 'Nothing found, or refused with a message.',
  202: 'A further step is needed.',
};

const ERROR_WORDS: Record<string, string> = {
  400: 'Malformed request.',
  401: 'No token, or an invalid one.',
  403: 'Not allowed.',
  404: "No such record, or not the caller's.",
  409: 'Conflict with the stored state; the message says which. `data` has the newer record of an edit, or the candidates for a number.',
  413: 'Too large.',
  415: 'Unsupported content type.',
  422: 'Invalid fields.',
  429: 'Too many requests.',
  503: 'Busy, or the database is away.',
};

function parameters(operation: Operation, part: 'params' | 'query', place: 'path' | 'query'): Json[] {
  const schema = jsonSchema(operation[part], 'input');
  const required = (schema['required'] ?? []) as string[];
  return Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

/** Of bodies that their verb checks: what a visitor's registration needs, and a supplier of the buyer's system. */
const NEEDED: Readonly<Record<string, () => string[]>> = {
  'auth.create': () => ['password', ...Object.keys(checkUser({}, { isVendor: true, strict: true, hasDocument: () => false }).errors ?? {})],
  'auth.createUser': () => ['vendor_name'],
};

/** The fields without which a body is refused, under the wire's names. JSON Schema can not tell that of what a schema transforms. */
function requiredFields({ id, body }: Operation): string[] {
  const issues = body.safeParse({}).error?.issues ?? [];
  const names = NEEDED[id]?.() ?? issues.map(({ path }) => String(path[0] ?? ''));
  return [...new Set(names.filter((name) => name !== '').map(wireName))].sort();
}

function hasBody({ method }: Operation): boolean {
  return method === 'POST' || method === 'PUT';
}

function requestBody(operation: Operation): Schema {
  if (!hasBody(operation)) return {};
  const schema = jsonSchema(operation.body, 'input');
  if (operation.files.length === 0 && Object.keys((schema['properties'] ?? {}) as Schema).length === 0) return {};
  const files = Object.fromEntries(operation.files.map((name) => [name, { type: 'string', format: 'binary' }]));
  const type = operation.files.length > 0 ? 'multipart/form-data' : 'application/json';
  const { required: _, ...rest } = schema;
  // A form of one file is there for the file; of several, each may be left out.
  const required = [...requiredFields(operation), ...(operation.files.length === 1 ? operation.files : [])].sort();
  const described = { ...rest, ...(required.length > 0 && { required }), properties: { ...(schema['properties'] as Schema), ...files } };
  return { requestBody: { ...(required.length > 0 && { required: true }), content: { [type]: { schema: described } } } };
}

/** Schemas that the contract names, as they were met. */
const records = new Map<string, Schema>();

/** A named schema is a reference, and described among the components. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, $defs = {}, ...made } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema;
  for (const [name, { id: _id, ...described }] of Object.entries($defs as Record<string, Schema>))
    records.set(name, toWire(described) as Schema);
  const { id, ...described } = made;
  if (typeof id !== 'string') return toWire(made) as Schema;
  records.set(id, toWire(described) as Schema);
  return { $ref: COMPONENTS + id };
}

const COMPONENTS = '#/components/schemas/';

function toWire(value: Json): Json {
  if (Array.isArray(value)) return value.map(toWire);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key === 'properties')
        return [key, Object.fromEntries(Object.entries(item as Schema).map(([name, inner]) => [wireName(name), toWire(inner)]))];
      if (key === 'required') return [key, (item as string[]).map(wireName)];
      if (key === '$ref') return [key, typeof item === 'string' ? item.replace('#/$defs/', COMPONENTS) : item];
      return [key, toWire(item)];
    }),
  );
}

export function openApiRoutes(app: FastifyInstance): void {
  const document = openApi();
  const page = docsPage(document);
  app.get('/api/openapi.json', async () => document);
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
}

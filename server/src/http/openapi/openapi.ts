import { scopeOf } from '@aapurti/contract/integration/keys';
import {
  FILE_TYPE,
  formsOfChanges,
  jsonFile,
  type Operation,
  pdf,
  PDF_TYPE,
  problem,
  workbook,
  WORKBOOK_TYPE,
} from '@aapurti/contract/ground/operation';
import { itemsOf } from '@aapurti/contract/ground/fields';
import { itemProposals } from '@aapurti/contract/products/itemProposals';
import { operations } from '@aapurti/contract/operations';
import { BUYER_ROLES, type Role, ROLES, type RoleSet, VENDOR_ROLES } from '@aapurti/contract/access/roles';
import { checkUser } from '@aapurti/contract/vendors/users';
import { wireName } from '@aapurti/contract/ground/wire';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

import { inEnglish } from '@aapurti/contract/ground/template';
import { ownVersion } from '../../process/version.ts';
import { answerWords, commonRefusals, refusals, shapeOf } from './answers.ts';
import { CONTENT_PATH, DOCS_SCRIPT, SCRIPT_PATH } from './docs.script.ts';
import { docsPage } from './docs.ts';
import { type Json, jsonSchema, namedSchemas, type Schema, startSchemas, worded } from './schemas.ts';
import { GROUPS } from './words.ts';

export function openApi(): Schema {
  startSchemas();
  const paths: Record<string, Schema> = {};
  for (const operation of operations) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = describe(operation);
  }
  const shared = shareParameters(paths);
  jsonSchema(z.object({ problem: problem.meta({ id: 'Problem' }) }), 'output', []);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Aapurti',
      version: ownVersion(),
      description: ABOUT,
      contact: { name: 'The people who run this portal' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'The token of a sign-in, or an API key.' } },
      headers: HEADERS,
      parameters: shared,
      responses: commonRefusals(),
      schemas: namedSchemas(),
    },
    paths,
  };
}

const ABOUT =
  'The API of the vendor portal. Send a session token or an API key in the Authorization header, bare or after "Bearer ". ' +
  'Every error is JSON with a `message`; `errors` has a message per invalid field, and `code` names the rule that rejected the call. ' +
  'Codes do not change when messages do: `not_signed_in`, `not_allowed`, `not_found`, and `stale_record` for an edit of an older record are the same in every call. ' +
  'Amounts are in rupees (INR), rates in percent, weights in kilograms, and quantities in the unit given with them. ' +
  'Amounts in responses are JSON numbers; requests accept numbers or numeric strings. Dates are YYYY-MM-DD, times ISO 8601 with an offset; ' +
  'a day is a day in India. IDs and document numbers are strings. An absent value is null. Responses can get more fields.';

const ACCESS_WORDS: Record<Exclude<Operation['access'], RoleSet>, string> = {
  anyone: 'Allowed for everyone.',
  optional: 'Allowed for everyone. If a token is sent, it must be valid.',
  'signed-in': 'Allowed for every signed-in user, including inactive users.',
};

const SITE_WORDS = 'A buyer or receiver limited to certain sites can use this only for orders delivered there.';

function accessWords(access: Operation['access']): string {
  if (!(access in ROLES)) return ACCESS_WORDS[access as keyof typeof ACCESS_WORDS];
  const roles = ROLES[access as RoleSet];
  const vendors = VENDOR_ROLES.filter((role) => (roles as readonly Role[]).includes(role));
  const buyers = BUYER_ROLES.filter((role) => (roles as readonly Role[]).includes(role));
  if (buyers.length === 0) return inEnglish('Allowed for active users of a vendor, for its own records: {vendors}.', { vendors });
  if (vendors.length === 0) return inEnglish('Allowed for active users of the buyer: {buyers}.', { buyers });
  return inEnglish(
    'Allowed for active users of a vendor, for its own records: {vendors}. Allowed for active users of the buyer: {buyers}.',
    {
      vendors,
      buyers,
    },
  );
}

function keyWords(operation: Operation): string {
  if (operation.access === 'anyone') return 'No API key is required.';
  const scope = scopeOf(operation);
  return scope === null ? 'API keys are not accepted.' : inEnglish('An API key needs the scope {scope}.', { scope });
}

function describe(operation: Operation): Schema {
  const { id, replies } = operation;
  const places = placesOf(operation);
  return {
    operationId: id,
    tags: [groupOf(operation)],
    summary: operation.summary,
    description: `${accessWords(operation.access)} ${operation.bySite ? `${SITE_WORDS} ` : ''}${keyWords(operation)}`,
    ...(operation.access === 'anyone' ? { security: [] } : operation.access === 'optional' ? { security: [{}, { token: [] }] } : {}),
    parameters: [
      ...parametersOf(operation, 'params', 'path'),
      ...parametersOf(operation, 'query', 'query'),
      ...(operation.idempotent ? [parameter('Idempotency-Key', once(), 'header', false)] : []),
    ],
    ...requestBody(operation),
    responses: {
      ...Object.fromEntries(
        Object.entries(replies).map(([status, schema]) => {
          const { description, example } = answerWords(operation, status);
          const type = FILE_TYPES.get(schema);
          const content =
            type === undefined
              ? { 'application/json': { schema: jsonSchema(schema, 'output', places), ...(example !== undefined && { example }) } }
              : { [type]: { schema: { type: 'string', format: 'binary' } } };
          return [status, { description, headers: headersOf(operation), content }];
        }),
      ),
      ...refusals(operation),
    },
  };
}

/** The id and its prefixes, for example `auth`, `auth.user`, `auth.user.list`. */
function placesOf({ id }: Operation): string[] {
  const parts = id.split('.');
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}

function groupOf({ id }: Operation): string {
  return id.split('.')[0] ?? '';
}

const headerOf = (description: string, schema: Schema) => ({ description, schema });

const HEADERS: Schema = {
  total: headerOf('The number of rows on all pages.', { type: 'integer' }),
  dateMin: headerOf('First date among the filtered rows, if there are rows.', { type: 'string', format: 'date' }),
  dateMax: headerOf('Last date among the filtered rows, if there are rows.', { type: 'string', format: 'date' }),
  link: headerOf('URL of the next page as rel="next", if there are more rows.', { type: 'string' }),
  unknownFields: headerOf('Unknown fields and parameters of the request, if any.', { type: 'string' }),
  retryAfter: headerOf('Seconds to wait.', { type: 'integer' }),
  preferenceApplied: headerOf('handling=strict, if the request asked for it.', { type: 'string' }),
};
const refer = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });

/** Lists have a total and a next page; lists with a date filter also have the first and last date. */
function headersOf({ query }: Operation): Schema {
  const fields = Object.keys(shapeOf(query));
  return {
    ...(fields.includes('page') && { 'X-Total-Count': refer('total'), Link: refer('link') }),
    ...(fields.includes('page') && fields.includes('startDate') && { 'X-Date-Min': refer('dateMin'), 'X-Date-Max': refer('dateMax') }),
    'X-Unknown-Fields': refer('unknownFields'),
    'Preference-Applied': refer('preferenceApplied'),
  };
}

const FILE_TYPES = new Map<unknown, string>([
  [workbook, WORKBOOK_TYPE],
  [pdf, PDF_TYPE],
  [jsonFile, FILE_TYPE],
]);

const once = () =>
  worded('Idempotency-Key', { type: 'string', minLength: 1, maxLength: 255, pattern: String.raw`^[\x21-\x7e]+$` }, 'input', []);

function parametersOf(operation: Operation, part: 'params' | 'query', place: 'path' | 'query'): Schema[] {
  const schema = jsonSchema(operation[part], 'input', placesOf(operation));
  const required = (schema['required'] ?? []) as string[];
  return Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).map(([name, property]) =>
    parameter(name, property, place, place === 'path' || required.includes(name)),
  );
}

function parameter(name: string, { description = '', examples, ...schema }: Schema, place: string, required: boolean): Schema {
  const [example] = (examples ?? []) as Json[];
  return { name, in: place, required, description, schema, ...(example !== undefined && { example }) };
}

/** Parameters that several calls share go into the components, and the paths refer to them. */
function shareParameters(paths: Record<string, Schema>): Schema {
  const calls = Object.values(paths).flatMap((methods) => Object.values(methods) as { parameters: Schema[] }[]);
  const uses = new Map<string, number>();
  for (const { parameters: own } of calls)
    for (const each of own) uses.set(JSON.stringify(each), (uses.get(JSON.stringify(each)) ?? 0) + 1);
  const shared = new Map<string, string>();
  for (const [text] of [...uses].filter(([, count]) => count > 2).sort(([, one], [, other]) => other - one)) {
    const { name } = JSON.parse(text) as { name: string };
    if (!shared.has(name)) shared.set(name, text);
  }
  for (const call of calls)
    call.parameters = call.parameters.map((each) => {
      const name = [...shared].find(([, text]) => text === JSON.stringify(each))?.[0];
      return name === undefined ? each : { $ref: `#/components/parameters/${name}` };
    });
  return Object.fromEntries(
    [...shared].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, text]) => [name, JSON.parse(text) as Json]),
  );
}

/** The mandatory fields of bodies that their verb checks: a visitor's registration, and a supplier of the buyer's system. */
const NEEDED: Readonly<Record<string, () => string[]>> = {
  'auth.create': () => ['password', ...Object.keys(checkUser({}, { isVendor: true, strict: true, hasDocument: () => false }).errors ?? {})],
  'auth.createUser': () => ['vendor_name'],
};

/** The fields without which a body is rejected, under the API's names. JSON Schema cannot derive them from schemas with transforms. */
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
  const places = placesOf(operation);
  const schema = jsonSchema(operation.body, 'input', places);
  const shape = { ...shapeOf(operation.body), ...formsOfChanges.get(operation.body) };
  const properties = Object.fromEntries(
    Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).map(([name, property]) => {
      const clean = Object.keys(shape).find((each) => wireName(each) === name) ?? name;
      return [name, fullField(name, property, shape[clean], places)];
    }),
  );
  if (operation.files.length === 0 && Object.keys(properties).length === 0) return {};
  const files = Object.fromEntries(
    operation.files.map((name) => [name, worded(name, { type: 'string', format: 'binary' }, 'input', places)]),
  );
  const type = operation.files.length > 0 ? 'multipart/form-data' : 'application/json';
  const { required: _, ...rest } = schema;
  // A form with one file requires it, except a proposal; with several files, each may be left out.
  const isForFile = operation.files.length === 1 && operation !== itemProposals.create;
  const required = [...requiredFields(operation), ...(isForFile ? operation.files : [])].sort();
  const described = { ...rest, ...(required.length > 0 && { required }), properties: { ...properties, ...files } };
  return { requestBody: { ...(required.length > 0 && { required: true }), content: { [type]: { schema: described } } } };
}

/**
 * The field with the parts that only its rules reveal: an edit has the type of its form, and lines that check themselves have their fields.
 */
function fullField(name: string, property: Schema, field: z.ZodType | undefined, places: readonly string[]): Schema {
  if (field === undefined) return property;
  const items = itemsOf.get(field);
  if (items !== undefined) return { ...property, items: jsonSchema(items, 'input', [...places, name]) };
  if (['type', 'enum', 'anyOf', '$ref'].some((key) => key in property)) return property;
  const whole = jsonSchema(z.object({ [name]: field }), 'input', places);
  return ((whole['properties'] ?? {}) as Record<string, Schema>)[name] ?? property;
}

export function openApiRoutes(app: FastifyInstance): void {
  app.get(CONTENT_PATH, async () => document());
  app.get(SCRIPT_PATH, async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(DOCS_SCRIPT));
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page()));
}

/** Built on the first request, once per process, because it takes half a second. */
let made: { document: Schema; page?: string } | undefined;

function document(): Schema {
  return (made ??= { document: openApi() }).document;
}

function page(): string {
  const given = document();
  return ((made ??= { document: given }).page ??= docsPage(given));
}

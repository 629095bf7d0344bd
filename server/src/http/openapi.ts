import { type Operation, pdf, PDF_TYPE, problem, workbook, WORKBOOK_TYPE } from '@aapurti/contract/operation';
import { operations } from '@aapurti/contract/operations';
import { BUYER_ROLES, type Role, ROLES, type RoleSet, VENDOR_ROLES } from '@aapurti/contract/roles';
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
        'The API of the vendor portal. Send the token of a sign-in in the Authorization header, bare or after "Bearer ". ' +
        'Every error is JSON with a `message`; `errors` has a message per invalid field. ' +
        'Amounts in answers are JSON numbers; requests may have numbers or numeric strings. Dates are YYYY-MM-DD.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } },
      schemas: { Problem: jsonSchema(problem, 'output') },
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

function describe(operation: Operation): Schema {
  const errors = ['400', '422', '429', ...(operation.access === 'anyone' ? [] : ['401', '403', '404', '409'])];
  // Signing in and asking for a reset link refuse visitors, too.
  if (hasBody(operation)) errors.push(...(operation.access === 'anyone' ? ['401'] : []), '413', '415');
  const problemContent = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } } };
  return {
    operationId: operation.id,
    tags: [operation.id.split('.')[0] ?? ''],
    summary: operation.summary,
    description: `Who: ${accessWords(operation.access)}${operation.idempotent ? ' Accepts an Idempotency-Key header.' : ''}`,
    ...(operation.access === 'anyone' ? {} : { security: operation.access === 'optional' ? [{}, { token: [] }] : [{ token: [] }] }),
    parameters: [...parameters(operation, 'params', 'path'), ...parameters(operation, 'query', 'query')],
    ...requestBody(operation),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.replies).map(([status, schema]) => [
          status,
          {
            description: STATUS_WORDS[status] ?? 'Done.',
            content:
              schema === workbook || schema === pdf
                ? { [schema === pdf ? PDF_TYPE : WORKBOOK_TYPE]: { schema: { type: 'string', format: 'binary' } } }
                : { 'application/json': { schema: jsonSchema(schema, 'output') } },
          },
        ]),
      ),
      ...Object.fromEntries(errors.sort().map((status) => [status, { description: ERROR_WORDS[status] ?? '', ...problemContent }])),
    },
  };
}

const STATUS_WORDS: Record<string, string> = {
  201: 'Nothing found, or refused with a message.',
  202: 'A further step is needed.',
};

const ERROR_WORDS: Record<string, string> = {
  400: 'Malformed request.',
  401: 'No token, or an invalid one.',
  403: 'Not allowed.',
  404: "No such record, or not the caller's.",
  409: 'Conflict with the stored state; the message says which.',
  413: 'Too large.',
  415: 'Unsupported content type.',
  422: 'Invalid fields.',
  429: 'Too many requests; see Retry-After.',
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

function hasBody({ method }: Operation): boolean {
  return method === 'POST' || method === 'PUT';
}

function requestBody(operation: Operation): Schema {
  if (!hasBody(operation)) return {};
  const schema = jsonSchema(operation.body, 'input');
  if (operation.files.length === 0 && Object.keys((schema['properties'] ?? {}) as Schema).length === 0) return {};
  const files = Object.fromEntries(operation.files.map((name) => [name, { type: 'string', format: 'binary' }]));
  const type = operation.files.length > 0 ? 'multipart/form-data' : 'application/json';
  return { requestBody: { content: { [type]: { schema: { ...schema, properties: { ...(schema['properties'] as Schema), ...files } } } } } };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema;
  return toWire(made) as Schema;
}

function toWire(value: Json): Json {
  if (Array.isArray(value)) return value.map(toWire);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key === 'properties')
        return [key, Object.fromEntries(Object.entries(item as Schema).map(([name, inner]) => [wireName(name), toWire(inner)]))];
      if (key === 'required') return [key, (item as string[]).map(wireName)];
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

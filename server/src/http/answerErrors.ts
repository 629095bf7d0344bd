import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { commonCodes } from '@aapurti/contract/ground/operation';
import { badRequest, busy, notFound, Refusal } from '../ground/refusal.ts';
import { API_HEADERS } from './securityHeaders.ts';

const SAME_MOMENT = 'Someone else changed this at the same time. Please reload and try again.';

/** Messages for errors of Fastify and PostgreSQL, by code. */
const WORDS: Record<string, [status: number, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'The body should be application/json, or multipart/form-data for files.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'The body is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The length of the body differs from its Content-Length.'],
  // Records that another call has added or deleted meanwhile: unique, exclusion, reference.
  '23505': [409, SAME_MOMENT],
  '23P01': [409, SAME_MOMENT],
  '23503': [409, SAME_MOMENT],
  // program_limit_exceeded: an index row holds at most 2,704 bytes, compressed.
  '54000': [422, 'A name or number is too long to be sorted and searched. Please shorten it.'],
};

/** A statement timeout or lock timeout, for example during a large upload. */
const TOO_LONG = new Set(['57014', '55P03']);

/** No space or an I/O error, from PostgreSQL (53100, 58030) or the system. */
const NO_ROOM = new Set(['53100', '58030', 'ENOSPC', 'EDQUOT', 'EIO']);

/** These refusals are logged, and all refusals with a code: those for payments, credits and other controlled actions. */
const WATCHED: ReadonlySet<number> = new Set([403, 429]);
/** Codes that every call may have, which say nothing about a rule. */
const COMMON: ReadonlySet<unknown> = new Set(Object.values(commonCodes));

/** Fastify rejects these before routing. An id that is too long cannot exist. */
export function answerBadAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const isTooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
  // No hook has run yet.
  void reply.headers(API_HEADERS).header('cache-control', 'no-store').header('x-request-id', request.id);
  const refusal = isTooLong ? notFound() : badRequest('Invalid address.');
  void reply.code(refusal.status).send(refusal.body());
}

/** The responses by parser code; any other code gives 400. */
const UNPARSED: Readonly<Record<string, [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long.'],
  HPE_HEADER_OVERFLOW: [431, 'The request headers are too long.'],
};

/**
 * Responds to requests that the HTTP parser could not read and closes the connection, because the start of the next request is unknown. The
 * response says so; otherwise a proxy would send the next caller's request on it.
 */
export function answerUnparsed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, message] = UNPARSED[error.code ?? ''] ?? [400, 'Invalid request.'];
  const body = JSON.stringify({ message });
  const headers = {
    ...API_HEADERS,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
  socket.destroy(error);
}

/** Sends every error as JSON with a message, never a stack trace. Unknown errors are logged and become 500. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { code?: string; statusCode?: number; isLost?: boolean }, request, reply) => {
    reply.header('cache-control', 'no-store').header('x-request-id', request.id);
    if (error instanceof Refusal) {
      if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds);
      const { code } = error.extra;
      if (WATCHED.has(error.status) || (typeof code === 'string' && !COMMON.has(code))) {
        const operation = `${request.method} ${request.routeOptions.url ?? ''}`;
        request.log.warn({ requestId: request.id, operation, status: error.status, code, address: request.ip }, 'Refused.');
      }
      return reply.code(error.status).send(error.status < 500 ? error.body() : { ...error.body(), requestId: request.id });
    }
    if (NO_ROOM.has(error.code ?? '')) {
      request.log.error({ err: error, requestId: request.id }, 'The disk is full or fails.');
      const message = 'The server has run out of storage. Please try again later.';
      return reply.code(503).header('retry-after', 30).send({ message, requestId: request.id });
    }
    const isTooLong = TOO_LONG.has(error.code ?? '');
    if (isTooLong) request.log.warn({ err: error, requestId: request.id }, 'A statement exceeded the time limit of a request.');
    if (isTooLong || error.name === 'DatabaseUnavailable') {
      const isUnknown = error.isLost === true && request.method !== 'GET';
      const told = isUnknown ? { message: 'The connection to the database was lost. Check whether your data was saved.' } : busy().body();
      return reply
        .code(503)
        .header('retry-after', 2)
        .send({ ...told, requestId: request.id });
    }
    const known = WORDS[error.code ?? ''];
    if (known?.[0] === 409) request.log.warn({ err: error, requestId: request.id }, 'Two calls changed the same record at the same time.');
    if (known !== undefined) return reply.code(known[0]).send({ message: known[1], ...(known[0] === 409 && { code: commonCodes.stale }) });
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).send({ message: 'Invalid request.' });
    request.log.error({ err: error, requestId: request.id, operation: `${request.method} ${request.routeOptions.url ?? ''}` });
    if (!app.log.level || app.log.level === 'silent') console.error(error);
    return reply.code(500).send({ message: 'Something went wrong', requestId: request.id });
  });
}

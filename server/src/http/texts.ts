import { AsyncLocalStorage } from 'node:async_hooks';

import { followTexts, type Made, madeOnce, type Texts, TEXTS_HEADER } from '@aapurti/contract/ground/template';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { textsOf } from '../ground/texts.ts';

/** The texts made during one call, which no other call can read. */
const texts = new AsyncLocalStorage<Map<string, Made>>();
followTexts((text, made) => texts.getStore()?.set(text, made));

const ofCall = new WeakMap<FastifyRequest, Map<string, Made>>();

/**
 * Adds the messages and values of the texts in a response, for the portal's own browser, which shows them in the reader's language. The
 * browser asks for them by a header, and the response is then wrapped: `{ "answer": …, "texts": { "Row 5": ["Row {row}", { "row": 5 }] }
 * }`.
 */
export function answerTexts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers[TEXTS_HEADER] === undefined) return done();
    const made = new Map<string, Made>();
    ofCall.set(request, made);
    texts.run(made, done);
  });
  // The end of a body is a connection event outside the call.
  app.addHook('preHandler', (request, _reply, done) => {
    const made = ofCall.get(request);
    if (made === undefined) done();
    else texts.run(made, done);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const made = ofCall.get(request);
    if (made === undefined || typeof payload !== 'string' || !String(reply.getHeader('content-type')).includes('json'))
      return done(null, payload);
    const found = of(payload, made);
    if (Object.keys(found).length === 0) return done(null, payload);
    const whole = `{"answer":${payload},"texts":${JSON.stringify(found)}}`;
    if (reply.hasHeader('content-length')) void reply.header('content-length', Buffer.byteLength(whole));
    void reply.header(TEXTS_HEADER, '1');
    done(null, whole);
  });
}

/** The result of work in another thread, with the messages and values of its texts; `sayAgain` there makes them texts of the call. */
export async function withTexts<Result>(work: () => Promise<Result>): Promise<{ result: Result; texts: Texts }> {
  const made = new Map<string, Made>();
  const result = await texts.run(made, work);
  return { result, texts: result instanceof Uint8Array ? {} : of(JSON.stringify(result), made) };
}

/** The messages and values of the texts that this call made for its response, to store with the response. */
export function textsOfCall(json: string): Texts {
  const made = texts.getStore();
  return made === undefined ? {} : of(json, made);
}

const of = (json: string, made: ReadonlyMap<string, Made>): Texts => textsOf(JSON.parse(json), (text) => made.get(text) ?? madeOnce(text));

import { AsyncLocalStorage } from 'node:async_hooks';

import { followTexts, type Made, madeOnce, PLACEHOLDER, say, type Texts, TEXTS_HEADER } from '@aapurti/contract/ground/template';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The texts that the work of one call made: no call learns of another's. */
const texts = new AsyncLocalStorage<Map<string, Made>>();
followTexts((text, made) => texts.getStore()?.set(text, made));

const ofCall = new WeakMap<FastifyRequest, Map<string, Made>>();

/**
 * Adds what the texts of an answer were made of, for the portal's own browser, which shows them in the reader's language. It asks by a
 * header, and the answer that has such texts is inside of another: `{ "answer": …, "texts": { "Row 5": ["Row {row}", { "row": 5 }] } }`.
 */
export function answerTexts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers[TEXTS_HEADER] === undefined) return done();
    const made = new Map<string, Made>();
    ofCall.set(request, made);
    texts.run(made, done);
  });
  // The end of a body is an event of the connection, outside of the call.
  app.addHook('preHandler', (request, _reply, done) => {
    const made = ofCall.get(request);
    if (made === undefined) done();
    else texts.run(made, done);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const made = ofCall.get(request);
    if (made === undefined || typeof payload !== 'string' || !String(reply.getHeader('content-type')).includes('json'))
      return done(null, payload);
    const found = textsOf(payload, made);
    if (Object.keys(found).length === 0) return done(null, payload);
    const whole = `{"answer":${payload},"texts":${JSON.stringify(found)}}`;
    if (reply.hasHeader('content-length')) void reply.header('content-length', Buffer.byteLength(whole));
    void reply.header(TEXTS_HEADER, '1');
    done(null, whole);
  });
}

/** The result of work in another thread, with what its texts were made of; `sayAgain` there makes them texts of the call. */
export async function withTexts<Result>(work: () => Promise<Result>): Promise<{ result: Result; texts: Texts }> {
  const made = new Map<string, Made>();
  const result = await texts.run(made, work);
  return { result, texts: result instanceof Uint8Array ? {} : textsOf(JSON.stringify(result), made) };
}

/** Makes the texts of another thread again, so that this call knows what they were made of. */
export function sayAgain(told: Texts): void {
  for (const [message, values] of Object.values(told)) say(message, values);
}

function textsOf(json: string, made: ReadonlyMap<string, Made>): Texts {
  const found = new Map<string, [string, Made['values']]>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      const known = made.get(value) ?? madeOnce(value);
      if (known === undefined || found.has(value)) return;
      const values = named(known);
      found.set(value, [known.message, values]);
      for (const inner of Object.values(values)) visit(inner);
    } else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) visit(item);
  };
  visit(JSON.parse(json));
  return Object.fromEntries(found);
}

/** A message's values without those that it does not show. */
function named({ message, values }: Made): Made['values'] {
  const names = new Set([...message.matchAll(PLACEHOLDER), ...message.matchAll(/\{(\w+), /g)].map(([, name]) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

import hindi from '@aapurti/contract/words/hindi.json' with { type: 'json' };
import { messages as keyMessages } from '@aapurti/contract/integration/keys';
import { rememberAll, say, sayOnce, type Texts } from '@aapurti/contract/ground/template';
import { translator } from '@aapurti/contract/words/translate';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { conflict } from '../ground/refusal.ts';
import { answerErrors } from './answerErrors.ts';
import { answerTexts } from './texts.ts';

const ASKED = { 'x-texts': '1' };
const LIMIT = sayOnce('At most {LINES_MAX} lines.', { LINES_MAX: 7 });
const translate = translator(hindi, 'hi');

let app: FastifyInstance;
beforeAll(async () => {
  app = fastify();
  answerTexts(app);
  answerErrors(app);
  app.post<{ Body: { name: string; remark?: string } }>('/refusals', async ({ body: { name } }) => {
    await new Promise(setImmediate);
    throw conflict(say('Line {no}: {itemName} is not in any order.', { no: 3, itemName: name, hidden: 'secret' }));
  });
  app.get('/lists', async () => [{ message: say('Row {row}', { row: 5 }) }, { message: LIMIT }, { name: 'Rice' }]);
  app.post<{ Body: { remark: string } }>('/remarks', async ({ body }) => ({ remark: body.remark }));
  app.get('/plain', async () => ({ name: 'Rice' }));
  app.get('/texts.txt', async (_request, reply) => reply.type('text/plain').send(say('Row {row}', { row: 5 })));
  await app.ready();
});
afterAll(() => app.close());

const refuse = (name: string, headers: Record<string, string> = ASKED) =>
  app.inject({ method: 'POST', url: '/refusals', payload: { name }, headers });

test('a browser that asks for them receives the messages and values of an error’s texts, after its body was read', async () => {
  const reply = await refuse('Rice');
  expect(reply.statusCode).toBe(409);
  expect(reply.headers['x-texts']).toBe('1');
  expect(Number(reply.headers['content-length'])).toBe(Buffer.byteLength(reply.body));
  expect(reply.json()).toEqual({
    answer: { message: 'Line 3: Rice is not in any order.' },
    texts: { 'Line 3: Rice is not in any order.': ['Line {no}: {itemName} is not in any order.', { no: 3, itemName: 'Rice' }] },
  });
});

test('an array is handled like a record, with the texts that were made at the start', async () => {
  const reply = await app.inject({ url: '/lists', headers: ASKED });
  expect(reply.json()).toEqual({
    answer: [{ message: 'Row 5' }, { message: 'At most 7 lines.' }, { name: 'Rice' }],
    texts: { 'Row 5': ['Row {row}', { row: 5 }], 'At most 7 lines.': ['At most {LINES_MAX} lines.', { LINES_MAX: 7 }] },
  });
});

test('a caller who does not ask gets the plain response, and so does one whose response is a file or has no texts', async () => {
  const unasked = await refuse('Rice', {});
  expect([unasked.json(), unasked.headers['x-texts']]).toEqual([{ message: 'Line 3: Rice is not in any order.' }, undefined]);
  const plain = await app.inject({ url: '/plain', headers: ASKED });
  expect([plain.body, plain.headers['x-texts']]).toEqual(['{"name":"Rice"}', undefined]);
  expect((await app.inject({ url: '/texts.txt', headers: ASKED })).body).toBe('Row 5');
});

test('a remark that guesses a text of another call learns nothing of it', async () => {
  await refuse('The secret of others');
  const remark = 'Line 3: The secret of others is not in any order.';
  const reply = await app.inject({ method: 'POST', url: '/remarks', payload: { remark }, headers: ASKED });
  expect([reply.body, reply.headers['x-texts']]).toEqual([JSON.stringify({ remark }), undefined]);
});

test.each(['{no}', '__proto__', '","texts":{"x":["y",{}]}', 'X has no price.', 'Not found.', 'Row 5'])(
  'an item named %s appears as typed',
  async (name) => {
    const { answer, texts } = (await refuse(name)).json<{ answer: { message: string }; texts: Texts }>();
    rememberAll(texts);
    expect(translate(answer.message)).toBe(`पंक्ति 3: ${name} किसी ऑर्डर में नहीं है।`);
  },
);

test('a message of the contract with a limit is never forgotten', () => {
  for (let row = 0; row < 10_001; row++) say('Row {row} is newer.', { row });
  expect(translate(keyMessages.many)).not.toMatch(/[a-z]{2}/);
});

import hindi from '@aapurti/contract/words/hindi.json' with { type: 'json' };
import { rememberAll, type Texts } from '@aapurti/contract/ground/template';
import { translator } from '@aapurti/contract/words/translate';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from './api.ts';

const ASKED = { 'x-texts': '1' };
const translate = translator(hindi, 'hi');

let api: Api;
let admin: Caller;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false });
  [admin, vendor] = [await api.newAdmin(), await api.newVendor()];
});
afterAll(() => api.close());

interface Told {
  answer: { message: string; errors?: unknown };
  texts: Texts;
}
const english = (text: string) => /[a-z]{2,} [a-z]{2,}/i.test(text);

test('a refusal of a field with a limit comes with its message, and reads in Hindi', async () => {
  const { status, body } = await admin.ask('GET', '/api/product/get', { query: { productName: 'x'.repeat(5000) }, headers: ASKED });
  const { answer, texts } = body as Told;
  expect(status).toBe(422);
  rememberAll(texts);
  expect([texts[answer.message]?.[0], english(translate(answer.message))]).toEqual(['At most {FILTER_MAX} characters.', false]);
});

test('the faults of a sheet, which another thread finds, come with their messages', async () => {
  const file = { name: 'rates.csv', content: Buffer.from('HSN,Goods,Rate,Cess Rate,Valid From,Valid Untl\n1006,,18,,2026-01-01,') };
  const { body } = await admin.send('POST', '/api/buyerData/gstRates', {}, { file }, ASKED);
  const { texts } = body as Told;
  rememberAll(texts);
  expect(Object.keys(texts).filter((text) => english(translate(text)))).toEqual([]);
  expect(Object.keys(texts).length).toBeGreaterThan(0);
});

test('a caller without the right is told no more than without the header', async () => {
  const asked = await vendor.ask('POST', '/api/buyerData/gstRates', { payload: {}, headers: ASKED });
  const unasked = await vendor.post('/api/buyerData/gstRates');
  const { answer, texts } = 'answer' in asked.body ? (asked.body as Told) : { answer: asked.body as Told['answer'], texts: {} };
  expect([asked.status, answer]).toEqual([unasked.status, unasked.body]);
  expect(Object.keys(texts).filter((text) => !JSON.stringify(answer).includes(text))).toEqual([]);
});

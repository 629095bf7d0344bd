import hindi from '@aapurti/contract/words/hindi.json' with { type: 'json' };
import { rememberAll, type Texts } from '@aapurti/contract/ground/template';
import { differenceWords } from '@aapurti/contract/receipts/receipts';
import { translator } from '@aapurti/contract/words/translate';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { makeOrder, orderLineOf } from '../src/demo/factories.ts';
import { textsOf } from '../src/ground/texts.ts';
import { noticeWords } from '../src/home/noticeWords.ts';
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

test('the error of a field with a limit comes with its message, and reads in Hindi', async () => {
  const { status, body } = await admin.ask('GET', '/api/product/get', { query: { productName: 'x'.repeat(5000) }, headers: ASKED });
  const { answer, texts } = body as Told;
  expect(status).toBe(422);
  rememberAll(texts);
  expect([texts[answer.message]?.[0], english(translate(answer.message))]).toEqual(['At most {FILTER_MAX} characters.', false]);
});

test('the errors of a file, which another thread finds, come with their messages', async () => {
  const file = { name: 'rates.csv', content: Buffer.from('HSN,Goods,Rate,Cess Rate,Valid From,Valid Untl\n1006,,18,,2026-01-01,') };
  const { body } = await admin.send('POST', '/api/buyerData/gstRates', {}, { file }, ASKED);
  const { texts } = body as Told;
  rememberAll(texts);
  expect(Object.keys(texts).filter((text) => english(translate(text)))).toEqual([]);
  expect(Object.keys(texts).length).toBeGreaterThan(0);
});

test('a caller without the right learns no more than without the header', async () => {
  const asked = await vendor.ask('POST', '/api/buyerData/gstRates', { payload: {}, headers: ASKED });
  const unasked = await vendor.post('/api/buyerData/gstRates');
  const { answer, texts } = 'answer' in asked.body ? (asked.body as Told) : { answer: asked.body as Told['answer'], texts: {} };
  expect([asked.status, answer]).toEqual([unasked.status, unasked.body]);
  expect(Object.keys(texts).filter((text) => !JSON.stringify(answer).includes(text))).toEqual([]);
});

test('the errors that a statement finds in a file come with their message and values, even with a value in braces', async () => {
  const rates = {
    name: 'rates.csv',
    content: Buffer.from('HSN,Goods,Rate,Cess Rate,Valid From,Valid Until\n1006,,5,,01-01-2026,\n1006,,18,,01-02-2026,'),
  };
  const ofRates = (await admin.send('POST', '/api/buyerData/gstRates', {}, { file: rates }, ASKED)).body as Told;
  expect(ofRates.texts['1006 is already in row 2 from 01-01-2026.']).toEqual([
    '{hsn_prefix} is already in row {row} {days}.',
    { hsn_prefix: '1006', row: 2, days: 'from 01-01-2026' },
  ]);
  rememberAll(ofRates.texts);
  expect(translate('1006 is already in row 2 from 01-01-2026.')).toBe('1006 पहले से पंक्ति 2 में है, 01-01-2026 से।');
  const items = {
    name: 'items.csv',
    content: Buffer.from('EAN Code,Item Code,Item Name\n8901234567890,{first},Rice\n8901234567890,{first},Rice'),
  };
  const ofItems = (await admin.send('POST', '/api/buyerData/items', {}, { file: items }, ASKED)).body as Told;
  expect(ofItems.texts['{first} is already in row 2.']).toEqual(['{code} is already in row {first}.', { code: '{first}', first: 2 }]);
});

/** An exception of the vendor, and the findings that its match returns with this header. */
async function exception() {
  const orderId = await makeOrder(api.ctx, vendor.user.id, `PO/${api.serial()}`, {
    lines: [orderLineOf({ quantity: '100', receivedQuantity: '100' })],
  });
  const of = { userID: vendor.user.id, lines: [{ orderId, line: 1, quantity: 110 }] };
  const { sums } = (await vendor.post('/api/invoice/check', of)).body;
  const payload = { ...of, ...sums, invoiceNumber: String(api.serial()) };
  const headers = { ...ASKED, 'idempotency-key': String(api.serial()) };
  const made = await vendor.ask('POST', '/api/invoice/create', { payload, headers });
  return {
    made: made.body as Told,
    again: () => vendor.ask('POST', '/api/invoice/create', { payload, headers }),
    id: (made.body.answer ?? made.body).data._id,
  };
}

test('a stored difference comes with its message and values, and so does the response to a repeated write', async () => {
  const { made, again, id } = await exception();
  expect((await again()).body).toEqual(made);
  const { answer, texts } = (await vendor.ask('GET', `/api/invoice/match/${id}`, { headers: ASKED })).body as {
    answer: Match;
    texts: Texts;
  };
  expect(answer.findings.length).toBeGreaterThan(0);
  rememberAll(texts);
  const told = answer.findings.flatMap(({ message, wayOut }) => [message, wayOut ?? '']);
  expect(told.filter((text) => english(text)).length).toBeGreaterThan(0);
  expect(told.map((text) => translate(text)).filter(english)).toEqual([]);
  expect(Object.keys(texts).filter((text) => !JSON.stringify([answer, Object.values(texts)]).includes(JSON.stringify(text)))).toEqual([]);
});

test('a stored difference of another vendor is revealed to no one who sends the header', async () => {
  const { id } = await exception();
  const other = await api.newVendor();
  const refused = await other.ask('GET', `/api/invoice/match/${id}`, { headers: ASKED });
  expect([refused.status, refused.body]).toEqual([404, { message: 'Not found.', code: 'not_found' }]);
});

test('a notification of several differences reads in Hindi, with entered text unchanged', () => {
  const words = [
    { poNumber: '{next}', line: 1, uom: 'BAG', sent: 30, received: 26 },
    { poNumber: 'PO/2', line: 2, uom: 'BAG', sent: 20, received: 23 },
  ].map((each) => differenceWords(each) ?? '');
  const receipt = { number: 'GRN-1', note: 'DC-1', differences: words, texts: textsOf(words) };
  const { detail } = noticeWords({ kind: 'differences', content: { count: 1, receipts: [receipt] } });
  expect(detail).toBe(words.join(' '));
  expect(translate(detail)).toBe(words.map((each) => translate(each)).join(' '));
  expect([english(translate(detail)), translate(detail).includes('{next}')]).toEqual([false, true]);
});

interface Match {
  findings: { message: string; wayOut: string | null }[];
}

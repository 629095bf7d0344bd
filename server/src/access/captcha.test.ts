import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { solve } from '../../test/captcha.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type Captcha, openCaptcha } from './captcha.ts';

let database: TestDatabase;
let captcha: Captcha;
beforeAll(async () => {
  database = await createTestDatabase();
  captcha = await openCaptcha({ captcha: true }, database.db);
});
afterEach(() => void vi.useRealTimers());
afterAll(() => database.drop());

const claim = (answer: string) => captcha.claim(database.db, answer);

type Answer = { challenge: { parameters: Record<string, unknown>; signature: string }; solution: Record<string, unknown> };
/** The response with a changed part. */
function altered(answer: string, change: (parts: Answer) => void): string {
  const parts = JSON.parse(Buffer.from(answer, 'base64').toString()) as Answer;
  change(parts);
  return Buffer.from(JSON.stringify(parts)).toString('base64');
}

test('the widget can read a challenge', async () => {
  const challenge = await captcha.challenge();
  expect(challenge).toEqual({
    parameters: {
      algorithm: 'PBKDF2/SHA-256',
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      salt: expect.stringMatching(/^[0-9a-f]{32}$/),
      cost: 1000,
      keyLength: 32,
      keyPrefix: expect.stringMatching(/^[0-9a-f]{32}$/),
      keySignature: expect.stringMatching(/^[0-9a-f]{64}$/),
      expiresAt: expect.any(Number),
    },
    signature: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const secondsLeft = Number(challenge.parameters.expiresAt) - Date.now() / 1000;
  expect(secondsLeft).toBeGreaterThan(590);
  expect(secondsLeft).toBeLessThanOrEqual(600);
});

test('a captcha response counts once', async () => {
  const answer = await solve(await captcha.challenge());
  expect(await claim(answer)).toBe(true);
  expect(await claim(answer)).toBe(false);
});

test('another spelling of a captcha response does not count again', async () => {
  const answer = await solve(await captcha.challenge());
  expect(await claim(altered(answer, ({ solution }) => (solution['time'] = 1)))).toBe(true);
  expect(await claim(altered(answer, ({ solution }) => (solution['time'] = 2)))).toBe(false);
  expect(await claim(altered(answer, ({ solution }) => (solution['counter'] = 5)))).toBe(false);
  expect(await claim(answer.replace(/=+$/, ''))).toBe(false);
  expect(await claim(` ${answer}`)).toBe(false);
});

test('only one of many concurrent uses of a captcha response counts', async () => {
  const answer = await solve(await captcha.challenge());
  const claims = await Promise.all(Array.from({ length: 8 }, () => claim(answer)));
  expect(claims.filter(Boolean)).toHaveLength(1);
});

test('a transaction that fails releases the captcha response', async () => {
  const answer = await solve(await captcha.challenge());
  await database.db
    .transaction(async (tx) => {
      expect(await captcha.claim(tx, answer)).toBe(true);
      throw new Error('the e-mail is not valid');
    })
    .catch(() => undefined);
  expect(await claim(answer)).toBe(true);
});

test('a captcha response counts in every process of its installation, but in no other installation', async () => {
  const answer = await solve(await captcha.challenge());
  const other = await createTestDatabase();
  try {
    expect(await (await openCaptcha({ captcha: true }, other.db)).claim(other.db, answer)).toBe(false);
  } finally {
    await other.drop();
  }
  expect(await (await openCaptcha({ captcha: true }, database.db)).claim(database.db, answer)).toBe(true);
  expect(await claim(answer)).toBe(false);
});

test('a captcha response expires after ten minutes and stays expired', async () => {
  const early = await solve(await captcha.challenge());
  const late = await solve(await captcha.challenge());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 590_000 });
  expect(await claim(early)).toBe(true);
  vi.setSystemTime(Date.now() + 20_000);
  expect(await claim(late)).toBe(false);
  expect(await claim(early)).toBe(false);
});

test('each use removes entries that expired long ago, and no others', async () => {
  await database.db.execute(sql`
    insert into captcha_answers (digest, expires_at) values ('old', now() - interval '1 minute'), ('new', now() + interval '1 minute')`);
  await claim(await solve(await captcha.challenge()));
  const left = await database.db.rows<{ digest: Buffer }>(sql`select digest from captcha_answers`);
  const texts = left.map(({ digest }) => digest.toString());
  expect(texts).toContain('new');
  expect(texts).not.toContain('old');
});

test('the removal of expired entries waits for no other call', async () => {
  await database.db.execute(sql`insert into captcha_answers (digest, expires_at) values ('held', now() - interval '1 minute')`);
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`select from captcha_answers where digest = 'held' for update`);
    expect(await claim(await solve(await captcha.challenge()))).toBe(true);
  });
});

describe('malformed responses', async () => {
  test.each([
    '',
    'true',
    'null',
    'e30=',
    'W10=',
    '🤖',
    'x'.repeat(100_000),
    Buffer.from('{"challenge":null,"solution":null,"test":true}').toString('base64'),
  ])('are rejected: %.40j', async (answer) => expect(await claim(answer)).toBe(false));

  test.each<[string, (parts: Answer) => void]>([
    ['a guessed solution', ({ solution }) => (solution['derivedKey'] = '00'.repeat(32))],
    ['a longer life', ({ challenge }) => (challenge.parameters['expiresAt'] = 4_000_000_000)],
    ['no end of life', ({ challenge }) => delete challenge.parameters['expiresAt']],
    ['another nonce', ({ challenge }) => (challenge.parameters['nonce'] = '00'.repeat(16))],
    ['an easier task', ({ challenge }) => (challenge.parameters['keyPrefix'] = '00')],
    ['an unsigned solution', ({ challenge }) => delete challenge.parameters['keySignature']],
    ['no signature', ({ challenge }) => (challenge.signature = '')],
    ['a counter in words', ({ solution }) => (solution['counter'] = 'seven')],
  ])('are rejected: %s', async (_, change) => {
    const answer = await solve(await captcha.challenge());
    expect(await claim(altered(answer, change))).toBe(false);
    expect(await claim(answer)).toBe(true);
  });
});

test('any response counts if captchas are off', async () => {
  const off = await openCaptcha({ captcha: false }, database.db);
  expect(await off.claim(database.db, '')).toBe(true);
});

import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { type Api, startApi } from '../../test/api.ts';
import { solve } from '../../test/captcha.ts';
import { papers, registration, without } from '../../test/forms.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => api.close());

describe('the captcha of registration', () => {
  const answer = async () => solve((await api.visitor.get('/api/captcha')).body);
  const attempt = (overrides: Record<string, unknown>) =>
    api.visitor.send('POST', '/api/auth/create', registration(api.serial(), overrides), papers());
  const refused = { message: 'Please verify that you are not a robot.', errors: { captcha: 'Please verify that you are not a robot.' } };

  test.each([{}, { captcha: '' }, { captcha: 'true' }, { captcha: 'e30=' }, { captcha: 'x'.repeat(20_000) }])(
    '%.40j is rejected, and nothing is saved',
    async (given) => {
      const { status, body } = await attempt(given);
      expect([status, body]).toEqual([422, refused]);
      expect(await api.ctx.db.first(sql`select 1 from users`)).toBeUndefined();
    },
  );

  test('is required beside the other errors', async () => {
    expect((await attempt({ firstName: '' })).body.errors).toEqual({ firstName: 'First name is required.', ...refused.errors });
  });

  test('can be used once when solved, and not after it has expired', async () => {
    const [once, late] = [await answer(), await answer()];
    // A form with an error does not use it up.
    expect((await attempt({ captcha: once, city: '' })).body.errors).toEqual({ city: 'City is required.' });
    expect((await attempt({ captcha: once })).status).toBe(200);
    const again = await attempt({ captcha: once });
    expect([again.status, again.body]).toEqual([422, refused]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
    expect((await attempt({ captcha: late })).body).toEqual(refused);
  });

  test('is not required for an administrator', async () => {
    const admin = await api.newAdmin();
    expect((await admin.send('POST', '/api/auth/create', without(registration(api.serial()), 'captcha'), papers())).status).toBe(200);
  });
});

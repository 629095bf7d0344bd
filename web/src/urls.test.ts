import { afterAll, expect, test, vi } from 'vitest';

import { ownPath, urls } from './urls.ts';

vi.stubGlobal('window', { location: { origin: 'https://portal.test' } });
afterAll(() => void vi.unstubAllGlobals());

test.each([
  ['/invoices/debit?page=2#x', '/invoices/debit?page=2#x'],
  ['https://evil.test/', urls.dashboard],
  ['//evil.test/', urls.dashboard],
  ['/\\evil.test', urls.dashboard],
  ['/\t/evil.test', urls.dashboard],
  ['/.//evil.test', urls.dashboard],
  ['/users/..//evil.test', urls.dashboard],
  ['/%2e/\\evil.test', urls.dashboard],
  ['/login/?redirectFrom=/login/', urls.dashboard],
  ['javascript:alert(1)', urls.dashboard],
  ['dashboard', urls.dashboard],
  ['/LOGOUT', urls.dashboard],
  ['/login?redirectFrom=/login', urls.dashboard],
  [undefined, urls.dashboard],
])('a redirect to %j leads to %s', (given, expected) => {
  expect(ownPath(given)).toBe(expected);
});

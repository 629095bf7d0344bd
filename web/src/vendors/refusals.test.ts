import { expect, test, vi } from 'vitest';

vi.stubGlobal('window', { addEventListener: () => undefined, location: { origin: 'http://localhost' } });
vi.stubGlobal('localStorage', { getItem: () => null });
const { ApiError, OFFLINE } = await import('../ground/api.ts');
const { somethingWrong } = await import('./refusals.ts');

const WORDS = 'Invoice number should not be same or Something went wrong';

test.each([
  // No answer came: it says so, and no reason that nobody knows.
  [new ApiError(0, OFFLINE), OFFLINE],
  [new ApiError(500, 'Something went wrong'), WORDS],
  [new ApiError(429, 'Too many attempts.'), `${WORDS}. Too many attempts.`],
  [new ApiError(409, 'It has changed.'), 'It has changed.'],
  [new ApiError(422, 'Invalid', { errors: { MRP: 'MRP is required.' } }), 'Invalid'],
])('the specified message appears only if the server does not give a better one: %s', (error, words) =>
  expect((somethingWrong(error, WORDS) as Error).message).toBe(words),
);

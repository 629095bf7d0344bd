import type * as Argon2 from '@node-rs/argon2';
import { vi } from 'vitest';

// A password takes 15 ms of a core to hash, and tests make thousands of accounts. A stored hash names its own cost, so the portal checks
// these as it checks any other. `passwords.test.ts` hashes at the cost of the portal.
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof Argon2>();
  const quick = { memoryCost: 64, timeCost: 1 };
  const hash: typeof argon2.hash = (text, options, ...more) => argon2.hash(text, { ...options, ...quick }, ...more);
  return { ...argon2, hash };
});

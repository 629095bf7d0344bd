import { defineConfig } from 'vitest/config';

/** Tests of the API through PgBouncer in transaction mode, and with a streaming replica: `npm run test:scaling`. */
export default defineConfig({
  test: {
    include: [
      'server/test/scaling.live.ts',
      'server/test/instances.test.ts',
      'server/src/process/workers.test.ts',
      'server/src/sign-in/signIn.test.ts',
      'server/src/http/idempotency.test.ts',
      'server/src/invoices/invoices.test.ts',
      'server/src/mail/mailing.test.ts',
      'server/src/buyer-system/pull/pull.test.ts',
    ],
    globalSetup: ['server/test/build.setup.ts', 'server/test/scaling.setup.ts'],
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
});

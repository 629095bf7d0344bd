import { defineConfig } from 'vitest/config';

/** Tests against a real Tryton: `npm run test:tryton`, with a limit of 10 minutes. */
export default defineConfig({
  test: {
    include: ['server/test/tryton.live.ts'],
    globalSetup: ['server/test/build.setup.ts', 'server/test/database.setup.ts'],
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 420_000,
  },
});

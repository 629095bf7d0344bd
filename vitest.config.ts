import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,server,web,scripts}/**/*.test.{ts,tsx,mjs}'],
    globalSetup: ['server/test/build.setup.ts', 'server/test/database.setup.ts'],
    // Loading packages anew for each file took a third of the time.
    isolate: false,
    setupFiles: ['server/test/freshModules.setup.ts'],
    // Each worker holds connections and hashes passwords: more of them than cores only wait for each other.
    maxWorkers: 2,
    // The time is for slow machines: a test that passes waits for none of it.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One test among thousands may meet a machine that stands still; it is named in the end, and a fault fails twice.
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
});

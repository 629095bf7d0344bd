import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,server,web,scripts}/**/*.test.{ts,tsx,mjs}'],
    globalSetup: ['server/test/build.setup.ts', 'server/test/database.setup.ts'],
    // Loading the packages again for each file took a third of the time.
    isolate: false,
    setupFiles: ['server/test/freshModules.setup.ts', 'server/test/quickHashes.setup.ts'],
    // Each worker holds connections and hashes passwords; more workers than cores would only wait for each other.
    maxWorkers: 2,
    // The timeout allows for slow machines; passing tests never wait for it.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One test among thousands may meet a stalled machine. The report names it, and a real fault fails twice.
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
});

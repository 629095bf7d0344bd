import { existsSync } from 'node:fs';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { defineConfig } from '@playwright/test';

import { folderParent } from '../server/test/folder.ts';
import { STILL_DATA, STILL_PORT, STILL_URL } from './still.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const port = Number(process.env['E2E_PORT'] ?? 3417);
/** The second portal serves only the sweep of screens, and takes seconds to fill. */
const named = process.argv
  .map((word) => basename(word, '.spec.ts'))
  .filter((word) => existsSync(fileURLToPath(new URL(`./${word}.spec.ts`, import.meta.url))));
const withStill = named.includes('screens') || (named.length === 0 && !process.argv.includes('--grep=@journey'));
const dataDir = join(folderParent(), `aapurti-e2e-${port}`);

/** Playwright loads this file in each of its processes, and so does the linter; only the first process of a test run may clear the data. */
if (process.argv.includes('test') && process.env['TEST_WORKER_INDEX'] === undefined && process.env['E2E_CLEARED'] === undefined) {
  const clear = () => {
    for (const folder of [dataDir, STILL_DATA]) rmSync(folder, { recursive: true, force: true });
  };
  clear();
  // The servers have ended by then, and the memory is others'.
  process.once('exit', clear);
  process.env['E2E_CLEARED'] = 'true';
}

/**
 * The system's browser if there is one, because Playwright's own has to be downloaded. The headless shell takes two thirds of the CPU time.
 */
const system = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
].find((path) => existsSync(path));

const server = {
  cwd: root,
  timeout: 120_000,
  gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  stdout: 'ignore',
  stderr: 'pipe',
} as const;

export default defineConfig({
  testDir: '.',
  outputDir: './results',
  // All tests share one database: each test creates its own vendor, and two browsers are the most that two cores can run.
  workers: 2,
  fullyParallel: true,
  // The timeout is generous, for slow machines; passing tests never wait for it.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env['CI'] !== undefined,
  // One browser test in a hundred may meet a stalled machine. The report names it, and a real fault fails twice.
  retries: process.env['CI'] === undefined ? 0 : 1,
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Transitions cost time to render and to wait for.
    contextOptions: { reducedMotion: 'reduce' },
    // Only the offline tests need the service worker.
    serviceWorkers: 'block',
    // Recording costs a quarter of the time; set TRACE=on to investigate a failure.
    trace: process.env['TRACE'] === 'on' ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(system === undefined ? {} : { executablePath: system }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // The flag renders letters like a headed browser, which the pictures are compared with.
        '--font-render-hinting=slight',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: [
    {
      ...server,
      command: 'node server/dist/main.js',
      url: `http://127.0.0.1:${port}/readyz`,
      env: {
        PORT: String(port),
        DATA_DIR: dataDir,
        RATE_LIMITS: 'off',
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        WEBHOOK_NETS: '127.0.0.0/8,::1/128',
      },
    },
    ...(withStill
      ? [
          {
            ...server,
            command: 'node --import tsx e2e/stillPortal.ts',
            url: `${STILL_URL}/readyz`,
            env: { PORT: String(STILL_PORT), DATA_DIR: STILL_DATA, RATE_LIMITS: 'off', PUBLIC_URL: STILL_URL },
          },
        ]
      : []),
  ],
});

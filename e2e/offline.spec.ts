import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, expectAccessible, test } from './portal.ts';

test.use({ serviceWorkers: 'allow' });

const root = fileURLToPath(new URL('..', import.meta.url));

/** A portal of this test alone, which it may stop. */
async function ownPortal() {
  const dataDir = await mkdtemp(join(tmpdir(), 'aapurti-offline-'));
  const socket = createServer().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as { port: number };
  socket.close();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  return {
    url,
    async start() {
      child = spawn('node', ['server/dist/main.js'], {
        cwd: root,
        env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: 'false', PUBLIC_URL: url },
        stdio: 'ignore',
      });
      const answers = () =>
        fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      await expect.poll(answers, { timeout: 60_000 }).toBe(true);
    },
    async stop() {
      if (child === null || child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}

test('while the portal is away its own page says so, and opens what was asked for once it is back', async ({ page }) => {
  const portal = await ownPortal();
  try {
    await portal.start();

    await page.goto(`${portal.url}/login`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

    await portal.stop();

    // Inside the page: a screen whose script was not loaded before.
    await page.getByRole('link', { name: 'Forgot password' }).click();
    await expect(page.getByRole('heading', { name: 'The portal can not be reached' })).toBeVisible();
    await expectAccessible(page);

    await portal.start();

    await expect(page).toHaveURL(/\/password-reset$/);
    await expect(page.getByLabel('E-mail')).toBeVisible();

    // A fresh page.

    await portal.stop();

    await page.goto(`${portal.url}/register`);
    await expect(page.getByRole('heading', { name: 'The portal can not be reached' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Still no answer.')).toBeVisible();

    await portal.start();

    await expect(page.getByLabel('First Name')).toBeVisible();
    expect(
      await page.evaluate(async () => (await (await caches.open('offline-1')).keys()).map(({ url }) => new URL(url).pathname)),
    ).toEqual(['/offline.html', '/offline.js', '/color-scheme.js', '/favicon.svg']);
  } finally {
    await portal.stop();

    await portal.remove();
  }
});

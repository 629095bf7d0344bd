import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

import { expect } from '@playwright/test';

import { makeFolder } from '../server/test/folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A portal for one test alone, which may stop it and change its controls. */
export async function ownPortal() {
  const dataDir = await makeFolder('aapurti-own-');
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
        env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, RATE_LIMITS: 'off', PUBLIC_URL: url },
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

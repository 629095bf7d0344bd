// Checks that the package of `npm run pack` runs without the workspace, and that its upgrade keeps the data.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from './pack.mjs';
import { run } from './workspace.mjs';

const STARTS_MS = 120_000;

/** @throws Error that names the failed check. */
export async function checkPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'aapurti-package-'));
  try {
    const env = { DATA_DIR: join(folder, 'data'), PORT: '0', DATABASE_URL: '', NODE_ENV: '' };
    await install(folder, await pack());
    const invoiceNumber = '770077';
    await running(folder, env, async (url) => {
      const token = await signIn(url);
      const form = { invoiceNumber, invoiceDate: '2026-04-02', invoiceValue: '118' };
      const { status } = await call(url, '/api/invoice/create', { method: 'POST', token, body: form });
      if (status !== 200) throw new Error(`The invoice call responded with status ${status}.`);
      const page = await (await fetch(url)).text();
      if (!page.includes('<div id="root">')) throw new Error('The package does not serve the page.');
    });
    await install(folder, await pack('999.0.0'));
    await running(folder, env, async (url) => {
      const { body } = await call(url, `/api/invoice/get?invoiceNumber=${invoiceNumber}`, { token: await signIn(url) });
      if (body.length !== 1) throw new Error('After the upgrade the invoice is gone.');
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Into an empty folder, with production dependencies only. */
async function install(folder, file) {
  const quiet = ['--silent', '--no-audit', '--no-fund', '--prefer-offline'];
  await run('npm', ['install', '--prefix', folder, '--omit=dev', ...quiet, file], { cwd: folder });
}

async function running(folder, env, work) {
  const child = spawn(process.execPath, [join(folder, 'node_modules/aapurti/aapurti.mjs')], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((done) => child.once('exit', done));
  try {
    let said = '';
    const url = await new Promise((found, fail) => {
      const late = setTimeout(() => fail(new Error(`The package did not start:\n${said}`)), STARTS_MS);
      child.once('exit', (code) => fail(new Error(`The package ended with ${code}:\n${said}`)));
      child.stdout.on('data', (chunk) => {
        said += chunk;
        const at = /Aapurti is at (http\S+)/.exec(said)?.[1];
        if (at === undefined) return;
        clearTimeout(late);
        found(at);
      });
    });
    await work(url);
  } finally {
    child.kill();
    await ended;
  }
}

async function signIn(url) {
  const { body: site } = await call(url, '/api/site');
  const { email, passWord } = site.demo.find(({ who }) => who.startsWith('Vendor'));
  return (await call(url, '/api/auth/login', { method: 'POST', body: { email, passWord } })).body.token;
}

async function call(url, path, { method = 'GET', token, body } = {}) {
  const headers = { ...(token && { authorization: token }), ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(new URL(path, url), { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: answer.status, body: await answer.json() };
}

// A browser for the tests: the system's, else Playwright's own, else Debian's package where this process may install it.
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from './workspace.mjs';

/** The same that e2e/playwright.config.ts looks for. */
const systems = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Makes sure that there is a browser. @throws Error that explains how to get one. */
export async function findBrowser() {
  if (systems.some(existsSync) || hasPlaywrights()) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No browser was found: installing the system package chromium (apt-get install chromium)…');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
    return;
  }
  throw new Error('No browser was found. Run `npx playwright install chromium`, or install Chromium or Google Chrome.');
}

function hasPlaywrights() {
  const places = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
    join(homedir(), 'AppData/Local/ms-playwright'),
  ];
  return places.some((place) => place && existsSync(place) && readdirSync(place).some((name) => name.startsWith('chromium')));
}

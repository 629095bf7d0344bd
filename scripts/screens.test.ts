import { readdirSync } from 'node:fs';

import { afterAll, expect, test, vi } from 'vitest';

import { pictureName } from '../e2e/pictures.ts';
import { addressesOf, DIALOGS, FORMS, NO_SCREEN, SCREENS } from '../e2e/screens.ts';
import { KINDS } from '../server/test/fieldKinds.ts';

// Guards and session look at these when they are loaded.
vi.stubGlobal('localStorage', { getItem: () => null });
vi.stubGlobal('window', { addEventListener: () => undefined, location: { origin: 'http://portal.test' } });
afterAll(() => void vi.unstubAllGlobals());

const { router } = await import('../web/src/routes.tsx');

test('the sweep of screens visits every route of the router, and nothing else', () => {
  const routes = Object.values(router.routesById)
    .map(({ options }) => (options as { path?: string }).path)
    .filter((path) => path !== undefined);
  expect([...Object.keys(SCREENS), ...NO_SCREEN].sort()).toEqual(routes.sort());
});

test('each address belongs to its route', () => {
  for (const [path, screen] of Object.entries(SCREENS)) {
    // A parameter in braces may be left out.
    const parts = path.replaceAll(/\/\{-\$\w+\}/g, '(/[^/?]+)?').replaceAll(/\$\w+/g, '[^/?]+');
    const pattern = path === '$' ? /^/ : new RegExp(`^${parts}(\\?|$)`);
    const addresses = Object.values(screen as Record<string, readonly string[]>).flat();
    expect(addresses).not.toEqual([]);
    for (const address of addresses) expect(address).toMatch(pattern);
  }
});

test('each call that fills in a record has a form', () => {
  const writes = Object.values(KINDS).flatMap(({ create, edit = create }) => [create, edit]);
  expect(writes.filter((id) => FORMS[id] === undefined)).toEqual([]);
});

test('each address and dialog has a picture, and no other picture exists', () => {
  const wanted = (['visitor', 'office', 'vendor'] as const).flatMap((who) => addressesOf(who).map((address) => pictureName(who, address)));
  expect(readdirSync(new URL('../e2e/pictures', import.meta.url)).sort()).toEqual([...new Set([...wanted, ...DIALOGS])].sort());
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, test, vi } from 'vitest';

// The session looks at these when it is loaded.
vi.stubGlobal('localStorage', { getItem: () => null });
vi.stubGlobal('window', { addEventListener: () => undefined });
afterAll(() => void vi.unstubAllGlobals());

const { SECRET } = await import('./unfinished.ts');

test('an unfinished form never stores a typed password', () => {
  const root = join(import.meta.dirname, '..');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  const names = sources.flatMap((name) =>
    [...readFileSync(join(root, name), 'utf8').matchAll(/<PasswordField[^>]*?\bname="(\w+)"/g)].map(([, field]) => field ?? ''),
  );
  expect(names).toContain('clientSecret');
  expect(names.filter((name) => !SECRET.test(name))).toEqual([]);
});

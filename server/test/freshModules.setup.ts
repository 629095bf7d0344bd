import { readFileSync } from 'node:fs';

import { afterAll, expect, vi } from 'vitest';

// The test files of a worker share the modules that it has loaded: evaluating the portal's own modules again for each file took a third of
// the time. A file that replaces modules or globals gets fresh ones, and passes none of them on to the next file.
const { testPath = '' } = expect.getState();
if (/\bvi\.(mock|stubGlobal)\(/.test(readFileSync(testPath, 'utf8'))) {
  vi.resetModules();
  afterAll(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });
}

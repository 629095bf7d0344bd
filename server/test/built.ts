import { fileURLToPath } from 'node:url';

// The programs that `build.setup.ts` builds before the tests: processes and threads start from them in a fraction of the time that the
// sources take.
export const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
export const SHEET_THREAD = { filename: new URL('../dist/sheets/worker.js', import.meta.url).href };

import { fileURLToPath } from 'node:url';

// The programs that `build.setup.ts` builds before the tests: processes and threads start from them in a fraction of the time that the
// sources take. The thread has the priority of the tests, which wait for it: at its own, it starts in twice the time beside a busy core.
export const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
export const SHEET_THREAD = { filename: new URL('../dist/sheets/worker.js', import.meta.url).href, niceIncrement: 0 };

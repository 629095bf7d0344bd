import { join } from 'node:path';

import { folderParent } from '../server/test/folder.ts';

/** The address of the portal for pictures (stillPortal.ts), and its time: a Monday in the middle of a financial year. */
export const STILL_AT = '2026-11-16T10:00:00+05:30';
export const STILL_PORT = Number(process.env['E2E_PORT'] ?? 3417) + 1;
export const STILL_URL = `http://127.0.0.1:${STILL_PORT}`;
export const STILL_DATA = join(folderParent(), `aapurti-e2e-${STILL_PORT}`);
/** The sign-in responses of the administrator and of the demo's first vendor. */
export const STILL_SESSIONS = `${STILL_DATA}/sessions.json`;

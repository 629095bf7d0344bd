/** `npm run openapi` writes docs/openapi.json; `--check` fails if the committed file differs. */
import { readFileSync, writeFileSync } from 'node:fs';

import { openApi } from './openapi.ts';

const file = new URL('../../../../docs/openapi.json', import.meta.url);
const text = `${JSON.stringify(openApi(), null, 2)}\n`;

if (process.argv.includes('--check')) {
  let committed = '';
  try {
    committed = readFileSync(file, 'utf8');
  } catch {
    // Reported below as a difference.
  }
  if (committed !== text) {
    console.error('docs/openapi.json is not what the contract gives. Run `npm run openapi` and commit it.');
    process.exit(1);
  }
  console.log('docs/openapi.json matches the contract.');
} else {
  writeFileSync(file, text);
}

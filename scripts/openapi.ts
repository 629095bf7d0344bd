// `npm run openapi` writes docs/openapi.json and scripts/refusals.txt. With `--check` it writes neither, and fails if the description
// differs; a test compares the refusals.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import '../server/src/http/openapi/write.ts';
import { tableOfRefusals } from './refusals.ts';

if (!process.argv.includes('--check')) writeFileSync(join(import.meta.dirname, 'refusals.txt'), tableOfRefusals());

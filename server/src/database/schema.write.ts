/** `npm run schema` writes schema.sql from a temporary database. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startEmbedded } from './embedded/embedded.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import { schemaOf } from './schema.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'aapurti-schema-'));
const embedded = await startEmbedded({ dataDir, durable: false });
const db = await openDatabase({ url: embedded.url, max: 1 });
try {
  await migrate(db);
  await writeFile(new URL('schema.sql', import.meta.url), await schemaOf(db));
} finally {
  await db.close();
  await embedded.stop();
  await rm(dataDir, { recursive: true });
}

/** The portal as in production, for the parent to load: the whole application on its own port. */
import { openContext } from '../server/src/openContext.ts';
import { buildApp } from '../server/src/app.ts';
import { openDatabase } from '../server/src/database/open.ts';
import type { Settings } from '../server/src/ground/env.ts';

process.once('message', (settings: Settings) => {
  void (async () => {
    const url = settings.databaseUrl ?? '';
    const db = await openDatabase({ url, max: 10 });
    const ctx = await openContext(settings, db, url);
    const app = await buildApp(ctx);
    await app.listen({ port: 0, host: '127.0.0.1' });
    process.send?.(app.server.address());
  })();
});

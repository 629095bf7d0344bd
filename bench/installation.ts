/** The portal with its embedded database, as a single-machine installation runs it; the parent kills it and starts it again. */
import { buildApp } from '../server/src/app.ts';
import { openInstalled } from '../server/src/database/installed.ts';
import type { Settings } from '../server/src/ground/env.ts';
import { openContext } from '../server/src/openContext.ts';

process.once('message', (settings: Settings) => {
  void (async () => {
    const { db, url } = await openInstalled(settings);
    const ctx = await openContext(settings, db, url);
    const app = await buildApp(ctx);
    await app.listen({ port: 0, host: '127.0.0.1' });
    process.send?.(app.server.address());
  })();
});

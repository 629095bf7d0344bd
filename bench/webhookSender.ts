/** The process that sends webhooks; the parent loads it and kills it. */
import { openDatabase } from '../server/src/database/open.ts';
import type { Settings } from '../server/src/ground/env.ts';
import { openContext } from '../server/src/openContext.ts';
import { openPoster } from '../server/src/integration/post.ts';
import { openWebhooks } from '../server/src/integration/sending.ts';

process.once('message', (settings: Settings) => {
  void (async () => {
    const url = settings.databaseUrl ?? '';
    const db = await openDatabase({ url, max: 10 });
    const ctx = await openContext(settings, db, url);
    openWebhooks(ctx, openPoster(ctx)).start();
    process.send?.({ port: 0 });
  })();
});

import { freshnessOf } from './sign-in/freshness.ts';
import { openSessions } from './sign-in/sessions.ts';
import { openBuyerSystem } from './erp/connect.ts';
import { openPulling } from './buyer-system/pull/pull.ts';
import { openCaptcha } from './access/captcha.ts';
import type { Context } from './context.ts';
import { openBox } from './database/box.ts';
import type { Database } from './database/database.ts';
import { openReplica, withoutReplica } from './database/replica.ts';
import type { Settings } from './ground/env.ts';
import { complain } from './process/complain.ts';
import { openFileStore } from './files/store.ts';
import { openMailer } from './mail/mailer.ts';
import { openMailing } from './mail/mailing.ts';
import { openUploads } from './sheets/uploads.ts';

/** The caller closes the database, after `sessions`, `reports` and `uploads`. */
export async function openContext(
  settings: Settings,
  db: Database,
  databaseUrl: string,
  clock: () => Date = () => new Date(),
  threads: Parameters<typeof openUploads>[1] = {},
): Promise<Context> {
  const [sessions, files, captcha, box] = await Promise.all([
    openSessions(db, databaseUrl, clock, settings),
    openFileStore(settings, db, clock),
    openCaptcha(settings, db),
    openBox(db, 'second-factor'),
  ]);
  const mail = openMailing(db, openMailer(settings, db), settings);
  const { databaseReplicaUrl: replicaUrl, databasePool: max, preparedStatements: prepared } = settings;
  const reports = replicaUrl === undefined ? withoutReplica(db) : openReplica(db, { url: replicaUrl, max, prepared });
  const buyerSystem = openBuyerSystem(settings.erp, db);
  const ctx: Context = {
    db,
    reports,
    clock,
    sessions,
    freshness: (actor, typed, address) => freshnessOf(ctx, actor, typed, address),
    mail,
    uploads: openUploads({ url: databaseUrl, settings, clock, itemSource: () => ctx.buyerSystem.source }, threads),
    files,
    buyerSystem,
    pulling: openPulling(db, () => ctx.buyerSystem),
    captcha,
    box,
    settings,
    afterwards: (work) => void work().catch(complain),
  };
  return ctx;
}

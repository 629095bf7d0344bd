import type { Actor, Fresh, Sessions } from './ground/actor.ts';
import type { BuyerSystem, Pulling } from './erp/port.ts';
import type { Captcha } from './access/captcha.ts';
import type { Box } from './database/box.ts';
import type { Database } from './database/database.ts';
import type { Reports } from './database/replica.ts';
import type { Settings } from './ground/env.ts';
import type { FileStore } from './files/store.ts';
import type { Mailing } from './mail/mailing.ts';
import type { Uploads } from './sheets/uploads.ts';

/** The dependencies of verbs, passed as an argument. */
export interface Context {
  db: Database;
  /** The database for reports and exports, which may be a replica. */
  reports: Reports;
  clock: () => Date;
  sessions: Sessions;
  /**
   * Checks that the caller has proved its identity recently, or proves it now with `typed`. Wrong passwords are counted.
   * @throws Refusal 422, 429
   */
  freshness: (actor: Actor, typed: string | undefined, address: string) => Promise<Fresh>;
  mail: Mailing;
  uploads: Uploads;
  files: FileStore;
  buyerSystem: BuyerSystem;
  pulling: Pulling;
  captcha: Captcha;
  box: Box;
  settings: Settings;
  /** Runs work after the commit and before the response; a failure is only logged. */
  afterwards: (work: () => Promise<unknown>) => void;
}

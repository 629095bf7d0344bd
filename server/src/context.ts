import type { Sessions } from './actor.ts';
import type { BuyerSystem, Pulling } from './erp/port.ts';
import type { Captcha } from './captcha/captcha.ts';
import type { Box } from './database/box.ts';
import type { Database } from './database/database.ts';
import type { Reports } from './database/replica.ts';
import type { Settings } from './env.ts';
import type { FileStore } from './files/store.ts';
import type { Mailing } from './mail/mailing.ts';
import type { Uploads } from './sheets/uploads.ts';

/** Everything a verb needs from the world, handed on by hand. */
export interface Context {
  db: Database;
  /** For reports and exports, which a replica of the database may answer. */
  reports: Reports;
  clock: () => Date;
  sessions: Sessions;
  /** The job that sends what is in the queue of mails. */
  mail: Mailing;
  /** What takes in the sheets that are sent. */
  uploads: Uploads;
  files: FileStore;
  buyerSystem: BuyerSystem;
  /** The job that takes over what the buyer's system has. */
  pulling: Pulling;
  captcha: Captcha;
  /** Encrypts the secrets of second factors. */
  box: Box;
  settings: Settings;
  /** Runs work, such as waking a job, once the call's transaction has ended well; before the answer, and never instead of it. */
  afterwards: (work: () => Promise<unknown>) => void;
}

import { migrationsTo } from '../migrate.ts';
import type { Manifest } from './manifest.ts';

/** The migrations of the previous layout, from before they were folded into one file per domain. */
const BEFORE = { first: '0001_accounts.sql', last: '0155_webhook_versions.sql', count: 66 };
/** The last migration of the fold; up to it, tables have the same content as before. */
const FOLD = '0017_followed.sql';

/** Tables and sequences of that layout that were renamed. */
const NAMES: Readonly<Record<string, string>> = { goods_receipts: 'receipt_lines', goods_receipts_id_seq: 'receipt_lines_id_seq' };

/** The tables that receive the rows of a backup. */
export interface Layout {
  /** The migrations that create them. */
  migrations: Manifest['migrations'];
  nameNow: (name: string) => string;
}

/** @throws Error for the operator if the backup has the previous layout but is not from its last version. */
export async function layoutOf({ migrations }: Manifest): Promise<Layout> {
  const names = migrations.map(({ name }) => name).toSorted();
  if (!names.includes(BEFORE.first)) return { migrations, nameNow: (name) => name };
  if (names.length !== BEFORE.count || names.at(-1) !== BEFORE.last) {
    throw new Error(`This backup lacks changes of the tables up to ${BEFORE.last}, or has later ones, so this version cannot read it:
start the last version before this one with the data, which brings its tables up to date, and make the backup with that version.`);
  }
  return { migrations: await migrationsTo(FOLD), nameNow: (name) => NAMES[name] ?? name };
}

import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';

/**
 * Sorts what sheets have added into the index of the search. It is found before, too, only slower: until then each search reads all
 * of it, in order. The database does it of itself as well, but later. Holds up nobody who reads or writes.
 */
export async function sortIntoSearch(db: Database): Promise<void> {
  await db.execute(sql`select gin_clean_pending_list('products_search'::regclass)`);
}

import type { Tolerances } from '@aapurti/contract/invoices/matchFacts';
import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';

interface TolerancesOf extends Tolerances, Record<string, unknown> {
  /** The category in lower case; null for all. */
  category: string | null;
}

/**
 * The tolerances in effect on a date, in order of precedence: a vendor's own for a category, its own, those of a category, and the default
 * ones.
 * @param vendorId null for only the default ones.
 */
export async function tolerancesOn(db: Database, day: string, vendorId: string | null): Promise<TolerancesOf[]> {
  return db.rows<TolerancesOf>(sql`
    with known as (
      select distinct on (coalesce(vendor_id, 0), lower(coalesce(category, '')))
        vendor_id, lower(category) as category, quantity, price, price_amount as "priceAmount"
      from match_tolerances
      where (vendor_id is null or vendor_id = ${vendorId}::bigint) and (${vendorId}::bigint is not null or category is null)
        and (valid_from is null or valid_from <= ${day}::date)
      order by coalesce(vendor_id, 0), lower(coalesce(category, '')), valid_from desc nulls last
    )
    select category, quantity, price, "priceAmount" from known where quantity is not null
    order by vendor_id is null, category is null`);
}

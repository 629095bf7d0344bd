import type { MatchedInvoice } from '@aapurti/contract/invoices/matchFacts';
import type { PartyFields } from '@aapurti/contract/ground/registrationRules';
import sql, { type Sql } from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { partiesFor } from '../registrations/parties.ts';

type HeadParties = Pick<MatchedInvoice, 'vendorGST' | 'buyerGST' | 'isOnly' | 'ended'>;

/** The day on which a stored invoice began to count. */
const savedOn = sql`(coalesce(counts_since, created_at) at time zone 'Asia/Kolkata')::date`;

/** The last day of a registration that had ended before a day; one that is replaced ends on the day before, so that day still counts. */
const endedBefore = (registration: Sql, day: Sql) =>
  sql`(select valid_to from registrations where id = ${registration} and valid_to < ${day} - 1)`;

/** Select list of the registrations of a stored invoice, as the match takes them. */
export const storedParties = sql`
  (select code from registrations where id = vendor_registration_id) as "vendorGST",
  (select code from registrations where id = buyer_registration_id) as "buyerGST",
  json_build_object('vendor', registration_for(vendor_id, invoice_date, null) is not distinct from vendor_registration_id,
    'buyer', registration_for(0, invoice_date, null) is not distinct from buyer_registration_id) as "isOnly",
  json_build_object('vendor', ${endedBefore(sql`vendor_registration_id`, savedOn)},
    'buyer', ${endedBefore(sql`buyer_registration_id`, savedOn)}) as ended`;

/** The registrations of an invoice that is not stored yet. */
export async function partiesOfHead(
  db: Database,
  { owner, date, today, ...asked }: PartyFields & { owner: string; date: string; today: string },
): Promise<HeadParties> {
  return db.one<HeadParties & Record<string, unknown>>(sql`
    select coalesce((select code from registrations where id = vendor_party), ${asked.vendorGST}::text) as "vendorGST",
      coalesce((select code from registrations where id = buyer_party), ${asked.buyerGST}::text) as "buyerGST",
      json_build_object('vendor', registration_for(${owner}::bigint, ${date}::date, null) is not distinct from vendor_party,
        'buyer', registration_for(0, ${date}::date, null) is not distinct from buyer_party) as "isOnly",
      json_build_object('vendor', ${endedBefore(sql`vendor_party`, sql`${today}::date`)},
        'buyer', ${endedBefore(sql`buyer_party`, sql`${today}::date`)}) as ended
    from ${partiesFor(owner, date, asked)}`);
}

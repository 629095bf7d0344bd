import { indianDay } from '@aapurti/contract/ground/fields';
import { REMINDER_DAYS } from '@aapurti/contract/vendors/licences';
import sql from 'sql-template-tag';

import type { Context } from '../context.ts';
import { queueMails } from '../mail/queue.ts';

interface Ending extends Record<string, unknown> {
  userId: string;
  name: string;
  number: string;
  until: string;
  left: number;
}

/**
 * E-mails the active owners of vendors whose FSSAI licence expires soon or has expired: once for each of the contract's days, and again if
 * the licence gets another expiry date.
 */
export async function remindOfLicences({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const today = indianDay(clock());
  await db.transaction(async (tx) => {
    const ending = await tx.rows<Ending>(sql`
      with due as (
        select vendors.id, fssai_number as number, fssai_valid_until as until, fssai_valid_until - ${today}::date as left,
          (select min(days) from unnest(${[...REMINDER_DAYS]}::int[]) days where fssai_valid_until - ${today}::date <= days) as days
        from vendors where fssai_valid_until <= ${today}::date + ${Math.max(...REMINDER_DAYS)}::int),
      told as (
        update vendors set fssai_reminded_days = due.days, fssai_reminded_of = due.until from due
        where vendors.id = due.id and (fssai_reminded_of is distinct from due.until or fssai_reminded_days > due.days)
        returning due.*)
      select users.id::text as "userId", first_name as name, number, until, told.left
      from told join memberships on memberships.vendor_id = told.id join users on users.id = user_id
      where role = 'owner' and is_active order by users.id`);
    await queueMails(
      tx,
      ending.map(({ userId, ...content }) => ({ kind: 'licence', userId, content })),
    );
  });
}

import { BUYER_ROLES, type Role } from '@aapurti/contract/access/roles';
import { type ControlValues, LIMITED_ROLES, PRESET_VALUES } from '@aapurti/contract/settings/controls';
import sql from 'sql-template-tag';

import { columnMap } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { findRow } from '../database/list.ts';

/** The switches with a column of their own; `payableInvoices` is stored as two flags, which keep their names in the API. */
export const controlTable = columnMap('portal_settings', {
  preset: ['preset', 'text'],
  invoiceOnlyAccepted: ['invoice_only_accepted', 'boolean'],
  duties: ['duties', 'boolean'],
  bankTwoPeople: ['bank_two_people', 'boolean'],
  bankWaitHours: ['bank_wait_hours', 'integer'],
  vendorPaymentsReported: ['vendor_payments_reported', 'boolean'],
  advancePercent: ['advance_percent', 'numeric'],
  limitAdministrator: ['limit_administrator', 'numeric'],
  limitAccounts: ['limit_accounts', 'numeric'],
  limitApprover: ['limit_approver', 'numeric'],
  dayLimitAdministrator: ['day_limit_administrator', 'numeric'],
  dayLimitAccounts: ['day_limit_accounts', 'numeric'],
  dayLimitApprover: ['day_limit_approver', 'numeric'],
});

export const controlsSelected = sql`
  ${controlTable.selected},
  case when pay_only_approved then 'approved' when pay_only_matched then 'matched' else 'any' end as "payableInvoices"`;

/** The controls that apply now. */
export async function readControls(db: Database): Promise<ControlValues> {
  const found = await findRow<ControlValues>(db, { select: controlsSelected, from: sql`portal_settings` }, sql`true`);
  if (found === undefined) throw new Error('the migration adds the row of settings');
  return found;
}

/**
 * Tells whether payments on account without an order are unlimited, which is the case while no control is on. Otherwise the limit is the
 * remaining opening balance. An ERP's payments are always recorded, and listed as outside the rules if they exceed the limit.
 */
export function isOnAccountFree({ preset, payableInvoices, duties, advancePercent }: ControlValues): boolean {
  return preset === 'entered' && payableInvoices === 'any' && !duties && advancePercent === null;
}

/** The default is "Matched or approved" if no account exists yet: the installation is new, and neither upgraded nor restored. */
export async function beginWithControls(db: Database): Promise<void> {
  const values = PRESET_VALUES.matched;
  await db.execute(sql`
    update portal_settings set (${controlTable.names}, pay_only_matched, pay_only_approved) = (${controlTable.values(values)}, true, false)
    where controls_reviewed_at is null and preset = 'entered' and not exists (select from users)`);
}

/** Users who have left a role still count for this long, so that nobody can relax the controls by deactivating colleagues. */
const LEFT_DAYS = 7;

/** The number of buyer users who have one of the roles, or had it until a few days ago. */
export async function countPeople(db: Database, roles: readonly Role[]): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from (
      select user_id from memberships join users on users.id = user_id
      where memberships.vendor_id is null and is_active and role = any(${[...roles]}::text[])
      union
      select user_id from ended_roles
      where role = any(${[...roles]}::text[]) and ended_at > clock_timestamp() - make_interval(days => ${LEFT_DAYS})) people`);
  return count;
}

/** The number of users who may approve, release or pay. */
export const countDeciders = (db: Database) => countPeople(db, LIMITED_ROLES);
/** The number of buyer users. */
export const countUsers = (db: Database) => countPeople(db, BUYER_ROLES);

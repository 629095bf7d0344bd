import { BUYER_ROLES, type Role } from '@aapurti/contract/access/roles';
import { type ControlValues, LIMITED_ROLES, PRESET_VALUES } from '@aapurti/contract/settings/controls';
import sql from 'sql-template-tag';

import { columnMap } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { findRow } from '../database/list.ts';

/** The switches that have a column of their own; `payableInvoices` is stored as two flags, which keep their names on the wire. */
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
 * Tells if what is paid on account without an order has no limit: while nothing is controlled. Else it is what is left of the opening balance.
 * What the ERP pays so is recorded in any case, and listed as outside the rules where it would not be free.
 */
export function isOnAccountFree({ preset, payableInvoices, duties, advancePercent }: ControlValues): boolean {
  return preset === 'entered' && payableInvoices === 'any' && !duties && advancePercent === null;
}

/** Begins with "Matched or approved" where nobody has an account yet: the installation is new, and neither upgraded nor restored. */
export async function beginWithControls(db: Database): Promise<void> {
  const values = PRESET_VALUES.matched;
  await db.execute(sql`
    update portal_settings set (${controlTable.names}, pay_only_matched, pay_only_approved) = (${controlTable.values(values)}, true, false)
    where controls_reviewed_at is null and preset = 'entered' and not exists (select from users)`);
}

/** People who left a role still count for so long, so that nobody loosens the controls by deactivating colleagues. */
const LEFT_DAYS = 7;

/** The number of the buyer's users who have one of the roles, or had it until a few days ago. */
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

/** The number of people who may approve, release or pay. */
export const countDeciders = (db: Database) => countPeople(db, LIMITED_ROLES);
/** The number of the buyer's people. */
export const countUsers = (db: Database) => countPeople(db, BUYER_ROLES);

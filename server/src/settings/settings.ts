import type { BodyOf } from '@aapurti/contract/ground/operation';
import { checkedSettings, messages, type PortalSettings, type portalSettings, settingsCodes } from '@aapurti/contract/settings/settings';
import { indianDay } from '@aapurti/contract/ground/fields';
import type { Numbering } from '@aapurti/contract/settings/documentNumbers';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit, recordChange } from '../audit/audit.ts';
import { changedForm } from '../ground/changes.ts';
import type { Context } from '../context.ts';
import { columnMap } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { findRow } from '../database/list.ts';
import { checkLogo, TOO_LARGE } from '../files/sniff.ts';
import type { Upload } from '../http/multipart.ts';
import { invalid, refuseStale } from '../ground/refusal.ts';

const settingsTable = columnMap('portal_settings', {
  buyerName: ['buyer_name', 'text'],
  buyerAddress: ['buyer_address', 'text'],
  buyerContact: ['buyer_contact', 'text'],
  invoiceNumbers: ['invoice_numbers', 'text'],
  orderReminderDays: ['order_reminder_days', 'integer'],
  orderEscalationDays: ['order_escalation_days', 'integer'],
  holidays: ['holidays', 'text'],
  overDelivery: ['over_delivery', 'numeric'],
  allowedCharges: ['allowed_charges', 'text'],
  reverseCharge: ['reverse_charge', 'text'],
  signInNotice: ['sign_in_notice', 'text'],
  signInNoticeHindi: ['sign_in_notice_hindi', 'text'],
  signInNoticeFrom: ['sign_in_notice_from', 'date'],
  signInNoticeTo: ['sign_in_notice_to', 'date'],
  dashboardNotice: ['dashboard_notice', 'text'],
  dashboardNoticeHindi: ['dashboard_notice_hindi', 'text'],
  dashboardNoticeFrom: ['dashboard_notice_from', 'date'],
  dashboardNoticeTo: ['dashboard_notice_to', 'date'],
});

/** Controls that are listed among the settings. They are changed by the rules for controls. */
const controlFlags = columnMap('portal_settings', {
  invoiceOnlyAccepted: ['invoice_only_accepted', 'boolean'],
  payOnlyMatched: ['pay_only_matched', 'boolean'],
  payOnlyApproved: ['pay_only_approved', 'boolean'],
});

/** The URL contains the upload time, so browsers can cache the logo indefinitely. */
const logoAddress = sql`'/api/site/logo?v=' || (extract(epoch from logo_saved_at) * 1000)::bigint`;

const list = {
  select: sql`${settingsTable.selected}, ${controlFlags.selected}, ${logoAddress} as logo, portal_settings.updated_at as "updatedAt"`,
  from: sql`portal_settings`,
};

export function readSettings(db: Database): Promise<PortalSettings> {
  return storedSettings(db, sql`true`);
}

export async function numberingOf(db: Database): Promise<Numbering> {
  return (await readSettings(db)).invoiceNumbers;
}

async function storedSettings(db: Database, where: Parameters<typeof findRow>[2]): Promise<PortalSettings> {
  const found = await findRow<PortalSettings>(db, list, where);
  if (found === undefined) throw new Error('the migration adds the row of settings');
  return found;
}

const FLAGS = ['invoiceOnlyAccepted', 'payOnlyMatched', 'payOnlyApproved'] as const;

const entryOf = (actor: Actor) => ({ actor, ownerId: null, entity: 'settings', entityId: 'portal' }) as const;

/** The controls that are listed among the settings too. */
interface ControlChanges extends Record<string, unknown> {
  invoiceOnlyAccepted: boolean;
  payableInvoices: 'any' | 'matched' | 'approved';
}

interface Consequences {
  /** Changes controls by their own rules if the form changes those among the settings. */
  changeControls: (ctx: Context, changes: ControlChanges) => Promise<void>;
  /** Matches invoices again if a setting of the match changed. */
  compare: (tx: Database, before: PortalSettings, after: PortalSettings) => Promise<void>;
}

/** @throws Refusal 409 when stale, 422 if a field is wrong. */
export async function saveSettings(
  ctx: Context,
  actor: Actor,
  body: BodyOf<typeof portalSettings.save>,
  { changeControls, compare }: Consequences,
): Promise<PortalSettings> {
  return ctx.db.transaction(async (tx) => {
    const before = await storedSettings(tx, sql`true for no key update`);
    const { updatedAt, currentPassWord: _, ...sent } = body;
    refuseStale(before, updatedAt);
    const form = changedForm(checkedSettings, before, sent);
    const { invoiceOnlyAccepted, payOnlyMatched, payOnlyApproved } = form;
    if (FLAGS.some((name) => form[name] !== before[name])) {
      const payableInvoices = payOnlyApproved ? 'approved' : payOnlyMatched ? 'matched' : 'any';
      await changeControls({ ...ctx, db: tx }, { invoiceOnlyAccepted, payableInvoices });
    }
    await tx.execute(
      sql`update portal_settings set (${settingsTable.names}, updated_at) = (${settingsTable.values(form)}, clock_timestamp())`,
    );
    const after = await readSettings(tx);
    await recordChange(tx, { ...entryOf(actor), action: 'settings.edit' }, before, after);
    await compare(tx, before, after);
    return after;
  });
}

/** Stores the logo within 480 × 120 pixels; null removes it. Open forms stay valid, because the logo is not one of their fields. */
export async function saveLogo(ctx: Context, actor: Actor, upload: Upload | undefined | null): Promise<PortalSettings> {
  if (upload === undefined) throw invalid({ logo: messages.logo }, 422, settingsCodes.logo);
  const checked = upload === null ? null : upload.tooLarge ? TOO_LARGE : await checkLogo(upload.content, upload.name);
  if (checked !== null && !checked.ok)
    throw invalid({ logo: checked.message }, checked.reason === 'size' ? 413 : checked.reason === 'type' ? 415 : 422, settingsCodes.logo);
  return ctx.db.transaction(async (tx) => {
    const before = await storedSettings(tx, sql`true for no key update`);
    const content = checked?.content ?? null;
    await tx.execute(sql`
      update portal_settings set logo = ${content}, logo_saved_at = case when ${content}::bytea is not null then clock_timestamp() end`);
    const after = await readSettings(tx);
    const logo = upload === null ? null : upload.name;
    await recordAudit(tx, {
      ...entryOf(actor),
      action: 'settings.logo',
      before: { logo: before.logo },
      after: { logo: after.logo, file: logo },
    });
    return after;
  });
}

export async function readLogo(db: Database): Promise<Buffer | undefined> {
  const { logo } = await db.one<{ logo: Buffer | null }>(sql`select logo from portal_settings`);
  return logo ?? undefined;
}

/** The announcement shown today in India, in both languages; without a Hindi text its readers get the English one. */
export function noticeNow(
  settings: PortalSettings,
  notice: 'signInNotice' | 'dashboardNotice',
  clock: () => Date,
): { notice: string | null; noticeHindi: string | null } {
  const today = indianDay(clock());
  const [from, to] = [settings[`${notice}From`], settings[`${notice}To`]];
  const isShown = (from ?? today) <= today && today <= (to ?? today);
  return { notice: isShown ? settings[notice] : null, noticeHindi: isShown ? settings[`${notice}Hindi`] : null };
}

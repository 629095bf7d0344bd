import { messages, openingAmount } from '@aapurti/contract/payments/account';
import { indianDay } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import sql from 'sql-template-tag';

import { said } from '../database/said.ts';
import { ownedBy } from '../access/owner.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../ground/actor.ts';
import { Refusal } from '../ground/refusal.ts';
import type { Workbook } from '../ground/reply.ts';
import { enterOpening } from '../payments/openings.ts';
import { dateColumn, decimalColumn, required, textColumn } from '../sheets/columns.ts';
import { exportRows } from '../sheets/download.ts';
import { inParts, type Intake, keyedRows } from '../sheets/intake.ts';
import { isVendorOfRow, storeParts, unknownVendors, vendorColumn } from './staged.ts';

/** One row a vendor. */
export const openingColumns = {
  vendorCode: vendorColumn,
  amount: required(
    decimalColumn({
      heading: 'Amount',
      example: 25_000,
      note: 'In rupees, payable to the vendor. Use a minus sign if the vendor owes you.',
      range: openingAmount,
      words: { required: messages.openingAmount, invalid: messages.openingAmount },
    }),
  ),
  day: required(
    dateColumn({
      heading: 'Date',
      example: '31-03-2026',
      note: 'The date of the balance. A date, or text in the form DD-MM-YYYY.',
      words: { required: messages.openingDay },
    }),
  ),
  reason: required(
    textColumn({
      heading: 'Reason',
      example: 'Balance of the old ledger',
      note: 'The source of the balance, for example the old ledger.',
      width: 40,
      most: 500,
      words: { required: messages.openingReason },
    }),
  ),
};

const rowsByVendor = keyedRows(sql`vendor_code::int`);

/** Takes in a sheet of opening balances, as the form does one. A vendor that has another one is a fault. */
export function openingIntake(ctx: Pick<Context, 'clock'>, actor: Actor): Intake<typeof openingColumns> {
  const today = indianDay(ctx.clock());
  return {
    columns: openingColumns,
    fields: {},
    stage({ row: no, value: { day, amount } }, errors) {
      if (day > today) errors.add(no, openingColumns.day.heading, messages.openingFuture);
      if (amount.isZero()) errors.add(no, openingColumns.amount.heading, messages.openingAmount);
      return {};
    },
    faults: () => sql`
      ${unknownVendors}
      union all
      select row, 'Vendor Code', ${said('Vendor {vendor_code} is already in row {first}.', { vendor_code: sql`vendor_code`, first: sql`first` })}
      from (${rowsByVendor}) keyed where first < row
      order by row`,
    isCheckedByStoring: true,
    async store(tx, { errors }) {
      const rows = sql`
        select row, vendors.id::text as owner, amount::text as amount, day, reason
        from (${rowsByVendor}) staged join vendors on ${isVendorOfRow}
        where first = row and amount <> 0 and day <= ${today}::date and not exists (
          select from opening_balances known
          where known.vendor_id = vendors.id and status <> 'reversed' and (known.amount, known.day, known.reason) = (staged.amount, staged.day, staged.reason))
        order by vendors.id`;
      return storeParts(inParts<Row>(tx, rows), async (part) => {
        let created = 0;
        for (const { row, owner, amount, day, reason } of part) {
          try {
            await enterOpening(tx, actor, owner, { amount: new Decimal(amount), day, reason }, today);
            created += 1;
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            errors.add(row, error.status === 409 ? 'Vendor Code' : 'Amount', error.message);
          }
        }
        return { created, updated: 0 };
      });
    },
  };
}

interface Row extends Record<string, unknown> {
  row: number;
  owner: string;
  amount: string;
  day: string;
  reason: string;
}

/** The opening balances that were not reversed. */
export function exportOpenings(ctx: Context, actor: Actor, userID: string | null): Promise<Workbook> {
  const selected = sql`
    select vendors.code::text as "vendorCode", amount, day, reason from opening_balances opening join vendors on vendors.id = opening.vendor_id
    where status <> 'reversed' and ${ownedBy(sql`opening.vendor_id`, actor, userID) ?? sql`true`} order by opening.id`;
  return exportRows(ctx, actor, { name: 'opening-balances.xlsx', sheet: 'Opening balances', columns: openingColumns }, selected);
}

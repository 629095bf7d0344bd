import { rateCodes } from '@aapurti/contract/rates/gstRates';
import { rateProblem } from '@aapurti/contract/ground/rateRules';
import sql, { type Sql } from 'sql-template-tag';

import { codeIn, finished, said } from '../database/said.ts';
import type { Actor } from '../ground/actor.ts';
import { doerNames, doerOf } from '../audit/audit.ts';
import { compareAgain } from '../purchase-orders/lock.ts';
import type { Intake } from '../sheets/intake.ts';
import { rateColumns, rateTable } from './columns.ts';
import { daysOf, lockRates, overlapWords, taxedBy } from './rates.ts';

/** A row changes the stored rate of the same goods with the same start date. */
const isSame = (one: Sql, other: Sql) => sql`
  (${one}.hsn_prefix, ${one}.condition, ${one}.valid_from) = (${other}.hsn_prefix, ${other}.condition, ${other}.valid_from)`;

const [a, b, c] = [sql`staged`, sql`gst_rates`, sql`old`];

/** The rows whose dates overlap those of an earlier row, or of a rate that will exist once the sheet is stored. */
const overlaps = sql`
  with rates as (
    select row, hsn_prefix, condition, rate, valid_from, valid_to from staged
    union all
    select null, hsn_prefix, condition, rate, valid_from, valid_to from gst_rates where not exists (select from staged where ${isSame(a, b)})
  )
  select distinct on (mine.row) mine.row, 'Valid From' as column,
    case when other.row is null then ${overlapWords(sql`mine.hsn_prefix`, sql`other.rate`, sql`other.days`)}
      else ${said('{hsn_prefix} is already in row {row} {days}.', { hsn_prefix: sql`mine.hsn_prefix`, row: sql`other.row`, days: sql`other.days` }, rateCodes.overlap)} end as message
  from rates mine join (select *, ${daysOf} as days from rates) other using (hsn_prefix, condition)
  where mine.row is not null and (other.row is null or other.row < mine.row)
    and daterange(mine.valid_from, mine.valid_to, '[]') && daterange(other.valid_from, other.valid_to, '[]')
  order by mine.row, other.row`;

/** Imports a sheet of rates. A stored rate with the same start date is changed; overlapping dates are errors of their row. */
export function rateIntake(actor: Actor): Intake<typeof rateColumns> {
  return {
    columns: rateColumns,
    fields: rateTable.fields,
    stage({ row, value }, errors) {
      const problem = rateProblem(value);
      if (problem !== null) errors.add(row, rateColumns[problem.field].heading, problem.message, rateCodes.notValid);
      const validTo = problem?.field === 'validTo' ? value.validFrom : value.validTo;
      return { validTo, condition: value.condition ?? 'any', cessRate: value.cessRate ?? '0' };
    },
    faults: () => overlaps,
    async store(tx, { errors }) {
      await lockRates(tx);
      // Another user may have stored rates since the check.
      for (const { row, column, message } of await tx.rows<{ row: number; column: string; message: string }>(overlaps))
        errors.add(row, column, finished(message), codeIn(message));
      const counts = await tx.one<{ created: number; updated: number }>(sql`
        with changed as (
          update gst_rates set (rate, cess_rate, valid_to, notification, proved, updated_at)
            = (staged.rate, staged.cess_rate, staged.valid_to,
              case when not old.proved or (old.rate, old.cess_rate) = (staged.rate, staged.cess_rate)
                or staged.notification is distinct from old.notification then staged.notification end,
              false, clock_timestamp())
          from gst_rates old join staged on ${isSame(a, c)}
          where gst_rates.id = old.id and (old.rate, old.cess_rate, old.valid_to, old.notification)
            is distinct from (staged.rate, staged.cess_rate, staged.valid_to, staged.notification)
          returning gst_rates.*, ${rateTable.logged('old')} as was
        ),
        added as (
          insert into gst_rates (${rateTable.names})
          select ${rateTable.names} from staged where not exists (select from gst_rates where ${isSame(a, b)}) order by row
          returning *
        ),
        logged as (
          insert into audit_log (${doerNames}, action, entity, entity_id, before, after)
          select ${doerOf(actor)}, 'gstRate.edit', 'gstRate', id::text, was, ${rateTable.logged('changed')} from changed
          union all
          select ${doerOf(actor)}, 'gstRate.create', 'gstRate', id::text, null, ${rateTable.logged('added')} from added
        )
        select (select count(*)::int from added) as created, (select count(*)::int from staged) - (select count(*)::int from added) as updated`);
      const loaded = await tx.rows<{ hsnPrefix: string; validFrom: string }>(sql`
        select hsn_prefix as "hsnPrefix", min(valid_from)::text as "validFrom" from staged group by hsn_prefix`);
      await compareAgain(tx, { open: taxedBy(loaded) });
      return counts;
    },
  };
}

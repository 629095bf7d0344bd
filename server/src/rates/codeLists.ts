import { type ListName, LISTS, type LoadedList } from '@aapurti/contract/rates/codeLists';
import { UQC } from '@aapurti/contract/ground/units';
import { hsnProblem, ifscProblem } from '@aapurti/contract/ground/india';
import { say } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import { said } from '../database/said.ts';
import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import type { Workbook } from '../ground/reply.ts';
import { codeColumn, digitsColumn, required, textColumn } from '../sheets/columns.ts';
import { exportRows } from '../sheets/download.ts';
import { type Intake, keyedRows } from '../sheets/intake.ts';

const about = (heading: string, example: string) => textColumn({ heading, example, note: 'Optional.', width: 48, most: 1000 });

/** The columns of each list's sheet. */
export const listColumns = {
  units: {
    code: required(
      textColumn({
        heading: 'Unit',
        example: 'Kilo (example)',
        note: 'The name of the unit. Upper and lower case do not matter.',
        most: 20,
      }),
    ),
    meaning: required(
      textColumn({ heading: 'UQC', example: 'KGS', note: 'The unit code on GST documents; OTH for other units.', options: UQC }),
    ),
  },
  hsn: {
    code: required(digitsColumn({ heading: 'HSN Code', example: '10063020', note: 'Format as text.', problem: hsnProblem, most: 8 })),
    meaning: about('Description', 'Basmati rice (example)'),
  },
  ifsc: {
    code: required(codeColumn({ heading: 'IFSC Code', example: 'HDFC0002854', note: 'Eleven characters.', problem: ifscProblem })),
    meaning: about('Branch', 'HDFC Bank, Pune (example)'),
  },
} as const;

type ListColumns = (typeof listColumns)['hsn'];

/** Imports a sheet that replaces a whole list. */
export function codeListIntake(list: ListName): Intake<ListColumns> {
  const columns: ListColumns = listColumns[list];
  return {
    columns,
    fields: { code: ['code', 'text collate "C"'] },
    stage: ({ value }) => ({ code: value.code.toUpperCase() }),
    faults: () => sql`
      select row, ${columns.code.heading} as column, ${said('{code} is already in row {first}.', { code: sql`code`, first: sql`first` })} as message
      from (${keyedRows(sql`code`)}) keyed where first < row order by row`,
    async store(tx) {
      // Two concurrent uploads would each leave rows of the other.
      await tx.execute(sql`lock table code_lists in share row exclusive mode`);
      const counts = await tx.one<{ created: number; updated: number }>(sql`
        select count(*) filter (where known.code is null)::int as created, count(known.code)::int as updated
        from staged left join code_lists known on known.list = ${list} and known.code = staged.code`);
      await tx.execute(sql`delete from code_lists where list = ${list}`);
      await tx.execute(sql`insert into code_lists (list, code, meaning) select ${list}, code, meaning from staged`);
      await tx.execute(sql`
        insert into code_list_loads (list) values (${list}) on conflict (list) do update set loaded_at = excluded.loaded_at`);
      return counts;
    },
  };
}

export async function listStatus(ctx: Context): Promise<LoadedList[]> {
  return ctx.db.rows<LoadedList & Record<string, unknown>>(sql`
    select names.list, (select count(*)::int from code_lists where list = names.list) as rows,
      to_json(loaded_at) #>> '{}' as "loadedAt"
    from unnest(${[...LISTS]}::text[]) with ordinality names (list, place) left join code_list_loads using (list) order by place`);
}

/** The warning that an IFSC code is missing from the uploaded list, as a sentence. */
export async function ifscRemark(ctx: Context, code: string): Promise<string | null> {
  const found = await ctx.db.first(sql`
    select where exists (select from code_lists where list = 'ifsc')
      and not exists (select from code_lists where list = 'ifsc' and code = upper(${code}))`);
  return found === undefined ? null : say('{code} is not in the list of IFSC codes. Please check every character.', { code });
}

/** The whole list; uploading it again changes nothing. */
export function exportList(ctx: Context, actor: Actor, list: ListName): Promise<Workbook> {
  const rows = sql`select code, meaning from code_lists where list = ${list} order by code`;
  return exportRows(ctx, actor, { name: `${list}.xlsx`, sheet: 'Codes', columns: listColumns[list] }, rows);
}

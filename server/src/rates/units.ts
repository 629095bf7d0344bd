import { type codeLists, messages, type UnknownUnit } from '@aapurti/contract/rates/codeLists';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import { TRADE_UNITS, UQC_NONE } from '@aapurti/contract/ground/units';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';

const KNOWN = JSON.stringify(Object.fromEntries(TRADE_UNITS));

/** The same as `unitKey` of the contract. */
const keyOf = (uom: Sql) => sql`upper(regexp_replace(${uom}, '[.[:space:]]+', '', 'g'))`;

/** The code assigned to a unit: the buyer's list takes precedence over the usual spellings. Null if none is assigned. */
const saidOf = (uom: Sql) => sql`coalesce(
  (select meaning from code_lists where list = 'units' and code in (upper(btrim(${uom})), ${keyOf(uom)}) order by code = upper(btrim(${uom})) desc limit 1),
  ${KNOWN}::jsonb ->> ${keyOf(uom)})`;

/** The code of a unit on GST documents, or OTH if it has none; null if there is no unit. Everything that shows a unit's code uses this. */
export const uqcOf = (uom: Sql): Sql => sql`(case when ${uom} is not null then coalesce(${saidOf(uom)}, ${UQC_NONE}::text) end)`;

/** True for a unit without an assigned code. */
export const isUnknownUnit = (uom: Sql): Sql => sql`(btrim(${uom}) <> '' and ${saidOf(uom)} is null)`;

/** The codes of some units, by their spelling. */
export async function unitCodes(db: Database, uoms: readonly (string | null)[]): Promise<Map<string | null, string>> {
  const named = [...new Set(uoms.filter((uom) => uom !== null))];
  const found = await db.rows<{ uom: string; code: string }>(sql`
    select uom, ${uqcOf(sql`uom`)} as code from unnest(${named}::text[]) uom`);
  return new Map(found.map(({ uom, code }) => [uom, code]));
}

const LISTED_MOST = 100;

/** The units of items and open orders without an assigned code, the most used first. */
export async function unknownUnits({ db }: Pick<Context, 'db'>): Promise<UnknownUnit[]> {
  return db.rows<UnknownUnit & Record<string, unknown>>(sql`
    select min(uom) as uom, sum(rows)::int as count from (
      select btrim(uom_code) as uom, count(*) as rows from items where uom_code is not null group by 1
      union all
      select btrim(line.uom), count(*) from purchase_order_lines line join purchase_orders head on head.id = line.order_id
      where head.status = 'Open' and line.uom is not null group by 1) used
    where ${isUnknownUnit(sql`uom`)} group by ${keyOf(sql`uom`)} order by count desc, min(uom) limit ${LISTED_MOST}`);
}

/** Stores the code of a unit for all documents of this buyer. */
export async function rememberUnit(ctx: Context, actor: Actor, { uom, UQC }: BodyOf<typeof codeLists.rememberUnit>) {
  await ctx.db.transaction(async (tx) => {
    const key = sql`select ${keyOf(sql`${uom}::text`)} as code`;
    const { code } = await tx.one<{ code: string }>(key);
    const before = await tx.first<{ meaning: string }>(sql`select meaning from code_lists where list = 'units' and code = ${code}`);
    await tx.execute(sql`
      insert into code_lists (list, code, meaning) values ('units', ${code}, ${UQC})
      on conflict (list, code) do update set meaning = excluded.meaning`);
    const entry = { actor, ownerId: null, action: 'codeList.unit', entity: 'codeList', entityId: code } as const;
    await recordAudit(tx, { ...entry, ...(before === undefined ? {} : { before: { UQC: before.meaning } }), after: { uom, UQC } });
  });
  return { message: messages.remembered(uom, UQC), data: await unknownUnits(ctx) };
}

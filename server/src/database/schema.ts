import sql from 'sql-template-tag';

import type { Database } from './database.ts';

const HEAD = `-- The schema that the migrations make, to be read: npm run schema writes it. Comments with the reasons are in migrations/.
`;

/**
 * All tables with their columns, constraints, indexes and triggers, then views, functions and sequences. PostgreSQL's own functions write
 * each part. The text is the same on every version from 15 on, because the table names before columns of views are left out, as later
 * versions do.
 */
export async function schemaOf(db: Database): Promise<string> {
  const tables = await db.rows<{ text: string }>(sql`
    with columns as (
      select attrelid, attnum, format('  %I %s', attname, format_type(atttypid, atttypmod))
        || case when attcollation not in (0, 100) then format(' collate %I', (select collname from pg_collation where oid = attcollation)) else '' end
        || case when attidentity = 'a' then ' generated always as identity' else '' end
        || case when attgenerated = 's' then ' generated always as ' || pg_get_expr(adbin, adrelid) || ' stored' else '' end
        || case when attgenerated = '' and adbin is not null then ' default ' || pg_get_expr(adbin, adrelid) else '' end
        || case when attnotnull and attidentity = '' then ' not null' else '' end as text
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum where attnum > 0 and not attisdropped
    ), bodies as (
      select pg_class.oid, (select string_agg(text, E',\n' order by attnum) from columns where attrelid = pg_class.oid) as columns,
        (select string_agg(format(E',\n  constraint %I %s', conname, pg_get_constraintdef(pg_constraint.oid)), '' order by array_position('{p,u,x,f,c}', contype), conname)
          from pg_constraint where conrelid = pg_class.oid and contype in ('p', 'u', 'x', 'c', 'f')) as constraints,
        (select string_agg(E'\n' || pg_get_indexdef(indexrelid) || ';', '' order by indexrelid::regclass::text) from pg_index
          where indrelid = pg_class.oid and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))) as indexes,
        (select string_agg(E'\n' || pg_get_triggerdef(pg_trigger.oid) || ';', '' order by tgname) from pg_trigger
          where tgrelid = pg_class.oid and not tgisinternal) as triggers
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'schema_migrations'
    )
    select format(E'create %stable %I (\n%s%s\n)%s;%s%s\n', case relpersistence when 'u' then 'unlogged ' else '' end, relname, columns, constraints,
      ' with (' || array_to_string(reloptions, ', ') || ')', indexes, triggers) as text
    from bodies join pg_class using (oid) order by relname`);
  const others = await db.rows<{ text: string }>(sql`
    select text from (
      select 1 as place, relname::text as name, format(E'create view %I as\n%s\n', relname, regexp_replace(pg_get_viewdef(oid), '\\m[a-z_]+\\.', '', 'g')) as text
      from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
      union all select 2, proname::text, pg_get_functiondef(oid) || E';\n' from pg_proc
      where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      union all select 3, relname::text, format(E'create sequence %I;\n', relname) from pg_class
      where relkind = 'S' and relnamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i') and refobjsubid > 0)
    ) objects order by place, name`);
  return [HEAD, ...[...tables, ...others].map(({ text }) => text.replaceAll('public.', ''))].join('\n');
}

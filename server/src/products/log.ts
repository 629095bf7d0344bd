import sql, { raw, type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { doerNames, doerOf } from '../audit/audit.ts';
import { loggedTable } from './columns.ts';

/**
 * Writes a log entry for each product of `added`, and one for each of `changed` with what differs from `old`.
 * @param after what is logged of one that was added.
 */
export function logOf(actor: Actor, owner: string, after: Sql): Sql {
  return sql`
    insert into audit_log (${doerNames}, vendor_id, action, entity, entity_id, before, after)
    (select ${doerOf(actor)}, ${owner}::bigint, 'product.create', 'product', id::text, null::jsonb, ${after} from added order by added.id)
    union all
    select ${doerOf(actor)}, ${owner}::bigint, 'product.edit', 'product', changed.id::text, ${differing('old', 'changed')}, ${differing('changed', 'old')}
    from changed join old on old.id = changed.id`;
}

/** The values of `one` that `other` has not; empty ones are left out. */
function differing(one: string, other: string): Sql {
  const values = Object.entries(loggedTable.fields).map(
    ([name, [column]]) => `'${name}', case when ${one}.${column} is distinct from ${other}.${column} then ${one}.${column} end`,
  );
  return raw(`jsonb_strip_nulls(jsonb_build_object(${values.join(', ')}))`);
}

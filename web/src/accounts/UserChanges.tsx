import { audit, type Change } from '@aapurti/contract/audit';
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';

import { call, messageOf } from '../api.ts';
import { Notice, RetryButton } from '../ui/Notice.tsx';
import { Panel } from '../ui/Panel.tsx';
import { showInstant } from '../ui/showInstant.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { actionWords, actorWords, type FieldChange, fieldChanges } from './changeWords.ts';
import classes from './UserChanges.module.css';

const PAGE_SIZE = 10;

/** Who changed what of a user and when, newest first. For administrators, before they pay to a new account. */
export function UserChanges({ userId }: { userId: string }) {
  const { data, error, isPending, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [audit.list.id, userId],
    queryFn: async ({ pageParam, signal }) => {
      const query = { entity: 'user', entityId: userId, page: pageParam, pageSize: PAGE_SIZE };
      const { data: changes, total = 0 } = await call(audit.list, { query, signal });
      return { changes, total };
    },
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE_SIZE < total ? pages.length + 1 : undefined),
  });

  const changes = data?.pages.flatMap((page) => page.changes) ?? [];
  return (
    <Panel title="Changes">
      {isPending ? (
        <Spinner height={120} />
      ) : data === undefined ? (
        <Notice alert title="Data not found" actions={<RetryButton onRetry={() => void refetch()} loading={isFetching} />}>
          {messageOf(error)}
        </Notice>
      ) : changes.length === 0 ? (
        <p className={classes.none}>Nothing has been changed yet.</p>
      ) : (
        <ol className={classes.changes}>
          {changes.map((change) => (
            <li key={change._id}>
              <Entry change={change} />
            </li>
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older changes
        </Button>
      )}
    </Panel>
  );
}

function Entry({ change }: { change: Change }) {
  const fields = fieldChanges(change);
  const first = change.before === null;
  return (
    <>
      <p className={classes.head}>
        <strong>{actorWords(change)}</strong> <span>{actionWords(change.action)}</span>
        <time dateTime={change.at}>{showInstant(change.at)}</time>
      </p>
      {fields.length > 0 && first ? (
        <details className={classes.entered}>
          <summary>What was entered ({fields.length})</summary>
          <Fields fields={fields} first />
        </details>
      ) : (
        fields.length > 0 && <Fields fields={fields} />
      )}
    </>
  );
}

/** Of a first entry there is nothing before, and so nothing to mark. */
function Fields({ fields, first = false }: { fields: readonly FieldChange[]; first?: boolean }) {
  return (
    <dl className={classes.fields}>
      {fields.map(({ label, before, after, weighty }) => (
        <div key={label} data-weighty={(weighty && !first) || undefined}>
          <dt>
            {label} {weighty && !first && <StatusBadge tone="warn">Check</StatusBadge>}
          </dt>
          <dd>
            {!first && (
              <>
                <del>{before}</del>
                <IconArrowRight size={14} aria-label="became" className={classes.arrow} />
              </>
            )}
            <ins>{after}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

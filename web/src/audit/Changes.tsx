import { audit, type Change, type OwnEntity } from '@aapurti/contract/audit/audit';
import { actionWords, actorWords } from '@aapurti/contract/words/auditActions';
import { type FieldChange, fieldChanges } from '@aapurti/contract/words/auditWords';
import { IconArrowRight } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';

import { call } from '../ground/api.ts';
import { Button } from '../ui/Button.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { showInstant } from '../ui/showInstant.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { facts, t } from '../words/words.ts';
import classes from './Changes.module.css';

const PAGE_SIZE = 10;

/** The history of one record, newest first: who changed which field, from what to what, and when. */
export function Changes({ entity, id }: { entity: OwnEntity; id: string }) {
  const { data, error, isPending, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [audit.history.id, entity, id],
    queryFn: async ({ pageParam, signal }) => {
      const query = { entity, page: pageParam, pageSize: PAGE_SIZE };
      const { data: changes, total = 0 } = await call(audit.history, { params: { id }, query, signal });
      return { changes, total };
    },
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE_SIZE < total ? pages.length + 1 : undefined),
    // Recent changes, perhaps on this screen, must appear.
    staleTime: 0,
  });

  const changes = data?.pages.flatMap((page) => page.changes) ?? [];
  return (
    <>
      {data === undefined ? (
        <NotLoaded query={{ error, isPending, isFetching, refetch }} height={120} />
      ) : changes.length === 0 ? (
        <p className={classes.none}>{t('No changes yet.')}</p>
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
        <Button label="Show older changes" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()} />
      )}
    </>
  );
}

function Entry({ change }: { change: Change }) {
  const fields = fieldChanges(change);
  const first = change.before === null;
  return (
    <>
      <p className={classes.head}>
        <strong>{t(actorWords(change))}</strong> <span>{t(actionWords(change.action))}</span>
        <time dateTime={change.at}>{showInstant(change.at)}</time>
      </p>
      {fields.length > 0 && first ? (
        <details className={classes.entered}>
          <summary>{t('Entered details ({fields})', { fields: fields.length })}</summary>
          <Fields fields={fields} first />
        </details>
      ) : (
        fields.length > 0 && <Fields fields={fields} />
      )}
    </>
  );
}

/** A first entry has no previous values, and so no marks. */
function Fields({ fields, first = false }: { fields: readonly FieldChange[]; first?: boolean }) {
  return (
    <dl className={classes.fields}>
      {fields.map(({ label, before, after, weighty }) => (
        <div key={label} data-weighty={(weighty && !first) || undefined}>
          <dt>
            {t(label)} {weighty && !first && <StatusBadge tone="warn">{t('Check')}</StatusBadge>}
          </dt>
          <dd>
            {!first && (
              <>
                <del>{facts(before)}</del>
                <IconArrowRight size={14} aria-label={t('became')} className={classes.arrow} />
              </>
            )}
            <ins>{facts(after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

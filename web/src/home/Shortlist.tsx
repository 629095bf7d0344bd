import { showMoney } from '@aapurti/contract/ground/fields';
import type { Operation } from '@aapurti/contract/ground/operation';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod';

import { call } from '../ground/api.ts';
import { rowsOf } from '../list/rowsOf.ts';
import type { ListOperation } from '../list/useListQuery.ts';
import { TextLink } from '../ui/Link.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { type Row, Rows } from './Rows.tsx';
import { Group } from './Today.tsx';
import classes from './Rows.module.css';
import { waitsSince } from './waitsSince.ts';
import { t } from '../words/words.ts';

const LENGTH = 3;

interface ShortlistProps<Item> {
  title: string;
  operation: ListOperation<Item>;
  query?: Readonly<Record<string, string>>;
  row: (item: Item) => Row;
  /** The time since which the oldest waits. */
  since?: string | null | undefined;
  /** The same, of the first row: for a list that begins with the oldest. */
  sinceOf?: (item: Item) => string;
  /** The whole list. */
  href: string;
  /** Shown if the list is empty; without it an empty list is not shown at all. */
  empty?: string;
  /** A group of the day's tasks instead of a panel, with the amount of all of it where there is one. */
  today?: boolean;
  value?: number | undefined;
}

/** The first rows of a list, each a link to the screen that handles it. */
export function Shortlist<Item>({
  title,
  operation,
  query = {},
  row,
  since,
  sinceOf,
  href,
  empty,
  today = false,
  value,
}: ShortlistProps<Item>) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [operation.id, 'shortlist', query],
    queryFn: async ({ signal }) => {
      const given = { ...query, page: 1, pageSize: LENGTH } as z.input<Operation['query']>;
      const { data: answer, total } = await call(operation, { query: given, signal });
      const rows = rowsOf(answer);
      return { rows, total: total ?? rows.length };
    },
    staleTime: 0,
  });

  const [first] = data?.rows ?? [];
  const oldest = first === undefined || sinceOf === undefined ? since : sinceOf(first);
  if (empty === undefined && (isPending || data?.rows.length === 0)) return null;
  if (today) {
    if (data === undefined || data.rows.length === 0) return null;
    return (
      <Group
        title={title}
        aside={
          <>
            <span>
              {data.total.toLocaleString('en-IN')}
              {value !== undefined && ` · ${showMoney(value)}`}
            </span>
            <span>{waitsSince(oldest)}</span>
            <TextLink href={href}>{t('Show all {count}', { count: data.total.toLocaleString('en-IN') })}</TextLink>
          </>
        }
      >
        <Rows rows={data.rows.map(row)} empty="" />
      </Group>
    );
  }
  return (
    <Panel
      title={title}
      aside={
        data !== undefined &&
        data.total > 0 && (
          <span className={classes.beside}>
            <span>{waitsSince(oldest)}</span>
            <TextLink href={href}>{t('Show all {count}', { count: data.total.toLocaleString('en-IN') })}</TextLink>
          </span>
        )
      }
    >
      {isPending ? (
        <Spinner height={180} />
      ) : data === undefined ? (
        <NotLoaded query={{ error, isFetching, refetch }} />
      ) : (
        <Rows rows={data.rows.map(row)} empty={empty ?? ''} />
      )}
    </Panel>
  );
}

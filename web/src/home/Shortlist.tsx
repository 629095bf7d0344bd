import { showMoney, showNumber } from '@aapurti/contract/ground/fields';
import type { Operation } from '@aapurti/contract/ground/operation';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod';

import { call } from '../ground/api.ts';
import { rowsOf } from '../list/rowsOf.ts';
import type { ListOperation } from '../list/useListQuery.ts';
import { TextLink } from '../ui/Link.tsx';
import { type Row, Rows } from './Rows.tsx';
import { Group } from './Today.tsx';
import { t } from '../words/words.ts';

const LENGTH = 3;

interface ShortlistProps<Item> {
  title: string;
  operation: ListOperation<Item>;
  query?: Readonly<Record<string, string>>;
  row: (item: Item) => Row;
  /** The time since which the oldest item has been waiting. */
  since?: string | null | undefined;
  /** Reads the same time from the first row, for a list that begins with the oldest item. */
  sinceOf?: (item: Item) => string;
  /** The address of the whole list. */
  href: string;
  /** The total amount of the whole list. */
  value?: number | undefined;
}

/**
 * The first rows of a list as a group of the tasks of the day; each row links to the screen that handles it. An empty list renders nothing.
 */
export function Shortlist<Item>({ title, operation, query = {}, row, since, sinceOf, href, value }: ShortlistProps<Item>) {
  const { data } = useQuery({
    queryKey: [operation.id, 'shortlist', query],
    queryFn: async ({ signal }) => {
      const given = { ...query, page: 1, pageSize: LENGTH } as z.input<Operation['query']>;
      const { data: answer, total } = await call(operation, { query: given, signal });
      const rows = rowsOf(answer);
      return { rows, total: total ?? rows.length };
    },
    staleTime: 0,
  });

  if (data === undefined || data.rows.length === 0) return null;
  const [first] = data.rows;
  const oldest = first === undefined || sinceOf === undefined ? since : sinceOf(first);
  return (
    <Group
      title={title}
      aside={
        <>
          <span>
            {showNumber(data.total)}
            {value !== undefined && ` · ${showMoney(value)}`}
          </span>
          <span>{waitsSince(oldest)}</span>
          <TextLink alone href={href}>
            {t('Show all')}
          </TextLink>
        </>
      }
    >
      <Rows rows={data.rows.map(row)} />
    </Group>
  );
}

const DAY_MS = 86_400_000;

/** Describes how long the oldest task has been pending since a timestamp; empty without a timestamp. */
function waitsSince(since: string | null | undefined, now = new Date()): string {
  if (since == null) return '';
  const days = Math.max(0, Math.floor((now.getTime() - new Date(since).getTime()) / DAY_MS));
  return t('Oldest: {count, plural, =0 {today} one {# day} other {# days}}', { count: days });
}

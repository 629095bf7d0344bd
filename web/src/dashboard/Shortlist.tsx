import type { Operation } from '@aapurti/contract/operation';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type * as z from 'zod';

import { call } from '../api.ts';
import { type ListOperation, rowsOf } from '../list/useListQuery.ts';
import { SiteLink, TextLink } from '../ui/Link.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import classes from './Shortlist.module.css';

const LENGTH = 5;

interface ShortlistProps<Row> {
  title: string;
  operation: ListOperation<Row>;
  query?: Readonly<Record<string, string>>;
  rowKey: (row: Row) => string;
  /** `more` are spans, which stay whole where the line breaks. */
  row: (row: Row) => { href: string; name: string; more: ReactNode; aside: ReactNode };
  /** The whole list. */
  href: string;
  /** Said where there is none. */
  empty: string;
}

/** The first few of a list, each a link to where something can be done about it. */
export function Shortlist<Row>({ title, operation, query = {}, rowKey, row, href, empty }: ShortlistProps<Row>) {
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

  return (
    <Panel
      title={title}
      aside={data !== undefined && data.total > 0 && <TextLink href={href}>Show all {data.total.toLocaleString('en-IN')}</TextLink>}
    >
      {isPending ? (
        <Spinner height={180} />
      ) : data === undefined ? (
        <NotLoaded query={{ error, isFetching, refetch }} />
      ) : data.rows.length === 0 ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        <ul className={classes.list}>
          {data.rows.map((each) => {
            const { href: to, name, more, aside } = row(each);
            return (
              <li key={rowKey(each)}>
                <SiteLink href={to} className={classes.row}>
                  <span className={classes.name}>{name}</span>
                  <span className={classes.aside}>{aside}</span>
                  <span className={classes.more}>{more}</span>
                </SiteLink>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}

import type { ListView as SavedView } from '@aapurti/contract/settings/lists';
import type { ReactNode } from 'react';

import { useOnPhone } from '../ui/useOnPhone.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import type { Column } from './columns.tsx';
import { FilterBar } from './FilterBar.tsx';
import type { Filter } from './filters.ts';
import classes from './ListPage.module.css';
import { PrintButton } from './PrintButton.tsx';
import type { useListPreferences } from './useListPreferences.ts';
import type { Loaded } from './useListQuery.ts';
import type { useListState } from './useListState.ts';
import type { useViews, Viewed } from './useViews.ts';
import { Views } from './Views.tsx';
import { ViewTabs } from './ViewTabs.tsx';

interface ListToolsProps<Row> {
  list: string;
  title: string;
  /** All columns, the chosen ones, and those of them that fit. */
  columns: readonly Column<Row>[];
  chosen: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  filters: readonly Filter[];
  /** The content before the tools if there are no filters. */
  beside?: ReactNode;
  viewed: Viewed | undefined;
  views: ReturnType<typeof useViews>;
  preferences: ReturnType<typeof useListPreferences>;
  at: ReturnType<typeof useListState>;
  data: Loaded<Row> | undefined;
  loadAll: (most: number) => Promise<readonly Row[]>;
}

/** The filters of the whole address, which may include the screen's own. */
const queryOf = (href: string) => href.split('?', 2)[1] ?? '';

/** The tools above a list: the tabs of its views, its filters, saved views, print and columns. */
export function ListTools<Row>({ list, title, columns, chosen, shown, rowKey, filters, beside, ...given }: ListToolsProps<Row>) {
  const { viewed, views, preferences, at, data, loadAll } = given;
  const { state, hrefOf, go, goTo } = at;
  const onPhone = useOnPhone();

  // The tools are next to the tabs, so that the filters have a line of their own.
  const areAbove = viewed !== undefined && filters.length > 0 && !onPhone;

  function choose(saved: SavedView) {
    preferences.prefer({ columns: saved.columns });
    goTo(saved.query);
  }
  const tools = (
    <div className={classes.tools}>
      <Views
        list={list}
        views={preferences.views}
        shown={() => ({ columns: preferences.columns, query: queryOf(hrefOf({ page: 1, open: undefined })) })}
        onChoose={choose}
      />
      {data !== undefined && data.rows.length > 0 && (
        <PrintButton
          title={title}
          columns={columns.filter((column) => column.printed === true || chosen.includes(column))}
          rowKey={rowKey}
          filters={filters}
          applied={state.filters}
          total={data.total}
          loadAll={loadAll}
        />
      )}
      {!onPhone && <ColumnChooser columns={columns} shown={shown} onChoose={(names) => preferences.prefer({ columns: names })} />}
    </div>
  );
  return (
    <>
      {viewed !== undefined && (
        <div className={classes.top}>
          <ViewTabs
            list={viewed.list}
            {...views}
            hrefOf={(applied) => hrefOf({ page: 1, filters: applied, open: undefined })}
            own={preferences.views}
            onOwn={choose}
          />
          {areAbove && tools}
        </div>
      )}
      {filters.length === 0 ? (
        <div className={classes.line}>
          {beside}
          {tools}
        </div>
      ) : (
        <FilterBar
          filters={filters}
          applied={state.filters}
          dateMin={data?.dateMin}
          dateMax={data?.dateMax}
          onChange={(change) => go(({ filters: applied }) => ({ page: 1, filters: change(applied) }))}
          tools={areAbove ? undefined : tools}
        />
      )}
    </>
  );
}

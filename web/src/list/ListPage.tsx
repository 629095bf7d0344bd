import type { Access } from '@aapurti/contract/ground/operation';
import { PAGE_SIZES } from '@aapurti/contract/settings/lists';
import { useMediaQuery } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { lazy, memo, type ReactNode, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';

import { useMay } from '../access/useMay.ts';
import { type Action, ActionMenu } from '../ui/ActionMenu.tsx';
import { onDemand } from '../ui/onDemand.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { useOnPhone } from '../ui/useOnPhone.ts';
import { chosenColumns } from './chosenColumns.ts';
import type { Column } from './columns.tsx';
import { DeleteQuestion } from './DeleteQuestion.tsx';
import type { Filter } from './filters.ts';
import { useListKeys } from './keys.ts';
import classes from './ListPage.module.css';
import { ListRows, PAGE_SIZE } from './ListRows.tsx';
import { ListTools } from './ListTools.tsx';
import { Pager } from './Pager.tsx';
import type { LinkedRecord, ReadView as ReadViewOf } from './ReadView.tsx';
import type { RowAction } from './rowActions.tsx';
import type { Selection } from './selection.ts';
import { useTotals, type TotalsOperation } from './useTotals.ts';
import { type Viewed, useViews } from './useViews.ts';
import type { SelectionBar as SelectionBarOf } from './SelectionBar.tsx';
import { useFit } from './useFit.ts';
import { type ListOperation, useListQuery } from './useListQuery.ts';
import { useListPreferences } from './useListPreferences.ts';
import { type ListLocation, type ListState, useListState } from './useListState.ts';
import type { ListView } from './view.ts';
import { t } from '../words/words.ts';

/** The page size of a view. */
const VIEW_SIZE = 25;

// Loaded when a row is opened or help is requested.
const ReadView = lazy(() => import('./ReadView.tsx').then((module) => ({ default: module.ReadView }))) as typeof ReadViewOf;
const SelectionBar = lazy(() => import('./SelectionBar.tsx').then((module) => ({ default: module.SelectionBar }))) as typeof SelectionBarOf;
const KeysHelp = onDemand(async () => (await import('./KeysHelp.tsx')).KeysHelp);

const NO_FILTERS: readonly Filter[] = [];
const NO_ROWS: readonly never[] = [];

/**
 * Functions of a row, including those of the columns, may use only the row and the signed-in user, nothing that changes while the list is
 * shown.
 */
export interface ListProps<Row> {
  /** Names the table for screen readers. */
  title: string;
  operation: ListOperation<Row>;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** The name of a row in the labels of its buttons: 'Edit Basmati 5 kg'. */
  rowName: (row: Row) => string;
  filters?: readonly Filter[];
  /** Query that the screen sets, not the user: `{ status: 'active' }`. */
  query?: Readonly<Record<string, string>>;
  /** The same for lists that are requested by POST. */
  body?: Readonly<Record<string, string>>;
  /** The part of the request with such a list's filters. */
  filtersIn?: 'query' | 'body';
  /** The page size until the user chooses another. */
  pageSize?: number;
  /** The name under which the user's columns and page size are stored, if the operation has more than one list. */
  list?: string;
  /** The name of a second list on the same screen, whose page and sort have separate parameters, for example `vendorsPage`. */
  name?: string;
  /** The address of a row that has a page of its own; other rows open in the read view. */
  rowHref?: (row: Row) => string;
  /** Buttons of the Action column; `edit` and `view` of rowActions.tsx make the usual ones. */
  rowActions?: (row: Row) => readonly RowAction[];
  /** The fields of the read view in addition to the columns. */
  rowFacts?: readonly Column<Row>[];
  /** Records that belong to a row, for its read view. */
  rowLinks?: (row: Row) => readonly LinkedRecord[];
  /** The document of a row, at the top of its read view, with the row's actions. */
  rowDocument?: (row: Row) => ReactNode;
  /** The part of the read view below a row's fields: its history. */
  rowDetail?: (row: Row) => ReactNode;
  /** Adds the delete button with its confirmation. A rejection shows the error below the heading. */
  onDelete?: (row: Row) => Promise<unknown>;
  /** Rows that can be deleted; all rows by default. */
  canDelete?: (row: Row) => boolean;
  /** The access for deletion, if not every user of the list has it. */
  deleteAccess?: Access;
  deleted?: string;
  /** The selection of `useSelection` adds the checkboxes. */
  selection?: Selection<Row>;
  /** The actions for the selection, shown while there is one. */
  selectionActions?: ReactNode;
  /** Called with each response: the rows of the page, and the page, sort and filters that produced them. */
  onShown?: (rows: readonly Row[], state: ListState) => void;
  /** One line with the next step if nothing was found. */
  hint?: string;
  /** The content at the start of the tools' line of a list without filters: its heading, or the screen's own filters. */
  beside?: ReactNode;
  /** The list whose built-in views are shown above it. */
  views?: Viewed;
  /** The sums over all pages, by column name, in a line below the rows. Lists with an amount column have them. */
  totals?: TotalsOperation;
}

interface ListPageProps<Row> extends ListProps<Row> {
  breadcrumb?: readonly { label: string; href?: string }[];
  /** The one main action of the screen. */
  action?: Action | undefined;
  /** The three-dot menu. */
  menu?: readonly Action[];
  /** The content between heading and filters. */
  children?: ReactNode;
}

/**
 * A whole list screen from columns and filters:
 *
 *   const columns: Column<Product>[] = [serial('Sr No'), code('EAN Code', 'EANCode', { sortBy: true, lead: true }), money('MRP', 'MRP')];
 *   const filters = [...dateFilters(), textFilter('Product Name', 'productName')];
 *
 *   <ListPage title="Products" operation={products.list} columns={columns} filters={filters}
 *     rowKey={(row) => row._id} rowName={(row) => row.productName}
 *     rowActions={(row) => [edit(urls.userEdit(row._id))]} onDelete={(row) => call(schemes.remove, { params: { id: row._id } })} />
 *
 * Page, sort and filters live in the address; the server does the paging, sorting and filtering. After an action of the
 * screen's own, `queryClient.invalidateQueries({ queryKey: [operation.id] })` brings the list up to date.
 */
export function ListPage<Row>({ breadcrumb, action, menu = [], children, ...list }: ListPageProps<Row>) {
  return (
    <>
      <PageHeader
        title={list.title}
        {...(breadcrumb === undefined ? {} : { breadcrumb })}
        action={action}
        more={<ActionMenu actions={menu} />}
      />
      {children}
      <List {...list} />
    </>
  );
}

/**
 * The list alone, for screens that show more than one. A new address takes effect when its rows are rendered; until then nothing waits for
 * them.
 */
export function List<Row>(props: ListProps<Row>) {
  return <ListAt {...props} location={useDeferredValue(useLocation())} />;
}

const ListAt = memo(ListOf) as typeof ListOf;

function ListOf<Row>({
  location,
  title,
  operation,
  columns,
  rowKey,
  rowName,
  filters = NO_FILTERS,
  query = {},
  body,
  filtersIn,
  pageSize: usualSize = PAGE_SIZE,
  list = operation.id,
  name = '',
  rowHref,
  rowActions,
  rowFacts = NO_ROWS,
  rowLinks,
  rowDocument,
  rowDetail,
  onDelete: remove,
  canDelete,
  deleteAccess,
  deleted = 'Record deleted successfully',
  selection,
  selectionActions,
  onShown,
  hint,
  beside,
  views: viewed,
  totals,
}: ListProps<Row> & { location: ListLocation }) {
  const may = useMay();
  const onDelete = deleteAccess === undefined || may(deleteAccess) ? remove : undefined;
  const onPhone = useOnPhone();
  const [doomed, setDoomed] = useState<Row | null>(null);
  const section = useRef<HTMLElement>(null);

  const isNarrow = useMediaQuery('(max-width: 999.98px)', undefined, { getInitialValueInEffect: false });
  const preferences = useListPreferences(list);
  const chosen = useMemo(() => chosenColumns(columns, preferences.columns, isNarrow), [columns, preferences.columns, isNarrow]);
  const { fitting, fit } = useFit(chosen, onPhone || preferences.columns !== null);
  const shown = onPhone ? chosen : fitting;
  const at = useListState(location, filters, columns, name);
  const { state, hrefOf, go } = at;
  const views = useViews(viewed, state.filters);
  // The whole list has the specification's size until the user chooses another.
  const pageSize = preferences.pageSize ?? (views.current.name === 'all' ? usualSize : VIEW_SIZE);
  const sums = useTotals(totals, { ...query, ...state.filters });
  const loaded = useListQuery(operation, state, pageSize, query, body, filtersIn, !preferences.isPending);
  const { data, isPlaceholderData, loadAll } = loaded;

  // Rows may have been deleted since the address was created.
  const lastPage = Math.max(1, Math.ceil((data?.total ?? 0) / pageSize));
  const pastEnd = data !== undefined && !isPlaceholderData && data.rows.length === 0 && state.page > lastPage;
  useEffect(() => {
    if (pastEnd) go({ page: lastPage }, true);
  });

  useEffect(() => {
    if (data !== undefined && !isPlaceholderData) onShown?.(data.rows, state);
    // Once per response: a new callback or state does not count as a response.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data, isPlaceholderData]);

  const view: ListView<Row> = {
    title,
    columns: shown,
    rowKey,
    rowName,
    rows: data?.rows ?? NO_ROWS,
    // While the next page loads, the rows are those of the previous page.
    first: data?.first ?? 1,
    rowHref: rowHref ?? ((row) => hrefOf({ open: rowKey(row) })),
    opensHere: rowHref === undefined,
    rowActions,
    onDelete: onDelete === undefined ? undefined : setDoomed,
    canDelete,
    selection,
    state,
    fit,
    sort: (sortBy, sortOrder) => go({ page: 1, sortBy, sortOrder }),
    totals: sums,
  };

  const [helps, setHelps] = useState(false);
  useListKeys(
    section,
    useCallback(() => setHelps(true), []),
  );
  const place = state.open === undefined || rowHref !== undefined ? -1 : view.rows.findIndex((row) => rowKey(row) === state.open);
  const opened = view.rows[place];
  /** Replaces the address, so that Back leaves the read view however many rows it has shown. */
  const show = (row: Row | undefined) => (row === undefined ? null : () => go({ open: rowKey(row) }, true));

  function close() {
    go({ open: undefined }, true);
    // The row that was shown last, not the one with which the read view started.
    section.current?.querySelectorAll<HTMLElement>('[data-row] [data-open]')[place]?.focus();
  }

  return (
    <section ref={section} tabIndex={-1} data-list className={classes.list} aria-label={t(title)}>
      <ListTools
        list={list}
        title={title}
        columns={columns}
        chosen={chosen}
        shown={shown}
        rowKey={rowKey}
        filters={filters}
        beside={beside}
        viewed={viewed}
        views={views}
        preferences={preferences}
        at={at}
        data={data}
        loadAll={loadAll}
      />
      <div className={classes.panel}>
        <ListRows view={view} columns={columns} query={loaded} filters={filters} pageSize={pageSize} pastEnd={pastEnd} hint={hint} />
        {data !== undefined && data.rows.length > 0 && (
          <Pager
            title={title}
            page={state.page}
            first={view.first}
            shown={data.rows.length}
            pageSize={pageSize}
            total={data.total}
            hrefOf={(page) => hrefOf({ page })}
            pageSizes={[...new Set([...PAGE_SIZES, usualSize])].sort((one, other) => one - other)}
            onPageSize={(size) => {
              preferences.prefer({ pageSize: size });
              // The first row stays on the page.
              go({ page: Math.ceil(view.first / size) });
            }}
          />
        )}
      </div>
      <Suspense>
        {selection !== undefined && (
          <SelectionBar selection={selection} total={data?.total} columns={columns} loadAll={loadAll}>
            {selectionActions}
          </SelectionBar>
        )}
      </Suspense>
      <Suspense>
        {opened !== undefined && (
          <ReadView
            name={rowName(opened)}
            row={opened}
            columns={[...columns, ...rowFacts]}
            actions={rowActions?.(opened) ?? []}
            onDelete={
              onDelete === undefined || canDelete?.(opened) === false
                ? undefined
                : () => {
                    go({ open: undefined }, true);
                    setDoomed(opened);
                  }
            }
            linked={rowLinks?.(opened) ?? []}
            document={rowDocument?.(opened)}
            next={show(view.rows[place + 1])}
            previous={show(view.rows[place - 1])}
            onClose={close}
          >
            {rowDetail?.(opened)}
          </ReadView>
        )}
      </Suspense>
      {helps && <KeysHelp onClose={() => setHelps(false)} />}
      {onDelete !== undefined && (
        <DeleteQuestion
          row={doomed}
          setRow={setDoomed}
          rowName={rowName}
          onDelete={onDelete}
          deleted={deleted}
          list={operation.id}
          section={section}
        />
      )}
    </section>
  );
}

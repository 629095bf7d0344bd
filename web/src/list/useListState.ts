import { isIsoDate } from '@aapurti/contract/ground/fields';
import { type useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import * as z from 'zod';

import type { Filter } from './filters.ts';
import { rememberList } from './lastAddress.ts';

/** The filters of a list, by name; only those that are set. */
export type Applied = Readonly<Record<string, string>>;

export interface ListState {
  page: number;
  sortBy?: string | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
  filters: Applied;
  /** The key of the row in the read view. */
  open?: string | undefined;
}

/** The columns by which a list may be sorted. */
export type Sortable = readonly { sortBy?: string | undefined }[];

export type ListLocation = ReturnType<typeof useLocation>;

interface Place {
  pathname: string;
  search: Readonly<Record<string, string>>;
}

/** An address may be mistyped or old, so invalid parts are ignored. */
const addressed = z.looseObject({
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  sortBy: z.string().optional().catch(undefined),
  sortOrder: z.enum(['asc', 'desc']).optional().catch(undefined),
  open: z.string().optional().catch(undefined),
});

/**
 * Page, sort and filters of a list, stored only in the address, so that back, reload and a shared link restore them. Other parameters stay
 * unchanged. A second list on a screen has a `name`, the prefix of its page and sort.
 */
export function useListState(location: ListLocation, filters: readonly Filter[], columns: Sortable, name = '') {
  const router = useRouter();
  const { pathname, href } = location;
  useEffect(() => rememberList(pathname, href), [pathname, href]);

  const { read, write } = addressing(filters, columns, name);
  const state = read(location as Place);

  /** The address of this list in another state. */
  const hrefOf = (change: Partial<ListState>) => write(location as Place, { ...state, ...change });

  /** The newest address counts, because two moves in a row may have changed it since the last render. */
  function go(change: Partial<ListState> | ((now: ListState) => Partial<ListState>), replace = false): void {
    const latest = router.latestLocation as Place;
    const now = read(latest);
    const next = { ...now, ...(typeof change === 'function' ? change(now) : change) };
    void router.navigate({ href: write(latest, next), replace, resetScroll: false });
  }

  /** Applies the filters and sort order of a saved view, which are checked like any address. */
  function goTo(query: string): void {
    void router.navigate({ href: query === '' ? pathname : `${pathname}?${query}`, resetScroll: false });
  }

  return { state, hrefOf, go, goTo };
}

/** Reads the state on demand, for downloads that do not render it. */
export function useListReader(filters: readonly Filter[], columns: Sortable, name = ''): () => ListState {
  const router = useRouter();
  return () => addressing(filters, columns, name).read(router.latestLocation as Place);
}

/** Reads a list's state from an address, and writes it into one. */
function addressing(filters: readonly Filter[], columns: Sortable, name: string) {
  const own = Object.fromEntries(Object.keys(addressed.shape).map((word) => [word, addressOf(word, name)]));
  const mine = new Set([...filters.map((filter) => filter.name), ...Object.values(own)]);
  const sortable = new Set(columns.map(({ sortBy }) => sortBy));

  function read({ search }: Place): ListState {
    const { page, sortBy, sortOrder, open } = addressed.parse(
      Object.fromEntries(Object.entries(own).map(([word, address]) => [word, search[address]])),
    );
    return {
      page,
      open,
      filters: Object.fromEntries(
        filters.filter((filter) => isMeant(filter, search[filter.name] ?? '')).map((filter) => [filter.name, search[filter.name] ?? '']),
      ),
      ...(sortBy !== undefined && sortable.has(sortBy) ? { sortBy, sortOrder: sortOrder ?? 'asc' } : {}),
    };
  }

  function write({ pathname, search }: Place, state: ListState): string {
    const query = new URLSearchParams(Object.entries(search).filter(([each]) => !mine.has(each)));
    if (state.page > 1) query.set(addressOf('page', name), String(state.page));
    if (state.sortBy !== undefined) {
      query.set(addressOf('sortBy', name), state.sortBy);
      query.set(addressOf('sortOrder', name), state.sortOrder ?? 'asc');
    }
    if (state.open !== undefined) query.set(addressOf('open', name), state.open);
    for (const [filter, value] of Object.entries(state.filters)) if (value !== '') query.set(filter, value);
    return query.size === 0 ? pathname : `${pathname}?${query}`;
  }

  return { read, write };
}

function isMeant(filter: Filter, value: string): boolean {
  if (filter.kind === 'date') return isIsoDate(value);
  // The server checks options that are not loaded yet.
  if (filter.kind === 'select' && typeof filter.options !== 'function') return filter.options.some((option) => option.value === value);
  return value !== '';
}

/** `page`, or for the list called vendors `vendorsPage`. */
function addressOf(word: string, name: string): string {
  return name === '' ? word : `${name}${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

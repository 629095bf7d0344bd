import { isIsoDate } from '@aapurti/contract/fields';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import * as z from 'zod';

import { afterPaint } from '../ui/afterPaint.ts';
import type { Filter } from './filters.ts';
import { rememberList } from './lastAddress.ts';

/** What a list is searched for, by the filters' names; only those that are set. */
export type Applied = Readonly<Record<string, string>>;

export interface ListState {
  page: number;
  sortBy?: string | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
  filters: Applied;
}

/** Whatever may be sorted by: a list's columns. */
export type Sortable = readonly { sortBy?: string | undefined }[];

interface Place {
  pathname: string;
  search: Readonly<Record<string, string>>;
}

/** An address may be mistyped or old: what makes no sense in it is as good as absent. */
const addressed = z.looseObject({
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  sortBy: z.string().optional().catch(undefined),
  sortOrder: z.enum(['asc', 'desc']).optional().catch(undefined),
});

/**
 * Page, sort and filters as the address has them, so that back, reload and a shared link keep them. Parts of the query that
 * belong to somebody else stay as they are. A second list of a screen has a `name`, with which its page and sort begin.
 *
 * The screen follows the address in its own time, in pieces that a hand's next move goes before; `wanted` is at once where the
 * list is on its way to, and `asked` at once what it is to be searched for: what follows that later would take along what was typed
 * meanwhile.
 */
export function useListState(filters: readonly Filter[], columns: Sortable, name = '') {
  const router = useRouter();
  const address = useLocation();
  const location = useDeferredValue(address);
  const { pathname, href } = location;
  useEffect(() => rememberList(pathname, href), [pathname, href]);

  const { read, write } = useMemo(() => addressing(filters, columns, name), [filters, columns, name]);
  const place = location as Place;
  const found = useMemo(() => read(place), [read, place]);
  // The same object while the filters are the same: what shows them is not drawn anew for another page.
  const text = JSON.stringify(found.filters);
  const state = useMemo((): ListState => ({ ...found, filters: JSON.parse(text) as Applied }), [found, text]);

  // By a move of this list before the address has it, by any other with the address.
  const given = JSON.stringify(read(address as Place).filters);
  const [asked, setAsked] = useState<Applied>(state.filters);
  const [followed, setFollowed] = useState(given);
  if (followed !== given) {
    setFollowed(given);
    if (JSON.stringify(asked) !== given) setAsked(JSON.parse(given) as Applied);
  }

  /** Not in the address yet. */
  const coming = useRef<ListState | null>(null);
  const [wanted, setWanted] = useState<ListState | null>(null);
  const [known, setKnown] = useState(place);
  if (known !== place) {
    setKnown(place);
    setWanted(null);
  }

  /** The address of this list in another state. */
  const hrefOf = useCallback((change: Partial<ListState>) => write(place, { ...read(place), ...change }), [read, write, place]);

  const go = useCallback(
    (change: Partial<ListState>, replace = false): void => {
      const now = router.latestLocation as Place;
      const next = { ...(coming.current ?? read(now)), ...change };
      coming.current = next;
      if (change.filters !== undefined) setAsked(change.filters);
      setWanted(write(now, next) === write(now, read(now)) ? null : next);
      afterPaint(() => {
        // The next move came within that moment, and has this one in it.
        if (coming.current !== next) return;
        coming.current = null;
        const then = router.latestLocation as Place;
        // Or somebody left.
        if (then.pathname !== now.pathname) return;
        void router.navigate({ href: write(then, next), replace, resetScroll: false });
      });
    },
    [router, read, write],
  );

  return { state, wanted, asked, hrefOf, go };
}

/** Reads page, sort and filters when they are needed, for what does not show them. */
export function useListReader(filters: readonly Filter[], columns: Sortable, name = ''): () => ListState {
  const router = useRouter();
  return () => addressing(filters, columns, name).read(router.latestLocation as Place);
}

/** How a list's state is read from an address, and how it is written into one. */
function addressing(filters: readonly Filter[], columns: Sortable, name: string) {
  const own = Object.fromEntries(Object.keys(addressed.shape).map((word) => [word, addressOf(word, name)]));
  const mine = new Set([...filters.map((filter) => filter.name), ...Object.values(own)]);
  const sortable = new Set(columns.map(({ sortBy }) => sortBy));

  function read({ search }: Place): ListState {
    const { page, sortBy, sortOrder } = addressed.parse(
      Object.fromEntries(Object.entries(own).map(([word, address]) => [word, search[address]])),
    );
    return {
      page,
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
    for (const [filter, value] of Object.entries(state.filters)) if (value !== '') query.set(filter, value);
    return query.size === 0 ? pathname : `${pathname}?${query}`;
  }

  return { read, write };
}

function isMeant(filter: Filter, value: string): boolean {
  if (filter.kind === 'date') return isIsoDate(value);
  // Options that are still to be loaded are the server's to judge.
  if (filter.kind === 'select' && typeof filter.options !== 'function') return filter.options.some((option) => option.value === value);
  return value !== '';
}

/** `page`, or for the list called vendors `vendorsPage`. */
function addressOf(word: string, name: string): string {
  return name === '' ? word : `${name}${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

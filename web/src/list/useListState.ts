import { isIsoDate } from '@aapurti/contract/fields';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import * as z from 'zod';

import type { Filter } from './filters.ts';
import { rememberList } from './lastAddress.ts';

export interface ListState {
  page: number;
  sortBy?: string | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
  /** Only those that are set. */
  filters: Readonly<Record<string, string>>;
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
 */
export function useListState(filters: readonly Filter[], sortable: readonly string[], name = '') {
  const navigate = useNavigate();
  const location = useRouterState({ select: (state) => state.location });
  const search = location.search as Record<string, string>;
  useEffect(() => rememberList(location.pathname, location.href), [location.pathname, location.href]);
  const names = filters.map((filter) => filter.name);
  const own = Object.fromEntries(Object.keys(addressed.shape).map((word) => [word, addressOf(word, name)]));
  const { page, sortBy, sortOrder } = addressed.parse(
    Object.fromEntries(Object.entries(own).map(([word, address]) => [word, search[address]])),
  );
  const sorted = sortBy !== undefined && sortable.includes(sortBy);

  const state: ListState = {
    page,
    filters: Object.fromEntries(
      filters.filter((filter) => isMeant(filter, search[filter.name] ?? '')).map((filter) => [filter.name, search[filter.name] ?? '']),
    ),
    ...(sorted ? { sortBy, sortOrder: sortOrder ?? 'asc' } : {}),
  };

  /** The address of this list in another state. */
  function hrefOf(change: Partial<ListState>): string {
    const next = { ...state, ...change };
    const mine = new Set([...names, ...Object.values(own)]);
    const others = Object.entries(search).filter(([each]) => !mine.has(each));
    const query = new URLSearchParams(others);
    if (next.page > 1) query.set(addressOf('page', name), String(next.page));
    if (next.sortBy !== undefined) {
      query.set(addressOf('sortBy', name), next.sortBy);
      query.set(addressOf('sortOrder', name), next.sortOrder ?? 'asc');
    }
    for (const [filter, value] of Object.entries(next.filters)) if (value !== '') query.set(filter, value);
    return query.size === 0 ? location.pathname : `${location.pathname}?${query}`;
  }

  function go(change: Partial<ListState>, replace = false): void {
    void navigate({ href: hrefOf(change), replace, resetScroll: false });
  }

  return { state, hrefOf, go };
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

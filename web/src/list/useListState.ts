import { isIsoDate } from '@aapurti/contract/fields';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import * as z from 'zod';

import type { Filter } from './filters.ts';

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
 * belong to somebody else stay as they are.
 */
export function useListState(filters: readonly Filter[], sortable: readonly string[]) {
  const navigate = useNavigate();
  const location = useRouterState({ select: (state) => state.location });
  const search = location.search as Record<string, string>;
  const { page, sortBy, sortOrder } = addressed.parse(search);
  const names = filters.map(({ name }) => name);
  const sorted = sortBy !== undefined && sortable.includes(sortBy);

  const state: ListState = {
    page,
    filters: Object.fromEntries(
      filters.filter((filter) => isMeant(filter, search[filter.name] ?? '')).map(({ name }) => [name, search[name] ?? '']),
    ),
    ...(sorted ? { sortBy, sortOrder: sortOrder ?? 'asc' } : {}),
  };

  /** The address of this list in another state. */
  function hrefOf(change: Partial<ListState>): string {
    const next = { ...state, ...change };
    const others = Object.entries(search).filter(([name]) => !names.includes(name) && !(name in addressed.shape));
    const query = new URLSearchParams(others.map(([name, value]) => [name, value]));
    if (next.page > 1) query.set('page', String(next.page));
    if (next.sortBy !== undefined) {
      query.set('sortBy', next.sortBy);
      query.set('sortOrder', next.sortOrder ?? 'asc');
    }
    for (const [name, value] of Object.entries(next.filters)) if (value !== '') query.set(name, value);
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

import { Switch } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { vendorFilter } from '../choose/vendorColumn.tsx';
import { selectFilter } from '../list/filters.ts';
import { FilterSelect } from '../list/FilterSelect.tsx';
import { type Sortable, useListState } from '../list/useListState.ts';
import { useSignedIn } from '../access/session.ts';
import classes from './Reports.module.css';
import { ageingColumns, outstandingColumns } from './reports.ts';
import { t } from '../words/words.ts';

const ageingFilter = selectFilter('Balance by age', 'ageing', [{ value: 'true', label: 'Shown' }]);
/** The filters of buyer users. Vendors see only their own row, with its ages in the chart. */
const ADMIN_FILTERS = [vendorFilter, ageingFilter];
const NO_FILTERS: typeof ADMIN_FILTERS = [];
const NO_COLUMNS: Sortable = [];

/** The view of a report, stored in the address: one vendor, and the balance by age. */
export function useReportView() {
  const { isAdmin } = useSignedIn();
  const { state, hrefOf, go } = useListState(useLocation(), isAdmin ? ADMIN_FILTERS : NO_FILTERS, NO_COLUMNS);
  const { userID = '', ageing = '' } = state.filters;
  const aged = isAdmin && ageing === 'true';
  const set = (change: Record<string, string>) => go({ page: 1, filters: { ...state.filters, ...change } });

  const bar: ReactNode = isAdmin && (
    <div className={classes.bar}>
      <div className={classes.user}>
        <FilterSelect filter={vendorFilter} value={userID} onChange={(next) => set({ userID: next })} />
      </div>
      <Switch
        label={t(ageingFilter.label)}
        checked={ageing === 'true'}
        onChange={(event) => set({ ageing: event.currentTarget.checked ? 'true' : '' })}
        className={classes.ageing ?? ''}
      />
    </div>
  );

  return {
    isAdmin,
    /** True for a single vendor, which rows do not name. */
    isOne: !isAdmin || userID !== '',
    bar,
    columns: aged ? ageingColumns : outstandingColumns,
    /** The vendor, as the filter of both reports. */
    owner: (userID === '' ? {} : { userID }) as Record<string, string>,
    /** The query of the outstanding amounts. */
    query: { ...(userID === '' ? {} : { userID }), ...(aged ? { ageing: 'true' } : {}) } as Record<string, string>,
    /** The address of the report for one vendor. */
    hrefOfVendor: (vendorId: string) => hrefOf({ page: 1, filters: { ...state.filters, userID: vendorId } }),
  };
}

export type ReportView = ReturnType<typeof useReportView>;

import { type View, type ViewedList, viewQuery } from '@aapurti/contract/settings/queues';

import { useSignedIn } from '../access/session.ts';
import type { Applied } from './useListState.ts';

const ALL: View = { name: 'all', label: 'All', query: {} };

/** The view that the filters belong to: the one that sets most of them, whatever the other filters. */
function currentView(views: readonly View[], applied: Applied, isBound: boolean): View {
  const isSet = ([name, value]: [string, string]) => applied[name] === value;
  const fitting = views.filter((view) => {
    const query = Object.entries(viewQuery(view, isBound));
    return query.length > 0 && query.every(isSet);
  });
  const size = (view: View) => Object.keys(viewQuery(view, isBound)).length;
  return fitting.toSorted((one, other) => size(other) - size(one))[0] ?? ALL;
}

/** A list and its views, which its screen passes because few lists have any. */
export interface Viewed {
  list: ViewedList;
  views: readonly View[];
}

/** The views of a list for the user, and the one that is shown. */
export function useViews(viewed: Viewed | undefined, applied: Applied) {
  const { isAdmin, user } = useSignedIn();
  const isBound = user.siteIds.length > 0;
  const views = (viewed?.views ?? []).filter((view) => view.for === undefined || (view.for === 'buyer') === isAdmin);
  const current = currentView(views, applied, isBound);
  const own = viewQuery(current, isBound);
  /** The filters besides those of the view, which stay when another view is chosen. */
  const others: Applied = Object.fromEntries(Object.entries(applied).filter(([name]) => !(name in own)));
  return { views: [ALL, ...views], current, isBound, others };
}

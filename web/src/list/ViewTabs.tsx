import { queues, VALUED, type View, type ViewedList, viewsOf } from '@aapurti/contract/settings/queues';
import { showNumber } from '@aapurti/contract/ground/fields';
import type { ListView } from '@aapurti/contract/settings/lists';
import { IconBookmark } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { call } from '../ground/api.ts';
import { useSignedIn } from '../access/session.ts';
import { SiteLink } from '../ui/Link.tsx';
import { shortMoney } from '../ui/shortMoney.ts';
import { t } from '../words/words.ts';
import type { Applied } from './useListState.ts';
import classes from './ViewTabs.module.css';

const ALL: View = { name: 'all', label: 'All', query: {} };

/** The query of a view; the own sites are a filter of those alone who are bound to some. */
function queryOf({ query }: View, isBound: boolean): Applied {
  return Object.fromEntries(Object.entries(query).filter(([name, value]) => isBound || name !== 'site' || value !== 'own'));
}

/** The view that the filters are of: the one that sets most of them, whatever else is filtered. */
export function currentView(views: readonly View[], applied: Applied, isBound: boolean): View {
  const isSet = ([name, value]: [string, string]) => applied[name] === value;
  const fitting = views.filter((view) => {
    const query = Object.entries(queryOf(view, isBound));
    return query.length > 0 && query.every(isSet);
  });
  const size = (view: View) => Object.keys(queryOf(view, isBound)).length;
  return fitting.toSorted((one, other) => size(other) - size(one))[0] ?? ALL;
}

/** The views of a list for the user, and which one is shown. */
export function useViews(list: ViewedList | undefined, applied: Applied) {
  const { isAdmin, user } = useSignedIn();
  const isBound = user.siteIds.length > 0;
  const views = list === undefined ? [] : viewsOf(list, isAdmin);
  return { views: [ALL, ...views], current: currentView(views, applied, isBound), isBound };
}

interface ViewTabsProps extends ReturnType<typeof useViews> {
  list: ViewedList;
  /** The address of the list under other filters. */
  hrefOf: (filters: Applied) => string;
  own: readonly ListView[];
  onOwn: (view: ListView) => void;
}

/** Views of a list as tabs, each with how much it holds; then the user's own. */
export function ViewTabs({ list, views, current, isBound, hrefOf, own, onOwn }: ViewTabsProps) {
  const { data } = useQuery({
    queryKey: [queues.views.id, list],
    queryFn: async ({ signal }) => (await call(queues.views, { query: { list }, signal })).data,
    staleTime: 0,
  });
  const hasValue = VALUED.includes(list);
  return (
    <nav aria-label={t('Views of the list')} className={classes.tabs}>
      {views.map((view) => {
        const held = data?.find(({ name }) => name === view.name);
        return (
          <SiteLink
            key={view.name}
            href={hrefOf(queryOf(view, isBound))}
            className={classes.tab}
            aria-current={view === current ? 'true' : undefined}
            resetScroll={false}
          >
            <span className={classes.name}>
              {t(view.label)} <span className={classes.count}>{held === undefined ? '' : showNumber(held.count)}</span>
            </span>
            {hasValue && <span className={classes.value}>{held?.value == null ? '\u00a0' : shortMoney(held.value)}</span>}
          </SiteLink>
        );
      })}
      {own.map((view) => (
        <button key={view._id} type="button" className={classes.tab} onClick={() => onOwn(view)}>
          <span className={classes.name}>
            <IconBookmark size={14} aria-hidden /> {view.name}
          </span>
        </button>
      ))}
    </nav>
  );
}

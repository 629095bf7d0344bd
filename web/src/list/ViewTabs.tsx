import { queues, VALUED, type ViewedList, viewQuery } from '@aapurti/contract/settings/queues';
import { showNumber } from '@aapurti/contract/ground/fields';
import type { ListView } from '@aapurti/contract/settings/lists';
import { IconBookmark } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { callQuery, ON_EVERY_SCREEN } from '../ground/callQuery.ts';
import { SiteLink } from '../ui/Link.tsx';
import { shortMoney } from '../ui/shortMoney.ts';
import { useTabStrip } from './useTabStrip.ts';
import type { useViews } from './useViews.ts';
import { t } from '../words/words.ts';
import type { Applied } from './useListState.ts';
import classes from './ViewTabs.module.css';

interface ViewTabsProps extends ReturnType<typeof useViews> {
  list: ViewedList;
  /** The address of the list under other filters. */
  hrefOf: (filters: Applied) => string;
  own: readonly ListView[];
  onOwn: (view: ListView) => void;
}

/** Views of a list as tabs, each with its count under the other filters, which stay when a view is chosen; the user's own views follow. */
export function ViewTabs({ list, views, current, isBound, others, hrefOf, own, onOwn }: ViewTabsProps) {
  const filters = new URLSearchParams(others).toString();
  const query = filters === '' ? { list } : { list, filters };
  const { data } = useQuery({
    ...callQuery(queues.views, { query }),
    staleTime: 0,
    meta: ON_EVERY_SCREEN,
    placeholderData: keepPreviousData,
  });
  const strip = useTabStrip();
  const hasValue = VALUED.includes(list);
  return (
    <nav ref={strip} aria-label={t('Views of the list')} className={classes.tabs}>
      {views.map((view) => {
        const held = data?.find(({ name }) => name === view.name);
        return (
          <SiteLink
            key={view.name}
            href={hrefOf({ ...others, ...viewQuery(view, isBound) })}
            className={classes.tab}
            data-counted={data !== undefined || undefined}
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

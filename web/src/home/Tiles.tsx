import { accounts } from '@aapurti/contract/vendors/accounts';
import { showMoney, showNumber } from '@aapurti/contract/ground/fields';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../ground/api.ts';
import { SiteLink } from '../ui/Link.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { tiles } from './figures.ts';
import { t } from '../words/words.ts';
import classes from './Tiles.module.css';

type Counts = Readonly<Record<string, number>>;

/** The counts, each with a link to its list. The tiles are rendered before the figures load, so that nothing moves. */
export function Tiles({ isAdmin }: { isAdmin: boolean }) {
  const [now] = useState(() => new Date());
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [accounts.counts.id],
    queryFn: async ({ signal }): Promise<Counts> =>
      Object.assign({}, ...(await call(accounts.counts, { signal })).data.countList) as Counts,
    // The counts reload on every return to the screen, because other users enter records.
    staleTime: 0,
  });

  if (error !== null && data === undefined) {
    return <NotLoaded query={{ error, isFetching, refetch }} sign panel />;
  }
  /** A missing count is shown as 0, a loading count as a skeleton bar. */
  const show = (name: string, word: (count: number) => string) =>
    data === undefined ? <Skeleton component="span" display="inline-block" width="1.5ch" height="0.8em" /> : word(data[name] ?? 0);

  return (
    <section aria-label={t('Counts')} className={classes.counts} aria-busy={data === undefined}>
      <div className={classes.tiles}>
        {tiles(isAdmin, now).map(({ icon: Icon, total, beside }) => (
          <div key={total.label} className={classes.tile}>
            <SiteLink href={total.href} className={classes.total}>
              <Icon size={20} stroke={1.6} aria-hidden className={classes.icon} />
              <span className={classes.label}>{t(total.label)}</span>
              <strong>{show(total.count, showNumber)}</strong>
              {total.value !== undefined && (
                <span className={classes.value}>
                  <span className={classes.label}>{t(total.value.label)}</span> <strong>{show(total.value.count, showMoney)}</strong>
                </span>
              )}
            </SiteLink>
            <div className={classes.row}>
              {beside.map(({ label, count, href, value }) => (
                <SiteLink key={label} href={href} className={classes.beside}>
                  <span className={classes.label}>{t(label)}</span> <strong>{show(count, showNumber)}</strong>
                  {value !== undefined && (
                    <strong>
                      <VisuallyHidden>{t(value.label)} </VisuallyHidden>
                      {show(value.count, showMoney)}
                    </strong>
                  )}
                </SiteLink>
              ))}
            </div>
          </div>
        ))}
      </div>
    </section>
  );
}

import { IconCloudOff } from '@tabler/icons-react';
import { useEffect, useSyncExternalStore } from 'react';

import { onceReachable } from '../ground/reachable.ts';
import { outage } from '../ground/stored.ts';
import classes from './Outage.module.css';
import { showInstant } from './showInstant.ts';
import { t } from '../words/words.ts';
import { queryClient } from '../ground/queries.ts';

/** While the portal cannot be reached: the time of the displayed data. It polls until the portal responds, and then reloads. */
export function Outage() {
  const since = useSyncExternalStore(outage.subscribe, outage.get);
  const isAway = since !== null;
  useEffect(() => {
    if (!isAway) return undefined;
    return onceReachable(() => {
      outage.set(null);
      void queryClient.invalidateQueries();
    });
  }, [isAway]);
  return (
    <output className={classes.outage}>
      {since !== null && (
        <span className={classes.words}>
          <IconCloudOff size={18} aria-hidden />
          {t('The portal cannot be reached. You are seeing data as of {value}.', {
            value: showInstant(new Date(since).toISOString()),
          })}
        </span>
      )}
    </output>
  );
}

import { sessions, type SignIn } from '@aapurti/contract/sign-in/security';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { callQuery } from '../../ground/callQuery.ts';
import { type Column, custom } from '../../list/columns.tsx';
import { PlainTable } from '../../list/PlainTable.tsx';
import { NotLoaded } from '../../ui/NotLoaded.tsx';
import { showInstant } from '../../ui/showInstant.ts';
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';
import { deviceWords } from './deviceWords.ts';
import { t } from '../../words/words.ts';
import classes from './Security.module.css';
import { Button } from '../../ui/Button.tsx';

const RESULTS: Readonly<Record<SignIn['result'], { tone: Tone; words: string }>> = {
  'signed-in': { tone: 'good', words: 'Signed in' },
  'wrong-password': { tone: 'bad', words: 'Wrong password' },
  'code-asked': { tone: 'warn', words: 'No code entered' },
  'wrong-code': { tone: 'bad', words: 'Wrong code' },
};

/** Shown at first: more is a long way down on a phone. */
const FIRST = 10;

const FACTORS = { code: 'Code', 'recovery code': 'Recovery code' };

const columns: readonly Column<SignIn>[] = [
  custom('Time', ({ at }) => <time dateTime={at}>{showInstant(at)}</time>, { lead: true }),
  custom('Result', ({ result }) => <StatusBadge tone={RESULTS[result].tone}>{t(RESULTS[result].words)}</StatusBadge>, { brief: true }),
  custom('Device', ({ userAgent }) => deviceWords(userAgent), { brief: true }),
  custom('Address', ({ address }) => address ?? '–', { brief: true }),
  custom('Two-step verification', ({ secondFactor }) => (secondFactor === null ? '–' : t(FACTORS[secondFactor])), { brief: true }),
];

/** The last tries to sign in as oneself, those of strangers too. */
export function SignIns() {
  const [all, setAll] = useState(false);
  const { data, error, isPending, isFetching, refetch } = useQuery(callQuery(sessions.signIns));
  if (data !== undefined) {
    return (
      <>
        <PlainTable
          title="Sign-in history"
          columns={columns}
          rows={all ? data : data.slice(0, FIRST)}
          empty="No one has tried to sign in yet."
        />
        {!all && data.length > FIRST && (
          <Button variant="default" className={classes.more} onClick={() => setAll(true)}>
            {t('Show the last {data}', { data: data.length })}
          </Button>
        )}
      </>
    );
  }
  return <NotLoaded title="Sign-in history" query={{ error, isPending, isFetching, refetch }} height={120} />;
}

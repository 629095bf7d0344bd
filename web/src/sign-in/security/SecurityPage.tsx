import { secondFactor, type Security, securityMessages, sessions, type SignIn } from '@aapurti/contract/sign-in/security';
import { FACTOR_WORDS, SIGN_IN_WORDS } from '@aapurti/contract/sign-in/signInWords';
import { messages } from '@aapurti/contract/sign-in/providers';
import { showDate } from '@aapurti/contract/ground/fields';
import { say } from '@aapurti/contract/ground/template';
import { Alert } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { callQuery, renewed } from '../../ground/callQuery.ts';
import { endSetUp, useDemand, useSignedIn } from '../../access/session.ts';
import { Button } from '../../ui/Button.tsx';
import { NotLoaded } from '../../ui/NotLoaded.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { onDemand } from '../../ui/onDemand.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';
import { Devices } from './Devices.tsx';
import { ProfileTabs } from '../ProfileTabs.tsx';
import { ProviderLinks } from './ProviderLinks.tsx';
import classes from './Security.module.css';
import { t } from '../../words/words.ts';
import { type Column, custom } from '../../list/columns.tsx';
import { PlainTable } from '../../list/PlainTable.tsx';
import { showInstant } from '../../ui/showInstant.ts';
import { deviceWords } from './deviceWords.ts';

// Loaded on demand: few users change two-step verification, whose forms and QR encoder are large.
const modals = () => import('./SecondFactorModals.tsx');
const SetUpModal = onDemand(async () => (await modals()).SetUpModal, <Spinner />);
const NewCodesModal = onDemand(async () => (await modals()).NewCodesModal, <Spinner />);
const TurnOffModal = onDemand(async () => (await modals()).TurnOffModal, <Spinner />);

/** The number of remaining recovery codes up to which a warning is shown. */
const FEW = 3;

/** The protection of the user's own account: two-step verification, signed-in devices, and sign-in attempts. */
export function SecurityPage() {
  const { userID } = useSignedIn();
  const demand = useDemand();
  return (
    <>
      <PageHeader title="Your Profile" />
      {demand === null && <ProfileTabs id={userID} />}
      {demand !== null && (
        <Alert color="yellow" mb="md" icon={<IconShieldLock size={18} />}>
          {t(demand === 'provider' ? messages.linkFirst : securityMessages.setUpFirst)}
        </Alert>
      )}
      {demand !== 'secondFactor' && <ProviderLinks />}
      {demand !== 'provider' && <SecondFactor userID={userID} />}
      {demand === null && (
        <>
          <Devices />
          <SignIns />
        </>
      )}
    </>
  );
}

function SecondFactor({ userID }: { userID: string }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(callQuery(secondFactor.get, { params: { id: userID } }));
  return (
    <Panel title="Two-step verification">
      {data === undefined ? <NotLoaded query={{ error, isPending, isFetching, refetch }} sign height={120} /> : <State security={data} />}
    </Panel>
  );
}

function State({ security: { onSince, codesLeft, required } }: { security: Security }) {
  const [asked, setAsked] = useState<'set-up' | 'codes' | 'off' | null>(null);
  const isOn = onSince !== null;
  // Once the recovery codes are saved, the whole site is open.
  useEffect(() => {
    if (isOn && asked === null) endSetUp();
  }, [isOn, asked]);
  const renew = () => renewed([secondFactor.get]);
  // Asked again at the end, in case the response to the first question was lost.
  const close = () => {
    setAsked(null);
    void renew();
  };
  const modal = { onClose: close, onChanged: renew };
  return (
    <>
      <p className={classes.state}>
        {isOn ? <StatusBadge tone="good">{t('On')}</StatusBadge> : <StatusBadge tone="neutral">{t('Off')}</StatusBadge>}
        {isOn && say('since {onSince}', { onSince: showDate(onSince) })}
      </p>
      {isOn ? (
        <p className={classes.about}>
          {t('Signing in requires your password and a code from your authenticator app.')}{' '}
          <span className={codesLeft <= FEW ? classes.few : undefined}>
            {t(
              '{count, plural, =0 {No recovery codes are left: create new ones.} one {One recovery code is left.} other {{count} recovery codes are left.}}',
              { count: codesLeft },
            )}
          </span>
        </p>
      ) : (
        <p className={classes.about}>
          {t('Even if someone learns your password, they also need a code from your phone. Any authenticator app works.')}
        </p>
      )}
      <div className={classes.buttons}>
        {isOn ? (
          <>
            <Button label="New recovery codes" variant="default" onClick={() => setAsked('codes')} />
            <Button label="Use another device" variant="default" onClick={() => setAsked('set-up')} />
            {!required && <Button label="Turn off" variant="default" onClick={() => setAsked('off')} />}
          </>
        ) : (
          <Button label="Set up" icon={IconShieldLock} onClick={() => setAsked('set-up')} />
        )}
      </div>
      {asked === 'set-up' && <SetUpModal isOn={isOn} {...modal} />}
      {asked === 'codes' && <NewCodesModal {...modal} />}
      {asked === 'off' && <TurnOffModal {...modal} />}
    </>
  );
}

const TONES: Readonly<Record<SignIn['result'], Tone>> = {
  'signed-in': 'good',
  'wrong-password': 'bad',
  'code-asked': 'warn',
  'wrong-code': 'bad',
};

/** The number shown at first, because a longer list is too long on a phone. */
const FIRST = 10;

const columns: readonly Column<SignIn>[] = [
  custom('Time', ({ at }) => <time dateTime={at}>{showInstant(at)}</time>, { lead: true }),
  custom('Result', ({ result }) => <StatusBadge tone={TONES[result]}>{t(SIGN_IN_WORDS[result])}</StatusBadge>, { brief: true }),
  custom('Device', ({ userAgent }) => deviceWords(userAgent), { brief: true }),
  custom('Address', ({ address }) => address ?? '–', { brief: true }),
  custom('Two-step verification', ({ secondFactor: used }) => (used === null ? '–' : t(FACTOR_WORDS[used])), { brief: true }),
];

/** The last attempts to sign in as the user, including those of strangers. */
function SignIns() {
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

import { type ActiveSession, sessions } from '@aapurti/contract/sign-in/security';
import { Group, Modal, Text } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconLogout } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call, messageOf } from '../../ground/api.ts';
import { callQuery, renewed } from '../../ground/callQuery.ts';
import { endSession } from '../../access/session.ts';
import { Button, RowButton } from '../../ui/Button.tsx';
import { NotLoaded } from '../../ui/NotLoaded.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { showInstant } from '../../ui/showInstant.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { toast } from '../../ui/toast.tsx';
import { useStep } from '../../ui/useStep.ts';
import { deviceWords, isHandheld } from './deviceWords.ts';
import { t } from '../../words/words.ts';
import classes from './Security.module.css';

/** The user's signed-in devices, and the actions to sign them out. */
export function Devices() {
  const [asking, setAsking] = useState(false);
  const { data, error, isPending, isFetching, refetch } = useQuery(callQuery(sessions.list));
  const renew = () => renewed([sessions.list]);
  const end = useStep((id: string) => call(sessions.end, { params: { id } }), renew);

  return (
    <Panel
      title="Signed-in devices"
      aside={<Button label="Sign out everywhere" variant="default" icon={IconLogout} onClick={() => setAsking(true)} />}
    >
      {data === undefined ? (
        <NotLoaded query={{ error, isPending, isFetching, refetch }} height={120} />
      ) : (
        <ul className={classes.devices} aria-label={t('Signed-in devices')}>
          {data.map((session) => (
            <li key={session._id}>
              <Device session={session} ending={end.isPending && end.variables === session._id} onEnd={() => end.mutate(session._id)} />
            </li>
          ))}
        </ul>
      )}
      {asking && <EverywhereModal onClose={() => setAsking(false)} onEnded={renew} />}
    </Panel>
  );
}

function Device({ session, ending, onEnd }: { session: ActiveSession; ending: boolean; onEnd: () => void }) {
  const { userAgent, address, createdAt, lastSeenAt, current } = session;
  const Icon = isHandheld(userAgent) ? IconDeviceMobile : IconDeviceDesktop;
  const words = deviceWords(userAgent);
  return (
    <>
      <Icon size={22} stroke={1.6} aria-hidden />
      <div>
        <p className={classes.device}>
          {t(words)} {current && <StatusBadge tone="good">{t('This device')}</StatusBadge>}
        </p>
        <p className={classes.times}>
          {t('{address} · signed in {createdAt} · last used {lastSeenAt}', {
            address: address ?? t('Unknown address'),
            createdAt: showInstant(createdAt),
            lastSeenAt: showInstant(lastSeenAt),
          })}
        </p>
      </div>
      {!current && (
        <RowButton
          label="Sign out"
          loading={ending}
          onClick={onEnd}
          aria-label={t('Sign out {device}, signed in {createdAt}', { device: words, createdAt: showInstant(createdAt) })}
        />
      )}
    </>
  );
}

function EverywhereModal({ onClose, onEnded }: { onClose: () => void; onEnded: () => Promise<unknown> }) {
  const end = useMutation({
    mutationFn: (all: boolean) => call(sessions.endAll, { body: { all } }),
    async onSuccess({ data }, all) {
      if (all) return endSession('You are signed out on all devices.');
      toast.success(data.message);
      onClose();
      await onEnded();
    },
    onError(failure) {
      onClose();
      toast.error(messageOf(failure));
    },
  });
  const running = (all: boolean) => end.isPending && end.variables === all;
  return (
    <Modal opened onClose={onClose} title={t('Sign out everywhere')}>
      <Text>{t('Every other device signed in to your account is signed out now and must sign in again.')}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button label="Cancel" variant="default" onClick={onClose} disabled={end.isPending} data-autofocus />
        <Button
          label="This device too"
          variant="default"
          loading={running(true)}
          disabled={end.isPending}
          onClick={() => end.mutate(true)}
        />
        <Button label="All other devices" loading={running(false)} disabled={end.isPending} onClick={() => end.mutate(false)} />
      </Group>
    </Modal>
  );
}

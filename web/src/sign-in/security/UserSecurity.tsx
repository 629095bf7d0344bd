import { showDate } from '@aapurti/contract/ground/fields';
import { audit } from '@aapurti/contract/audit/audit';
import { providerSignIn } from '@aapurti/contract/sign-in/providers';
import { secondFactor, sessions } from '@aapurti/contract/sign-in/security';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call, messageOf } from '../../ground/api.ts';
import { callQuery, renewed } from '../../ground/callQuery.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { NotLoaded } from '../../ui/NotLoaded.tsx';
import { Facts, Panel } from '../../ui/Panel.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { toast } from '../../ui/toast.tsx';
import { t } from '../../words/words.ts';
import classes from './Security.module.css';

/** An administrator's actions for a user who lost a device: sign out everywhere, and reset two-step verification. */
export function UserSecurity({ userId }: { userId: string }) {
  const [asked, setAsked] = useState<'reset' | 'endOf' | 'unlink' | null>(null);
  const { data, error, isPending, isFetching, refetch } = useQuery(callQuery(secondFactor.get, { params: { id: userId } }));

  async function run(operation: typeof secondFactor.reset | typeof sessions.endOf) {
    try {
      toast.success((await call(operation, { params: { id: userId } })).data.message);
    } catch (failure) {
      toast.error(messageOf(failure));
    }
    await renewed([secondFactor.get, audit.history, audit.list]);
  }

  return (
    <Panel title="Security">
      {data === undefined ? (
        <NotLoaded query={{ error, isPending, isFetching, refetch }} height={80} />
      ) : (
        <>
          <Facts
            items={[
              {
                label: 'Two-step verification',
                value:
                  data.onSince === null ? (
                    <StatusBadge tone="neutral">{t('Off')}</StatusBadge>
                  ) : (
                    <StatusBadge tone="good">{t('On')}</StatusBadge>
                  ),
              },
              { label: 'Since', value: showDate(data.onSince) },
              { label: 'Recovery codes left', value: data.onSince === null ? null : data.codesLeft },
              { label: 'Signed-in devices', value: data.sessions },
            ]}
          />
          <div className={classes.buttons}>
            <Button label="Sign out everywhere" variant="default" onClick={() => setAsked('endOf')} disabled={data.sessions === 0} />
            {data.onSince !== null && <Button label="Reset two-step verification" variant="default" onClick={() => setAsked('reset')} />}
            {data.linked && <Button label="Unlink company sign-in" variant="default" onClick={() => setAsked('unlink')} />}
          </div>
        </>
      )}
      <ConfirmModal
        opened={asked === 'endOf'}
        title="Sign out everywhere"
        confirm="Sign out"
        onConfirm={() => run(sessions.endOf)}
        onClose={() => setAsked(null)}
      >
        {t('This user is signed out on all devices now, and can sign in again.')}
      </ConfirmModal>
      <ConfirmModal
        opened={asked === 'reset'}
        title="Reset two-step verification"
        confirm="Reset"
        onConfirm={() => run(secondFactor.reset)}
        onClose={() => setAsked(null)}
      >
        {t(
          'Make sure that you are talking to the right person. The user is signed out everywhere, can sign in with the password alone, and is notified by e-mail.',
        )}
      </ConfirmModal>
      <ConfirmModal
        opened={asked === 'unlink'}
        title="Unlink company sign-in"
        confirm="Unlink"
        onConfirm={() => run(providerSignIn.unlinkUser)}
        onClose={() => setAsked(null)}
      >
        {t('This user then signs in with the password, and can link a new provider account.')}
      </ConfirmModal>
    </Panel>
  );
}

import { providerSignIn } from '@aapurti/contract/sign-in/providers';
import { secondFactor } from '@aapurti/contract/sign-in/security';
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { call } from '../../ground/api.ts';
import { callQuery } from '../../ground/callQuery.ts';
import { useSignedIn } from '../../access/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { t } from '../../words/words.ts';
import { leaveFor } from '../providerReturn.ts';
import classes from '../security/Security.module.css';
import { useAct } from '../../ui/useStep.ts';

interface AfterProofProps {
  onCancel: () => void;
  children: (asksPassword: boolean) => ReactNode;
}

/**
 * The children ask for the password; a user without one sees them after a proof at the SSO provider, for which the browser leaves the page.
 */
export function AfterProof({ onCancel, children }: AfterProofProps) {
  const { userID } = useSignedIn();
  const { data, isPending } = useQuery({ ...callQuery(secondFactor.get, { params: { id: userID } }), staleTime: 0 });
  const start = useAct(
    () => call(providerSignIn.startConfirm),
    [],
    (started) => leaveFor(started, 'confirm', window.location.pathname + window.location.search),
  );
  if (isPending) return <Spinner height={120} />;
  const name = data?.confirmAt ?? null;
  if (name === null) return children(true);
  if (data?.confirmedUntil !== null) return children(false);
  return (
    <>
      <p className={classes.words}>
        {t('Your account has no password. Confirm your identity with {name}; you then return here.', { name })}
      </p>
      <Group mt="md">
        <Button label="Cancel" variant="default" onClick={onCancel} />
        <Button loading={start.isPending} onClick={() => start.mutate()} data-autofocus>
          {t('Confirm at {name}', { name })}
        </Button>
      </Group>
    </>
  );
}

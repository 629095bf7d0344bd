import { messages, providerSignIn } from '@aapurti/contract/sign-in/providers';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import { call, messageOf } from '../ground/api.ts';
import { currentSession, endSetUp, leaveNotice, startSession } from '../access/session.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { toast } from '../ui/toast.tsx';
import { ownPath, urls } from '../urls.ts';
import { CodeStep } from './CodeStep.tsx';
import { takeReturn } from './providerReturn.ts';

/**
 * The page to which an SSO provider returns the browser: it continues the action that was begun, or leads to the sign-in page with the
 * error.
 */
export function ProviderReturnPage() {
  const router = useRouter();
  const [asked, setAsked] = useState<{ challenge: string; back: string } | null>(null);
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const returned = takeReturn(window.location.search);
    // The code must not stay in the history.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    const goOn = (href: string) => router.navigate({ href, replace: true });
    // A failure is shown on the current page, and is gone on the next one.
    const fail = async (why: string) => {
      const session = currentSession();
      if (session === null) leaveNotice(why);
      await goOn(session === null ? urls.login : returned?.purpose === 'confirm' ? ownPath(returned.back) : urls.security(session.userID));
      if (session !== null) toast.error(why);
    };
    async function finish() {
      if (returned === null) return fail(messages.over);
      const { purpose, back, body } = returned;
      if (purpose === 'link') {
        const { data } = await call(providerSignIn.finishLink, { body });
        endSetUp();
        toast.success(data.message);
        return goOn(urls.security(currentSession()?.userID ?? ''));
      }
      if (purpose === 'confirm') {
        toast.success((await call(providerSignIn.finishConfirm, { body })).data.message);
        return goOn(ownPath(back));
      }
      if (purpose === 'invitation') {
        const { data } = await call(providerSignIn.finishInvitation, { body });
        sessionStorage.setItem(`proof ${back}`, JSON.stringify(data));
        return goOn(urls.invitation(back));
      }
      const { status, data } = await call(providerSignIn.finish, { body });
      if (status === 202) return setAsked({ challenge: data.challenge, back });
      startSession(data.token, data.detail);
      return goOn(ownPath(back));
    }
    finish().catch((error: unknown) => fail(messageOf(error)));
  }, [router]);

  return (
    <>
      <PageHeader title={asked === null ? 'Sign in' : 'Enter your code'} />
      <Panel>
        {asked === null ? (
          <Spinner height={120} />
        ) : (
          <CodeStep
            challenge={asked.challenge}
            onWaiting={() => undefined}
            onSignedIn={() => void router.navigate({ href: ownPath(asked.back), replace: true })}
            onBack={(why) => {
              if (why !== null) leaveNotice(why);
              void router.navigate({ href: urls.login, replace: true });
            }}
          />
        )}
      </Panel>
    </>
  );
}

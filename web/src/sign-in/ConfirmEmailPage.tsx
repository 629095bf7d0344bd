import { identity, messages } from '@aapurti/contract/vendors/identity';
import { IconLinkOff, IconMail, IconMailCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';

import { call, messageOf } from '../ground/api.ts';
import { Button } from '../ui/Button.tsx';
import { TextLink } from '../ui/Link.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useParam } from '../ui/useParam.ts';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';

/**
 * The page of the link to a new e-mail address. It only asks, because programs that check e-mails open links too, and must change nothing.
 */
export function ConfirmEmailPage() {
  const secret = useParam('secret');
  const confirm = useMutation({ mutationFn: () => call(identity.confirmEmail, { body: { secret } }) });
  return (
    <>
      <PageHeader title="New e-mail address" />
      <Panel>
        {confirm.isSuccess ? (
          <Notice alert icon={<IconMailCheck size={22} />} title={messages.emailChanged}>
            <TextLink alone href={urls.login}>
              {t('Sign in')}
            </TextLink>
          </Notice>
        ) : confirm.error !== null ? (
          <Notice alert icon={<IconLinkOff size={22} />} title="Something went wrong">
            {t(messageOf(confirm.error))}
          </Notice>
        ) : (
          <Notice
            icon={<IconMail size={22} />}
            title="Use this address to sign in from now on?"
            actions={<Button label="Confirm this address" loading={confirm.isPending} onClick={() => confirm.mutate()} />}
          >
            {t('The current address can then no longer be used.')}
          </Notice>
        )}
      </Panel>
    </>
  );
}

import { MAIL_KINDS, mail, messages } from '@aapurti/contract/mail/mail';
import { say } from '@aapurti/contract/ground/template';
import { IconAlertTriangle, IconMail, IconMailOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';

import { ApiError, call, messageOf } from '../ground/api.ts';
import { Button } from '../ui/Button.tsx';
import { TextLink } from '../ui/Link.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useParam } from '../ui/useParam.ts';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import classes from './Mails.module.css';

/** The target of the link at the end of an e-mail. It only asks, because programs that follow links must change nothing. */
export function UnsubscribePage() {
  const token = useParam('token');
  const [, kind = ''] = token.split('.');
  const about = (MAIL_KINDS as Readonly<Record<string, string>>)[kind];
  const off = useMutation({ mutationFn: () => call(mail.unsubscribe, { body: { token } }) });
  const dead = about === undefined || off.error !== null;
  // Final: a retry would get the same response.
  const isRefused = off.error instanceof ApiError && off.error.status === 404;

  return (
    <div className={classes.narrow}>
      <PageHeader title="E-mails" />
      <Panel>
        {off.isSuccess ? (
          <Notice alert icon={<IconMailOff size={22} />} title={off.data.data.message}>
            {t('You can turn them on again on your profile.')} <TextLink href={urls.login}>{t('Sign in')}</TextLink>
          </Notice>
        ) : dead ? (
          <Notice
            alert
            icon={<IconAlertTriangle size={22} />}
            title="Something went wrong"
            actions={
              about !== undefined &&
              !isRefused && <Button label="Try again" variant="default" loading={off.isPending} onClick={() => off.mutate()} />
            }
          >
            {t(off.error === null ? messages.deadLink : messageOf(off.error))}
          </Notice>
        ) : (
          <Notice
            icon={<IconMail size={22} />}
            title={say('Stop e-mails about {about}?', { about })}
            actions={<Button label="Turn off these e-mails" loading={off.isPending} onClick={() => off.mutate()} />}
          >
            {t('Other e-mails are still sent.')}
          </Notice>
        )}
      </Panel>
    </div>
  );
}

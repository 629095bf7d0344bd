import { type OutboxMail, site } from '@aapurti/contract/settings/site';
import { IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { callQuery } from '../ground/callQuery.ts';
import { NotFoundPage } from '../access/NotFoundPage.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { showInstant } from '../ui/showInstant.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { Mail } from './Mail.tsx';
import { t } from '../words/words.ts';
import classes from './OutboxPage.module.css';

const REFRESH_MILLISECONDS = 3000;

/** E-mails of a local start, which are not sent. Installations that send e-mail do not have this page. */
export function OutboxPage() {
  const about = useQuery(callQuery(site.about));
  const outbox = useQuery({ ...callQuery(site.outbox), enabled: about.data?.outbox === true, refetchInterval: REFRESH_MILLISECONDS });

  if (about.data?.outbox === false) return <NotFoundPage />;
  const failed = outbox.data === undefined ? (about.error ?? outbox.error) : null;
  return (
    <>
      <PageHeader title="Outbox" />
      {failed !== null ? (
        <NotLoaded query={about.data === undefined ? about : outbox} sign panel />
      ) : outbox.data === undefined ? (
        <Spinner />
      ) : outbox.data.length === 0 ? (
        <Panel>
          <Notice icon={<IconMailOff size={22} />} title="No e-mails yet">
            {t('E-mails that the portal would send appear here, for example the "Forgot password" link. The list refreshes by itself.')}
          </Notice>
        </Panel>
      ) : (
        <Mails mails={outbox.data} />
      )}
    </>
  );
}

/** Outbox e-mails have no id, so time and receiver identify them. */
function keyOf(mail: OutboxMail): string {
  return `${mail.at} ${mail.to} ${mail.subject}`;
}

function Mails({ mails }: { mails: readonly OutboxMail[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const opened = mails.find((mail) => keyOf(mail) === chosen) ?? mails[0];
  return (
    <div className={classes.outbox}>
      <ul className={classes.mails} aria-label={t('E-mails, newest first')}>
        {mails.map((mail) => (
          <li key={keyOf(mail)}>
            <button type="button" className={classes.line} aria-current={mail === opened} onClick={() => setChosen(keyOf(mail))}>
              <span className={classes.subject}>{mail.subject}</span>
              <span className={classes.to}>{mail.to}</span>
              <time dateTime={mail.at}>{showInstant(mail.at)}</time>
            </button>
          </li>
        ))}
      </ul>
      {opened !== undefined && <Mail key={keyOf(opened)} mail={opened} />}
    </div>
  );
}

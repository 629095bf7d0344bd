import { audit } from '@aapurti/contract/audit/audit';
import { ADMIN_MAILS, type MailKind, type MailSwitches as Switches, mail, VENDOR_MAILS } from '@aapurti/contract/mail/mail';
import { notices } from '@aapurti/contract/home/notices';
import { Switch } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';

import { call, messageOf } from '../ground/api.ts';
import { callQuery, renewed } from '../ground/callQuery.ts';
import { queryClient } from '../ground/queries.ts';
import { useSignedIn } from '../access/session.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { toast } from '../ui/toast.tsx';
import { KINDS } from './kinds.ts';
import { t } from '../words/words.ts';
import classes from './MailSwitches.module.css';

/** The types of e-mails and notifications that the user receives: a section of the profile. Each switch is saved immediately. */
export function MailSwitches() {
  const { isAdmin } = useSignedIn();
  const mails = useSwitches(mail);
  const told = useSwitches(notices);
  const failed = [mails, told].find(({ query }) => query.isError);
  const kinds: readonly MailKind[] = isAdmin ? [...new Set([...ADMIN_MAILS, ...VENDOR_MAILS])] : VENDOR_MAILS;

  if (failed !== undefined && failed.shown === undefined) {
    return (
      <Panel title="E-mails and notifications">
        <NotLoaded query={failed.query} />
      </Panel>
    );
  }
  return (
    <Panel title="E-mails and notifications">
      {mails.shown === undefined || told.shown === undefined ? (
        <Spinner height={120} />
      ) : (
        <>
          <div className={classes.kinds}>
            <span aria-hidden />
            <span aria-hidden>{t('E-mail')}</span>
            <span aria-hidden>{t('Notification')}</span>
            {kinds.map((kind) => (
              <KindSwitches key={kind} kind={kind} mails={mails} told={told} />
            ))}
          </div>
          <p className={classes.always}>
            {t('E-mails about your account and password are always sent. Notifications appear under the bell at the top.')}
          </p>
        </>
      )}
    </Panel>
  );
}

function KindSwitches({ kind, mails, told }: { kind: MailKind; mails: Switched; told: Switched }) {
  const { label, description } = KINDS[kind];
  return (
    <>
      <span>
        <span className={classes.label}>{t(label)}</span>
        <span className={classes.description}>{t(description)}</span>
      </span>
      <Switch
        aria-label={t('{label}: e-mail', { label })}
        checked={mails.shown?.[kind] ?? true}
        onChange={(event) => mails.change({ [kind]: event.currentTarget.checked })}
      />
      <Switch
        aria-label={t('{label}: notification', { label })}
        checked={told.shown?.[kind] ?? true}
        onChange={(event) => told.change({ [kind]: event.currentTarget.checked })}
      />
    </>
  );
}

type Switched = ReturnType<typeof useSwitches>;

function useSwitches({ switches, change: save }: typeof mail | typeof notices) {
  const queryKey = [switches.id];
  const query = useQuery(callQuery(switches));
  const change = useMutation({
    mutationFn: (body: Partial<Switches>) => call(save, { body }),
    onSuccess: ({ data: saved }) => {
      queryClient.setQueryData(queryKey, saved.data);
      toast.success(saved.message);
      // The history of the record is below.
      void renewed([audit.history, notices.list]);
    },
    onError: (failure) => toast.error(messageOf(failure)),
  });
  // A switch shows the new state before the response arrives.
  const shown = query.data && { ...query.data, ...(change.isPending ? change.variables : {}) };
  return { query, shown, change: change.mutate };
}

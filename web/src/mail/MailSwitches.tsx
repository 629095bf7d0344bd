import { audit } from '@aapurti/contract/audit';
import { ADMIN_MAILS, type MailKind, type MailSwitches as Switches, mail, VENDOR_MAILS } from '@aapurti/contract/mail';
import { Stack, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { call, messageOf } from '../api.ts';
import { useSignedIn } from '../session.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './Mails.module.css';

const LABELS: Record<MailKind, { label: string; description: string }> = {
  prices: { label: 'Price decisions', description: 'A price of yours is approved or disapproved.' },
  payments: { label: 'Payments', description: 'A payment is recorded for you.' },
  orders: { label: 'Purchase orders', description: 'The buyer has sent you new purchase orders.' },
  amendments: { label: 'Amended orders', description: 'The buyer has changed a purchase order that you had acknowledged.' },
  answers: { label: 'Answers to orders', description: 'Lines of a purchase order are answered, or the answers decided about.' },
  reminders: { label: 'Orders without an answer', description: 'A purchase order waits for the vendor’s answer for some days.' },
  changes: { label: 'Bank and tax details', description: 'A vendor’s bank, PAN or GST details, or a document, were changed.' },
};

/** The kinds of mail that the user gets: a section of the profile. Each switch is saved at once. */
export function MailSwitches() {
  const { isAdmin } = useSignedIn();
  const client = useQueryClient();
  const queryKey = [mail.switches.id];
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(mail.switches, { signal })).data,
  });
  const change = useMutation({
    mutationFn: (body: Partial<Switches>) => call(mail.change, { body }),
    onSuccess: ({ data: saved }) => {
      client.setQueryData(queryKey, saved.data);
      toast.success(saved.message);
      // The history of the record is below.
      void client.invalidateQueries({ queryKey: [audit.history.id] });
    },
    onError: (failure) => toast.error(messageOf(failure)),
  });
  // The switch shows the new state before the answer arrives.
  const shown = data === undefined ? undefined : { ...data, ...(change.isPending ? change.variables : {}) };
  const kinds: readonly MailKind[] = isAdmin ? [...ADMIN_MAILS, ...VENDOR_MAILS] : VENDOR_MAILS;

  return (
    <Panel title="Mails">
      {isPending ? (
        <Spinner height={120} />
      ) : shown === undefined ? (
        <NotLoaded query={{ error, isFetching, refetch }} />
      ) : (
        <>
          <Stack gap="sm">
            {kinds.map((kind) => (
              <Switch
                key={kind}
                label={LABELS[kind].label}
                description={LABELS[kind].description}
                checked={shown[kind]}
                onChange={(event) => change.mutate({ [kind]: event.currentTarget.checked })}
              />
            ))}
          </Stack>
          <p className={classes.always}>Mails about your account and your password always come.</p>
        </>
      )}
    </Panel>
  );
}

import { DOCUMENTS } from '@aapurti/contract/accounts';
import { showDate } from '@aapurti/contract/fields';
import { identity, type IdentityRequest, messages } from '@aapurti/contract/identity';
import { Button, Modal, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { ApiError, call, messageOf } from '../api.ts';
import { useSignedIn } from '../session.ts';
import { TextLink } from '../ui/Link.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { toast } from '../ui/toast.tsx';
import { urls } from '../urls.ts';
import classes from './Identity.module.css';
import { IdentityChanges } from './IdentityChanges.tsx';
import { PAPER_LABELS } from './userValues.ts';
import { USER_TABS } from './userTabs.ts';

/** The links to papers work for five minutes at least. */
const LINK_MILLISECONDS = 4 * 60_000;

/** New bank and tax details of vendors, which an administrator approves or refuses. */
export function IdentityRequestsPage() {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [identity.requests.id],
    queryFn: async ({ signal }) => (await call(identity.requests, { signal })).data,
    staleTime: 0,
    refetchInterval: LINK_MILLISECONDS,
  });
  return (
    <>
      <PageHeader title="Identity Requests" breadcrumb={[{ label: 'Users', href: urls.users }]} />
      <Tabs label="Users by status" tabs={USER_TABS} />
      {isPending ? (
        <Spinner />
      ) : data === undefined ? (
        <Panel>
          <NotLoaded query={{ error, isFetching, refetch }} sign />
        </Panel>
      ) : data.total === 0 ? (
        <Panel>
          <Notice title="Nothing waits">New bank and tax details of active vendors come here before they hold.</Notice>
        </Panel>
      ) : (
        data.requests.map((request) => <Request key={request._id} request={request} />)
      )}
      {data !== undefined && data.total > data.requests.length && (
        <p>
          These are the oldest {data.requests.length} of {data.total}. The others follow once these are decided.
        </p>
      )}
    </>
  );
}

function Request({ request }: { request: IdentityRequest }) {
  const { userID } = useSignedIn();
  const client = useQueryClient();
  const [refusing, setRefusing] = useState(false);
  const decide = useMutation({
    mutationFn: (decision: { approve: boolean; reason?: string }) =>
      call(identity.decide, { params: { id: request._id }, body: { ...decision, updatedAt: request.updatedAt } }),
    onSuccess: ({ data }) => {
      setRefusing(false);
      toast.success(data.message);
    },
    onError: (error) => toast.error(messageOf(error)),
    // Also after a refusal by the server: what is on screen is old then.
    onSettled: () => Promise.all([identity.requests, identity.waiting].map(({ id }) => client.invalidateQueries({ queryKey: [id] }))),
  });
  const { vendor, changes, previous, remarks, gstinAlsoOf, papers } = request;

  return (
    <Panel title={vendor.vendor_name} aside={<span>Asked on {showDate(request.requestedAt)}</span>}>
      <IdentityChanges label={`Details of ${vendor.vendor_name}`} {...{ previous, changes, remarks }} />
      {gstinAlsoOf.length > 0 && (
        <p className={classes.note} role="note">
          The GST number that is asked for is also that of{' '}
          {gstinAlsoOf.map((other) => `${other.vendor_name} (${other.vendor_Code})`).join(', ')}.
        </p>
      )}
      <ul className={classes.papers} aria-label={`Papers of ${vendor.vendor_name}`}>
        {DOCUMENTS.map(({ slot, link }) => {
          const paper = papers[link];
          return (
            paper !== null && (
              <li key={slot}>
                <a href={paper} download>
                  {PAPER_LABELS[slot]}
                </a>
              </li>
            )
          );
        })}
      </ul>
      <div className={classes.foot}>
        <Button
          loading={decide.isPending && !refusing}
          disabled={vendor._id === userID}
          aria-label={`Approve ${vendor.vendor_name}`}
          onClick={() => decide.mutate({ approve: true })}
        >
          Approve
        </Button>
        <Button variant="default" aria-label={`Refuse ${vendor.vendor_name}`} onClick={() => setRefusing(true)}>
          Refuse
        </Button>
        <TextLink href={urls.userProfile(vendor._id)} aria-label={`Profile of ${vendor.vendor_name}`}>
          Profile of vendor {vendor.vendor_Code}
        </TextLink>
      </div>
      <RefuseModal
        opened={refusing}
        vendor={vendor.vendor_name}
        busy={decide.isPending}
        error={decide.error}
        onClose={() => setRefusing(false)}
        onRefuse={(reason) => decide.mutate({ approve: false, reason })}
      />
    </Panel>
  );
}

interface RefuseModalProps {
  opened: boolean;
  vendor: string;
  busy: boolean;
  error: Error | null;
  onClose: () => void;
  onRefuse: (reason: string) => void;
}

function RefuseModal({ opened, vendor, busy, error, onClose, onRefuse }: RefuseModalProps) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const refused = error instanceof ApiError ? error.errors['reason'] : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(reason.trim() === '');
    if (reason.trim() !== '') onRefuse(reason);
  }

  return (
    <Modal opened={opened} onClose={busy ? () => undefined : onClose} title={`Refuse the details of ${vendor}`} size="sm">
      <form onSubmit={submit} noValidate>
        <Textarea
          label="Reason"
          description="The vendor gets it by mail."
          required
          autosize
          minRows={3}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={missing ? messages.reason : refused}
          data-autofocus
        />
        <div className={classes.foot}>
          <Button type="submit" color="red" loading={busy}>
            Refuse the details
          </Button>
          <Button variant="default" onClick={onClose} disabled={busy}>
            Close
          </Button>
        </div>
      </form>
    </Modal>
  );
}

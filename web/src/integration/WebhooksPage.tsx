import { showDate } from '@aapurti/contract/ground/fields';
import { type Webhook, webhooks } from '@aapurti/contract/integration/webhooks';
import { EVENT_NAMES } from '@aapurti/contract/integration/eventNames';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../ground/api.ts';
import { callQuery, renewed } from '../ground/callQuery.ts';
import { useSignedIn } from '../access/session.ts';
import { RowButton } from '../ui/Button.tsx';
import link from '../ui/Link.module.css';
import { ActionMenu } from '../ui/ActionMenu.tsx';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { LoadedRows } from '../ui/LoadedRows.tsx';
import { Mono } from '../ui/Mono.tsx';
import { Panel } from '../ui/Panel.tsx';
import { showInstant } from '../ui/showInstant.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { toast } from '../ui/toast.tsx';
import { listed, t } from '../words/words.ts';
import { CompanySelect } from '../people/CompanySelect.tsx';
import classes from '../people/People.module.css';
import { ConnectionFrame } from './ConnectionFrame.tsx';
import { DeliveriesModal, SecretModal, WebhookModal } from './WebhookModals.tsx';
import { useAct, useStep } from '../ui/useStep.ts';

const STATES = {
  on: { label: 'On', tone: 'good' },
  failing: { label: 'Not reachable', tone: 'warn' },
  off: { label: 'Off', tone: 'neutral' },
} as const;

type Open = { what: 'new' } | { what: 'edit' | 'deliveries' | 'rotate' | 'remove'; webhook: Webhook };

/** The webhooks of a company: an owner's own, or for administrators the buyer's and any vendor's. */
export function WebhooksPage() {
  const { isAdmin } = useSignedIn();
  const [vendor, setVendor] = useState<string | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setOpen(null);
  const query = useQuery({ ...callQuery(webhooks.list, { query: { userID: vendor } }), staleTime: 0 });
  const renew = () => renewed([webhooks.list]);
  const test = useAct(
    ({ _id }: Webhook) => call(webhooks.test, { params: { id: _id } }),
    [],
    ({ delivered, status, error: why }) => {
      if (delivered) toast.success(t('The webhook accepted the message with status {status}.', { status: String(status) }));
      else if (status === null) toast.error(t('The webhook did not accept the message: {why}', { why: t(why ?? '') }));
      else toast.error(t('The webhook did not accept the message: it returned status {status}.', { status: String(status) }));
    },
  );
  const remove = useStep(({ _id }: Webhook) => call(webhooks.remove, { params: { id: _id } }), renew);
  const rotate = useAct(
    ({ _id }: Webhook) => call(webhooks.rotate, { params: { id: _id } }),
    renew,
    (made) => setSecret(made.secret),
  );

  return (
    <ConnectionFrame
      title="Webhooks"
      action={vendor === null ? { label: 'New webhook', onClick: () => setOpen({ what: 'new' }) } : undefined}
    >
      {isAdmin && <CompanySelect value={vendor} onChange={setVendor} />}
      <Panel title="Webhooks for your systems">
        <p className={classes.small}>
          {t('When a record changes, the portal notifies the webhook. Your system then reads the record with an API key.')}{' '}
          <a className={link.text} href="/api/docs" data-underlined>
            {t('API description')}
          </a>
        </p>
        <LoadedRows query={query} none="No webhooks yet." className={classes.small}>
          {(rows) => (
            <ul className={classes.list} aria-label={t('Webhooks')}>
              {rows.map((webhook) => (
                <WebhookRow
                  key={webhook._id}
                  webhook={webhook}
                  isOwn={vendor === null}
                  testing={test.isPending && test.variables._id === webhook._id}
                  onTest={() => test.mutate(webhook)}
                  onOpen={(what) => setOpen({ what, webhook })}
                />
              ))}
            </ul>
          )}
        </LoadedRows>
      </Panel>
      {open?.what === 'new' && <WebhookModal webhook={null} isOwn onClose={close} onDone={renew} />}
      {open?.what === 'edit' && <WebhookModal webhook={open.webhook} isOwn={vendor === null} onClose={close} onDone={renew} />}
      {open?.what === 'deliveries' && <DeliveriesModal webhook={open.webhook} onClose={close} onDone={renew} />}
      {secret !== null && <SecretModal secret={secret} onClose={() => setSecret(null)} />}
      <ConfirmModal
        opened={open?.what === 'rotate'}
        onClose={close}
        onConfirm={() => (open?.what === 'rotate' ? rotate.run(open.webhook) : undefined)}
        title="Create a new secret"
        confirm="Create a new secret"
        danger={false}
      >
        {t('For 24 hours, messages are signed with both secrets, so that you can switch over.')}
      </ConfirmModal>
      <ConfirmModal
        opened={open?.what === 'remove'}
        onClose={close}
        onConfirm={() => (open?.what === 'remove' ? remove.run(open.webhook) : undefined)}
        title="Remove webhook"
        confirm="Remove"
      >
        {t('{url} will receive no more messages. Its delivery log is deleted too.', {
          url: open?.what === 'remove' ? open.webhook.url : '',
        })}
      </ConfirmModal>
    </ConnectionFrame>
  );
}

interface RowProps {
  webhook: Webhook;
  /** True for the caller's company, not for a vendor that an administrator views. */
  isOwn: boolean;
  testing: boolean;
  onTest: () => void;
  onOpen: (what: 'edit' | 'deliveries' | 'rotate' | 'remove') => void;
}

function WebhookRow({ webhook, isOwn, testing, onTest, onOpen }: RowProps) {
  const { url, state, offReason, events, madeBy, createdAt, deliveredAt, waiting, failed, oldSecretUntil } = webhook;
  const { label, tone } = STATES[state];
  const isOff = state === 'off';
  return (
    <li>
      <div className={classes.who}>
        <p className={classes.name}>
          <Mono>{url}</Mono> <StatusBadge tone={tone}>{t(label)}</StatusBadge>
        </p>
        {offReason !== null && <p className={classes.small}>{t(offReason)}</p>}
        <p className={classes.small}>{t('Created by {madeBy} on {createdAt}', { madeBy, createdAt: showDate(createdAt) })}</p>
        <p className={classes.small}>
          {deliveredAt === null ? t('No deliveries yet') : t('Last delivered on {at}', { at: showInstant(deliveredAt) })}
          {waiting > 0 && ` · ${t('{waiting} waiting', { waiting })}`}
          {failed > 0 && ` · ${t('{failed} failed', { failed })}`}
        </p>
        {oldSecretUntil !== null && (
          <p className={classes.small}>{t('The old secret also signs messages until {at}.', { at: showInstant(oldSecretUntil) })}</p>
        )}
      </div>
      <div className={classes.role}>
        <p className={classes.small}>{listed(events.map((kind) => t(EVENT_NAMES[kind])))}</p>
      </div>
      <div className={classes.buttons}>
        <RowButton label="Test" disabled={isOff} loading={testing} onClick={onTest} aria-label={t('Test {url}', { url })} />
        <RowButton label="Deliveries" onClick={() => onOpen('deliveries')} aria-label={t('Deliveries to {url}', { url })} />
        <ActionMenu
          label={t('More actions for {url}', { url })}
          size={30}
          actions={[
            { label: 'Change', onClick: () => onOpen('edit') },
            ...(isOwn ? [{ label: 'New secret', onClick: () => onOpen('rotate') }] : []),
            { label: 'Remove', onClick: () => onOpen('remove') },
          ]}
        />
      </div>
    </li>
  );
}

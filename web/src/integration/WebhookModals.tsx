import { followedBy } from '@aapurti/contract/integration/changeFeed';
import { type Delivery, type Webhook, webhooks } from '@aapurti/contract/integration/webhooks';
import { EVENT_NAMES } from '@aapurti/contract/integration/eventNames';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../ground/api.ts';
import { callQuery } from '../ground/callQuery.ts';
import { queryClient } from '../ground/queries.ts';
import { Form, FormSection } from '../form/Form.tsx';
import { SwitchField } from '../form/SwitchField.tsx';
import { TextField } from '../form/TextField.tsx';
import { useContractForm, type Values } from '../form/useContractForm.ts';
import { RowButton } from '../ui/Button.tsx';
import { LoadedRows } from '../ui/LoadedRows.tsx';
import { Mono } from '../ui/Mono.tsx';
import { showInstant } from '../ui/showInstant.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { toast } from '../ui/toast.tsx';
import { useStep } from '../ui/useStep.ts';
import { useSignedIn } from '../access/session.ts';
import { t } from '../words/words.ts';
import classes from '../people/People.module.css';
import { ShownOnce } from '../sign-in/proof/ShownOnce.tsx';
import { StepModal } from '../ui/StepModal.tsx';

/** The request body for a form's values. Each kind of record is a separate switch. */
function bodyOf(values: Values) {
  return {
    url: typeof values['url'] === 'string' ? values['url'] : '',
    events: followedBy('buyer').filter((kind) => values[kind] === true),
  };
}

interface ModalProps {
  onClose: () => void;
  onDone: () => Promise<unknown>;
}

/** Asks for the URL and record types, or for a vendor's webhook only whether it is on; for a new one it then shows the secret, once. */
export function WebhookModal({ webhook, isOwn, onClose, onDone }: ModalProps & { webhook: Webhook | null; isOwn: boolean }) {
  const { isAdmin } = useSignedIn();
  const [secret, setSecret] = useState<string | null>(null);
  const kinds = followedBy(isOwn && isAdmin ? 'buyer' : 'vendor');
  const chosen = webhook?.events ?? kinds;
  const form = useContractForm({
    defaults: {
      url: webhook?.url ?? '',
      on: webhook?.state !== 'off',
      ...Object.fromEntries(kinds.map((kind) => [kind, chosen.includes(kind)])),
    },
    check(values) {
      const errors: Record<string, string> = {};
      // The choice of record types has many fields; the first one shows its error.
      for (const { path, message } of webhooks.create.body.safeParse(bodyOf(values)).error?.issues ?? [])
        errors[path[0] === 'events' ? 'order' : String(path[0])] ??= message;
      return Object.keys(errors).length === 0 ? null : errors;
    },
  });
  if (secret !== null) return <SecretModal secret={secret} onClose={onClose} />;
  return (
    <StepModal title={webhook === null ? 'New webhook' : 'Change webhook'} onClose={onClose}>
      <Form
        form={form}
        guarded={false}
        submitLabel={webhook === null ? 'Add webhook' : 'Save'}
        onCancel={onClose}
        onSubmit={async (values) => {
          const body = bodyOf(values);
          if (webhook === null) {
            const { data } = await call(webhooks.create, { body });
            setSecret(data.secret);
            await onDone();
            return;
          }
          const { data } = await call(webhooks.edit, { params: { id: webhook._id }, body: { ...body, on: values['on'] === true } });
          toast.success(data.message);
          await onDone();
          onClose();
        }}
      >
        <FormSection>
          <TextField
            name="url"
            label="Address"
            required
            disabled={!isOwn}
            span="full"
            help="For example: https://erp.example.com/aapurti"
          />
          {webhook !== null && <SwitchField name="on" label="Webhook" words={['On', 'Off']} />}
        </FormSection>
        <FormSection title="Events">
          {kinds.map((kind) => (
            <SwitchField key={kind} name={kind} label={EVENT_NAMES[kind]} disabled={!isOwn} />
          ))}
        </FormSection>
      </Form>
    </StepModal>
  );
}

export function SecretModal({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <StepModal title="Webhook secret" locked onClose={onClose}>
      <ShownOnce text={secret} onDone={onClose}>
        {t('Use this secret to verify that messages come from Aapurti. Copy it now: it is shown only once.')}
      </ShownOnce>
    </StepModal>
  );
}

const STATES = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  delivered: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
} as const;

/** The newest deliveries of a webhook; each can be sent again. */
export function DeliveriesModal({ webhook, onClose, onDone }: ModalProps & { webhook: Webhook }) {
  const { _id: id, state, failed } = webhook;
  const query = useQuery({ ...callQuery(webhooks.deliveries, { params: { id } }), staleTime: 0 });
  const replay = useStep(
    (delivery: string | undefined) => call(webhooks.replay, { params: { id }, body: delivery === undefined ? {} : { delivery } }),
    () => Promise.all([queryClient.invalidateQueries({ queryKey: [webhooks.deliveries.id, id] }), onDone()]),
  );
  return (
    <StepModal title="Deliveries" onClose={onClose}>
      <p className={classes.small}>
        <Mono>{webhook.url}</Mono>
      </p>
      {state !== 'off' && failed > 1 && (
        <RowButton label="Send failed messages again" mt="sm" loading={replay.isPending} onClick={() => replay.mutate(undefined)} />
      )}
      <LoadedRows query={query} none="No messages sent yet." className={classes.small}>
        {(rows) => (
          <ul className={classes.list} aria-label={t('Deliveries')}>
            {rows.map((delivery) => (
              <DeliveryRow
                key={delivery._id}
                delivery={delivery}
                {...(state !== 'off' && delivery.state !== 'waiting' && { onReplay: () => replay.mutate(delivery._id) })}
              />
            ))}
          </ul>
        )}
      </LoadedRows>
    </StepModal>
  );
}

function DeliveryRow({ delivery, onReplay }: { delivery: Delivery; onReplay?: () => void }) {
  const { type, recordId, at, state, tries, triedAt, dueAt, status, error } = delivery;
  const { label, tone } = STATES[state];
  const about = `${type} ${recordId}`;
  return (
    <li>
      <div className={classes.who}>
        <p className={classes.name}>
          <Mono>{about}</Mono> <StatusBadge tone={tone}>{t(label)}</StatusBadge>
        </p>
        <p className={classes.small}>{t('Changed on {at}', { at: showInstant(at) })}</p>
        {triedAt !== null && (
          <p className={classes.small}>
            {status === null
              ? t('Attempts: {tries}. Last attempt on {at}: {problem}', { tries, at: showInstant(triedAt), problem: error ?? '' })
              : t('Attempts: {tries}. Last attempt on {at}: returned status {status}.', {
                  tries,
                  at: showInstant(triedAt),
                  status: String(status),
                })}
          </p>
        )}
        {dueAt !== null && tries > 0 && <p className={classes.small}>{t('Next attempt on {at}', { at: showInstant(dueAt) })}</p>}
      </div>
      {onReplay !== undefined && (
        <div className={classes.buttons}>
          <RowButton label="Send again" onClick={onReplay} aria-label={t('Send {about} again', { about })} />
        </div>
      )}
    </li>
  );
}

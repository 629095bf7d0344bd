import { type ApiKey, AREAS, type Area, keys } from '@aapurti/contract/integration/keys';
import { showDate } from '@aapurti/contract/ground/fields';
import { say } from '@aapurti/contract/ground/template';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../ground/api.ts';
import { callQuery, renewed } from '../ground/callQuery.ts';
import { useSignedIn } from '../access/session.ts';
import { RowButton } from '../ui/Button.tsx';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { LoadedRows } from '../ui/LoadedRows.tsx';
import { Mono } from '../ui/Mono.tsx';
import { Panel } from '../ui/Panel.tsx';
import { showInstant } from '../ui/showInstant.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { useStep } from '../ui/useStep.ts';
import { t } from '../words/words.ts';
import { CompanySelect } from '../people/CompanySelect.tsx';
import { ConnectionFrame } from './ConnectionFrame.tsx';
import { NewKeyModal, ReplaceKeyModal } from './KeyModals.tsx';
import classes from '../people/People.module.css';

const STATES = {
  active: { label: 'Active', tone: 'good' },
  expired: { label: 'Expired', tone: 'neutral' },
  revoked: { label: 'Revoked', tone: 'neutral' },
} as const;

/** The API keys of a company: an owner's own, or for administrators the buyer's and any vendor's. */
export function KeysPage() {
  const { isAdmin } = useSignedIn();
  const [vendor, setVendor] = useState<string | null>(null);
  const [open, setOpen] = useState<ApiKey | 'new' | null>(null);
  const [leaving, setLeaving] = useState<ApiKey | null>(null);
  const query = useQuery({ ...callQuery(keys.list, { query: { userID: vendor } }), staleTime: 0 });
  const renew = () => renewed([keys.list]);
  const revoke = useStep(({ _id }: ApiKey) => call(keys.revoke, { params: { id: _id } }), renew);

  return (
    <ConnectionFrame title="API keys" action={vendor === null ? { label: 'New key', onClick: () => setOpen('new') } : undefined}>
      {isAdmin && <CompanySelect value={vendor} onChange={setVendor} />}
      <Panel title="API keys for your systems">
        <p className={classes.small}>
          {t("An API key lets your systems call the API with the role of its creator, limited to the key's permissions.")}
        </p>
        <LoadedRows query={query} none="No API keys yet." className={classes.small}>
          {(rows) => (
            <ul className={classes.list} aria-label={t('API keys')}>
              {rows.map((key) => (
                <KeyRow key={key._id} apiKey={key} onReplace={() => setOpen(key)} onRevoke={() => setLeaving(key)} />
              ))}
            </ul>
          )}
        </LoadedRows>
      </Panel>
      {open === 'new' ? (
        <NewKeyModal isBuyers={isAdmin} onClose={() => setOpen(null)} onDone={renew} />
      ) : (
        open !== null && <ReplaceKeyModal apiKey={open} onClose={() => setOpen(null)} onDone={renew} />
      )}
      <ConfirmModal
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => (leaving === null ? undefined : revoke.run(leaving))}
        title={say('Revoke {name}', { name: leaving?.name ?? '' })}
        confirm="Revoke"
      >
        {t('Calls that use {name} will be rejected from now on. This cannot be undone.', { name: leaving?.name })}
      </ConfirmModal>
    </ConnectionFrame>
  );
}

function KeyRow({ apiKey, onReplace, onRevoke }: { apiKey: ApiKey; onReplace: () => void; onRevoke: () => void }) {
  const { name, prefix, madeBy, own, createdAt, expiresAt, lastUsedAt, scopes, addresses, state } = apiKey;
  const { label, tone } = STATES[state];
  return (
    <li>
      <div className={classes.who}>
        <p className={classes.name}>
          {name} <StatusBadge tone={tone}>{t(label)}</StatusBadge>
        </p>
        <p className={classes.small}>
          <Mono>{prefix}…</Mono>
        </p>
        <p className={classes.small}>
          {t('Created by {madeBy} on {createdAt}; valid until {expiresAt}', {
            madeBy,
            createdAt: showDate(createdAt),
            expiresAt: showDate(expiresAt),
          })}
        </p>
        <p className={classes.small}>{lastUsedAt === null ? t('Never used') : t('Last used on {at}', { at: showInstant(lastUsedAt) })}</p>
      </div>
      <div className={classes.role}>
        {scopes.map((scope) => {
          const [area, right] = scope.split(':') as [Area, string];
          return (
            <p key={scope} className={classes.small}>
              {t(AREAS[area].name)}: {t(right === 'write' ? 'read and write' : 'read')}
            </p>
          );
        })}
        {addresses.length > 0 && <p className={classes.small}>{t('Allowed from {addresses}', { addresses })}</p>}
      </div>
      {state === 'active' && (
        <div className={classes.buttons}>
          {own && <RowButton label="Replace" onClick={onReplace} aria-label={t('Replace {name}', { name })} />}
          <RowButton label="Revoke" onClick={onRevoke} aria-label={t('Revoke {name}', { name })} />
        </div>
      )}
    </li>
  );
}

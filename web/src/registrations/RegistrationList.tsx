import { inOneLine } from '@aapurti/contract/ground/fields';
import { placeOf } from '@aapurti/contract/ground/gst';
import { type Registration, registrations } from '@aapurti/contract/registrations/registrations';
import { REGISTRATION_KIND_WORDS, validWords } from '@aapurti/contract/ground/registrationRules';
import { useState } from 'react';

import { call } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { useSignedIn } from '../access/session.ts';
import { Button, RowButton } from '../ui/Button.tsx';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { Mono } from '../ui/Mono.tsx';
import { Panel } from '../ui/Panel.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { useStep } from '../ui/useStep.ts';
import { useMay } from '../access/useMay.ts';
import { RegistrationModal } from './RegistrationModal.tsx';
import { asTyped, t } from '../words/words.ts';
import classes from './Registrations.module.css';

interface RegistrationListProps {
  title: string;
  /** Null for the buyer's. */
  vendorId: string | null;
  rows: readonly Registration[];
  empty: string;
}

/** The GST registrations of a party, which its owners and administrators change. */
export function RegistrationList({ title, vendorId, rows, empty }: RegistrationListProps) {
  const may = useMay();
  const { isAdmin } = useSignedIn();
  const [open, setOpen] = useState<Registration | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Registration | null>(null);
  const renew = () => renewed([registrations.list]);
  const remove = useStep(({ _id }: Registration) => call(registrations.remove, { params: { id: _id } }), renew);
  const mayChange = may(registrations.create.access);

  return (
    <Panel title={title} aside={mayChange && <Button label="Add registration" variant="default" onClick={() => setOpen('new')} />}>
      {rows.length === 0 ? (
        <p className={classes.small}>{t(empty)}</p>
      ) : (
        <ul className={classes.list} aria-label={t(title)}>
          {rows.map((row) => (
            <li key={row._id}>
              <div className={classes.party}>
                <p className={classes.name}>
                  {row.gstin === null ? t('No GST number') : <Mono>{row.gstin}</Mono>} <Badge row={row} />
                </p>
                <p className={classes.small}>
                  {row.tradeName === null
                    ? row.legalName
                    : t('{legalName}, trading as {tradeName}', { legalName: row.legalName, tradeName: row.tradeName })}
                </p>
                <p className={classes.small}>{inOneLine(row.address, row.postalCode) || t('No address yet')}</p>
              </div>
              <div className={classes.kind}>
                <p className={classes.name}>{t(REGISTRATION_KIND_WORDS[row.kind])}</p>
                <p className={classes.small}>
                  {t(row.stateCode === null ? 'State unknown' : placeOf(row.stateCode))}, {t(validWords(row))}
                </p>
              </div>
              {mayChange && (isAdmin || !row.confirmed) && (
                <div className={classes.buttons}>
                  <RowButton label="Change" onClick={() => setOpen(row)} aria-label={t('Change {row}', { row: nameOf(row) })} />
                  {!row.main && (
                    <RowButton label="Delete" onClick={() => setLeaving(row)} aria-label={t('Delete {row}', { row: nameOf(row) })} />
                  )}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {open !== null && (
        <RegistrationModal {...(open === 'new' ? {} : { row: open })} vendorId={vendorId} onClose={() => setOpen(null)} onDone={renew} />
      )}
      <ConfirmModal
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => (leaving === null ? undefined : remove.run(leaving))}
        title={asTyped(t('Delete {name}', { name: leaving === null ? '' : nameOf(leaving) }))}
        confirm="Delete"
      >
        {t('To end a registration, enter its last day instead of deleting it, so that earlier documents keep it.')}
      </ConfirmModal>
    </Panel>
  );
}

const nameOf = ({ gstin, legalName }: Registration) => gstin ?? legalName;

function Badge({ row: { main, confirmed } }: { row: Registration }) {
  if (main) return <StatusBadge tone="good">{t('On the profile')}</StatusBadge>;
  return confirmed ? null : <StatusBadge tone="neutral">{t('Waiting for confirmation')}</StatusBadge>;
}

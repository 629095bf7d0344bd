import { type BuyerSite, buyerSites, type Registration, siteForm } from '@aapurti/contract/registrations/registrations';
import { say } from '@aapurti/contract/ground/template';
import { useState } from 'react';

import { call } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { FormModal } from '../form/FormModal.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { TextField } from '../form/TextField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { Button, RowButton } from '../ui/Button.tsx';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { Mono } from '../ui/Mono.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useStep } from '../ui/useStep.ts';
import { asTyped, t } from '../words/words.ts';
import classes from './Registrations.module.css';
import { useSites } from '../choose/useSites.ts';

/** The buyer's delivery locations. */
export function SiteList({ registrations }: { registrations: readonly Registration[] }) {
  const [open, setOpen] = useState<BuyerSite | 'new' | null>(null);
  const [leaving, setLeaving] = useState<BuyerSite | null>(null);
  const sites = useSites();
  const renew = () => renewed([buyerSites.list]);
  const remove = useStep(({ _id }: BuyerSite) => call(buyerSites.remove, { params: { id: _id } }), renew);
  return (
    <Panel title="Sites" aside={<Button label="Add site" variant="default" onClick={() => setOpen('new')} />}>
      {sites.length === 0 ? (
        <p className={classes.small}>{t('A site is a place where the buyer receives goods.')}</p>
      ) : (
        <ul className={classes.list} aria-label={t('Sites')}>
          {sites.map((site) => (
            <li key={site._id}>
              <div className={classes.party}>
                <p className={classes.name}>{site.name}</p>
                <p className={classes.small}>
                  {site.address} {site.postalCode}
                </p>
              </div>
              <div className={classes.kind}>
                <p className={classes.name}>
                  {site.registrationGSTIN === null ? t('No GST registration') : <Mono>{site.registrationGSTIN}</Mono>}
                </p>
              </div>
              <div className={classes.buttons}>
                <RowButton label="Change" onClick={() => setOpen(site)} aria-label={t('Change {name}', { name: site.name })} />
                <RowButton label="Delete" onClick={() => setLeaving(site)} aria-label={t('Delete {name}', { name: site.name })} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {open !== null && (
        <SiteModal {...(open === 'new' ? {} : { site: open })} registrations={registrations} onClose={() => setOpen(null)} onDone={renew} />
      )}
      <ConfirmModal
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => (leaving === null ? undefined : remove.run(leaving))}
        title={say('Delete {name}', { name: leaving?.name ?? '' })}
        confirm="Delete"
      >
        {t('The delivery location of existing orders does not change.')}
      </ConfirmModal>
    </Panel>
  );
}

interface SiteModalProps {
  site?: BuyerSite;
  registrations: readonly Registration[];
  onClose: () => void;
  onDone: () => Promise<unknown>;
}

function SiteModal({ site, registrations, onClose, onDone }: SiteModalProps) {
  const { name = '', address = '', postalCode = '', registrationId = '', updatedAt } = site ?? {};
  const form = useContractForm({ schema: siteForm, defaults: { name, address, postalCode, registrationId } });
  const options = registrations.map(({ _id, gstin, legalName }) => ({ value: _id, label: asTyped(gstin ?? legalName) }));
  return (
    <FormModal
      title={site === undefined ? 'Add site' : 'Change site'}
      size="lg"
      form={form}
      send={async (body) =>
        site === undefined
          ? call(buyerSites.create, { body })
          : call(buyerSites.edit, { params: { id: site._id }, body: { ...body, updatedAt } })
      }
      onClose={onClose}
      onDone={onDone}
    >
      <TextField name="name" label="Name" required maxLength={100} />
      <SelectField name="registrationId" label="GST Registration" options={options} />
      <TextField name="address" label="Address" required maxLength={500} span="full" />
      <TextField name="postalCode" label="Postal Code" required inputMode="numeric" maxLength={10} help="Six digits" />
    </FormModal>
  );
}

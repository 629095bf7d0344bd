import { inOneLine } from '@aapurti/contract/ground/fields';
import { identity } from '@aapurti/contract/vendors/identity';
import { placeOf } from '@aapurti/contract/ground/gst';
import { registrations, type WaitingRegistration } from '@aapurti/contract/registrations/registrations';
import { REGISTRATION_KIND_WORDS, validWords } from '@aapurti/contract/ground/registrationRules';
import { useQuery } from '@tanstack/react-query';

import { call } from '../ground/api.ts';
import { WaitingList } from '../vendors/WaitingList.tsx';
import { Button } from '../ui/Button.tsx';
import { TextLink } from '../ui/Link.tsx';
import { Mono } from '../ui/Mono.tsx';
import { Facts, Panel } from '../ui/Panel.tsx';
import { useStep } from '../ui/useStep.ts';
import { urls } from '../urls.ts';
import { useMay } from '../access/useMay.ts';
import { t } from '../words/words.ts';
import classes from './Registrations.module.css';

/** Registrations that vendors have added. Documents can name them once an administrator has confirmed them. */
export function WaitingRegistrationsPage() {
  const query = useQuery({
    queryKey: [registrations.waiting.id],
    queryFn: async ({ signal }) => {
      const { data } = await call(registrations.waiting, { signal });
      return { total: data.length, rows: data };
    },
    staleTime: 0,
  });
  return (
    <WaitingList
      title="Registrations"
      query={query}
      empty="Registrations added by vendors appear here until someone confirms them."
      panels={({ rows }) => rows.map((row) => <Waiting key={row._id} row={row} />)}
    />
  );
}

function Waiting({ row }: { row: WaitingRegistration }) {
  const { vendor, gstin, kind, legalName, tradeName, address, postalCode, stateCode, gstinAlsoOf } = row;
  const may = useMay();
  const confirm = useStep(
    () => call(registrations.confirm, { params: { id: row._id }, body: { updatedAt: row.updatedAt } }),
    [registrations.waiting, registrations.list, identity.waiting],
  );
  const names = gstinAlsoOf.map(({ vendor_name, vendor_Code }) => `${vendor_name} (${vendor_Code})`);
  return (
    <Panel title={`${vendor.vendor_name} (${vendor.vendor_Code})`}>
      <Facts
        items={[
          { label: 'GST Number', value: gstin === null ? null : <Mono>{gstin}</Mono> },
          { label: 'Kind', value: t(REGISTRATION_KIND_WORDS[kind]) },
          { label: 'State', value: stateCode === null ? null : t(placeOf(stateCode)) },
          { label: 'Validity', value: t(validWords(row)) },
          { label: 'Legal Name', value: legalName },
          { label: 'Trade Name', value: tradeName },
          { label: 'Address', value: inOneLine(address, postalCode) },
        ]}
      />
      {names.length > 0 && <p>{t('The GST number is also used by {names}.', { names })}</p>}
      <div className={classes.acts}>
        {may(registrations.confirm.access) && (
          <Button
            label="Confirm"
            loading={confirm.isPending}
            onClick={() => confirm.mutate()}
            aria-label={t('Confirm {gstin}', { gstin: gstin ?? legalName })}
          />
        )}
        <TextLink alone href={urls.userProfile(vendor._id)} aria-label={t('Profile of {vendor_name}', { vendor_name: vendor.vendor_name })}>
          {t('Profile of vendor {vendor_Code}', { vendor_Code: vendor.vendor_Code })}
        </TextLink>
      </div>
    </Panel>
  );
}

import { accounts } from '@aapurti/contract/vendors/accounts';
import { identity, type SupplierMatch } from '@aapurti/contract/vendors/identity';
import { say } from '@aapurti/contract/ground/template';
import { useQuery } from '@tanstack/react-query';

import { call } from '../ground/api.ts';
import { callQuery } from '../ground/callQuery.ts';
import { useMay } from '../access/useMay.ts';
import { Button } from '../ui/Button.tsx';
import { TextLink } from '../ui/Link.tsx';
import { Mono } from '../ui/Mono.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useStep } from '../ui/useStep.ts';
import { urls } from '../urls.ts';
import classes from './Identity.module.css';
import { SideBySide } from './SideBySide.tsx';
import { WaitingList } from './WaitingList.tsx';
import { t } from '../words/words.ts';

/** Suppliers of the buyer's system next to the vendors that they may be: an administrator decides. */
export function SupplierMatchesPage() {
  const query = useQuery({ ...callQuery(identity.matches), staleTime: 0 });
  return (
    <WaitingList
      title="Supplier matches"
      query={query}
      empty="A supplier appears here if its vendor is uncertain: only the e-mail matches, several vendors have the GST number, or no administrator has confirmed the vendor."
      panels={({ matches }) => matches.map((match) => <Match key={`${match.supplier.externalId} ${match.vendor._id}`} match={match} />)}
    />
  );
}

/** The reasons why it was not linked automatically. */
function reasons({ vendor, sameGstin, gstinAlsoOf, linkedTo }: SupplierMatch): string[] {
  const names = gstinAlsoOf.map(({ vendor_name, vendor_Code }) => `${vendor_name} (${vendor_Code})`);
  return [
    ...(linkedTo === null
      ? []
      : [
          say('The supplier belongs to {vendor_name} ({vendor_Code}).', {
            vendor_name: linkedTo.vendor_name,
            vendor_Code: linkedTo.vendor_Code,
          }),
        ]),
    ...(sameGstin ? [] : ['Only the e-mail matches.']),
    ...(names.length === 0 ? [] : [say('The vendor’s GST number is also used by {names}.', { names })]),
    ...(vendor.isActive ? [] : ['The vendor is not active.']),
    ...(vendor.identityConfirmed ? [] : ['No administrator has confirmed the vendor’s details.']),
  ];
}

function Match({ match }: { match: SupplierMatch }) {
  const { supplier, vendor, linkedTo } = match;
  const may = useMay();
  const decide = useStep(
    (link: boolean) => {
      const { source, externalId } = supplier;
      return call(identity.decideMatch, { body: { source, externalId, vendorId: vendor._id, updatedAt: vendor.updatedAt, link } });
    },
    [identity.matches, identity.waiting, accounts.list],
  );
  const code = (value: string | null) => <Mono>{value ?? '–'}</Mono>;

  return (
    <Panel title={`${supplier.name} – ${vendor.vendor_name}`}>
      <SideBySide
        label={say('{name} and {vendor_name}', { name: supplier.name, vendor_name: vendor.vendor_name })}
        heads={['Supplier in the buyer’s system', 'Vendor in the portal']}
        rows={[
          { label: 'Name', left: supplier.name, right: vendor.vendor_name },
          { label: 'Number', left: code(supplier.externalId), right: code(String(vendor.vendor_Code)) },
          { label: 'GST number', left: code(supplier.gstin), right: code(vendor.gstin) },
          { label: 'E-mail', left: supplier.email ?? '–', right: vendor.email },
        ]}
      />
      {reasons(match).map((reason) => (
        <p key={reason} className={classes.note}>
          {reason}
        </p>
      ))}
      <div className={classes.foot}>
        {may(identity.decideMatch.access) && (
          <>
            <Button
              label="Link"
              loading={decide.isPending}
              disabled={linkedTo !== null}
              aria-label={t('Link {vendor_name} to {externalId}', { vendor_name: vendor.vendor_name, externalId: supplier.externalId })}
              onClick={() => decide.mutate(true)}
            />
            <Button
              label="Different companies"
              variant="default"
              disabled={decide.isPending}
              aria-label={t('Different companies: {vendor_name} and {externalId}', {
                vendor_name: vendor.vendor_name,
                externalId: supplier.externalId,
              })}
              onClick={() => decide.mutate(false)}
            />
          </>
        )}
        <TextLink alone href={urls.userProfile(vendor._id)} aria-label={t('Profile of {vendor_name}', { vendor_name: vendor.vendor_name })}>
          {t('Profile of vendor {vendor_Code}', { vendor_Code: vendor.vendor_Code })}
        </TextLink>
      </div>
    </Panel>
  );
}

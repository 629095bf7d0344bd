import { accounts } from '@aapurti/contract/accounts';
import { identity, type SupplierMatch } from '@aapurti/contract/identity';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { call, messageOf } from '../api.ts';
import { TextLink } from '../ui/Link.tsx';
import { Mono } from '../ui/Mono.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { toast } from '../ui/toast.tsx';
import { urls } from '../urls.ts';
import classes from './Identity.module.css';
import { USER_TABS } from './userTabs.ts';

/** Suppliers of the buyer's system and the vendors that they may be, which nothing links without an administrator. */
export function SupplierMatchesPage() {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [identity.matches.id],
    queryFn: async ({ signal }) => (await call(identity.matches, { signal })).data,
    staleTime: 0,
  });
  return (
    <>
      <PageHeader title="Supplier Matches" breadcrumb={[{ label: 'Users', href: urls.users }]} />
      <Tabs label="Users by status" tabs={USER_TABS} />
      {isPending ? (
        <Spinner />
      ) : data === undefined ? (
        <Panel>
          <NotLoaded query={{ error, isFetching, refetch }} sign />
        </Panel>
      ) : data.total === 0 ? (
        <Panel>
          <Notice title="Nothing waits">
            Suppliers whose vendor is not certain come here: the same e-mail only, a GST number of several, or a vendor that nobody has
            confirmed.
          </Notice>
        </Panel>
      ) : (
        data.matches.map((match) => <Match key={`${match.supplier.externalId} ${match.vendor._id}`} match={match} />)
      )}
      {data !== undefined && data.total > data.matches.length && (
        <p>
          These are {data.matches.length} of {data.total}. The others follow once these are decided.
        </p>
      )}
    </>
  );
}

/** Why it was not linked automatically. */
function reasons({ vendor, sameGstin, gstinAlsoOf, linkedTo }: SupplierMatch): string[] {
  const names = gstinAlsoOf.map(({ vendor_name, vendor_Code }) => `${vendor_name} (${vendor_Code})`).join(', ');
  return [
    ...(linkedTo === null ? [] : [`The supplier belongs to ${linkedTo.vendor_name} (${linkedTo.vendor_Code}).`]),
    ...(sameGstin ? [] : ['Only the e-mail is the same.']),
    ...(names === '' ? [] : [`The vendor’s GST number is also that of ${names}.`]),
    ...(vendor.isActive ? [] : ['The vendor is not active.']),
    ...(vendor.identityConfirmed ? [] : ['No administrator has confirmed the vendor’s details.']),
  ];
}

function Match({ match }: { match: SupplierMatch }) {
  const { supplier, vendor, linkedTo } = match;
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: (link: boolean) => {
      const { source, externalId } = supplier;
      return call(identity.decideMatch, { body: { source, externalId, vendorId: vendor._id, updatedAt: vendor.updatedAt, link } });
    },
    onSuccess: ({ data }) => toast.success(data.message),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () =>
      Promise.all([identity.matches, identity.waiting, accounts.list].map(({ id }) => client.invalidateQueries({ queryKey: [id] }))),
  });
  const rows = [
    ['Name', supplier.name, vendor.vendor_name],
    ['Number', supplier.externalId, String(vendor.vendor_Code)],
    ['GST number', supplier.gstin, vendor.gstin],
    ['E-mail', supplier.email, vendor.email],
  ] as const;

  return (
    <Panel title={`${supplier.name} – ${vendor.vendor_name}`}>
      <table className={classes.sides} aria-label={`${supplier.name} and ${vendor.vendor_name}`}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Supplier in the buyer’s system</th>
            <th scope="col">Vendor here</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, theirs, here]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                <Mono>{theirs ?? '–'}</Mono>
              </td>
              <td>
                <Mono>{here ?? '–'}</Mono>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {reasons(match).map((reason) => (
        <p key={reason} className={classes.note}>
          {reason}
        </p>
      ))}
      <div className={classes.foot}>
        <Button
          loading={decide.isPending}
          disabled={linkedTo !== null}
          aria-label={`Link ${vendor.vendor_name} to ${supplier.externalId}`}
          onClick={() => decide.mutate(true)}
        >
          Link
        </Button>
        <Button
          variant="default"
          disabled={decide.isPending}
          aria-label={`Not the same: ${vendor.vendor_name} and ${supplier.externalId}`}
          onClick={() => decide.mutate(false)}
        >
          Not the same
        </Button>
        <TextLink href={urls.userProfile(vendor._id)} aria-label={`Profile of ${vendor.vendor_name}`}>
          Profile of vendor {vendor.vendor_Code}
        </TextLink>
      </div>
    </Panel>
  );
}

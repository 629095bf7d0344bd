import { messages, type Scheme, schemes } from '@aapurti/contract/schemes/schemes';
import { IconPlus } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';

import { vendorColumn, vendorFilter } from '../choose/vendorColumn.tsx';
import { call } from '../ground/api.ts';
import { outdated } from '../ground/callQuery.ts';
import { historyOf } from '../audit/historyOf.tsx';
import type { Column } from '../list/columns.tsx';
import { codeFilter, dateFilters, type Filter } from '../list/filters.ts';
import { ListPage } from '../list/ListPage.tsx';
import { edit } from '../list/rowActions.tsx';
import { useSignedIn } from '../access/session.ts';
import { urls } from '../urls.ts';
import { schemeColumns } from './schemeColumns.tsx';

const adminColumns: readonly Column<Scheme>[] = schemeColumns.toSpliced(1, 0, vendorColumn);

const vendorFilters: readonly Filter[] = [...dateFilters(), codeFilter('Scheme Id', 'schemeNumber')];
const adminFilters: readonly Filter[] = [vendorFilter, ...vendorFilters];

const history = historyOf('scheme');
const linksOf = (isAdmin: boolean) => (scheme: Scheme) => [
  { label: 'Products with this EAN', href: `${urls.products}?EANCode=${encodeURIComponent(scheme.EANCode)}` },
  ...(isAdmin ? [{ label: 'Vendor', href: urls.userProfile(scheme.userID) }] : []),
];

/** Section 2.7: a vendor's schemes, or all schemes for administrators. */
export function SchemesPage() {
  const { isAdmin } = useSignedIn();
  const { userID } = useSearch({ strict: false });

  async function remove({ _id }: Scheme) {
    await call(schemes.remove, { params: { id: _id } });
    await outdated([schemes.byEan]);
  }

  return (
    <ListPage
      title="Schemes"
      operation={schemes.list}
      columns={isAdmin ? adminColumns : schemeColumns}
      filters={isAdmin ? adminFilters : vendorFilters}
      // The vendor of the displayed schemes is probably also the vendor of a new one.
      action={{
        label: 'Add Scheme',
        href: urls.schemeCreate(isAdmin ? userID : undefined),
        icon: <IconPlus size={16} />,
        access: schemes.create.access,
      }}
      rowKey={(scheme) => scheme._id}
      rowName={(scheme) => scheme.schemeName}
      rowActions={(scheme) => [edit(urls.schemeEdit(scheme._id), schemes.edit.access)]}
      rowLinks={linksOf(isAdmin)}
      rowDetail={history}
      onDelete={remove}
      deleteAccess={schemes.remove.access}
      deleted={messages.deleted}
      hint="No schemes yet. Add the first scheme."
    />
  );
}

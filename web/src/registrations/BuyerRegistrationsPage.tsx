import { NotLoaded } from '../ui/NotLoaded.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { SettingsTabs } from '../settings/SettingsTabs.tsx';
import { RegistrationList } from './RegistrationList.tsx';
import { SiteList } from './SiteList.tsx';
import { useRegistrations } from './useRegistrations.ts';

/** The buyer's registrations for GST, and the places where it takes deliveries. */
export function BuyerRegistrationsPage() {
  const query = useRegistrations(null);
  return (
    <>
      <PageHeader title="GST Registrations and Sites" />
      <SettingsTabs />
      {query.data !== undefined ? (
        <>
          <RegistrationList
            title="GST registrations of the buyer"
            vendorId={null}
            rows={query.data.buyer}
            empty="Without a GST registration, no tax split is proposed on invoices."
          />
          <SiteList registrations={query.data.buyer} />
        </>
      ) : query.isPending ? (
        <Spinner />
      ) : (
        <NotLoaded query={query} sign panel />
      )}
    </>
  );
}

import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { SettingsFrame } from '../settings/SettingsFrame.tsx';
import { RegistrationList } from './RegistrationList.tsx';
import { SiteList } from './SiteList.tsx';
import { useRegistrations } from './useRegistrations.ts';

/** The buyer's GST registrations, and its delivery locations. */
export function BuyerRegistrationsPage() {
  const query = useRegistrations(null);
  return (
    <SettingsFrame title="GST registrations and sites">
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
    </SettingsFrame>
  );
}

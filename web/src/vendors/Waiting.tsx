import { identity } from '@aapurti/contract/vendors/identity';
import { registrations } from '@aapurti/contract/registrations/registrations';
import { useQuery } from '@tanstack/react-query';

import { callQuery } from '../ground/callQuery.ts';
import { useMay } from '../access/useMay.ts';
import { Button } from '../ui/Button.tsx';
import { Strip } from '../ui/Strip.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';

/** Informs administrators of pending identity requests and supplier matches; nothing if there are none. */
export function Waiting() {
  const may = useMay();
  const { data } = useQuery(callQuery(identity.waiting));
  if (data === undefined) return null;
  return (
    <>
      <Line
        count={may(identity.decide.access) ? data.requests : 0}
        one="request for new bank or tax details"
        many="requests for new bank or tax details"
        href={urls.identityRequests}
      />
      <Line
        count={may(identity.decideMatch.access) ? data.matches : 0}
        one="supplier match"
        many="supplier matches"
        href={urls.supplierMatches}
      />
      <Line
        count={may(registrations.confirm.access) ? data.registrations : 0}
        one="registration of a vendor"
        many="registrations of vendors"
        href={urls.waitingRegistrations}
      />
    </>
  );
}

function Line({ count, one, many, href }: { count: number; one: string; many: string; href: string }) {
  if (count === 0) return null;
  const action = <Button label="Review" href={href} size="compact-md" variant="default" aria-label={t('Review {many}', { many })} />;
  return (
    <Strip action={action}>{t('{count, plural, one {One {one} is} other {# {many} are}} waiting for you.', { count, one, many })}</Strip>
  );
}

import { RegistrationList } from './RegistrationList.tsx';
import { useRegistrations } from './useRegistrations.ts';

/** A vendor's registrations, on its profile; nothing for buyer users. */
export function VendorRegistrations({ vendorId }: { vendorId: string | null | undefined }) {
  const { data } = useRegistrations(vendorId ?? null);
  if (data === undefined || vendorId === null || vendorId === undefined) return null;
  return <RegistrationList title="GST registrations" vendorId={vendorId} rows={data.vendor} empty="No GST registrations yet." />;
}

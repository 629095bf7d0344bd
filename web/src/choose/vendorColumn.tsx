import type { Column } from '../list/columns.tsx';
import { selectFilter } from '../list/filters.ts';
import { Truncated } from '../ui/Truncated.tsx';
import { urls } from '../urls.ts';
import { userOptions, useVendorName } from './userOptions.ts';

/** The vendor of a row, in administrators' lists. */
export const vendorColumn: Column<{ userID: string }> = {
  label: 'Vendor',
  name: 'vendor',
  brief: true,
  cell: ({ userID }) => <VendorName id={userID} />,
};

/** Most names fit on one line, and the longest on two. */
const WIDTH = 170;

export const vendorFilter = selectFilter('Vendor', 'userID', userOptions);

function VendorName({ id }: { id: string }) {
  const name = useVendorName(id);
  // The width is the same while the names load, so that columns do not move.
  return <Truncated text={name ?? '…'} width={WIDTH} lines={2} href={urls.userProfile(id)} />;
}

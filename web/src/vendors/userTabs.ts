import { urls } from '../urls.ts';

/** The neighbouring screens about users. */
export const USER_TABS = [
  { label: 'All', href: urls.users },
  { label: 'Active', href: urls.usersWithStatus('active') },
  { label: 'Inactive', href: urls.usersWithStatus('inactive') },
  { label: 'Identity requests', href: urls.identityRequests },
  { label: 'Registrations', href: urls.waitingRegistrations },
  { label: 'Supplier matches', href: urls.supplierMatches },
];

import { mayCall } from '../access/roles.ts';
import { showDate } from '../ground/fields.ts';
import type { Step } from '../ground/steps.ts';
import type { User } from '../vendors/accounts.ts';
import type { Link, Reader } from './linkedSteps.ts';

export type StepVendor = Pick<
  User,
  | 'isActive'
  | 'identityConfirmed'
  | 'createdAt'
  | 'sentBack'
  | 'pendingIdentity'
  | 'gstinAlsoOf'
  | 'panDocument'
  | 'gstDocument'
  | 'cancelledCheque'
>;

/** The steps of a vendor from its registration to its first order. */
export function vendorSteps({ isActive, identityConfirmed, createdAt, sentBack }: StepVendor, linked: readonly Link[]): Step[] {
  const isOrdered = linked.some(({ documentKind }) => documentKind === 'purchaseOrder');
  return [
    { name: 'Registered', state: 'done', note: showDate(createdAt) },
    sentBack !== undefined && !isActive
      ? { name: 'Details checked', state: 'failed', note: 'Sent back' }
      : identityConfirmed
        ? { name: 'Details checked', state: 'done', note: null }
        : { name: 'Details checked', state: isActive ? 'skipped' : 'now', note: null },
    isActive
      ? { name: 'Active', state: 'done', note: null }
      : { name: 'Active', state: identityConfirmed ? 'failed' : 'todo', note: identityConfirmed ? 'InActive' : null },
    { name: 'Ordered', state: isOrdered ? 'done' : 'todo', note: null },
  ];
}

/** The next step that a buyer user can take for a vendor: activating it, or deciding on its new bank and tax details. */
export function nextVendorStep({ isActive, pendingIdentity }: StepVendor, { isBuyers, roles }: Reader): 'activate' | 'identity' | null {
  if (!isBuyers) return null;
  if (!isActive) return mayCall('administrators', roles) ? 'activate' : null;
  return pendingIdentity !== null && mayCall('identityApproval', roles) ? 'identity' : null;
}

export type VendorProblem = 'sharedGstin' | 'identity' | 'noPan' | 'noGst' | 'noCheque';

/** The problems of a vendor: a tax number that another vendor has, pending details, and missing ones. */
export function vendorProblems({ gstinAlsoOf, pendingIdentity, panDocument, gstDocument, cancelledCheque }: StepVendor): VendorProblem[] {
  return [
    ...((gstinAlsoOf ?? []).length > 0 ? ['sharedGstin' as const] : []),
    ...(pendingIdentity === null ? [] : ['identity' as const]),
    ...(panDocument === null ? ['noPan' as const] : []),
    ...(gstDocument === null ? ['noGst' as const] : []),
    ...(cancelledCheque === null ? ['noCheque' as const] : []),
  ];
}

import { say } from '../ground/template.ts';

/** The roles that a member may have for a vendor, and for the buyer. An owner and an administrator have all rights of their company. */
export const VENDOR_ROLES = ['owner', 'orders', 'dispatch', 'billing', 'reader'] as const;
export const BUYER_ROLES = ['administrator', 'buyer', 'receiver', 'accounts', 'approver', 'auditor'] as const;
export type Role = (typeof VENDOR_ROLES)[number] | (typeof BUYER_ROLES)[number];

/** Roles that may be limited to some of the buyer's sites. */
export const SITE_ROLES: readonly Role[] = ['buyer', 'receiver'];

const writers = ['owner', 'administrator'] as const;

/**
 * The roles that may call an operation, by the name that the operation gives as its `access`. Every member may read the vendor's records.
 */
export const ROLES = {
  members: [...VENDOR_ROLES, ...BUYER_ROLES],
  buyers: BUYER_ROLES,
  /** Products and schemes, and acknowledging orders. */
  catalogue: [...writers, 'orders'],
  /** Items that a vendor proposes for the buyer's list. */
  proposals: ['owner', 'orders'],
  /** A vendor's answers to statements of its account. */
  statements: ['owner', 'billing'],
  invoices: [...writers, 'billing'],
  memos: [...writers, 'billing', 'accounts'],
  payments: [...writers, 'billing', 'accounts'],
  dispatch: [...writers, 'dispatch'],
  /** Marking goods as arrived. */
  arrivals: [...writers, 'dispatch', 'receiver'],
  priceApproval: ['administrator', 'buyer', 'approver'],
  identityApproval: ['administrator', 'approver'],
  /** Releases invoices that deviate from order or receipt, and approves others; within the member's limit, if any. */
  invoiceRelease: ['administrator', 'accounts', 'approver'],
  /** Proposals of vendors for order lines; a price above the order is for `identityApproval`. */
  orderAnswers: ['administrator', 'buyer', 'approver'],
  purchasing: ['administrator', 'buyer'],
  receiving: ['administrator', 'receiver'],
  accounting: ['administrator', 'accounts'],
  /** Writing comments, for all roles that may change something. */
  comments: ['owner', 'orders', 'dispatch', 'billing', 'administrator', 'buyer', 'receiver', 'accounts', 'approver'],
  /** The company's users. */
  people: writers,
  administrators: ['administrator'],
} as const satisfies Record<string, readonly Role[]>;
export type RoleSet = keyof typeof ROLES;

/** The names of the areas that a role may see but not change. */
const SEEN: Partial<Record<RoleSet, string>> = {
  catalogue: 'products, schemes and orders',
  proposals: 'item proposals',
  statements: 'statements',
  invoices: 'invoices',
  memos: 'memos',
  payments: 'payments',
  dispatch: 'dispatch notes',
  arrivals: 'dispatch notes',
  priceApproval: 'prices',
  identityApproval: 'these requests',
  invoiceRelease: 'invoices',
  orderAnswers: 'order confirmations',
  purchasing: 'items and orders',
  receiving: 'goods receipts and returns',
  accounting: 'payments',
  comments: 'comments',
};

export function mayCall(access: RoleSet, roles: readonly Role[]): boolean {
  return roles.some((role) => (ROLES[access] as readonly Role[]).includes(role));
}

const isVendorRole = (role: Role) => (VENDOR_ROLES as readonly Role[]).includes(role);

/** True if no role of a vendor may call an operation with this access. */
export function isBuyersOnly(access: string): boolean {
  return access in ROLES && !ROLES[access as RoleSet].some(isVendorRole);
}

/** The message for a member whose role is not sufficient; undefined if the operation is only for the other party. */
export function roleRefusal(access: RoleSet, isBuyers: boolean): string | undefined {
  if (!isBuyers && isBuyersOnly(access)) return undefined;
  const ask = isBuyers ? 'Ask an administrator.' : 'Ask an owner of your company.';
  const seen = SEEN[access];
  if (seen === undefined) return say('Your role does not allow this. {ask}', { ask });
  return access === 'invoices'
    ? say('You can view {seen} but not send them. {ask}', { seen, ask })
    : say('You can view {seen} but not change them. {ask}', { seen, ask });
}

/**
 * The message for a member who may not change an order because it belongs to another site.
 * @param site the name of the order's site; null if it has none
 * @param own the names of the member's sites
 */
export function siteRefusal(order: string, site: string | null, own: string): string {
  return site === null
    ? say('Order {order} has no site. You act for {own}. Ask an administrator to set a site as its delivery location.', { order, own })
    : say('Order {order} is delivered to {site}. You act for {own}. Ask an administrator.', { order, site, own });
}

/** What a member may be for a vendor, and for the buyer. An owner and an administrator may do everything that their side may. */
export const VENDOR_ROLES = ['owner', 'orders', 'dispatch', 'billing', 'reader'] as const;
export const BUYER_ROLES = ['administrator', 'buyer', 'receiver', 'accounts', 'approver', 'auditor'] as const;
export type VendorRole = (typeof VENDOR_ROLES)[number];
export type BuyerRole = (typeof BUYER_ROLES)[number];
export type Role = VendorRole | BuyerRole;

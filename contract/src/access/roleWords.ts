import type { Role } from './roles.ts';

/** The name of a role, with its permissions. */
export const ROLE_WORDS: Readonly<Record<Role, { name: string; may: string }>> = {
  owner: { name: 'Owner', may: 'Full access, including users, identity and bank details' },
  orders: { name: 'Orders', may: 'Acknowledges and confirms orders; manages products, prices and schemes' },
  dispatch: { name: 'Dispatch', may: 'Dispatch notes and labels' },
  billing: { name: 'Billing', may: 'Invoices, payments and memos' },
  reader: { name: 'Reader', may: 'Can see everything, but change nothing' },
  administrator: { name: 'Administrator', may: 'Full access, for all vendors' },
  buyer: { name: 'Buyer', may: 'Items, purchase orders and price approval' },
  receiver: { name: 'Receiver', may: 'Goods receipts and returns' },
  accounts: { name: 'Accounts', may: 'Payments, memos, and release and approval of invoices' },
  approver: { name: 'Approver', may: 'Approves prices, invoices and changes to identity and bank details' },
  auditor: { name: 'Auditor', may: 'Can see everything, including the audit log, but change nothing' },
};

import type { Role } from './roles.ts';

/** A role in words, with what it may do. */
export const ROLE_WORDS: Readonly<Record<Role, { name: string; may: string }>> = {
  owner: { name: 'Owner', may: 'Everything, with people, identity and bank details' },
  orders: { name: 'Orders', may: 'Acknowledges orders; products, prices and schemes' },
  dispatch: { name: 'Dispatch', may: 'Dispatch notes and labels' },
  billing: { name: 'Billing', may: 'Invoices, payments and memos' },
  reader: { name: 'Reader', may: 'Sees everything, changes nothing' },
  administrator: { name: 'Administrator', may: 'Everything, for every vendor' },
  buyer: { name: 'Buyer', may: 'Items, purchase orders and the approval of prices' },
  receiver: { name: 'Receiver', may: 'Goods receipts and returns' },
  accounts: { name: 'Accounts', may: 'Payments and memos, and releases and approves invoices' },
  approver: { name: 'Approver', may: 'Approves prices, invoices and changes of identity and bank details' },
  auditor: { name: 'Auditor', may: 'Sees everything and the audit log, changes nothing' },
};

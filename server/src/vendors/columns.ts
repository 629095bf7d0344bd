import sql, { type Sql } from 'sql-template-tag';

import { columnMap } from '../database/columns.ts';

export const userTable = columnMap('users', {
  firstName: ['first_name', 'text'],
  middleName: ['middle_name', 'text'],
  lastName: ['last_name', 'text'],
  email: ['email', 'text'],
  mobileNumber: ['mobile_number', 'text'],
});

export const vendorTable = columnMap('vendors', {
  vendor_name: ['legal_name', 'text'],
  vendorType: ['type', 'text'],
  kind: ['kind', 'text'],
  vendor_Address_code: ['address_code', 'text'],
  address_Line1: ['address_line1', 'text'],
  address_Line2: ['address_line2', 'text'],
  postal_Code: ['postal_code', 'text'],
  country_id: ['country_id', 'text'],
  state: ['state', 'text'],
  city: ['city', 'text'],
  pan: ['pan', 'text'],
  gstin: ['gstin', 'text'],
  bankName: ['bank_name', 'text'],
  accountNumber: ['account_number', 'text'],
  IFSCCode: ['ifsc_code', 'text'],
  paymentTerms: ['payment_terms', 'text'],
  shippingTerms: ['shipping_terms', 'text'],
  fssaiNumber: ['fssai_number', 'text'],
  fssaiValidUntil: ['fssai_valid_until', 'date'],
});

/**
 * Makes the first users of companies members of them: owners, or administrators at the buyer.
 * @param added the inserted rows of `users`, with `id`, `vendor_id` and `is_admin`.
 */
export function firstMembers(added: Sql): Sql {
  return sql`
    insert into memberships (user_id, vendor_id, role)
    select id, vendor_id, case when is_admin then 'administrator' else 'owner' end from ${added}`;
}

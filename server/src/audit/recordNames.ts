import type { DocumentKind } from '@aapurti/contract/comments/comments';
import type { AuditEntity } from '@aapurti/contract/words/auditActions';
import sql, { join, raw, type Sql } from 'sql-template-tag';

interface Named {
  table: string;
  /** The column by which users know the record. */
  column: string;
  /** The fields with that name in entries, which outlive the record. Some use the code's names and some the API's. */
  logged: readonly string[];
}

/** The records that users know by a number or a name. */
const NAMED: Readonly<Partial<Record<AuditEntity | DocumentKind, Named>>> = {
  user: { table: 'users', column: `trim(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))`, logged: [] },
  product: { table: 'products', column: 'ean', logged: ['EANCode'] },
  itemProposal: { table: 'item_proposals', column: 'ean', logged: ['EANCode'] },
  scheme: { table: 'schemes', column: 'name', logged: ['schemeName', 'schemaName'] },
  invoice: { table: 'invoices', column: 'number', logged: ['invoiceNumber'] },
  payment: { table: 'payments', column: 'invoice_number', logged: ['invoiceNumber'] },
  debitMemo: { table: 'memos', column: 'coalesce(number, vendor_invoice_ref)', logged: ['vendorInvoiceRef'] },
  creditMemo: { table: 'memos', column: 'coalesce(number, vendor_invoice_ref)', logged: ['vendorInvoiceRef'] },
  purchaseOrder: { table: 'purchase_orders', column: 'number', logged: ['poNumber'] },
  dispatchNote: { table: 'dispatch_notes', column: 'number', logged: ['DCNumber'] },
  receipt: { table: 'receipts', column: 'number', logged: ['receiptNumber'] },
  purchaseReturn: { table: 'purchase_returns', column: 'item_name', logged: [] },
  vendor: { table: 'vendors', column: 'legal_name', logged: [] },
  registration: { table: 'registrations', column: 'coalesce(gstin, legal_name)', logged: ['gstin', 'legalName'] },
  buyerSite: { table: 'buyer_sites', column: 'name', logged: ['name'] },
  gstRate: { table: 'gst_rates', column: 'hsn_prefix', logged: ['hsnPrefix'] },
  key: { table: 'api_keys', column: 'name', logged: ['name'] },
  webhook: { table: 'webhooks', column: 'url', logged: ['url'] },
};

/** The entry concerns a payment awaiting confirmation. Its id is not in `payments`, but may equal the id of another vendor's payment. */
export const isOfWaiting: Sql = sql`action in ('payment.report', 'payment.ask', 'payment.confirm', 'payment.reject')`;

/** An entry's id is not a record id if it is the name of an uploaded file, nor this table's if a payment awaits confirmation. */
const ELSEWHERE = sql`(action ~ '[.](upload.*|import)$' or ${isOfWaiting})`;

/** A comment is named by its document. */
const NAMED_BY = { comment: { entity: 'documentKind', id: 'documentId' } } as const;

const loggedAs = (name: string): Sql => sql`coalesce(after ->> ${name}::text, before ->> ${name}::text)`;

/** The current number or name of a record or, once it is deleted, the one in the entry. */
function nameOf(entity: Sql, id: Sql): Sql {
  const number = sql`case when ${id} ~ '^\\d{1,18}$' and not ${ELSEWHERE} then (${id})::bigint end`;
  const named = Object.entries(NAMED).map(([kind, { table, column, logged }]) => {
    const told = logged.map((name) => sql`, ${loggedAs(name)}`);
    const now = sql`(select nullif(${raw(column)}, '') from ${raw(table)} named where named.id = ${number})`;
    return sql`when ${kind} then coalesce(${now}${join(told.length === 0 ? [sql``] : told, '')})`;
  });
  return sql`case ${entity} ${join(named, ' ')} end`;
}

/** The number or name of the record of an audit_log row; null if the entry has no record. */
export const recordName: Sql = sql`case entity ${join(
  Object.entries(NAMED_BY).map(([kind, by]) => sql`when ${kind} then ${nameOf(loggedAs(by.entity), loggedAs(by.id))}`),
  ' ',
)} else ${nameOf(sql`entity`, sql`entity_id`)} end`;

import type { AuditEntity } from '@aapurti/contract/words/auditActions';
import sql, { join, raw, type Sql } from 'sql-template-tag';

interface Named {
  table: string;
  /** The column that people know the record by. */
  column: string;
  /** The names of the same in entries, which outlive the record: some are the code's and some the wire's. */
  logged: readonly string[];
}

/** The records that people know by a number or a name. */
const NAMED: Readonly<Partial<Record<AuditEntity, Named>>> = {
  user: { table: 'users', column: `trim(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))`, logged: [] },
  product: { table: 'products', column: 'ean', logged: ['EANCode'] },
  itemProposal: { table: 'item_proposals', column: 'ean', logged: ['EANCode'] },
  scheme: { table: 'schemes', column: 'name', logged: ['schemeName', 'schemaName'] },
  invoice: { table: 'invoices', column: 'number', logged: ['invoiceNumber'] },
  payment: { table: 'payments', column: 'invoice_number', logged: ['invoiceNumber'] },
  debitMemo: { table: 'memos', column: 'vendor_invoice_ref', logged: ['vendorInvoiceRef'] },
  creditMemo: { table: 'memos', column: 'vendor_invoice_ref', logged: ['vendorInvoiceRef'] },
  purchaseOrder: { table: 'purchase_orders', column: 'number', logged: ['poNumber'] },
  dispatchNote: { table: 'dispatch_notes', column: 'number', logged: ['DCNumber'] },
  receipt: { table: 'receipts', column: 'number', logged: ['receiptNumber'] },
  registration: { table: 'registrations', column: 'coalesce(gstin, legal_name)', logged: ['gstin', 'legalName'] },
  buyerSite: { table: 'buyer_sites', column: 'name', logged: ['name'] },
  gstRate: { table: 'gst_rates', column: 'hsn_prefix', logged: ['hsnPrefix'] },
  key: { table: 'api_keys', column: 'name', logged: ['name'] },
  webhook: { table: 'webhooks', column: 'url', logged: ['url'] },
};

/** The entry is about a payment that waits to be confirmed: its id is none of `payments`, but may equal that of another vendor's payment. */
export const isOfWaiting: Sql = sql`action in ('payment.report', 'payment.ask', 'payment.confirm', 'payment.reject')`;

/** The id of an entry is no record's where it is the name of an uploaded file, nor this table's where a payment waits. */
const ELSEWHERE = sql`(action ~ '[.](upload.*|import)$' or ${isOfWaiting})`;

/**
 * The number or name of an entry's record, as it is now or, where it is gone, as the entry has it; null for records without one. The entry
 * is a row of audit_log.
 */
export const recordName: Sql = sql`case entity ${join(
  Object.entries(NAMED).map(([entity, { table, column, logged }]) => {
    const id = sql`case when entity_id ~ '^\\d{1,18}$' and not ${ELSEWHERE} then entity_id::bigint end`;
    const told = logged.flatMap((name) => [sql`, after ->> ${name}::text`, sql`, before ->> ${name}::text`]);
    return sql`when ${entity} then coalesce((select nullif(${raw(column)}, '') from ${raw(table)} named where named.id = ${id})${join(told.length === 0 ? [sql``] : told, '')})`;
  }),
  ' ',
)} end`;

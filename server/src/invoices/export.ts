import type { invoices } from '@aapurti/contract/invoices/invoices';
import type { QueryOf } from '@aapurti/contract/ground/operation';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { allRows } from '../database/list.ts';
import type { Workbook } from '../ground/reply.ts';
import { exportColumn } from '../sheets/columns.ts';
import { exportRows } from '../sheets/download.ts';
import { partiesSelected } from '../registrations/parties.ts';
import { listOf } from './invoices.ts';
import { invoiceColumns, invoiceTable } from './columns.ts';

/** The columns of the screen, and the paid amount. */
const exported = { ...invoiceColumns, paymentReceived: exportColumn('Payment Received', { format: 'amount' }) };

const exportedOfAll = { vendorCode: exportColumn('Vendor Code'), vendorName: exportColumn('Vendor Name', { width: 32 }), ...exported };

const selected = sql`
  ${invoiceTable.exported}, ${partiesSelected('invoices')}, invoices.paid as "paymentReceived", vendors.code as "vendorCode", vendors.legal_name as "vendorName"`;

/** All invoices that the list has under these filters, on all its pages and in its order. */
export function exportInvoices(ctx: Context, actor: Actor, query: QueryOf<typeof invoices.export>): Promise<Workbook> {
  const join = sql`join vendors on vendors.id = invoices.vendor_id`;
  const rows = allRows({ ...listOf(ctx, actor, query), select: selected, join });
  return exportRows(ctx, actor, { name: 'invoices.xlsx', sheet: 'Invoices', columns: actor.isAdmin ? exportedOfAll : exported }, rows);
}

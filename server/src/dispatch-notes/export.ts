import type { dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import type { QueryOf } from '@aapurti/contract/ground/operation';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { allRows } from '../database/list.ts';
import type { Workbook } from '../ground/reply.ts';
import { exportColumn } from '../sheets/columns.ts';
import { partiesSelected } from '../registrations/parties.ts';
import { exportRows } from '../sheets/download.ts';
import { listOf } from './dispatchNotes.ts';
import { noteTable } from './notes.ts';

/** The columns of the screen in their order, followed by the other fields of the form. */
const exported = {
  DCNumber: exportColumn('DC Number', { width: 20 }),
  challanDate: exportColumn('Date of Delivery Challan', { format: 'date' }),
  PONumber: exportColumn('PO Number', { width: 20 }),
  PODate: exportColumn('PO Date', { format: 'date' }),
  NumberOfCarton: exportColumn('Number of Cartons', { format: 'number' }),
  TransporterDetails: exportColumn('Transporter', { width: 32 }),
  VehicleNumber: exportColumn('Vehicle Number'),
  eWayBillNumber: exportColumn('E-way Bill Number'),
  deliveryLocation: exportColumn('Delivery Location', { width: 32 }),
  DriverName: exportColumn('Driver Name', { width: 24 }),
  DriverContact: exportColumn('Driver Contact'),
  totalNoOfPackages: exportColumn('Total Number of Packages', { format: 'number' }),
  netWeightInKgs: exportColumn('Net Weight (kg)', { format: 'number' }),
  grossWeightInKgs: exportColumn('Gross Weight (kg)', { format: 'number' }),
  buyerRepresentativeId: exportColumn('Buyer Representative ID', { width: 24 }),
  vendorGST: exportColumn('Vendor GST Registration', { width: 24 }),
  buyerGST: exportColumn('Buyer GST Registration', { width: 24 }),
};

const exportedOfAll = { vendorCode: exportColumn('Vendor Code'), vendorName: exportColumn('Vendor Name', { width: 32 }), ...exported };

const selected = sql`${noteTable.exported}, ${partiesSelected('dispatch_notes')}, vendors.code as "vendorCode", vendors.legal_name as "vendorName"`;

/** All dispatch notes that match the list's filters, on all pages, in the list's order. */
export function exportDispatchNotes(ctx: Context, actor: Actor, query: QueryOf<typeof dispatchNotes.export>): Promise<Workbook> {
  const join = sql`join vendors on vendors.id = dispatch_notes.vendor_id`;
  const rows = allRows({ ...listOf(actor, query), select: selected, join });
  const columns = actor.isAdmin ? exportedOfAll : exported;
  return exportRows(ctx, actor, { name: 'dispatch-notes.xlsx', sheet: 'Dispatch Notes', columns }, rows);
}

import { goodsCodes, messages } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import type { DispatchNote } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import sql, { empty, type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { columnMap } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { ownRow } from '../access/owner.ts';
import { coded } from '../ground/refusal.ts';
import { partiesSelected } from '../registrations/parties.ts';

/** The columns that a form fills. */
export const noteTable = columnMap('dispatch_notes', {
  DCNumber: ['number', 'text'],
  challanDate: ['challan_date', 'date'],
  PONumber: ['po_number', 'text'],
  PODate: ['po_date', 'date'],
  NumberOfCarton: ['cartons', 'integer'],
  TransporterDetails: ['transporter', 'text'],
  DriverName: ['driver_name', 'text'],
  DriverContact: ['driver_contact', 'text'],
  VehicleNumber: ['vehicle_number', 'text'],
  eWayBillNumber: ['eway_bill_number', 'text'],
  totalNoOfPackages: ['packages', 'integer'],
  netWeightInKgs: ['net_weight', 'numeric'],
  grossWeightInKgs: ['gross_weight', 'numeric'],
  deliveryLocation: ['delivery_location', 'text'],
  buyerRepresentativeId: ['buyer_representative_id', 'text'],
});

export const noteList = {
  select: sql`
    dispatch_notes.id::text as _id, dispatch_notes.vendor_id::text as "userID", ${noteTable.selected}, ${partiesSelected('dispatch_notes')},
    dispatch_notes.issuer, (select state from dispatch_goods where note_id = dispatch_notes.id) as state,
    (select kind from dispatch_goods where note_id = dispatch_notes.id) as kind, dispatch_notes.created_at as "createdAt", dispatch_notes.updated_at as "updatedAt"`,
  from: sql`dispatch_notes`,
  key: sql`dispatch_notes.id`,
  sorts: {
    DCNumber: sql`lower(dispatch_notes.number)`,
    challanDate: sql`dispatch_notes.challan_date`,
    PONumber: { absentLast: sql`dispatch_notes.po_number` },
    PODate: { absentLast: sql`dispatch_notes.po_date` },
    NumberOfCarton: { absentLast: sql`dispatch_notes.cartons` },
    totalNoOfPackages: { absentLast: sql`dispatch_notes.packages` },
    netWeightInKgs: { absentLast: sql`dispatch_notes.net_weight` },
    grossWeightInKgs: { absentLast: sql`dispatch_notes.gross_weight` },
    // Sorted by their entry.
    createdAt: sql`dispatch_notes.id`,
    updatedAt: sql`dispatch_notes.updated_at`,
  },
  days: { first: sql`min(dispatch_notes.challan_date)`, last: sql`max(dispatch_notes.challan_date)` },
};

/** @throws Refusal 404 if it is not the caller's. */
export function ownNote(db: Database, actor: Actor, id: string, lock: Sql = empty): Promise<DispatchNote> {
  return ownRow(db, actor, id, noteList, lock);
}

/** Only the buyer may change the buyer's own notes; the receiving vendor reads them. @throws Refusal 403 */
export function refuseOtherSide(actor: Actor, { issuer }: Pick<DispatchNote, 'issuer'>): void {
  if (issuer === 'buyer' && !actor.isAdmin) throw coded(403, messages.otherSide, { code: goodsCodes.otherSide });
}

import { indianDay } from '@aapurti/contract/fields';
import { taxRemarks } from '@aapurti/contract/gst';
import sql from 'sql-template-tag';

import type { Actor } from '../accounts/sessions.ts';
import { recordSheet } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { RowOf } from '../spreadsheets/columns.ts';
import { firstRows, type Intake } from '../spreadsheets/upload.ts';
import { invoiceColumns } from './sheet.ts';

interface Kept {
  row: number;
  invoice: RowOf<typeof invoiceColumns>;
}

const { heading: NUMBER } = invoiceColumns.invoiceNumber;

/** Takes in a sheet of the owner's new invoices. A number that stands twice, or is stored already, is a fault of its row. */
export function invoiceIntake(ctx: Context, actor: Actor, owner: string, fileName: string): Intake<typeof invoiceColumns, Kept> {
  return {
    columns: invoiceColumns,
    open(tx) {
      const firstRow = firstRows();
      return {
        keep({ row, value }, errors, remarks) {
          const first = firstRow(value.invoiceNumber, row);
          if (first !== null) errors.add(row, NUMBER, `${value.invoiceNumber} stands in row ${first} already.`);
          for (const [field, remark] of Object.entries(taxRemarks(value, null, null))) {
            remarks.add(row, invoiceColumns[field as keyof typeof invoiceColumns].heading, remark);
          }
          return first === null ? { row, invoice: value } : null;
        },
        async store(rows, { errors, onlyCheck }) {
          const numbers = rows.map(({ invoice }) => invoice.invoiceNumber);
          const free = onlyCheck ? await freeNumbers(tx, owner, numbers) : await insert(ctx, tx, actor, owner, rows);
          for (const { row, invoice } of rows) {
            if (!free.has(invoice.invoiceNumber)) errors.add(row, NUMBER, `Invoice ${invoice.invoiceNumber} is stored already.`);
          }
          return { created: free.size, updated: 0 };
        },
        end: (counts) => recordSheet(tx, { actor, ownerId: owner, action: 'invoice.upload', entity: 'invoice' }, fileName, counts),
      };
    },
  };
}

async function freeNumbers(db: Database, owner: string, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  const taken = await db.rows<{ number: string }>(sql`
    select number from invoices where owner_id = ${owner} and number = any(${numbers}::text[])`);
  const free = new Set(numbers);
  for (const { number } of taken) free.delete(number);
  return free;
}

/** Adds those whose numbers are free, each with its entry in the log. Returns the numbers that were. */
async function insert(ctx: Context, tx: Database, actor: Actor, owner: string, rows: readonly Kept[]): Promise<ReadonlySet<string>> {
  const column = (pick: (invoice: Kept['invoice']) => string | null) => rows.map(({ invoice }) => pick(invoice));
  const today = indianDay(ctx.clock());
  const added = await tx.rows<{ number: string }>(sql`
    with given as (
      select * from unnest(${column(({ PONumber }) => PONumber)}::text[], ${column(({ PODate }) => PODate)}::date[],
        ${column(({ invoiceNumber }) => invoiceNumber)}::text[], ${column(({ invoiceDate }) => invoiceDate ?? today)}::date[],
        ${column(({ invoiceValue }) => invoiceValue.toFixed(2))}::numeric[], ${column(({ CGSTValue }) => CGSTValue?.toFixed(2) ?? null)}::numeric[],
        ${column(({ SGSTValue }) => SGSTValue?.toFixed(2) ?? null)}::numeric[], ${column(({ IGSTValue }) => IGSTValue?.toFixed(2) ?? null)}::numeric[])
        with ordinality as given (po_number, po_date, number, invoice_date, value, cgst, sgst, igst, place)
    ),
    added as (
      insert into invoices (owner_id, po_number, po_date, number, invoice_date, value, cgst, sgst, igst)
      select ${owner}, po_number, po_date, number, invoice_date, value, cgst, sgst, igst from given order by place
      on conflict (owner_id, number) do nothing
      returning *
    ),
    logged as (
      insert into audit_log (actor_id, owner_id, action, entity, entity_id, after)
      select ${actor.id}, owner_id, 'invoice.create', 'invoice', id::text, jsonb_build_object('PONumber', po_number, 'PODate', po_date,
        'invoiceNumber', number, 'invoiceDate', invoice_date, 'invoiceValue', value, 'CGSTValue', cgst, 'SGSTValue', sgst, 'IGSTValue', igst)
      from added
    )
    select number from added`);
  return new Set(added.map(({ number }) => number));
}

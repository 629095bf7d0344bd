import { indianDay } from '@aapurti/contract/fields';
import { taxRemarks } from '@aapurti/contract/gst';
import sql from 'sql-template-tag';

import type { Actor } from '../actor.ts';
import { recordSheet } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { RowOf } from '../sheets/columns.ts';
import { firstRows, type Intake } from '../sheets/upload.ts';
import { invoiceColumns } from './sheet.ts';

type Clock = Pick<Context, 'clock'>;

interface Kept {
  row: number;
  invoice: RowOf<typeof invoiceColumns>;
}

const { heading: NUMBER } = invoiceColumns.invoiceNumber;

/**
 * Takes in a sheet of the owner's new invoices. A number that stands twice, or is stored already, is a fault of its row. Rows wait in a
 * table of the transaction's own until the last is checked: the books, and so whoever else writes for this vendor, are held up only by
 * the statement that stores them all.
 */
export function invoiceIntake(ctx: Clock, actor: Actor, owner: string, fileName: string): Intake<typeof invoiceColumns, Kept> {
  return {
    columns: invoiceColumns,
    open(tx) {
      const firstRow = firstRows();
      let isStaging = false;
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
          if (!onlyCheck && !isStaging) await startStaging(tx, owner);
          isStaging ||= !onlyCheck;
          const free = await freeNumbers(
            tx,
            owner,
            rows.map(({ invoice }) => invoice.invoiceNumber),
          );
          for (const { row, invoice } of rows)
            if (!free.has(invoice.invoiceNumber)) errors.add(row, NUMBER, storedAlready(invoice.invoiceNumber));
          if (!onlyCheck && errors.total === 0) await stage(ctx, tx, rows);
          return { created: free.size, updated: 0 };
        },
        async end(counts, errors) {
          for (const { row, number } of await storeStaged(tx, actor, owner)) errors.add(row, NUMBER, storedAlready(number));
          await recordSheet(tx, { actor, ownerId: owner, action: 'invoice.upload', entity: 'invoice' }, fileName, counts);
        },
      };
    },
  };
}

const storedAlready = (number: string) => `Invoice ${number} is stored already.`;

/** Uploads of one vendor's invoices, by whichever server process, follow one another; single invoices are saved between. */
async function startStaging(tx: Database, owner: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`invoices:${owner}`}, 0))`);
  await tx.execute(sql`
    create temporary table staged_invoices (place int, po_number text, po_date date, number text collate "C", invoice_date date, value numeric,
      cgst numeric, sgst numeric, igst numeric) on commit drop`);
}

async function stage(ctx: Clock, tx: Database, rows: readonly Kept[]): Promise<void> {
  const column = (pick: (invoice: Kept['invoice']) => string | null) => rows.map(({ invoice }) => pick(invoice));
  const today = indianDay(ctx.clock());
  await tx.execute(sql`
    insert into staged_invoices
    select * from unnest(${rows.map(({ row }) => row)}::int[], ${column(({ PONumber }) => PONumber)}::text[],
      ${column(({ PODate }) => PODate)}::date[], ${column(({ invoiceNumber }) => invoiceNumber)}::text[],
      ${column(({ invoiceDate }) => invoiceDate ?? today)}::date[], ${column(({ invoiceValue }) => invoiceValue.toFixed(2))}::numeric[],
      ${column(({ CGSTValue }) => CGSTValue?.toFixed(2) ?? null)}::numeric[], ${column(({ SGSTValue }) => SGSTValue?.toFixed(2) ?? null)}::numeric[],
      ${column(({ IGSTValue }) => IGSTValue?.toFixed(2) ?? null)}::numeric[])`);
}

/** Stores what was staged, each with its entry in the log. Returns those whose numbers somebody has taken since they were checked. */
async function storeStaged(tx: Database, actor: Actor, owner: string): Promise<{ row: number; number: string }[]> {
  await tx.execute(sql`analyze staged_invoices`);
  // 200,000 rows take longer than a request's other statements may.
  await tx.execute(sql`set local statement_timeout = '5min'`);
  return tx.rows<{ row: number; number: string }>(sql`
    with added as (
      insert into invoices (vendor_id, po_number, po_date, number, invoice_date, value, cgst, sgst, igst)
      select ${owner}, po_number, po_date, number, invoice_date, value, cgst, sgst, igst from staged_invoices order by place
      on conflict (vendor_id, number) do nothing
      returning *
    ),
    logged as (
      insert into audit_log (actor_id, vendor_id, action, entity, entity_id, after)
      select ${actor.id}, vendor_id, 'invoice.create', 'invoice', id::text, jsonb_build_object('PONumber', po_number, 'PODate', po_date,
        'invoiceNumber', number, 'invoiceDate', invoice_date, 'invoiceValue', value, 'CGSTValue', cgst, 'SGSTValue', sgst, 'IGSTValue', igst)
      from added
    )
    select place as row, number from staged_invoices staged where not exists (select from added where added.number = staged.number) order by place`);
}

async function freeNumbers(db: Database, owner: string, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  const taken = await db.rows<{ number: string }>(sql`
    select number from invoices where vendor_id = ${owner} and number = any(${numbers}::text[])`);
  const free = new Set(numbers);
  for (const { number } of taken) free.delete(number);
  return free;
}

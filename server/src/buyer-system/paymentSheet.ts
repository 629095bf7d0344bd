import { AMOUNT } from '@aapurti/contract/invoices';
import sql from 'sql-template-tag';

import type { Actor } from '../actor.ts';
import { recordSheet } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { streamRows } from '../database/stream.ts';
import type { Workbook } from '../reply.ts';
import { ownedBy } from '../owner.ts';
import { type KnownPayment, storePayments } from '../payments/store.ts';
import { dateColumn, decimalColumn, digitsColumn, required, type RowOf, textColumn } from '../sheets/columns.ts';
import { downloadSheet } from '../sheets/download.ts';
import { firstRows, type Intake } from '../sheets/upload.ts';
import type { WrittenRow } from '../sheets/write.ts';
import { EMBEDDED } from '../erp/embedded.ts';
import { vendorColumn, vendorFinder } from './sheetVendors.ts';
import { versionOf } from './typedOrder.ts';

/** One row a bill: a payment over many bills has as many rows with the same reference. */
export const paymentColumns = {
  vendorCode: vendorColumn,
  reference: required(
    textColumn({
      heading: 'Payment Reference',
      example: 'UTR 402611210001',
      note: 'Of the transfer or cheque. With the invoice number it says which payment it is: uploaded again it is changed.',
      width: 24,
      most: 100,
    }),
  ),
  paidOn: required(dateColumn({ heading: 'Payment Date', example: '21-11-2026', note: 'A date, or text as DD-MM-YYYY.' })),
  mode: textColumn({
    heading: 'Payment Mode',
    example: 'online',
    note: 'Online where it is empty.',
    options: ['online', 'cheque'],
  }),
  amount: required(
    decimalColumn({ heading: 'Amount', example: 118, note: 'In rupees, at most what is outstanding of the invoice.', range: AMOUNT }),
  ),
  invoiceNumber: digitsColumn({
    heading: 'Invoice Number',
    example: '0001042',
    note: "The vendor's, as text. Left empty, the payment is on account.",
    most: 64,
  }),
  remarks: textColumn({ heading: 'Remarks', example: '', note: 'Optional.', width: 36, most: 1000 }),
};

interface Kept {
  row: number;
  value: RowOf<typeof paymentColumns>;
}

/** Takes in a sheet of payments. One that is stored already is changed. */
export function paymentIntake(actor: Actor, fileName: string): Intake<typeof paymentColumns, Kept> {
  return {
    columns: paymentColumns,
    open(tx) {
      const vendors = vendorFinder(tx);
      const firstRow = firstRows();
      return {
        keep(each, errors) {
          const { vendorCode, reference, invoiceNumber } = each.value;
          const first = firstRow(JSON.stringify([Number(vendorCode), reference, invoiceNumber]), each.row);
          if (first === null) return each;
          errors.add(each.row, 'Payment Reference', `${reference} on ${invoiceNumber ?? 'account'} stands in row ${first} already.`);
          return null;
        },
        async store(rows, { errors }) {
          await vendors.learn(rows.map(({ value }) => value.vendorCode));
          const rowOf = new Map<string, number>();
          const payments = rows.flatMap(({ row, value }): KnownPayment[] => {
            const vendor = vendors.find(value.vendorCode, row, errors);
            if (vendor === null) return [];
            const externalId = `${vendor.id}/${value.reference}/${value.invoiceNumber ?? ''}`;
            rowOf.set(externalId, row);
            const content = {
              paidOn: value.paidOn,
              mode: value.mode ?? 'online',
              amount: value.amount.toFixed(2),
              remarks: value.remarks,
              invoiceNumber: value.invoiceNumber,
            };
            return [
              {
                ...content,
                externalId,
                ownerId: vendor.id,
                supplier: '',
                version: versionOf(content),
                raw: { reference: value.reference },
              },
            ];
          });
          const { created, updated, refused } = await storePayments(tx, EMBEDDED, payments, actor);
          for (const [id, problem] of refused) {
            const said = problem.replace(`Payment ${id} of `, 'This payment of ');
            errors.add(
              rowOf.get(id) ?? 0,
              said.includes('outstanding') ? 'Amount' : 'Invoice Number',
              said.endsWith('.') ? said : `${said}.`,
            );
          }
          return { created, updated };
        },
        end: (counts) => recordSheet(tx, { actor, ownerId: null, action: 'payment.import', entity: 'payment' }, fileName, counts),
      };
    },
  };
}

/** The payments that were loaded here: uploaded again they change nothing. */
export function exportLoadedPayments(ctx: Context, actor: Actor, userID: string | null): Promise<Workbook> {
  const rows = streamRows<WrittenRow<typeof paymentColumns>>(
    ctx.reports,
    sql`
    select users.vendor_code::text as "vendorCode", payments.raw ->> 'reference' as reference, paid_on as "paidOn", mode, amount,
      invoices.number as "invoiceNumber", payments.remarks
    from payments join users on users.id = payments.vendor_id left join invoices on invoices.id = payments.invoice_id
    where payments.source = ${EMBEDDED} and ${ownedBy(sql`payments.vendor_id`, actor, userID) ?? sql`true`} order by payments.id`,
  );
  return downloadSheet('payments.xlsx', paymentColumns, rows, { sheet: 'Payments', reader: actor });
}

import { indianDay } from '@aapurti/contract/ground/fields';
import { NUMBER_PATTERNS, type Numbering, numberMessages, numberRemark } from '@aapurti/contract/settings/documentNumbers';
import { taxRemarks } from '@aapurti/contract/ground/gst';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { invoiceCodes, invoiceDateRemark, invoiceDayProblem, messages, taxesProblem } from '@aapurti/contract/invoices/invoices';
import { rowCodes } from '@aapurti/contract/sheets/rowMessages';
import { messages as selfMessages, selfCodes } from '@aapurti/contract/invoices/selfInvoices';
import { partyCodes, partyMessages } from '@aapurti/contract/ground/registrationRules';
import sql, { join, raw, type Sql } from 'sql-template-tag';

import { rupeesIn, said } from '../database/said.ts';
import type { Actor } from '../ground/actor.ts';
import { doerNames, doerOf } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { chooseParty, notRegistered, partiesFor, partiesSelected, partyNames, taxesIn, taxesWithout } from '../registrations/parties.ts';
import { lock } from '../purchase-orders/lock.ts';
import { required } from '../sheets/columns.ts';
import { type Intake, keyedRows } from '../sheets/intake.ts';
import { invoiceColumns, invoiceTable, numberColumnIn } from './columns.ts';
import { taxesSelfInvoiced } from './reverse-charge/issued.ts';

const { heading: NUMBER } = invoiceColumns.invoiceNumber;
const { heading: PO_NUMBER } = invoiceColumns.PONumber;

const asked = { vendorGST: sql`staged.vendor_gst`, buyerGST: sql`staged.buyer_gst` };

/** Imports the owner's new invoices. A number that is repeated or already stored is an error in its row. */
export function invoiceIntake(
  ctx: Pick<Context, 'clock'>,
  actor: Actor,
  owner: string,
  numbering: Numbering,
): Intake<typeof invoiceColumns> {
  const today = indianDay(ctx.clock());
  const isStored = (row: Sql) => sql`exists (
    select from invoices
    where vendor_id = ${owner} and code_key(invoices.number) = code_key(${row}.number)
      and financial_year(invoices.invoice_date) = financial_year(${row}.invoice_date)
      and coalesce(vendor_registration_id, 0) = coalesce(registration_for(${owner}, ${row}.invoice_date, ${row}.vendor_gst), 0))`;
  const isUnclear = taxesSelfInvoiced(owner, sql`staged.po_number`, taxesIn('staged'));
  const parties = partiesFor(owner, sql`staged.invoice_date`, asked);
  const partyFaults = (['vendor', 'buyer'] as const).map((side) => {
    const [gst, party, { heading }] = [raw(`staged.${side}_gst`), raw(`${side}_party`), invoiceColumns[`${side}GST`]];
    return sql`
      select row, ${heading}, case when ${gst} is null then ${chooseParty(side)}
        else ${notRegistered(side, gst, sql`invoice_date`)} end
      from staged cross join lateral ${parties} where ${party} = 0`;
  });
  return {
    columns: { ...invoiceColumns, invoiceNumber: required(numberColumnIn(numbering)) },
    fields: invoiceTable.fields,
    stage({ row, value }, errors, remarks) {
      const invoiceDate = value.invoiceDate ?? today;
      const { invoiceValue, CGSTValue, SGSTValue, IGSTValue } = value;
      const untrue = taxesProblem({
        invoiceNumber: value.invoiceNumber,
        invoiceValue: new Decimal(invoiceValue),
        CGSTValue: new Decimal(CGSTValue ?? 0),
        SGSTValue: new Decimal(SGSTValue ?? 0),
        IGSTValue: new Decimal(IGSTValue ?? 0),
      });
      if (untrue !== null) errors.add(row, invoiceColumns.invoiceValue.heading, untrue, invoiceCodes.taxes);
      const future = invoiceDayProblem(invoiceDate, today);
      if (future !== null) errors.add(row, invoiceColumns.invoiceDate.heading, future, invoiceCodes.future);
      const old = invoiceDateRemark(invoiceDate, today);
      if (old !== null) remarks.add(row, invoiceColumns.invoiceDate.heading, old);
      for (const [field, remark] of Object.entries(taxRemarks(value, null, invoiceDate))) {
        remarks.add(row, invoiceColumns[field as keyof typeof invoiceColumns].heading, remark);
      }
      return { invoiceDate };
    },
    faults: () => sql`
      select row, ${NUMBER} as column, case
          when first < row then ${said('{code} is already in row {first}.', { code: sql`number`, first: sql`first` }, rowCodes.twice)}
          else ${said(messages.createFailed, {}, invoiceCodes.numberInUse)}
        end as message
      from (${keyedRows(sql`code_key(number), financial_year(invoice_date), coalesce(upper(vendor_gst), '')`)}) keyed
      where first < row or ${isStored(sql`keyed`)}
      union all
      select row, ${NUMBER}, ${said(numberMessages[numbering], {}, invoiceCodes.number)} from staged where number !~ ${NUMBER_PATTERNS[numbering].source}
      union all
      select row, ${PO_NUMBER}, ${said(messages.poNumber, {}, invoiceCodes.order)} from staged
      where po_number !~ '^\\d+$'
        and not exists (select from purchase_orders where code_key(purchase_orders.number) = code_key(po_number) and vendor_id = ${owner})
      union all
      select row, case when cgst > 0 then ${invoiceColumns.CGSTValue.heading} when sgst > 0 then ${invoiceColumns.SGSTValue.heading}
          else ${invoiceColumns.IGSTValue.heading} end, ${said(partyMessages.noTax('{number}', '{taxes}'), { number: sql`number`, taxes: rupeesIn(taxesIn('staged')) }, partyCodes.noTax)}
      from staged cross join lateral ${parties} where ${taxesWithout(sql`vendor_party`, taxesIn('staged'))}
      union all
      select row, ${PO_NUMBER}, ${said(selfMessages.withoutLines, {}, selfCodes.withoutLines)} from staged where ${isUnclear}
      union all ${join(partyFaults, ' union all ')}
      order by row`,
    async store(tx, { rows, errors, remarks }) {
      // A concurrent self-invoice for these orders waits for this lock, or is found below.
      const taxed = sql`select code_key(po_number) from staged where ${taxesIn('staged')} > 0`;
      await lock(tx, 'purchase_orders', sql`vendor_id = ${owner} and code_key(number) in (${taxed})`);
      const overtaken = await tx.rows<{ row: number }>(sql`
        with added as (
          insert into invoices (vendor_id, ${invoiceTable.names}, ${partyNames})
          select ${owner}::bigint, ${invoiceTable.names}, vendor_party, buyer_party from staged cross join lateral ${parties}
          where vendor_party is distinct from 0 and buyer_party is distinct from 0 and not ${isUnclear} order by row
          on conflict (vendor_id, code_key(number), financial_year(invoice_date), (coalesce(vendor_registration_id, 0))) do nothing
          returning *, ${partiesSelected('invoices')}
        ),
        logged as (
          insert into audit_log (${doerNames}, vendor_id, action, entity, entity_id, after)
          select ${doerOf(actor)}, vendor_id, 'invoice.create', 'invoice', id::text, ${invoiceTable.logged('added')} || jsonb_build_object('vendorGST', added."vendorGST", 'buyerGST', added."buyerGST")
          from added
        )
        select row from staged
        where not exists (select from added where added.number = staged.number and added.invoice_date = staged.invoice_date)
        order by row`);
      // These numbers were stored by another transaction after the check.
      for (const { row } of overtaken) errors.add(row, NUMBER, messages.createFailed, invoiceCodes.numberInUse);
      const odd = await tx.rows<{ row: number; number: string; other: string | null; day: string }>(sql`
        select distinct on (staged.row) staged.row, staged.number, other.number as other, other.invoice_date as day
        from staged left join invoices other on other.vendor_id = ${owner} and number_key(other.number) = number_key(staged.number)
          and financial_year(other.invoice_date) = financial_year(staged.invoice_date) and upper(other.number) <> upper(staged.number)
        where other.id is not null or staged.number like '0%' order by staged.row`);
      for (const { row, number, other, day } of odd) {
        const remark = numberRemark(number, numbering);
        if (remark !== null) remarks.add(row, NUMBER, remark);
        if (other !== null) remarks.add(row, NUMBER, messages.alike(other, day));
      }
      return { created: rows, updated: 0 };
    },
  };
}

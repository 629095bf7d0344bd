import { indianDay, showDate, showMoney } from '@aapurti/contract/ground/fields';
import { LOADED_LINES_MAX, messages, orderCodes, typedLineWords } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import { eanProblem, hsnProblem } from '@aapurti/contract/ground/india';
import { MONEY, MONEY_MAX, ORDERED, PERCENT, PRICE } from '@aapurti/contract/ground/numbers';
import { placeCodeOf, placeProblem } from '@aapurti/contract/ground/gst';
import { figuresOf } from '@aapurti/contract/ground/orderFigures';
import { ACCEPTANCES } from '@aapurti/contract/purchase-orders/orders';
import { taxRateProblem } from '@aapurti/contract/ground/rateRules';
import sql, { join, raw, type Sql } from 'sql-template-tag';

import { said } from '../database/said.ts';
import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { conflict } from '../ground/refusal.ts';
import type { Workbook } from '../ground/reply.ts';
import { ownedBy } from '../access/owner.ts';
import { otherSiteWords } from '../access/ownSites.ts';
import { orderLineTable } from '../purchase-orders/lines.ts';
import { termsOf } from '../purchase-orders/agreedTerms.ts';
import { lock } from '../purchase-orders/lock.ts';
import { hasAccepted } from '../purchase-orders/overDelivery.ts';
import { lockOrders, storeOrders } from '../purchase-orders/store.ts';
import { buyerState, chooseParty, notRegistered, partiesFor, partiesOfOrders, supplyOfOrder } from '../registrations/parties.ts';
import { unlisted } from '../rates/listed.ts';
import { codeColumn, dateColumn, decimalColumn, digitsColumn, required, type RowOf, textColumn } from '../sheets/columns.ts';
import { exportRows } from '../sheets/download.ts';
import { inParts, type Intake } from '../sheets/intake.ts';
import { cellsOf, stagedJson, type StagedRow } from '../sheets/staged.ts';
import { snake } from '../database/columns.ts';
import { orderNamed } from '../database/codes.ts';
import { EMBEDDED } from '../erp/embedded.ts';
import { differs, isVendorOfRow, storeParts, unknownVendors, vendorColumn } from './staged.ts';
import { externalIdOf, factsOf, type GivenLine, type GivenOrder, orderFrom } from './typedOrder.ts';

const NUMBER_MAX = 100;

/** The columns in which all rows of an order must agree. */
const ofHead = {
  vendorCode: vendorColumn,
  number: required(
    codeColumn({ heading: 'PO Number', example: 'PO/2026-27/0042', note: 'Rows with the same number form one order.', most: NUMBER_MAX }),
  ),
  orderedOn: required(dateColumn({ heading: 'PO Date', example: '01-11-2026', note: 'Must be the same in all rows of an order.' })),
  deliverBy: dateColumn({ heading: 'Deliver By', example: '20-11-2026', note: 'Optional; the same in all rows of an order.' }),
  status: textColumn({
    heading: 'Status',
    example: 'Open',
    note: 'Leave blank for open orders. Closed and Cancelled orders cannot be acknowledged. Close an open order on its page, with a reason.',
    options: ['Open', 'Closed', 'Cancelled'],
  }),
  paymentTerms: textColumn({
    heading: 'Payment Terms',
    example: '30 days',
    note: "The number of days sets the due date of invoices. Leave blank to keep it; a new order has the vendor's terms.",
    width: 24,
    most: 500,
  }),
  deliveryLocation: textColumn({ heading: 'Delivery Location', example: 'Pune DC', note: 'Optional.', width: 28, most: 1000 }),
  vendorGst: codeColumn({
    heading: 'Vendor GST Registration',
    example: '',
    note: 'GST number, or URP if there is none. Required if the vendor has several registrations.',
    most: 15,
  }),
  buyerGst: codeColumn({
    heading: 'Buyer GST Registration',
    example: '',
    note: 'GST number. Required if the buyer has several registrations.',
    most: 15,
  }),
  placeOfSupply: textColumn({
    heading: 'Place of Supply',
    example: '',
    note: "A state, for example Maharashtra or 27. If blank, the state of the buyer's registration.",
    problem: placeProblem,
  }),
};
const ofLine = {
  ean: digitsColumn({
    heading: 'EAN Code',
    example: '8901030516320',
    note: 'The EAN of one of your items. EAN Code or Item Code is required.',
    problem: eanProblem,
    most: 14,
  }),
  itemCode: codeColumn({ heading: 'Item Code', example: '', note: 'Your own item code.', most: 50 }),
  itemName: textColumn({ heading: 'Item Name', example: '', note: 'If blank, taken from the item.', width: 36, most: 500 }),
  hsnCode: digitsColumn({ heading: 'HSN Code', example: '', note: 'If blank, taken from the item.', problem: hsnProblem, most: 8 }),
  uom: textColumn({ heading: 'UOM', example: '', note: 'If blank, taken from the item.', most: 20 }),
  quantity: required(
    decimalColumn({ heading: 'Quantity', example: 100, note: 'In the purchase unit.', range: ORDERED, words: typedLineWords.quantity }),
  ),
  caseQuantity: decimalColumn({
    heading: 'Case Quantity',
    example: 20,
    note: 'Pieces per carton. Optional.',
    range: ORDERED,
    words: typedLineWords.caseQuantity,
  }),
  mrp: decimalColumn({ heading: 'MRP', example: '', note: 'If blank, taken from the item.', range: MONEY, words: typedLineWords.MRP }),
  price: required(
    decimalColumn({
      heading: 'Price',
      example: 420.5,
      note: 'The price of one unit in rupees, before tax. Enter 0 for a free quantity.',
      range: PRICE,
      words: typedLineWords.price,
    }),
  ),
  discountRate: decimalColumn({
    heading: 'Discount %',
    example: '',
    note: 'Optional.',
    range: PERCENT,
    words: typedLineWords.discountRate,
    percent: true,
  }),
  taxRate: decimalColumn({
    heading: 'Tax Rate %',
    example: 5,
    note: 'The total GST rate. The portal splits it into CGST and SGST, or IGST, by the two states.',
    range: PERCENT,
    words: typedLineWords.taxRate,
    percent: true,
  }),
  cessRate: decimalColumn({
    heading: 'Cess Rate %',
    example: '',
    note: 'Compensation cess, in percent. Optional.',
    range: PERCENT,
    words: typedLineWords.cessRate,
    percent: true,
  }),
  acceptance: textColumn({
    heading: 'Accepted By',
    example: 'receipt',
    note: 'receipt, order (services) or sale (consignment). Leave blank to keep it; new lines are accepted by receipt.',
    options: ACCEPTANCES,
  }),
  fromFirstPiece: textColumn({
    heading: 'From First Piece',
    example: '',
    note: 'Enter Yes if the price also applies to goods already accepted. Leave blank to keep the earlier price of those goods.',
    options: ['Yes', 'No'],
  }),
};

/** One row per line; the rows with one PO number of a vendor form one order. */
export const orderColumns = { ...ofHead, ...ofLine };

/** All rows of an order must agree in these columns. */
const headFaults = (
  ['orderedOn', 'deliverBy', 'status', 'paymentTerms', 'deliveryLocation', 'vendorGst', 'buyerGst', 'placeOfSupply'] as const
).map((field) => {
  const { heading } = orderColumns[field];
  const [here, there] = [raw(`line.${snake(field)}`), raw(`head.${snake(field)}`)];
  return sql`
    select line.row, ${heading}, ${differs(heading, sql`line.number`, sql`head.row`, there)}, 2
    from line join line head on head.row = line.first where ${here} is distinct from ${there}`;
});

const asked = { vendorGST: sql`line.vendor_gst`, buyerGST: sql`line.buyer_gst` };

/** A party has several registrations, or does not have the one named. */
const partyFaults = (['vendor', 'buyer'] as const).map((side) => {
  const { heading } = orderColumns[`${side}Gst`];
  const [gst, party] = [raw(`line.${side}_gst`), raw(`${side}_party`)];
  return sql`
    select line.row, ${heading}, case when ${gst} is null then ${chooseParty(side)}
      else ${notRegistered(side, gst, sql`line.ordered_on`)} end, 6
    from line cross join lateral ${partiesFor(sql`line.vendor`, sql`line.ordered_on`, asked)} where row = first and ${party} = 0`;
});

/** Orders of a site that the caller may not change, before or after the upload. */
function siteFaults(actor: Actor) {
  const stored = sql`line left join purchase_orders stored on stored.id = ${orderNamed(sql`line.vendor`, sql`line.number`)}`;
  const next = sql`
    coalesce(site_at(line.delivery_location), case when line.delivery_location = stored.delivery_location then stored.site_id end)`;
  const words = (site: Sql) => otherSiteWords(actor, 'purchasing', sql`line.number`, site);
  return sql`
    select row, 'PO Number', words, 7 from (
      select line.row, ${words(sql`stored.site_id`)} as words from ${stored} where line.row = first and stored.id is not null) other where words is not null
    union all
    select row, 'Delivery Location', words, 8 from (
      select line.row, ${words(next)} as words from ${stored} where line.row = first) other where words is not null`;
}

/** Selects the stored order of each vendor and number of the sheet. */
const storedOrders = sql`
  select each.*, stored.id, stored.status from (
    select vendors.id as vendor, code_key(number) as key, min(row) as row, min(number) as number from staged join vendors on ${isVendorOfRow}
    group by vendors.id, code_key(number)) each
  join purchase_orders stored on stored.id = ${orderNamed(sql`each.vendor`, sql`each.number`)}`;

/**
 * Selects closed and cancelled orders of the sheet, and whether the sheet would change them. A cell that falls back to the item's value
 * when blank changes nothing in that case.
 */
const endedOrders = sql`
  with head as (
    select named.row, named.vendor, named.key, orders.* from (${storedOrders}) named join purchase_orders orders using (id)
    where named.status in ('Closed', 'Cancelled')),
  sent as (
    select staged.*, vendors.id as vendor, code_key(number) as key,
      row_number() over (partition by vendors.id, code_key(number) order by staged.row) as place
    from staged join vendors on ${isVendorOfRow}),
  known as (
    select *, row_number() over (partition by order_id order by line) as place from purchase_order_lines where order_id in (select id from head))
  select head.row, head.vendor, head.key, head.number, head.status, head.updated_at, count(*) <> head.line_count or bool_or(
    coalesce(sent.status, 'Open') <> head.status or sent.ordered_on <> head.ordered_on or sent.deliver_by is distinct from head.deliver_by
    or sent.delivery_location is distinct from head.delivery_location or sent.place_of_supply is distinct from head.place_of_supply
    or coalesce(sent.payment_terms, head.payment_terms) is distinct from head.payment_terms
    or sent.vendor_gst <> (select code from registrations where id = head.vendor_registration_id)
    or sent.buyer_gst <> (select code from registrations where id = head.buyer_registration_id)
    or known.line is null or sent.quantity <> known.quantity or sent.price <> coalesce(known.stated_price, known.unit_price)
    or coalesce(sent.discount_rate, 0) <> known.discount_rate or sent.case_quantity is distinct from known.case_quantity
    or sent.tax_rate is distinct from known.cgst_rate + known.sgst_rate + known.igst_rate
    or sent.cess_rate is distinct from known.cess_rate or sent.acceptance <> known.acceptance or sent.from_first_piece = 'Yes'
    or code_key(sent.item_code) <> code_key(known.item_code) or gtin_key(sent.ean) <> gtin_key(known.ean)
    or sent.item_name <> known.item_name or sent.hsn_code <> known.hsn_code or sent.uom <> known.uom or sent.mrp <> known.mrp) as "isChanged"
  from head join sent using (vendor, key) left join known on known.order_id = head.id and known.place = sent.place
  group by head.row, head.vendor, head.key, head.number, head.status, head.updated_at, head.line_count`;

/** Imports a sheet of the buyer's orders. A stored order gets the sheet's lines; a closed or cancelled one stays unchanged. */
export function orderIntake(ctx: Pick<Context, 'clock' | 'settings'>, actor: Actor): Intake<typeof orderColumns> {
  return {
    columns: orderColumns,
    // The total of the line, including tax.
    fields: { total: ['total', 'numeric'] },
    stage({ row, value }, errors) {
      const problem = taxRateProblem(value.taxRate);
      if (problem !== null) errors.add(row, orderColumns.taxRate.heading, problem, orderCodes.taxRate);
      return { placeOfSupply: placeCodeOf(value.placeOfSupply ?? ''), total: figuresOf([value], false)[0]?.total ?? null };
    },
    faults: () => sql`
      with line as (
        select staged.*, vendors.id as vendor, min(row) over (partition by vendors.id, code_key(number)) as first,
          row_number() over growing as place, sum(total) over growing as value
        from staged join vendors on ${isVendorOfRow}
        window growing as (partition by vendors.id, code_key(number) order by row)),
      item as (
        select staged.*, exists (select from items where code_key(items.item_code) = code_key(staged.item_code)) as is_known,
          (select count(*) from items where staged.item_code is null and gtin_key(items.ean) = gtin_key(staged.ean)) as same_ean
        from staged)
      select row, "column", message from (
        select row, case when ean is null then 'Item Code' else 'EAN Code' end as column, case
            when ean is null and item_code is null then ${said('EAN Code or Item Code is required.', {}, orderCodes.item)}
            when same_ean > 1 then ${said('Several items have the EAN {ean}. Enter the Item Code too.', { ean: sql`ean` }, orderCodes.item)}
            when ean is null then ${said('No item has the code {itemCode}. Upload the item first, or enter its Item Name.', { itemCode: sql`item_code` }, orderCodes.item)}
            else ${said('No item has the EAN {ean}. Upload the item first, or enter its Item Name.', { ean: sql`ean` }, orderCodes.item)}
          end as message, 0 as place
        from item
        where (ean is null and item_code is null) or same_ean > 1 or (not is_known and same_ean = 0 and item_name is null)
        union all select row, "column", message, 1 from (${unknownVendors}) unknown
        union all ${join(headFaults, ' union all ')}
        union all
        select row, 'PO Number', ${said('{number} has more than {LOADED_LINES_MAX} lines. Please split it.', { number: sql`number`, LOADED_LINES_MAX: sql`${LOADED_LINES_MAX}::int` }, orderCodes.tooManyLines)}, 3
        from line where place > ${LOADED_LINES_MAX}
        union all
        select row, 'Price', ${said('The order value exceeds {MONEY_MAX}.', { MONEY_MAX: sql`${showMoney(MONEY_MAX.toFixed())}::text` }, orderCodes.value)}, 4
        from line where place <= ${LOADED_LINES_MAX} and value > ${MONEY_MAX.toFixed()}
        union all
        select row, 'PO Number', ${said('Order {number} of this vendor comes from {source}. Change it there.', { number: sql`line.number`, source: sql`source` }, orderCodes.ofErp)}, 5
        from line join purchase_orders on purchase_orders.vendor_id = line.vendor and code_key(purchase_orders.number) = code_key(line.number)
        where row = first and (source <> ${EMBEDDED} or external_id <> line.vendor || '/' || code_key(line.number))
        union all ${join(partyFaults, ' union all ')}
        union all ${siteFaults(actor)}
      ) fault
      order by row, place`,
    remarks: unlisted(sql`uom`),
    async store(tx, { errors }) {
      await lockOrders(tx, EMBEDDED);
      await lock(tx, 'purchase_orders', sql`id in (select id from (${storedOrders}) stored)`);
      await tx.execute(sql`create temporary table ended_orders on commit drop as ${endedOrders}`);
      const changed = await tx.rows<{ row: number; number: string; status: string; at: string }>(
        sql`select row, number, status, updated_at as at from ended_orders where "isChanged" order by row`,
      );
      for (const { row, number, status, at } of changed) {
        const text = messages.ended(number, status, showDate(indianDay(new Date(at))));
        errors.add(row, orderColumns.number.heading, text, orderCodes.ended);
      }
      // Closing an open order needs a reason, which a file does not have. An order that was closed before its first upload is stored as
      // closed.
      const closing = await tx.rows<{ row: number; number: string }>(sql`
        select row, number from (${storedOrders}) stored
        where status not in ('Closed', 'Cancelled') and (select status from staged where staged.row = stored.row) = 'Closed' order by row`);
      for (const { row, number } of closing)
        errors.add(row, orderColumns.status.heading, messages.closedByFile(number), orderCodes.closedByFile);
      const cancelling = await tx.rows<{ row: number; id: string; number: string }>(sql`
        select row, id::text, number from (${storedOrders}) stored
        where status <> 'Cancelled' and (select status from staged where staged.row = stored.row) = 'Cancelled' order by row`);
      for (const { row, id, number } of cancelling)
        if (await hasAccepted(tx, id)) errors.add(row, orderColumns.status.heading, messages.arrived(number), orderCodes.arrived);
      const buyer = await buyerState(tx, ctx);
      // Orders are assembled once, then read back in parts.
      await tx.execute(sql`
        create temporary table sent_orders on commit drop as
        select min(row) as row, vendors.id::text as "ownerId",
          coalesce((select number from purchase_orders where id = ${orderNamed(sql`vendors.id`, sql`min(staged.number)`)}), min(staged.number)) as number, min(ordered_on) as "orderedOn",
          min(deliver_by) as "deliverBy", min(staged.payment_terms) as "paymentTerms", coalesce(min(status), 'Open') as status, min(delivery_location) as "deliveryLocation",
          min(vendor_gst) as "vendorGST", min(buyer_gst) as "buyerGST", min(place_of_supply) as "placeOfSupply",
          json_agg(json_build_object(${stagedJson(ofLine)}) order by row) as lines
        from staged join vendors on ${isVendorOfRow}
        where not exists (select from ended_orders where vendor = vendors.id and key = code_key(number))
        group by vendors.id, code_key(number)`);
      return storeParts(inParts<SentOrder>(tx, sql`select * from sent_orders`), async (part) => {
        const given = part.map(({ lines, ...order }) => ({ ...order, lines: lines.map((line) => givenLine(cellsOf(ofLine, line))) }));
        const facts = await factsOf(
          tx,
          given.flatMap(({ lines }) => lines),
        );
        const parties = await partiesOfOrders(tx, given);
        const terms = await termsOf(
          tx,
          EMBEDDED,
          given.map((order) => ({ ...order, externalId: externalIdOf(order.ownerId, order.number) })),
        );
        const orders = given.flatMap((order, index) => {
          const own = parties[index];
          const whole = { ...order, ...own?.chosen, paymentTerms: terms[index] ?? null };
          return own === undefined ? [] : [orderFrom(whole, facts, supplyOfOrder(own, order.placeOfSupply, buyer))];
        });
        const stored = await storeOrders(tx, EMBEDDED, orders, actor);
        const [refusal] = stored.refused.values();
        if (refusal !== undefined) throw conflict(refusal.problem, { code: refusal.code });
        return stored;
      });
    },
  };
}

/** A row's line under the contract's names. */
function givenLine({ acceptance, fromFirstPiece, ...line }: RowOf<typeof ofLine>): GivenLine {
  const way = ACCEPTANCES.find((each) => each === acceptance) ?? null;
  return { ...line, acceptance: way, fromFirstPiece: fromFirstPiece === 'Yes' };
}

interface SentOrder extends Omit<GivenOrder, 'lines'> {
  row: number;
  lines: StagedRow<typeof ofLine>[];
}

/** The orders that were uploaded or entered in the portal, one row per line. */
export function exportOrders(ctx: Context, actor: Actor, userID: string | null): Promise<Workbook> {
  const selected = sql`
    select vendors.code::text as "vendorCode", purchase_orders.number, ordered_on as "orderedOn", deliver_by as "deliverBy", status,
      purchase_orders.payment_terms as "paymentTerms", delivery_location as "deliveryLocation",
      (select code from registrations where id = vendor_registration_id) as "vendorGst",
      (select code from registrations where id = buyer_registration_id) as "buyerGst", place_of_supply as "placeOfSupply",
      ${orderLineTable.exported('line', ['ean', 'itemCode', 'itemName', 'hsnCode', 'uom', 'quantity', 'caseQuantity', 'mrp'])},
      trim_scale(line.unit_price) as price, nullif(trim_scale(line.discount_rate), 0) as "discountRate",
      trim_scale(line.cgst_rate + line.sgst_rate + line.igst_rate) as "taxRate", trim_scale(line.cess_rate) as "cessRate",
      nullif(line.acceptance, 'receipt') as acceptance, null as "fromFirstPiece"
    from purchase_orders
    join vendors on vendors.id = purchase_orders.vendor_id
    join purchase_order_lines line on line.order_id = purchase_orders.id
    where purchase_orders.source = ${EMBEDDED} and ${ownedBy(sql`purchase_orders.vendor_id`, actor, userID) ?? sql`true`}
    order by purchase_orders.id, line.line`;
  return exportRows(ctx, actor, { name: 'purchase-orders.xlsx', sheet: 'Purchase orders', columns: orderColumns }, selected);
}

import sql from 'sql-template-tag';

import type { PulledOrder } from '../buyer-system/port.ts';
import type { Database } from '../database/database.ts';

/** An order of a vendor that is known here. */
export type KnownOrder = PulledOrder & { ownerId: string };

/**
 * Adds a system's orders, or replaces those that changed, with their lines; what is stored in the same version stays untouched. Receipts
 * that came apart from the order, and an acknowledgement made here, are kept. In the caller's transaction.
 * Two orders of one vendor with one number violate `purchase_orders_number`.
 */
export async function storeOrders(
  db: Database,
  source: string,
  orders: readonly KnownOrder[],
): Promise<{ created: number; updated: number }> {
  const heads = orders.map((order) => ({ ...order, lines: undefined }));
  const lines = orders.flatMap((order) => order.lines.map((line, index) => ({ ...line, order: order.externalId, line: index + 1 })));
  const row = await db.first<{ created: number; updated: number }>(sql`
    with heads as (
      select * from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) as head(
        "externalId" text, version text, "ownerId" bigint, number text, "orderedOn" date, "deliverBy" date, status text,
        "acknowledgedOn" date, "acknowledgementReference" text, paid numeric, "deliveryLocation" text, "vendorAddress" text, raw jsonb)
    ), handed as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as each(
        "order" text, line int, "externalId" text, "itemCode" text, "itemName" text, ean text, "secondEan" text, "hsnCode" text, "skuCode" text,
        uom text, quantity numeric, "caseQuantity" numeric, "receivedQuantity" numeric, mrp numeric, "unitPrice" numeric,
        "discountRate" numeric, discount numeric, taxable numeric, "cgstRate" numeric, "sgstRate" numeric, "igstRate" numeric,
        "cessRate" numeric, cgst numeric, sgst numeric, igst numeric, cess numeric, total numeric)
    ), sums as (
      select "order", count(*)::int as line_count, sum(total) as value from handed group by "order"
    ), stored as (
      insert into purchase_orders as known (source, external_id, version, owner_id, number, ordered_on, deliver_by, status, acknowledged_on,
        acknowledgement_reference, acknowledgement_told_at, paid, delivery_location, vendor_address, line_count, value, raw)
      select ${source}::text, "externalId", version, "ownerId", number, "orderedOn", "deliverBy", status, "acknowledgedOn",
        "acknowledgementReference", case when "acknowledgedOn" is not null then now() end, paid, "deliveryLocation", "vendorAddress",
        coalesce(line_count, 0), coalesce(value, 0), raw
      from heads left join sums on sums."order" = "externalId"
      order by "externalId"
      on conflict (source, external_id) do update set
        version = excluded.version, owner_id = excluded.owner_id, number = excluded.number, ordered_on = excluded.ordered_on,
        deliver_by = excluded.deliver_by, status = excluded.status,
        acknowledged_on = coalesce(excluded.acknowledged_on, known.acknowledged_on),
        acknowledgement_reference = coalesce(excluded.acknowledgement_reference, known.acknowledgement_reference),
        acknowledgement_told_at = coalesce(known.acknowledgement_told_at, excluded.acknowledgement_told_at),
        paid = excluded.paid, delivery_location = excluded.delivery_location, vendor_address = excluded.vendor_address,
        line_count = excluded.line_count, value = excluded.value, raw = excluded.raw, updated_at = clock_timestamp()
      where known.version <> excluded.version
      returning id, external_id, xmax = 0 as is_new
    ), gone as (
      delete from purchase_order_lines lines using stored
      where lines.order_id = stored.id and not stored.is_new
        and not exists (select from handed where handed."order" = stored.external_id and handed.line = lines.line)
    ), added as (
      insert into purchase_order_lines as known (order_id, line, external_id, item_code, item_name, ean, second_ean, hsn_code, sku_code, uom,
        quantity, case_quantity, received_quantity, mrp, unit_price, discount_rate, discount, taxable, cgst_rate, sgst_rate, igst_rate,
        cess_rate, cgst, sgst, igst, cess, total)
      select stored.id, line, "externalId", "itemCode", "itemName", ean, "secondEan", "hsnCode", "skuCode", uom,
        quantity, "caseQuantity", coalesce("receivedQuantity", 0), mrp, "unitPrice", "discountRate", discount, taxable, "cgstRate", "sgstRate",
        "igstRate", "cessRate", cgst, sgst, igst, cess, total
      from handed join stored on stored.external_id = handed."order"
      on conflict (order_id, line) do update set
        external_id = excluded.external_id, item_code = excluded.item_code, item_name = excluded.item_name, ean = excluded.ean,
        second_ean = excluded.second_ean, hsn_code = excluded.hsn_code, sku_code = excluded.sku_code, uom = excluded.uom,
        quantity = excluded.quantity, case_quantity = excluded.case_quantity,
        received_quantity = greatest(excluded.received_quantity,
          (select coalesce(sum(quantity), 0) from goods_receipts where order_id = known.order_id and line = known.line)),
        mrp = excluded.mrp, unit_price = excluded.unit_price, discount_rate = excluded.discount_rate, discount = excluded.discount,
        taxable = excluded.taxable, cgst_rate = excluded.cgst_rate, sgst_rate = excluded.sgst_rate, igst_rate = excluded.igst_rate,
        cess_rate = excluded.cess_rate, cgst = excluded.cgst, sgst = excluded.sgst, igst = excluded.igst, cess = excluded.cess,
        total = excluded.total
    )
    select count(*) filter (where is_new)::int as created, count(*) filter (where not is_new)::int as updated from stored`);
  return { created: row?.created ?? 0, updated: row?.updated ?? 0 };
}

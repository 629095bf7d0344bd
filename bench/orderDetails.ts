/** An order with all its lines in plain SQL, under the wire's names: the very answer of the portal. */

/** Of a line, as `l`, or of an order's first, as `f`, in percent. */
const rate = (line: string) =>
  `case when num_nonnulls(${line}.cgst_rate, ${line}.sgst_rate, ${line}.igst_rate) > 0
    then trim_scale(coalesce(${line}.cgst_rate, 0) + coalesce(${line}.sgst_rate, 0) + coalesce(${line}.igst_rate, 0)) end`;

const LINES = `
  select json_agg(item) as items, bool_and("receivedQuantity" >= "itemQuantityInCart") as complete, bool_or("receivedQuantity" > 0) as some
  from (
    select l.item_code as "itemCode", l.item_name as "itemName", l.ean as "EANCode", l.second_ean as "secondaryBarcode",
      l.sku_code as "SKUCode", l.hsn_code as "hsnCode", l.uom, l.quantity as "itemQuantityInCart",
      l.received_quantity as "receivedQuantity", l.case_quantity as "caseQuantity", l.mrp as "itemSellingPrice",
      l.unit_price as "itemPrice", l.total as "totalCost",
      case when l.igst_rate > 0 then 'IGST' else 'GST' end || ${rate('l')} as "GSTCode", ${rate('l')} as "GSTInPer",
      l.discount_rate as "discInPer", l.discount as "discAMt", l.cgst_rate as "CGSTInPer",
      l.cgst + l.sgst + l.igst + l.cess as "taxAMT",
      json_build_object('taxableAmount', l.taxable, 'taxAmount', l.cgst + l.sgst + l.igst, 'cgstTaxAmt', l.cgst, 'sgstTaxAmt', l.sgst,
        'igstTaxAmt', l.igst, 'gstCess', l.cess_rate, 'gstCessAmount', l.cess,
        'tax', json_build_object('sgstPercent', l.sgst_rate, 'igstPercent', l.igst_rate)) as "salesOrderTaxModel"
    from purchase_order_lines l where l.order_id = t.id order by l.line) item`;

export const DETAILS_FROM = `purchase_orders t join vendors u on u.id = t.vendor_id
  left join purchase_order_lines f on f.order_id = t.id and f.line = 1
  cross join lateral (${LINES}) lines
  cross join lateral (select sum(i.paid) as paid from invoices i where i.vendor_id = t.vendor_id and i.po_number = t.number) settled`;

export const DETAILS_COLUMNS = `
  t.vendor_id::text as "userID", u.vendor_name as "vendorName", t.number as "poNumber", t.ordered_on as "poDate", t.deliver_by as "deliverBy",
  t.line_count as "totalPurchaseItems", t.value,
  case when t.status = 'Open' and t.acknowledged_on is not null then 'Acknowledged' else t.status end as status,
  case when greatest(t.paid, settled.paid) >= t.value then 'Paid' when greatest(t.paid, settled.paid) > 0 then 'Partial' else 'Unpaid' end
    as "paymentStatus",
  case when lines.complete then 'Delivered' when lines.some then 'Partial' else 'Pending' end as "deliveryStatus",
  t.acknowledged_on as "acknowledgedOn", t.acknowledgement_reference as "acknowledgementReference",
  f.ean as "EANCode", f.hsn_code as "HSNCode", f.item_name as "ItemName", f.ean as "PrimaryBarCode", f.sku_code as "SKUCode",
  coalesce(f.quantity, 0) as "purchaseQty", f.case_quantity as "caseQuantity", f.mrp as "MRP",
  round((f.mrp - f.unit_price) * 100 / nullif(f.mrp, 0), 2) as "BuyerMarginPer", round(f.mrp - f.unit_price, 2) as "buyerMarginAmt",
  coalesce(f.unit_price, 0) as "billingPrice", ${rate('f')} as "taxRate", coalesce(f.sgst, 0) as "SGSTAmt", coalesce(f.cgst, 0) as "CGSTAmt",
  coalesce(f.igst, 0) as "IGSTAmt", coalesce(f.total, 0) as "totalPrice", f.second_ean as "secondaryBarcode",
  '/api/purChaseOrder/packingLabel/' || t.id as "packingLabel", t.document_url as "documentUpload",
  t.delivery_location as "deliveryLocation", t.vendor_address as "vendorAddress", coalesce(lines.items, '[]') as "listOfItems",
  t.source = 'embedded' as "keptHere", t.updated_at as "updatedAt"`;

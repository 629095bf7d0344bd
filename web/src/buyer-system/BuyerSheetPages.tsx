import { buyerPayments, buyerReceipts, buyerReturns, type Receipt } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import { invoices } from '@aapurti/contract/invoices/invoices';
import { orders } from '@aapurti/contract/purchase-orders/orders';
import { payments, type Payment, type PurchaseReturn } from '@aapurti/contract/payments/payments';

import { vendorColumn, vendorFilter } from '../choose/vendorColumn.tsx';
import { code, type Column, custom, date, number, serial, text } from '../list/columns.tsx';
import { reasonName } from '../receipts/receiptLines.tsx';
import { dateFilters, textFilter } from '../list/filters.ts';
import { paymentColumns, paymentRows } from '../payments/reports.ts';
import { returnRemark } from '../payments/returnRemark.ts';
import { Truncated } from '../ui/Truncated.tsx';
import { t } from '../words/words.ts';
import { SheetPage } from './SheetPage.tsx';

const receiptColumns: readonly Column<Receipt>[] = [
  serial(),
  code('PO Number', 'poNumber', { sortBy: true, lead: true }),
  text('Vendor', 'vendorName', { brief: true, width: 200, lines: 2 }),
  text('Receipt Number', 'receiptNumber', { brief: true }),
  date('Receipt Date', 'receivedOn', { sortBy: true, brief: true }),
  code('EAN Code', 'EANCode'),
  text('Item Name', 'itemName', { width: 240 }),
  number('Quantity', 'quantity', { sortBy: true, brief: true }),
  number('Rejected', 'rejected'),
  custom('Reason', ({ reason }) => (reason === null ? '–' : reasonName(reason)), { extra: true }),
  text('Batch', 'batch', { extra: true }),
];
const receiptFilters = [vendorFilter, textFilter('PO Number', 'poNumber')];

/** Goods receipts. */
export function BuyerReceiptsPage() {
  return (
    <SheetPage
      panel={{
        title: 'Upload goods receipts',
        calls: buyerReceipts,
        templateName: 'sampleReceiptSheet.xlsx',
        downloadName: 'goods-receipts.xlsx',
        lists: [buyerReceipts.list.id, orders.list.id, orders.search.id],
        rows: 'receipts',
        note: 'One row per item received against an existing order. Receipts for the same line are added up. If any row has an error, nothing is saved.',
      }}
      list={{
        title: 'Goods receipts',
        operation: buyerReceipts.list,
        columns: receiptColumns,
        filters: receiptFilters,
        rowKey: (row) => row._id,
        rowName: (row) => t('receipt {receiptNumber}', { receiptNumber: row.receiptNumber }),
        hint: 'No goods receipts yet. Upload a file of goods receipts, and the received quantities appear on the orders.',
      }}
    />
  );
}

const returnColumns: readonly Column<PurchaseReturn>[] = [
  serial(),
  vendorColumn,
  code('PO Number', 'gstGrRef'),
  date('PO Date', 'poDate', { sortBy: true, extra: true }),
  code('Invoice Number', 'docRef'),
  date('Invoice Date', 'docDate', { sortBy: true, brief: true }),
  text('Product Name', 'itemName', { lead: true, width: 200 }),
  number('Quantity Purchased', 'grQty', { sortBy: true, brief: true }),
  number('Quantity Returned', 'prQty', { sortBy: true, brief: true }),
  { ...text('Remarks', 'remarks', { brief: true }), cell: (row) => <Truncated text={returnRemark(row) || '–'} width={150} /> },
];
const datedFilters = [vendorFilter, ...dateFilters()];

/** Purchase returns. */
export function BuyerReturnsPage() {
  return (
    <SheetPage
      panel={{
        title: 'Upload purchase returns',
        calls: buyerReturns,
        templateName: 'sampleReturnSheet.xlsx',
        downloadName: 'purchase-returns.xlsx',
        lists: [payments.returns.id],
        rows: 'returns',
        note: 'One row per returned product. A row with an existing return number and product updates it. If any row has an error, nothing is saved.',
      }}
      list={{
        title: 'Purchase returns',
        operation: payments.returns,
        columns: returnColumns,
        filters: datedFilters,
        rowKey: (row) => row._id,
        rowName: (row) => row.itemName,
        hint: 'No purchase returns yet. Upload a file of purchase returns.',
      }}
    />
  );
}

const PAYMENT_BODY = {};

/** Payments. */
export function BuyerPaymentsPage() {
  return (
    <SheetPage<Payment>
      panel={{
        title: 'Upload payments',
        calls: buyerPayments,
        templateName: 'samplePaymentSheet.xlsx',
        downloadName: 'payments.xlsx',
        lists: [payments.report.id, payments.balance.id, payments.numbers.id, invoices.list.id, orders.list.id, orders.search.id],
        rows: 'payments',
        note: 'Rows with one payment reference are one payment, up to the outstanding amount of each invoice. Leave the invoice number blank to record a payment on account. If any row has an error, nothing is saved.',
      }}
      list={{
        title: 'Payments',
        operation: paymentRows,
        body: PAYMENT_BODY,
        columns: paymentColumns,
        totals: payments.totals,
        filters: datedFilters,
        rowKey: (row) => row._id,
        rowName: (row) => (row.invoice === null ? t('payment on account') : t('payment on invoice {invoice}', { invoice: row.invoice })),
        hint: 'Upload a payments file, or add a payment under Payment Report.',
      }}
    />
  );
}

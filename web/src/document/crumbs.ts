import type { DocumentKind } from '@aapurti/contract/comments/comments';

import { urls } from '../urls.ts';

/** The name of the document's list, as in the menu. */
export const CRUMBS: Readonly<Record<DocumentKind, { label: string; href: string }>> = {
  purchaseOrder: { label: 'Purchase Orders', href: urls.purchaseOrders },
  dispatchNote: { label: 'Dispatch Note', href: urls.dispatchNotes },
  receipt: { label: 'Goods receipts', href: urls.receipts },
  invoice: { label: 'Invoice', href: urls.invoices },
  purchaseReturn: { label: 'Purchase Returns', href: urls.purchaseReturns },
  debitMemo: { label: 'Debit Memo', href: urls.debitMemos },
  creditMemo: { label: 'Credit Memo', href: urls.creditMemos },
  payment: { label: 'Payment Report', href: urls.paymentReport },
  product: { label: 'Products', href: urls.products },
  vendor: { label: 'Vendors', href: urls.vendors },
};

import type { DocumentKind } from '@aapurti/contract/comments/comments';
import type { ComponentType } from 'react';

import { NotFoundPage } from '../access/NotFoundPage.tsx';
import { onDemand } from '../ui/onDemand.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useParam } from '../ui/useParam.ts';

type Page = ComponentType<{ id: string }>;

const WAITING = <Spinner height={320} />;

// Every page has its own script, because the address alone decides which page is needed.
const NotePage = onDemand(async () => (await import('../dispatch-notes/NotePage.tsx')).NotePage, WAITING);
const OrderByIdPage = onDemand(async () => (await import('../purchase-orders/OrderByIdPage.tsx')).OrderByIdPage, WAITING);
const InvoicePage = onDemand(async () => (await import('../invoices/InvoicePage.tsx')).InvoicePage, WAITING);
const ReceiptPage = onDemand(async () => (await import('../receipts/ReceiptPage.tsx')).ReceiptPage, WAITING);
const ReturnPage = onDemand(async () => (await import('../payments/ReturnPage.tsx')).ReturnPage, WAITING);
const DebitMemoPage = onDemand(async () => (await import('../memos/MemoPage.tsx')).DebitMemoPage, WAITING);
const CreditMemoPage = onDemand(async () => (await import('../memos/MemoPage.tsx')).CreditMemoPage, WAITING);
const PaymentPage = onDemand(async () => (await import('../payments/PaymentPage.tsx')).PaymentPage, WAITING);
const ProductPage = onDemand(async () => (await import('../products/ProductPage.tsx')).ProductPage, WAITING);
const VendorPage = onDemand(async () => (await import('../vendors/VendorPage.tsx')).VendorPage, WAITING);

const PAGES: Readonly<Record<DocumentKind, Page>> = {
  purchaseOrder: OrderByIdPage,
  dispatchNote: NotePage,
  receipt: ReceiptPage,
  invoice: InvoicePage,
  purchaseReturn: ReturnPage,
  debitMemo: DebitMemoPage,
  creditMemo: CreditMemoPage,
  payment: PaymentPage,
  product: ProductPage,
  vendor: VendorPage,
};

/** The page of a document, found by kind and ID; e-mails and notifications link here. */
export function DocumentRoutePage() {
  const [kind, id] = [useParam('kind'), useParam('id')];
  const Page = Object.hasOwn(PAGES, kind) ? PAGES[kind as DocumentKind] : undefined;
  return Page === undefined ? <NotFoundPage /> : <Page key={id} id={id} />;
}

import type { DocumentKind } from '@aapurti/contract/comments/comments';
import { type ComponentType, lazy, Suspense } from 'react';

import { NotFoundPage } from '../access/NotFoundPage.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useParam } from '../ui/useParam.ts';

type Page = ComponentType<{ id: string }>;

// Each with its own script: the address alone says which.
const NotePage = lazy(async () => ({ default: (await import('../dispatch-notes/NotePage.tsx')).NotePage }));
const OrderByIdPage = lazy(async () => ({ default: (await import('../purchase-orders/OrderByIdPage.tsx')).OrderByIdPage }));
const InvoicePage = lazy(async () => ({ default: (await import('../invoices/InvoicePage.tsx')).InvoicePage }));
const ReceiptPage = lazy(async () => ({ default: (await import('../receipts/ReceiptPage.tsx')).ReceiptPage }));
const ReturnPage = lazy(async () => ({ default: (await import('../payments/ReturnPage.tsx')).ReturnPage }));
const DebitMemoPage = lazy(async () => ({ default: (await import('../memos/MemoPage.tsx')).DebitMemoPage }));
const CreditMemoPage = lazy(async () => ({ default: (await import('../memos/MemoPage.tsx')).CreditMemoPage }));
const PaymentPage = lazy(async () => ({ default: (await import('../payments/PaymentPage.tsx')).PaymentPage }));
const ProductPage = lazy(async () => ({ default: (await import('../products/ProductPage.tsx')).ProductPage }));
const VendorPage = lazy(async () => ({ default: (await import('../vendors/VendorPage.tsx')).VendorPage }));

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

/** The page of a document by its kind and id, where mails and notifications lead. */
export function DocumentRoutePage() {
  const [kind, id] = [useParam('kind'), useParam('id')];
  const Page = Object.hasOwn(PAGES, kind) ? PAGES[kind as DocumentKind] : undefined;
  return <Suspense fallback={<Spinner height={320} />}>{Page === undefined ? <NotFoundPage /> : <Page key={id} id={id} />}</Suspense>;
}

import { lazy, Suspense } from 'react';

import { Spinner } from '../ui/Spinner.tsx';
import { useParam } from '../ui/useParam.ts';

// Each with its own script: the address alone says which.
const OrderByIdPage = lazy(async () => ({ default: (await import('../purchase-orders/OrderByIdPage.tsx')).OrderByIdPage }));
const InvoicePage = lazy(async () => ({ default: (await import('../invoices/InvoicePage.tsx')).InvoicePage }));
const PlainDocumentPage = lazy(async () => ({ default: (await import('../document/PlainDocumentPage.tsx')).PlainDocumentPage }));

/** The page of a document by its kind and id, where mails and notifications lead. */
export function DocumentRoutePage() {
  const kind = useParam('kind');
  const Page = kind === 'purchaseOrder' ? OrderByIdPage : kind === 'invoice' ? InvoicePage : PlainDocumentPage;
  return (
    <Suspense fallback={<Spinner height={320} />}>
      <Page />
    </Suspense>
  );
}

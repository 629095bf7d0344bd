import type { Invoice } from '@aapurti/contract/invoices/invoices';
import { invoices, isFixed } from '@aapurti/contract/invoices/invoices';
import { type InvoiceMatch, matching } from '@aapurti/contract/invoices/matching';
import type { AgreedTerms } from '@aapurti/contract/invoices/orderFigures';
import { useQuery } from '@tanstack/react-query';

import { useSignedIn } from '../access/session.ts';
import { useMay } from '../access/useMay.ts';
import { call } from '../ground/api.ts';
import type { Action } from '../ui/ActionMenu.tsx';
import { urls } from '../urls.ts';
import { sentLines, typedLinesOf } from './typedLines.ts';
import { wayOutOf } from './wayOut.ts';

/** The corrections of an exception, for the vendor who may make them; none for everybody else. */
export function useCorrections(invoice: Invoice, match: InvoiceMatch | undefined): readonly AgreedTerms[] {
  const { isAdmin } = useSignedIn();
  const may = useMay();
  const { _id: invoiceId, userID } = invoice;
  const isWanted = match?.matchState === 'exception' && !isAdmin && may(invoices.edit.access) && !isFixed(invoice);
  const { data } = useQuery({
    queryKey: [matching.check.id, 'corrections', invoiceId, match?.runId ?? '', invoice.updatedAt],
    queryFn: async ({ signal }) => {
      const { invoiceNumber, invoiceDate, invoiceValue, CGSTValue, SGSTValue, IGSTValue, vendorGST, buyerGST, IRN } = invoice;
      const head = { invoiceNumber, invoiceDate, invoiceValue, CGSTValue, SGSTValue, IGSTValue, vendorGST, buyerGST, IRN };
      const body = { ...head, invoiceId, userID, lines: sentLines(typedLinesOf(match?.lines ?? [])) };
      return (await call(matching.check, { body, signal })).data.agreed;
    },
    enabled: isWanted,
  });
  return isWanted ? (data ?? NONE) : NONE;
}

const NONE: readonly AgreedTerms[] = [];

/** The buttons of a finding on the page of an invoice: its correction opens the form, which has filled it in. */
export function waysOut(
  finding: InvoiceMatch['findings'][number],
  { findings, lines }: InvoiceMatch,
  agreed: readonly AgreedTerms[],
  { _id }: Invoice,
): readonly Action[] {
  const found = wayOutOf(finding, findings, agreed, lines.length);
  return found === null ? [] : [{ label: found.label, href: urls.invoiceCorrected(_id, found.terms.line) }];
}

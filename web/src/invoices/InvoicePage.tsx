import { showDate, showMoney, showNumber } from '@aapurti/contract/ground/fields';
import { nextInvoiceStep, invoiceSteps } from '@aapurti/contract/invoices/invoiceSteps';
import { type Invoice, invoices } from '@aapurti/contract/invoices/invoices';
import { type InvoiceMatch as Match, matching } from '@aapurti/contract/invoices/matching';
import { payments } from '@aapurti/contract/payments/payments';
import { IconCashBanknote, IconCheck, IconPencil, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { rolesOf } from '../access/roles.ts';
import { useSignedIn } from '../access/session.ts';
import { useMay } from '../access/useMay.ts';
import { commentsQuery } from '../comments/commentsQuery.ts';
import { figuresOf } from '../document/problemWords.ts';
import { LoadedDocument } from '../document/LoadedDocument.tsx';
import { DocumentPage } from '../document/DocumentPage.tsx';
import type { Problem } from '../document/Problems.tsx';
import { useOtherSide } from '../document/useOtherSide.ts';
import { recordQuery } from '../ground/callQuery.ts';
import { usePeek } from '../list/peek.ts';
import { PaperButton, paperAction } from '../papers/savePaper.tsx';
import { useAddressFacts } from '../registrations/useAddressFacts.ts';
import { PARTY_LABELS } from '../registrations/partyLabels.ts';
import { Button } from '../ui/Button.tsx';
import type { Action } from '../ui/ActionMenu.tsx';
import { Code } from '../ui/Code.tsx';
import { Facts, Panel } from '../ui/Panel.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import { ApproveInvoices } from './ApproveInvoices.tsx';
import { InvoicePayments } from './InvoicePayments.tsx';
import { MatchDecisions } from './MatchDecisions.tsx';
import { useAmendments, useCorrections } from './useCorrections.ts';
import { excessFigures, type MatchFinding, type Ways, waysOut } from './waysOut.ts';
import { matchQuery } from './matchQuery.ts';
import { MATCH_WORDS } from '../document/statusWords.ts';
import { MatchLines } from './MatchLines.tsx';
import { SimilarDocuments } from './SimilarDocuments.tsx';
import { onDemand } from '../ui/onDemand.tsx';

// The dialog is loaded when it opens.
const DecideMatch = onDemand(async () => (await import('./DecideMatch.tsx')).DecideMatch);

/** The page of an invoice: its progress, its deviations from order and goods receipt, its account, and the next step. */
export function InvoicePage({ id }: { id: string }) {
  const query = useQuery({ ...recordQuery(invoices.get, id), staleTime: 0 });
  return (
    <LoadedDocument kind="invoice" query={query}>
      {(invoice) => <InvoiceDocument invoice={invoice} />}
    </LoadedDocument>
  );
}

function InvoiceDocument({ invoice }: { invoice: Invoice }) {
  const session = useSignedIn();
  const { isAdmin } = session;
  const may = useMay();
  const isPeek = usePeek() !== null;
  const [deciding, setDeciding] = useState<{ kind: 'release' | 'return'; reason: string } | null>(null);
  const [begun, setBegun] = useState<{ text: string } | null>(null);
  const isMatched = invoice.matchState !== 'unmatched';
  // An invoice without lines has nothing to match, but its approver compares it with other documents, and its approval can have ended.
  const { data: match, refetch } = useQuery(matchQuery(invoice._id));
  const corrections = useCorrections(invoice, match);
  const amendOf = useAmendments(match);
  const { data: commented } = useQuery(commentsQuery('invoice', invoice._id));
  const other = useOtherSide(commented?.document.vendorName ?? '');
  const { word, tone } = MATCH_WORDS[invoice.matchState];
  const ofState = nextInvoiceStep(invoice, { isBuyers: isAdmin, roles: rolesOf(session) });
  const step = !isMatched && match?.isApprovable === true ? 'approve' : ofState;

  const correct: Action = {
    label: 'Correct invoice',
    href: urls.invoiceEdit(invoice._id),
    icon: <IconPencil size={16} />,
    access: invoices.edit.access,
  };
  const sendBack: Action = {
    label: 'Send back',
    onClick: () => setDeciding({ kind: 'return', reason: '' }),
    icon: <IconSend size={16} />,
    access: matching.sendBack.access,
  };
  const pay: Action = {
    label: 'Record payment',
    href: urls.paymentFor(invoice),
    icon: <IconCashBanknote size={16} />,
    access: payments.create.access,
  };
  const mayRelease = invoice.matchState === 'exception' && may(matching.release.access);
  const ways: Omit<Ways, 'match'> = {
    invoice,
    isBuyers: isAdmin,
    may,
    amendOf,
    ...corrections,
    release: mayRelease ? (reason) => setDeciding({ kind: 'release', reason }) : null,
    // The drawer has this button at its head.
    sendBack:
      !isPeek && match?.isReturnable === true && may(matching.sendBack.access) ? () => setDeciding({ kind: 'return', reason: '' }) : null,
    ask: isPeek ? null : (text) => setBegun({ text }),
  };
  // Sending back is the next step of an exception. For other states it is in the menu, which a drawer does not have.
  const maySendBack = match?.isReturnable === true && step !== 'sendBack' && may(matching.sendBack.access);
  const next =
    step === null
      ? null
      : {
          correct,
          sendBack: match?.isReturnable === false ? null : sendBack,
          pay,
          approve: <ApproveInvoices chosen={() => [invoice]} onDone={() => void refetch()} />,
        }[step];

  return (
    <>
      <DocumentPage
        kind="invoice"
        id={invoice._id}
        number={invoice.invoiceNumber}
        other={other}
        badge={<StatusBadge tone={tone}>{t(word)}</StatusBadge>}
        head={[
          { label: 'Value', value: showMoney(invoice.invoiceValue) },
          { label: 'Due', value: showDate(invoice.dueDate) },
          ...(invoice.balance > 0 ? [{ label: 'Balance', value: showMoney(invoice.balance) }] : []),
        ]}
        steps={invoiceSteps(invoice, match?.findings.filter(({ outcome }) => outcome === 'fault').length)}
        next={next}
        buttons={
          <>
            {mayRelease && (
              <Button
                label="Release"
                variant="default"
                size="sm"
                leftSection={<IconCheck size={16} />}
                onClick={() => setDeciding({ kind: 'release', reason: '' })}
              />
            )}
            {isPeek && maySendBack && (
              <Button
                label="Send back"
                variant="default"
                size="sm"
                leftSection={<IconSend size={16} />}
                onClick={() => setDeciding({ kind: 'return', reason: '' })}
              />
            )}
          </>
        }
        actions={[
          ...(step === 'correct' ? [] : [{ ...correct, label: 'Edit' }]),
          ...(maySendBack ? [sendBack] : []),
          ...(invoice.balance > 0 && step !== 'pay' ? [pay] : []),
          paperAction({ kind: 'invoice', id: invoice._id, number: invoice.invoiceNumber }),
        ]}
        problems={match === undefined ? [] : problemsOf(match, (finding) => waysOut(finding, { ...ways, match }))}
        begun={begun}
        facts={<InvoiceFacts invoice={invoice} />}
        entity="invoice"
        documents={<PaperButton kind="invoice" id={invoice._id} number={invoice.invoiceNumber} />}
      >
        {match?.similar && <SimilarDocuments similar={match.similar} />}
        {isMatched && match !== undefined && (
          <Panel title="Match">
            <MatchLines match={match} />
            {match.decisions.length > 0 && <MatchDecisions {...match} />}
          </Panel>
        )}
        <Panel title="Account">
          <InvoicePayments invoice={invoice} />
        </Panel>
      </DocumentPage>
      {deciding !== null && match !== undefined && (
        <DecideMatch {...deciding} invoice={invoice} match={match} onClose={() => setDeciding(null)} onDone={() => setDeciding(null)} />
      )}
    </>
  );
}

/**
 * The deviations that make the invoice an exception, with the difference in units and rupees, and the possible actions. After a release they
 * block nothing, and show the approver what was released.
 */
function problemsOf(match: Match, actionsOf: (finding: MatchFinding) => readonly Action[]): Problem[] {
  const isReleased = match.matchState === 'released';
  return match.findings.flatMap((finding): Problem[] => {
    const { outcome, message, wayOut } = finding;
    if (outcome !== 'fault') return [];
    const excess = excessFigures(finding, match);
    const figures = excess === null ? {} : excessWords(excess);
    const fault = { title: t(message), ...figures };
    if (isReleased) return [{ tone: 'warn', ...fault }];
    const text = wayOut === null ? {} : { text: t(wayOut) };
    return [{ tone: 'bad', ...fault, ...text, actions: actionsOf(finding) }];
  });
}

function excessWords({ units, uom, amount }: NonNullable<ReturnType<typeof excessFigures>>): Pick<Problem, 'units' | 'amount'> {
  const figures = figuresOf(units, `${showNumber(units)} ${uom ?? ''}`.trim(), amount);
  if (units > 0) return figures;
  return figures.amount === undefined ? {} : { amount: figures.amount };
}

function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const amounts = [
    ['CGST Value', invoice.CGSTValue],
    ['SGST Value', invoice.SGSTValue],
    ['IGST Value', invoice.IGSTValue],
  ] as const;
  const { userID, vendorGST, buyerGST, PONumber } = invoice;
  const addresses = useAddressFacts({ vendorId: userID, vendorGST, buyerGST, poNumber: PONumber });
  return (
    <Facts
      items={[
        { label: 'Invoice Date', value: showDate(invoice.invoiceDate) },
        { label: 'Due Date', value: showDate(invoice.dueDate) },
        ...amounts.flatMap(([label, value]) => (value === null || value === 0 ? [] : [{ label, value: showMoney(value) }])),
        ...(invoice.vendorGST === null ? [] : [{ label: PARTY_LABELS.vendorGST, value: <Code value={invoice.vendorGST} /> }]),
        ...(invoice.buyerGST === null ? [] : [{ label: PARTY_LABELS.buyerGST, value: <Code value={invoice.buyerGST} /> }]),
        ...addresses,
        ...(invoice.IRN === null ? [] : [{ label: 'IRN', value: <Code value={invoice.IRN} /> }]),
        ...(invoice.remarks === null ? [] : [{ label: 'Remarks', value: invoice.remarks }]),
      ]}
    />
  );
}

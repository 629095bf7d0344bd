import { memoProblems, memoSteps, nextMemoStep } from '@aapurti/contract/memos/memoSteps';
import type { MemoKind } from '@aapurti/contract/memos/memoMessages';
import { NOTE_WORDS } from '@aapurti/contract/ground/gst';
import { payments } from '@aapurti/contract/payments/payments';
import { effectOf, type Memo, memos } from '@aapurti/contract/memos/memos';
import { showDate, showMoney, showNumber, showPercent } from '@aapurti/contract/ground/fields';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { rolesOf } from '../access/roles.ts';
import { useSignedIn } from '../access/session.ts';
import { useMay } from '../access/useMay.ts';
import { DocumentPage } from '../document/DocumentPage.tsx';
import { Files } from '../document/Files.tsx';
import { linkedQuery } from '../document/linkedQuery.ts';
import { LoadedDocument } from '../document/LoadedDocument.tsx';
import type { Problem } from '../document/Problems.tsx';
import { MEMO_WORDS } from '../document/statusWords.ts';
import { useOtherSide } from '../document/useOtherSide.ts';
import { callQuery, recordQuery } from '../ground/callQuery.ts';
import { type Column, custom } from '../list/columns.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import { returnRemark } from '../payments/returnRemark.ts';
import { paperAction } from '../papers/savePaper.tsx';
import { PARTY_LABELS } from '../registrations/partyLabels.ts';
import { Button } from '../ui/Button.tsx';
import { Code } from '../ui/Code.tsx';
import { Facts } from '../ui/Panel.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import { memoUrls } from './memoUrls.ts';
import { useMemoDecisions } from './useMemoDecisions.tsx';

export function DebitMemoPage({ id }: { id: string }) {
  return <MemoPage kind="debit" id={id} />;
}

export function CreditMemoPage({ id }: { id: string }) {
  return <MemoPage kind="credit" id={id} />;
}

const OF_KIND = { debit: 'debitMemo', credit: 'creditMemo' } as const;

/** A memo: its effect on the account, who must accept it, and the one next step. */
function MemoPage({ kind, id }: { kind: MemoKind; id: string }) {
  const { get } = memos[kind];
  const query = useQuery({ ...recordQuery(get, id), staleTime: 0 });
  return (
    <LoadedDocument kind={OF_KIND[kind]} query={query}>
      {(memo) => memo !== null && <MemoDocument kind={kind} memo={memo} />}
    </LoadedDocument>
  );
}

function MemoDocument({ kind, memo }: { kind: MemoKind; memo: Memo }) {
  const session = useSignedIn();
  const { isAdmin } = session;
  const may = useMay();
  const decisions = useMemoDecisions(kind);
  const { _id: id } = memo;
  const documentKind = OF_KIND[kind];
  const { data } = useQuery(linkedQuery(documentKind, id));
  const other = useOtherSide(data?.document.vendorName ?? '');
  const returnId = data?.linked.find((each) => each.documentKind === 'purchaseReturn')?.documentId;
  // The claim of returned goods has its reason on the return.
  const { data: returned } = useQuery({
    ...callQuery(payments.getReturn, { params: { id: returnId ?? '' } }),
    enabled: returnId != null && may(payments.getReturn.access),
  });
  const number = memo.memoNumber ?? data?.document.number ?? id;
  const step = nextMemoStep(memo, kind, { isBuyers: isAdmin, roles: rolesOf(session) });
  const actions = decisions.actions(memo);
  const accept = actions.find(({ label }) => label === 'Accept');
  const { word, tone } = MEMO_WORDS[memo.status];
  const paper = { kind: `${kind}-memo`, id, number } as const;
  // The vendor either accepts a claim or settles it with a memo of its own.
  const isAnswerable =
    kind === 'debit' &&
    !isAdmin &&
    may(memos.credit.create.access) &&
    memo.issuer === 'buyer' &&
    memo.status === 'open' &&
    memo.invoiceId !== null;
  const edit = { label: 'Edit', href: memoUrls[kind].edit(id), icon: <IconPencil size={16} />, access: memos[kind].edit.access };
  return (
    <>
      <DocumentPage
        kind={documentKind}
        id={id}
        number={number}
        badge={<StatusBadge tone={tone}>{t(word)}</StatusBadge>}
        other={other}
        head={[
          { label: 'Amount', value: showMoney(memo.amount) },
          { label: 'Date', value: showDate(memo.memoDate ?? memo.createdAt) },
          { label: 'Issued by', value: t(memo.issuer === 'buyer' ? 'Buyer' : 'Vendor') },
        ]}
        steps={memoSteps(memo, kind, data?.linked ?? [])}
        replaces={['Accept']}
        next={step === null || accept === undefined ? null : { ...accept, label: 'Accept memo' }}
        buttons={
          isAnswerable && <Button label="Add credit memo" href={urls.creditMemoForClaim(id)} variant="default" size="sm" icon={IconPlus} />
        }
        actions={[...actions.filter((action) => step === null || action !== accept), edit, paperAction(paper)]}
        problems={problemsOf(memo, kind)}
        facts={<MemoFacts memo={memo} kind={kind} reason={returned === undefined ? '' : returnRemark(returned)} />}
        entity={documentKind}
        documents={<Files papers={[paper]} />}
      >
        <PlainTable title="Lines" columns={LINES} rows={linesOf(memo)} empty="This memo has no lines." />
      </DocumentPage>
      {decisions.window}
    </>
  );
}

function problemsOf(memo: Memo, kind: MemoKind): Problem[] {
  return memoProblems(memo, kind).map((problem) =>
    problem === 'reversed'
      ? {
          tone: 'warn',
          title: t('This memo was reversed'),
          text: t('It no longer changes the payable amount. The reason is in the history.'),
        }
      : { tone: 'warn', title: t('This memo has no invoice'), text: t('It does not change the payable amount until it refers to one.') },
  );
}

interface Line {
  name: string;
  hsn: string | null;
  quantity: number | null;
  price: number | null;
  taxable: number | null;
  taxes: number | null;
  total: number | null;
}

/** The returned lines of the invoice, or the product that the memo names. */
function linesOf(memo: Memo): Line[] {
  if (memo.lines.length > 0) {
    return memo.lines.map(({ no, quantity, taxable, CGST, SGST, IGST, cess }) => {
      const taxes = CGST + SGST + IGST + cess;
      return {
        name: t('Line {line} of the invoice', { line: no }),
        hsn: null,
        quantity,
        price: quantity === null || quantity === 0 ? null : taxable / quantity,
        taxable,
        taxes,
        total: taxable + taxes,
      };
    });
  }
  const taxes = (memo.CGST ?? 0) + (memo.SGST ?? 0) + (memo.IGST ?? 0);
  return [
    {
      name: memo.productName ?? memo.description ?? '–',
      hsn: memo.HSNCode,
      quantity: memo.itemQuantity,
      price: memo.unitPrice,
      taxable: memo.amount === null ? null : memo.amount - taxes,
      taxes,
      total: memo.amount,
    },
  ];
}

const LINES: readonly Column<Line>[] = [
  custom('Item', ({ name }) => name, { lead: true }),
  custom('HSN Code', ({ hsn }) => hsn ?? '–'),
  custom('Quantity', ({ quantity }) => showNumber(quantity), { align: 'right', brief: true }),
  custom('Unit Price', ({ price }) => showMoney(price), { align: 'right' }),
  custom('Taxable', ({ taxable }) => showMoney(taxable), { align: 'right' }),
  custom('Tax', ({ taxes }) => showMoney(taxes), { align: 'right' }),
  custom('Total', ({ total }) => showMoney(total), { align: 'right', brief: true }),
];

/** @param reason the reason of the return that a claim follows from; empty if there is none. */
function MemoFacts({ memo, kind, reason }: { memo: Memo; kind: MemoKind; reason: string }) {
  const { lowers } = effectOf(kind, memo.issuer);
  return (
    <Facts
      items={[
        { label: 'Effect', value: t(lowers ? 'Lowers the payable amount' : 'Raises the payable amount') },
        ...(reason === '' ? [] : [{ label: 'Reason for the return', value: reason }]),
        { label: 'Kind', value: t(NOTE_WORDS[memo.kind]) },
        ...(memo.vendorInvoiceRef === null ? [] : [{ label: 'Vendor Invoice Reference', value: <Code value={memo.vendorInvoiceRef} /> }]),
        ...(memo.vendorInvoiceRef_Date === null ? [] : [{ label: 'Vendor Invoice Date', value: showDate(memo.vendorInvoiceRef_Date) }]),
        ...(memo.buyerPORef === null ? [] : [{ label: 'buyer PO Reference', value: <Code value={memo.buyerPORef} /> }]),
        ...(memo.taxRate === null ? [] : [{ label: 'Tax Rate', value: showPercent(memo.taxRate) }]),
        ...(memo.priceDifference == null ? [] : [{ label: 'Price Difference', value: showMoney(memo.priceDifference) }]),
        ...(memo.answered === 0 ? [] : [{ label: 'Settled', value: showMoney(memo.answered) }]),
        ...(memo.vendorGST === null ? [] : [{ label: PARTY_LABELS.vendorGST, value: <Code value={memo.vendorGST} /> }]),
        ...(memo.buyerGST === null ? [] : [{ label: PARTY_LABELS.buyerGST, value: <Code value={memo.buyerGST} /> }]),
        ...(memo.description === null ? [] : [{ label: 'Description', value: memo.description }]),
      ]}
    />
  );
}

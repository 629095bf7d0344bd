import { type DispatchGoods, dispatchGoods } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { type DispatchNote, dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { MOVEMENTS } from '@aapurti/contract/dispatch-notes/movements';
import { receiptOf } from '@aapurti/contract/comments/linkedSteps';
import { nextNoteStep, NOTE_STEPS, type NoteStep, noteSteps } from '@aapurti/contract/dispatch-notes/noteSteps';
import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import { invoiceLines } from '@aapurti/contract/invoices/invoiceLines';
import { invoices } from '@aapurti/contract/invoices/invoices';
import { receipts } from '@aapurti/contract/receipts/receipts';
import { IconBarcode, IconFileInvoice, IconPackage, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { rolesOf } from '../access/roles.ts';
import { useSignedIn } from '../access/session.ts';
import { useMay } from '../access/useMay.ts';
import { DocumentPage } from '../document/DocumentPage.tsx';
import { invoiceAction } from '../document/invoiceAction.ts';
import { linkedQuery } from '../document/linkedQuery.ts';
import { LoadedDocument } from '../document/LoadedDocument.tsx';
import { useOtherSide } from '../document/useOtherSide.ts';
import { call } from '../ground/api.ts';
import { callQuery, recordQuery } from '../ground/callQuery.ts';
import { usePeek } from '../list/peek.ts';
import { paperAction } from '../papers/savePaper.tsx';
import type { Action } from '../ui/ActionMenu.tsx';
import { leadToHeading } from '../ui/leadToHeading.ts';
import { onDemand } from '../ui/onDemand.tsx';
import { showInstant } from '../ui/showInstant.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import { dispatchState } from './dispatchState.ts';
import { useMoves } from './goods/useMoves.tsx';
import { useNoteSheet } from './goods/useGoodsSheet.ts';
import { problemsOf } from './noteWords.ts';

// These parts load once the note is shown.
const Files = onDemand(async () => (await import('../document/Files.tsx')).Files);
const EwayPanel = onDemand(async () => (await import('./goods/EwayPanel.tsx')).EwayPanel);
const TransportPanel = onDemand(async () => (await import('./goods/TransportPanel.tsx')).TransportPanel);
const GoodsPanel = onDemand(async () => (await import('./goods/GoodsForm.tsx')).GoodsPanel, <Spinner height={320} />);
const NoteLines = onDemand(async () => (await import('./NoteParts.tsx')).NoteLines);
const NoteFacts = onDemand(async () => (await import('./NoteParts.tsx')).NoteFacts);
const NotePackages = onDemand(async () => (await import('./NoteParts.tsx')).NotePackages);

/** A dispatch note: its progress, its lines while they can be edited, the received quantities, and the one next step. */
export function NotePage({ id, atGoods = false }: { id: string; atGoods?: boolean }) {
  const query = useQuery({ ...callQuery(dispatchGoods.get, { params: { id } }), staleTime: 0 });
  const note = useQuery({ ...recordQuery(dispatchNotes.get, id), staleTime: 0 });
  return (
    <LoadedDocument kind="dispatchNote" query={query}>
      {(goods) => (
        <LoadedDocument kind="dispatchNote" query={note}>
          {(head) => head !== null && <Note goods={goods} note={head} atGoods={atGoods} />}
        </LoadedDocument>
      )}
    </LoadedDocument>
  );
}

/** True while the lines of a note can be changed. */
const isOpen = ({ state }: DispatchGoods) => state === null || state === 'draft';

function Note({ goods, note, atGoods }: { goods: DispatchGoods; note: DispatchNote; atGoods: boolean }) {
  const session = useSignedIn();
  const { isAdmin } = session;
  const may = useMay();
  const isPeek = usePeek() !== null;
  const { _id: id, DCNumber: number, state, userID } = goods;
  const { data } = useQuery(linkedQuery('dispatchNote', id));
  const linked = data?.linked ?? [];
  const other = useOtherSide(data?.document.vendorName ?? '');
  const receiptId = receiptOf(linked)?.documentId;
  const received = callQuery(receipts.get, { params: { id: receiptId ?? '' } });
  const { data: receipt = null } = useQuery({ ...received, enabled: receiptId !== undefined });
  const [isUnsaved, setUnsaved] = useState(false);
  const { moves, question } = useMoves({ goods, isUnsaved, onMoved: () => (isPeek ? undefined : leadToHeading()) });
  const { download, upload, windows } = useNoteSheet(goods);
  const left = useLeftToInvoice(goods, may(invoices.create.access) && !isPeek);

  const found = data === undefined ? null : nextNoteStep(goods, linked, { isBuyers: isAdmin, roles: rolesOf(session) });
  const mayReceive = goods.lines.every(({ siteId }) => may(NOTE_STEPS.receive, siteId));
  const step = found?.step ?? null;
  // Only the buyer changes the buyer's own notes. A note without lines shows the form, filled from its order, only if the address asks for
  // the goods.
  const isForm =
    !isPeek &&
    may(dispatchGoods.save.access) &&
    (isAdmin || goods.issuer === 'vendor') &&
    isOpen(goods) &&
    (atGoods || goods.lines.length > 0);
  const invoice: Action = {
    label: 'Create invoice',
    href: urls.invoiceForNote(id, isAdmin ? userID : undefined),
    icon: <IconFileInvoice size={16} />,
    access: NOTE_STEPS.invoice,
  };
  const nexts: Readonly<Record<NoteStep, Action | null>> = {
    // An open form has its own button for this step.
    goods: isForm
      ? null
      : { label: 'Enter goods', href: urls.dispatchGoods(id), icon: <IconPackage size={16} />, access: NOTE_STEPS.goods },
    ready: moves.get('ready') ?? null,
    leave: moves.get('leave') ?? null,
    close: moves.get('close') ?? null,
    receive: mayReceive ? { label: 'Receive goods', href: urls.receiveFor(number), icon: <IconBarcode size={16} /> } : null,
    invoice,
  };
  // Goods that are not delivered against an order need no invoice or receipt; they only arrive.
  const arrival = MOVEMENTS[goods.kind].goods === 'order' ? null : (moves.get('arrive') ?? null);
  const next = found === null ? arrival : 'invoice' in found ? invoiceAction(found, userID) : nexts[found.step];
  const { word, tone } = dispatchState(state);
  const value = goods.lines.reduce((sum, { taxable }) => sum + Math.round(taxable * 100), 0) / 100;
  const paper = { kind: 'dispatch-note', id, number } as const;
  return (
    <>
      <DocumentPage
        kind="dispatchNote"
        id={id}
        number={number}
        badge={<StatusBadge tone={tone}>{t(word)}</StatusBadge>}
        other={other}
        head={[
          { label: 'Date', value: showDate(note.challanDate) },
          ...(goods.lines.length === 0 ? [] : [{ label: 'Value before tax', value: showMoney(value) }]),
          ...(goods.expectedOn === null ? [] : [{ label: 'Expected', value: showDate(goods.expectedOn) }]),
        ]}
        steps={data === undefined ? undefined : noteSteps(goods, linked)}
        next={next}
        actions={[
          ...(left && next?.label !== invoice.label ? [invoice] : []),
          { label: 'Edit', href: urls.dispatchNoteEdit(id), icon: <IconPencil size={16} />, access: dispatchNotes.edit.access },
          ...(isForm ? [download, upload] : []),
          paperAction(paper),
          ...(goods.packages.length > 0 && state !== 'cancelled'
            ? [paperAction({ kind: 'package-labels', id, number }, 'Download labels (PDF)')]
            : []),
          ...[...moves.values()].filter(({ label }) => label !== next?.label),
        ]}
        problems={data === undefined ? [] : problemsOf(goods, linked, receipt, isAdmin)}
        replaces={step === 'goods' ? ['Goods and transport'] : []}
        facts={<NoteFacts goods={goods} note={note} />}
        entity="dispatchNote"
        documents={
          <Files
            papers={[
              { ...paper, label: 'Dispatch note' },
              ...goods.papers.map(({ no, madeAt }) => ({
                ...paper,
                number: `${number}-${no}`,
                version: no,
                label: t('Challan {no} of {day}', { no, day: showInstant(madeAt) }),
              })),
            ]}
            note={
              goods.papers.length === 0
                ? undefined
                : 'The challan remains as printed at dispatch. A later change of transport, or a cancellation, prints a new copy.'
            }
            attached={(receipt?.photos ?? []).map(({ name, url }) => ({ name, url, mediaType: 'image/jpeg' }))}
          />
        }
        open={isForm && <GoodsPanel goods={goods} isTarget={atGoods} onUnsaved={setUnsaved} />}
      >
        {!isForm && <NoteLines goods={goods} receipt={receipt} />}
        {!isForm && state !== null && <TransportPanel key={goods.updatedAt ?? ''} goods={goods} />}
        {!isForm && <NotePackages goods={goods} />}
        <EwayPanel goods={goods} />
      </DocumentPage>
      {question}
      {windows}
    </>
  );
}

/** True if some of the note's goods are not invoiced yet. */
function useLeftToInvoice({ _id: noteId, userID, kind, state }: DispatchGoods, isOn: boolean): boolean {
  const { isAdmin } = useSignedIn();
  const hasLeft = state !== null && state !== 'draft' && state !== 'cancelled';
  const { data } = useQuery({
    queryKey: [invoiceLines.propose.id, 'left', noteId],
    queryFn: async ({ signal }) =>
      (await call(invoiceLines.propose, { query: { noteId, userID: isAdmin ? userID : '' }, signal })).data.lines.length,
    // The query must count an invoice that was created a moment ago.
    staleTime: 0,
    enabled: isOn && hasLeft && MOVEMENTS[kind].goods === 'order',
  });
  return data !== undefined && data > 0;
}

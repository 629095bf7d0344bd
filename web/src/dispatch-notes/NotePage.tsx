import { type DispatchGoods, dispatchGoods, type DispatchLine } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { type DispatchNote, dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { MOVEMENTS } from '@aapurti/contract/dispatch-notes/movements';
import { receiptOf } from '@aapurti/contract/comments/linkedSteps';
import {
  nextNoteStep,
  NOTE_STEPS,
  type NoteFigures,
  noteFigures,
  type NoteStep,
  noteSteps,
} from '@aapurti/contract/dispatch-notes/noteSteps';
import { inOneLine, showDate, showMoney, showNumber } from '@aapurti/contract/ground/fields';
import { receipts } from '@aapurti/contract/receipts/receipts';
import { IconBarcode, IconFileInvoice, IconPackage, IconPencil, IconTruckDelivery } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { rolesOf } from '../access/roles.ts';
import { useSignedIn } from '../access/session.ts';
import { useMay } from '../access/useMay.ts';
import { DocumentPage } from '../document/DocumentPage.tsx';
import { invoiceAction } from '../document/invoiceAction.ts';
import { linkedQuery } from '../document/linkedQuery.ts';
import { LoadedDocument } from '../document/LoadedDocument.tsx';
import { useOtherSide } from '../document/useOtherSide.ts';
import { callQuery, recordQuery } from '../ground/callQuery.ts';
import { type Column, custom, money } from '../list/columns.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import { paperAction } from '../papers/savePaper.tsx';
import { PARTY_LABELS } from '../registrations/partyLabels.ts';
import type { Action } from '../ui/ActionMenu.tsx';
import { Code } from '../ui/Code.tsx';
import { Facts } from '../ui/Panel.tsx';
import { showInstant } from '../ui/showInstant.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { urls } from '../urls.ts';
import { listed, t } from '../words/words.ts';
import { dispatchState } from './dispatchState.ts';

import { problemsOf } from './noteWords.ts';
import { onDemand } from '../ui/onDemand.tsx';

// Loaded once the note is shown.
const Files = onDemand(async () => (await import('../document/Files.tsx')).Files);
const EwayPanel = onDemand(async () => (await import('./goods/EwayPanel.tsx')).EwayPanel);
const MoveButtons = onDemand(async () => (await import('./goods/MoveButtons.tsx')).MoveButtons);

/** A dispatch note: where its goods are, what arrived of them, and the one next step. */
export function NotePage({ id }: { id: string }) {
  const query = useQuery({ ...callQuery(dispatchGoods.get, { params: { id } }), staleTime: 0 });
  const note = useQuery({ ...recordQuery(dispatchNotes.get, id), staleTime: 0 });
  return (
    <LoadedDocument kind="dispatchNote" query={query}>
      {(goods) => (
        <LoadedDocument kind="dispatchNote" query={note}>
          {(head) => head !== null && <Note goods={goods} note={head} />}
        </LoadedDocument>
      )}
    </LoadedDocument>
  );
}

function Note({ goods, note }: { goods: DispatchGoods; note: DispatchNote }) {
  const session = useSignedIn();
  const { isAdmin } = session;
  const may = useMay();
  const { _id: id, DCNumber: number, state } = goods;
  const { data } = useQuery(linkedQuery('dispatchNote', id));
  const linked = data?.linked ?? [];
  const other = useOtherSide(data?.document.vendorName ?? '');
  const receiptId = receiptOf(linked)?.documentId;
  const received = callQuery(receipts.get, { params: { id: receiptId ?? '' } });
  const { data: receipt = null } = useQuery({ ...received, enabled: receiptId !== undefined });
  const found = data === undefined ? null : nextNoteStep(goods, linked, { isBuyers: isAdmin, roles: rolesOf(session) });
  const mayReceive = goods.lines.every(({ siteId }) => may(NOTE_STEPS.receive, siteId));
  const goodsPage: Action = { label: 'Goods and transport', href: urls.dispatchGoods(id), icon: <IconTruckDelivery size={16} /> };
  const step = found?.step ?? null;
  const nexts: Readonly<Record<NoteStep, Action | ReactElement | null>> = {
    goods: { label: 'Enter goods', href: urls.dispatchGoods(id), icon: <IconPackage size={16} />, access: NOTE_STEPS.goods },
    ready: <MoveButtons goods={goods} only="ready" />,
    leave: <MoveButtons goods={goods} only="leave" />,
    close: <MoveButtons goods={goods} only="close" />,
    receive: mayReceive ? { label: 'Receive goods', href: urls.receiveFor(number), icon: <IconBarcode size={16} /> } : null,
    invoice: { label: 'Create invoice', href: urls.invoiceForNote(id), icon: <IconFileInvoice size={16} />, access: NOTE_STEPS.invoice },
  };
  const { word, tone } = dispatchState(state);
  const value = goods.lines.reduce((sum, { taxable }) => sum + Math.round(taxable * 100), 0) / 100;
  const figures = new Map(noteFigures(goods.lines, receipt?.lines ?? null).map((line) => [line.no, line]));
  const paper = { kind: 'dispatch-note', id, number } as const;
  return (
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
      next={found === null ? null : 'invoice' in found ? invoiceAction(found, goods.userID) : nexts[found.step]}
      actions={[
        ...(step === 'goods' ? [] : [goodsPage]),
        { label: 'Edit', href: urls.dispatchNoteEdit(id), icon: <IconPencil size={16} />, access: dispatchNotes.edit.access },
        paperAction(paper),
        ...(goods.packages.length > 0 && state !== 'cancelled'
          ? [paperAction({ kind: 'package-labels', id, number }, 'Download labels (PDF)')]
          : []),
      ]}
      problems={data === undefined ? [] : problemsOf(goods, linked, receipt, isAdmin)}
      replaces={step === 'goods' ? [goodsPage.label] : []}
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
          attached={(receipt?.photos ?? []).map(({ name, url }) => ({ name, url, mediaType: 'image/jpeg' }))}
        />
      }
    >
      <PlainTable title="Lines" columns={columnsOf(figures)} rows={goods.lines} empty="This dispatch note has no lines." />
      <EwayPanel goods={goods} />
    </DocumentPage>
  );
}

function columnsOf(figures: ReadonlyMap<number, NoteFigures>): readonly Column<DispatchLine>[] {
  const of = ({ no }: DispatchLine) => figures.get(no);
  const isReceived = [...figures.values()].some(({ received }) => received !== null);
  const signed = (value: number, text: string) => (value === 0 ? '–' : `${value > 0 ? '+' : '−'}${text}`);
  return [
    custom('Item', ({ no, itemName }) => `${no}. ${itemName}`, { lead: true }),
    custom('Order', ({ poNumber, line }) => (poNumber === null ? '–' : `${poNumber} · ${t('line {line}', { line })}`)),
    custom('Dispatched', ({ quantity, uom }) => `${showNumber(quantity)} ${uom ?? ''}`.trim(), { brief: true, align: 'right' }),
    ...(isReceived
      ? [
          custom<DispatchLine>('Received', (line) => showNumber(of(line)?.received), { brief: true, align: 'right' }),
          custom<DispatchLine>('Rejected', (line) => showNumber(of(line)?.rejected), { align: 'right' }),
          custom<DispatchLine>('Difference', (line) => signed(of(line)?.units ?? 0, showNumber(Math.abs(of(line)?.units ?? 0))), {
            brief: true,
            align: 'right',
          }),
        ]
      : []),
    custom('Batch', ({ batch }) => batch ?? '–'),
    custom('Best before', ({ bestBefore }) => showDate(bestBefore)),
    money('Taxable', 'taxable', { brief: true }),
  ];
}

function NoteFacts({ goods, note }: { goods: DispatchGoods; note: DispatchNote }) {
  const filled = (label: string, value: string | null) => (value === null || value === '' ? [] : [{ label, value }]);
  const place = inOneLine(goods.fromAddress, goods.fromPlace, goods.fromPin);
  const shipTo = inOneLine(goods.shipToName, goods.shipToAddress, goods.shipToPlace, goods.shipToPin);
  const vehicles = listed(goods.vehicles.flatMap(({ number }) => number ?? []));
  return (
    <Facts
      items={[
        { label: 'Reason for transport', value: t(MOVEMENTS[goods.kind].words) },
        ...filled('PO Number', note.PONumber),
        ...(note.PODate === null ? [] : [{ label: 'PO Date', value: showDate(note.PODate) }]),
        ...(note.vendorGST === null ? [] : [{ label: PARTY_LABELS.vendorGST, value: <Code value={note.vendorGST} /> }]),
        ...(note.buyerGST === null ? [] : [{ label: PARTY_LABELS.buyerGST, value: <Code value={note.buyerGST} /> }]),
        ...filled('Dispatched from', place),
        ...filled('Delivery Location', note.deliveryLocation),
        ...filled('Ship to', shipTo),
        ...filled('Transporter', note.TransporterDetails),
        ...filled('Vehicle Number', vehicles === '' ? note.VehicleNumber : vehicles),
        ...filled('Driver Name', note.DriverName),
        ...filled('Driver Contact', note.DriverContact),
        ...filled('E-way Bill Number', goods.eWayBillNumber ?? note.eWayBillNumber),
        ...(note.NumberOfCarton === null ? [] : [{ label: 'Number of Cartons', value: showNumber(note.NumberOfCarton) }]),
        ...(note.grossWeightInKgs === null ? [] : [{ label: 'Gross Weight in Kgs', value: showNumber(note.grossWeightInKgs) }]),
      ]}
    />
  );
}

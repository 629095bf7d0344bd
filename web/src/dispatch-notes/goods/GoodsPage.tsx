import { dispatchGoods, type DispatchGoods, type DispatchLine } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { MOVEMENTS, PACKAGE_WORDS } from '@aapurti/contract/dispatch-notes/movements';
import { ewayClock } from '@aapurti/contract/dispatch-notes/ewayClock';
import { showDate, showMoney, showNumber } from '@aapurti/contract/ground/fields';
import { invoiceLines } from '@aapurti/contract/invoices/invoiceLines';
import { invoices } from '@aapurti/contract/invoices/invoices';
import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconFileInvoice } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../../ground/api.ts';
import { callQuery } from '../../ground/callQuery.ts';
import { type Column, custom, money } from '../../list/columns.tsx';
import { PlainTable } from '../../list/PlainTable.tsx';
import { PaperButton } from '../../papers/savePaper.tsx';
import { useSignedIn } from '../../access/session.ts';
import { Button } from '../../ui/Button.tsx';
import { TextLink } from '../../ui/Link.tsx';
import { ActionMenu } from '../../ui/ActionMenu.tsx';
import { NotLoaded } from '../../ui/NotLoaded.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Facts, Panel } from '../../ui/Panel.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Truncated } from '../../ui/Truncated.tsx';
import { useParam } from '../../ui/useParam.ts';
import { useMay } from '../../access/useMay.ts';
import { asTyped, t } from '../../words/words.ts';
import { urls } from '../../urls.ts';
import { missingBill } from '../dispatchRemarks.ts';
import { dispatchState } from '../dispatchState.ts';
import { valueWithTax } from '../useGoodsValue.ts';
import classes from './Goods.module.css';
import { MoveButtons } from './MoveButtons.tsx';
import { writeParts } from './parts.ts';
import { TransportPanel } from './TransportPanel.tsx';
import { useNoteSheet } from './useGoodsSheet.ts';
import { onDemand } from '../../ui/onDemand.tsx';
import { showInstant } from '../../ui/showInstant.ts';

// Loaded on demand: for notes with an e-way bill.
const EwayPanel = onDemand(async () => (await import('./EwayPanel.tsx')).EwayPanel);
// Loaded on demand: for drafts alone.
const GoodsForm = onDemand(async () => (await import('./GoodsForm.tsx')).GoodsForm, <Spinner height={320} />);

/** The page of a dispatch note's goods: how far they are, and what happens next. */
export function GoodsPage() {
  const id = useParam('id');
  const query = useQuery(callQuery(dispatchGoods.get, { params: { id } }));
  const { data } = query;
  return (
    <>
      <PageHeader
        title={data === undefined ? 'Goods' : asTyped(data.DCNumber)}
        breadcrumb={[{ label: 'Dispatch Note', href: urls.dispatchNotes }]}
        more={data !== undefined && isOpen(data) ? <NoteSheet goods={data} /> : null}
      />
      {data === undefined ? <NotLoaded query={query} sign panel height={320} /> : <Goods goods={data} />}
    </>
  );
}

/** True if the lines of a note can still be changed. */
const isOpen = ({ state }: DispatchGoods) => state === null || state === 'draft';

/** The lines in a spreadsheet. */
function NoteSheet({ goods }: { goods: DispatchGoods }) {
  const { download, upload, windows } = useNoteSheet(goods);
  return (
    <>
      <ActionMenu actions={[download, upload]} />
      {windows}
    </>
  );
}

function Goods({ goods }: { goods: DispatchGoods }) {
  const mayChange = useMay()(dispatchGoods.save.access);
  const mayInvoice = useMay()(invoices.create.access);
  const { state } = goods;
  const { isAdmin } = useSignedIn();
  // The buyer's own notes are the buyer's to change.
  const isOwn = isAdmin || goods.issuer === 'vendor';
  const isForm = mayChange && isOwn && isOpen(goods);
  return (
    <div className={classes.page}>
      {state !== null && (
        <Panel
          title="Status"
          aside={
            <span className={classes.actions}>
              <MoveButtons goods={goods} />
              {state !== 'draft' && state !== 'cancelled' && mayInvoice && MOVEMENTS[goods.kind].goods === 'order' && (
                <InvoiceButton goods={goods} />
              )}
              <PaperButton kind="dispatch-note" id={goods._id} number={goods.DCNumber} />
              {goods.packages.length > 0 && state !== 'cancelled' && (
                <PaperButton kind="package-labels" id={goods._id} number={goods.DCNumber} label="Labels" />
              )}
            </span>
          }
        >
          <EwayNotice goods={goods} />
          <Facts
            items={[
              { label: 'Status', value: <StatusBadge tone={dispatchState(state).tone}>{t(dispatchState(state).word)}</StatusBadge> },
              { label: 'Value of the goods', value: showMoney(valueOf(goods)) },
              { label: 'E-way Bill Number', value: goods.eWayBillNumber },
            ]}
          />
        </Panel>
      )}
      {isForm ? (
        <Panel {...(state === null ? {} : { title: 'Goods and transport' })}>
          <GoodsForm key={goods.updatedAt ?? ''} goods={goods} />
        </Panel>
      ) : (
        <>
          {state !== null && <TransportPanel key={goods.updatedAt ?? ''} goods={goods} />}
          <EwayPanel goods={goods} />
          <PlainTable
            title="Goods"
            columns={goods.lines.some(({ cartons }) => cartons !== null) ? COLUMNS : LOOSE_COLUMNS}
            rows={goods.lines}
            empty="This dispatch note has no lines."
          />
          {goods.packages.length > 0 && (
            <PlainTable title="Packages" columns={PACKAGE_COLUMNS} rows={goods.packages} empty="This dispatch note has no packages." />
          )}
          <KeptPapers goods={goods} />
        </>
      )}
    </div>
  );
}

/** Gone once nothing is left to invoice. */
function InvoiceButton({ goods: { _id, userID } }: { goods: DispatchGoods }) {
  const { isAdmin } = useSignedIn();
  const { data } = useQuery({
    queryKey: [invoiceLines.propose.id, 'left', _id],
    queryFn: async ({ signal }) =>
      (await call(invoiceLines.propose, { query: { noteId: _id, userID: isAdmin ? userID : '' }, signal })).data.lines.length,
    // An invoice of a moment ago counts.
    staleTime: 0,
  });
  if (data === 0) return null;
  return (
    <Button label="Create invoice" variant="default" href={urls.invoiceForNote(_id, isAdmin ? userID : undefined)} icon={IconFileInvoice} />
  );
}

function valueOf({ lines }: DispatchGoods): number {
  return lines.reduce((sum, { taxable }) => sum + Math.round(taxable * 100), 0) / 100;
}

/** The validity of the e-way bill, and whether the portal has to be told of other transport. */
function EwayNotice({ goods }: { goods: DispatchGoods }) {
  const { _id, state, lines, eWayBillNumber, ewayValidUntil, partBChanged } = goods;
  const [now] = useState(() => new Date());
  const isBefore = state === 'draft' || state === 'ready' || state === 'left';
  const missing = isBefore ? missingBill(valueWithTax(lines), eWayBillNumber) : null;
  if (missing !== null)
    return (
      <Alert className={classes.notice ?? ''} color="yellow" variant="light" icon={<IconAlertTriangle size={18} />}>
        {missing}{' '}
        <TextLink href={urls.dispatchNoteEdit(_id)} underlined>
          {t('E-way Bill Number')}
        </TextLink>
      </Alert>
    );
  if (eWayBillNumber === null || (state !== 'ready' && state !== 'left')) return null;
  const clock = ewayValidUntil === null ? null : ewayClock(ewayValidUntil, now);
  const words = [partBChanged ? 'Update Part B on the e-way bill portal.' : null, clock?.words ?? null].filter((each) => each !== null);
  if (words.length === 0) return null;
  const isCalm = !partBChanged && clock?.state === 'valid';
  return (
    <Alert
      className={classes.notice ?? ''}
      color={isCalm ? 'blue' : clock?.state === 'expired' ? 'red' : 'yellow'}
      variant="light"
      icon={<IconAlertTriangle size={18} />}
    >
      {/* The colour is that of the words: a title of the light variant has too little contrast. */}
      <strong>{t('E-way bill')}</strong>
      <div>{words.map((each) => t(each)).join(' ')}</div>
    </Alert>
  );
}

/** They leave room for the amounts on a small screen. */
const ITEM_WIDTH = 'clamp(8.5rem,20vw,24rem)';
const ORDER_WIDTH = 'clamp(8.25rem,18vw,16rem)';

const COLUMNS: readonly Column<DispatchLine>[] = [
  custom('Item', ({ no, itemName }) => <Truncated text={`${no}: ${itemName}`} width={ITEM_WIDTH} lines={2} />, { lead: true }),
  custom(
    'Order',
    ({ poNumber, line }) =>
      poNumber === null ? '–' : <Truncated text={`${poNumber} · ${t('line {line}', { line })}`} width={ORDER_WIDTH} lines={2} />,
    { brief: true },
  ),
  custom('Quantity', ({ quantity, uom }) => `${showNumber(quantity)} ${uom ?? ''}`, { brief: true, align: 'right' }),
  custom('Cartons', ({ cartons }) => showNumber(cartons), { align: 'right' }),
  custom('Batch', ({ batch }) => batch ?? '–', { brief: true }),
  custom('Best before', ({ bestBefore }) => showDate(bestBefore), { brief: true }),
  money('Taxable', 'taxable'),
];

/** Columns of goods without cartons. */
const LOOSE_COLUMNS = COLUMNS.filter(({ label }) => label !== 'Cartons');

const PACKAGE_COLUMNS: readonly Column<DispatchGoods['packages'][number]>[] = [
  custom('Package', ({ no, kind }) => t('{no}: {kind}', { no, kind: PACKAGE_WORDS[kind] }), { lead: true }),
  custom('SSCC', ({ sscc }) => sscc ?? '–', { brief: true }),
  custom('Contents', ({ lines }) => writeParts(lines) || '–', { brief: true }),
  custom('Pallet number', ({ parent }) => showNumber(parent), { align: 'right' }),
  custom('Gross weight (kg)', ({ grossKg }) => showNumber(grossKg), { align: 'right' }),
];

/** The papers of a note whose goods have left, as they were printed; the newest first. */
function KeptPapers({ goods: { _id: id, DCNumber: number, papers } }: { goods: DispatchGoods }) {
  if (papers.length === 0) return null;
  return (
    <Panel title="Printed challans">
      <p className={classes.terms}>
        {t('The challan remains as printed at dispatch. A later change of transport, or a cancellation, prints a new copy.')}
      </p>
      <ul className={classes.papers}>
        {papers.toReversed().map(({ no, madeAt }) => (
          <li key={no}>
            <span>{t('Challan {no} of {day}', { no, day: showInstant(madeAt) })}</span>
            <PaperButton kind="dispatch-note" id={id} number={`${number}-${no}`} version={no} name={t('Download challan {no}', { no })} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

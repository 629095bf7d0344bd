import type { DispatchGoods, DispatchLine } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import type { DispatchNote } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { PACKAGE_WORDS } from '@aapurti/contract/dispatch-notes/movements';
import { type NoteFigures, noteFigures } from '@aapurti/contract/dispatch-notes/noteSteps';
import { showDate, showNumber, signed } from '@aapurti/contract/ground/fields';
import type { Receipt } from '@aapurti/contract/receipts/receipts';

import { type Column, custom, money } from '../list/columns.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import { PARTY_LABELS } from '../registrations/partyLabels.ts';
import { Code } from '../ui/Code.tsx';
import { Facts } from '../ui/Panel.tsx';
import { Truncated } from '../ui/Truncated.tsx';
import { t } from '../words/words.ts';
import { writeParts } from './goods/parts.ts';

/** Widths of the item column that leave room for the amounts on a small screen. */
const ITEM_WIDTH = 'clamp(8.5rem,20vw,24rem)';
const ITEM_WIDTH_ALONE = 'clamp(8.5rem,32vw,24rem)';
const ORDER_WIDTH = 'clamp(8.25rem,18vw,16rem)';

/** The lines of a note that can no longer be edited: dispatched quantities and, next to them, the quantities of its receipt. */
export function NoteLines({ goods: { lines }, receipt }: { goods: DispatchGoods; receipt: Receipt | null }) {
  const figures = noteFigures(lines, receipt?.lines ?? null);
  return <PlainTable title="Lines" columns={columnsOf(lines, figures)} rows={lines} empty="This dispatch note has no lines." />;
}

/** The columns that apply to these lines: rejected and different quantities only if there are any, cartons only until arrival. */
function columnsOf(lines: readonly DispatchLine[], figures: readonly NoteFigures[]): readonly Column<DispatchLine>[] {
  const byNo = new Map(figures.map((line) => [line.no, line]));
  const of = ({ no }: DispatchLine) => byNo.get(no);
  const isReceived = figures.some(({ received }) => received !== null);
  const hasCartons = !isReceived && lines.some(({ cartons }) => cartons !== null);
  const isOfOne = new Set(lines.map(({ orderId }) => orderId)).size === 1;
  const shown = (value: number, text: string) => (value === 0 ? '–' : signed(value, text));
  const itemWidth = isOfOne && !isReceived ? ITEM_WIDTH_ALONE : ITEM_WIDTH;
  return [
    custom('Item', ({ no, itemName }) => <Truncated text={`${no}. ${itemName}`} width={itemWidth} lines={2} />, { lead: true }),
    custom(
      'Order',
      ({ poNumber, line }) =>
        poNumber === null ? (
          '–'
        ) : (
          <Truncated text={[isOfOne ? '' : `${poNumber} · `, t('line {line}', { line })].join('')} width={ORDER_WIDTH} lines={2} />
        ),
      { brief: !isOfOne },
    ),
    custom('Dispatched', ({ quantity, uom }) => `${showNumber(quantity)} ${uom ?? ''}`.trim(), { brief: true, align: 'right' }),
    ...(isReceived ? [custom<DispatchLine>('Received', (line) => showNumber(of(line)?.received), { brief: true, align: 'right' })] : []),
    ...(figures.some(({ rejected }) => rejected !== null && rejected > 0)
      ? [custom<DispatchLine>('Rejected', (line) => showNumber(of(line)?.rejected), { brief: true, align: 'right' })]
      : []),
    ...(figures.some(({ units }) => units !== 0)
      ? [
          custom<DispatchLine>('Difference', (line) => shown(of(line)?.units ?? 0, showNumber(Math.abs(of(line)?.units ?? 0))), {
            brief: true,
            align: 'right',
          }),
        ]
      : []),
    ...(hasCartons ? [custom<DispatchLine>('Cartons', ({ cartons }) => showNumber(cartons), { align: 'right' })] : []),
    custom('Batch', ({ batch }) => batch ?? '–', { brief: true }),
    custom('Best before', ({ bestBefore }) => showDate(bestBefore), { brief: true }),
    money('Taxable', 'taxable', { brief: true, card: true }),
  ];
}

/** The packages of a note, with their SSCCs. */
export function NotePackages({ goods: { packages } }: { goods: DispatchGoods }) {
  if (packages.length === 0) return null;
  return <PlainTable title="Packages" columns={PACKAGE_COLUMNS} rows={packages} empty="This dispatch note has no packages." />;
}

const PACKAGE_COLUMNS: readonly Column<DispatchGoods['packages'][number]>[] = [
  custom('Package', ({ no, kind }) => t('{no}: {kind}', { no, kind: PACKAGE_WORDS[kind] }), { lead: true }),
  custom('SSCC', ({ sscc }) => sscc ?? '–', { brief: true }),
  custom('Contents', ({ lines }) => writeParts(lines) || '–', { brief: true }),
  custom('Pallet number', ({ parent }) => showNumber(parent), { align: 'right' }),
  custom('Gross weight (kg)', ({ grossKg }) => showNumber(grossKg), { align: 'right' }),
];

/** The facts in the head of the note; the transport of its goods is next to the lines. */
export function NoteFacts({ goods, note }: { goods: DispatchGoods; note: DispatchNote }) {
  const filled = (label: string, value: string | null) => (value === null || value === '' ? [] : [{ label, value }]);
  return (
    <Facts
      items={[
        ...filled('PO Number', note.PONumber),
        ...(note.PODate === null ? [] : [{ label: 'PO Date', value: showDate(note.PODate) }]),
        ...(note.vendorGST === null ? [] : [{ label: PARTY_LABELS.vendorGST, value: <Code value={note.vendorGST} /> }]),
        ...(note.buyerGST === null ? [] : [{ label: PARTY_LABELS.buyerGST, value: <Code value={note.buyerGST} /> }]),
        ...filled('Delivery Location', note.deliveryLocation),
        ...filled('Transporter', note.TransporterDetails),
        ...(goods.vehicles.length > 0 ? [] : filled('Vehicle Number', note.VehicleNumber)),
        ...filled('Driver Name', note.DriverName),
        ...filled('Driver Contact', note.DriverContact),
        ...(goods.eWayBillNumber === null ? filled('E-way Bill Number', note.eWayBillNumber) : []),
        ...(note.NumberOfCarton === null ? [] : [{ label: 'Number of Cartons', value: showNumber(note.NumberOfCarton) }]),
        ...(note.grossWeightInKgs === null ? [] : [{ label: 'Gross Weight in Kgs', value: showNumber(note.grossWeightInKgs) }]),
      ]}
    />
  );
}

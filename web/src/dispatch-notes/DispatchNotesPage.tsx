import { VIEWS } from '@aapurti/contract/settings/queues';
import { DISPATCH_STATES } from '@aapurti/contract/dispatch-notes/dispatchRules';
import { type DispatchNote, DISPATCH_PAGE_SIZE, dispatchNotes, messages } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { IconFileImport, IconPlus, IconTruckDelivery } from '@tabler/icons-react';
import { t } from '../words/words.ts';

import { ewayBills } from '@aapurti/contract/dispatch-notes/ewayBills';
import { say } from '@aapurti/contract/ground/template';
import { useState } from 'react';

import { vendorColumn, vendorFilter } from '../choose/vendorColumn.tsx';
import { call } from '../ground/api.ts';
import { historyOf } from '../audit/historyOf.tsx';
import { peekOf } from '../document/peekOf.tsx';
import { code, type Column, date, number, serial, status, text } from '../list/columns.tsx';
import { dateFilters, type Filter, textFilter, viewFilter } from '../list/filters.ts';
import { ListPage } from '../list/ListPage.tsx';
import { useSelection } from '../list/selection.ts';
import { useListReader } from '../list/useListState.ts';
import { edit } from '../list/rowActions.tsx';
import { PaperButton } from '../papers/savePaper.tsx';
import { siteFilter } from '../choose/useSites.ts';
import { useSignedIn } from '../access/session.ts';
import { useListDownload } from '../sheets/useListDownload.tsx';
import type { Action } from '../ui/ActionMenu.tsx';
import { useMay } from '../access/useMay.ts';
import { urls } from '../urls.ts';
import { dispatchState } from './dispatchState.ts';
import { useGoodsSheet } from './goods/useGoodsSheet.ts';
import { onDemand } from '../ui/onDemand.tsx';

// The button loads with the first selection, the window when it opens.
const EwayButton = onDemand(async () => (await import('./goods/EwayBills.tsx')).EwayButton);
const EwayResultWindow = onDemand(async () => (await import('./goods/EwayBills.tsx')).EwayResultWindow);

/** The columns in the order of the specification and its rulings. */
const vendorColumns: readonly Column<DispatchNote>[] = [
  serial('Sr. No'),
  code('DC Number', 'DCNumber', { sortBy: true, lead: true }),
  date('Date of Delivery Challan', 'challanDate', { sortBy: true, brief: true }),
  code('PO Number', 'PONumber', { sortBy: true, brief: true }),
  date('PO Date', 'PODate', { sortBy: true, extra: true }),
  number('Number of Cartons', 'NumberOfCarton', { sortBy: true, brief: true }),
  text('Transporter', 'TransporterDetails', { extra: true }),
  code('Vehicle Number', 'VehicleNumber', { brief: true }),
  code('E-way Bill Number', 'eWayBillNumber'),
  text('Delivery Location', 'deliveryLocation', { extra: true }),
  status('Status', ({ state }) => dispatchState(state), { name: 'State', extra: true }),
];

const adminColumns: readonly Column<DispatchNote>[] = vendorColumns.toSpliced(1, 0, vendorColumn);

const vendorFilters: readonly Filter[] = [
  ...dateFilters(),
  textFilter('DC Number', 'DCNumber'),
  viewFilter('Status', 'state', DISPATCH_STATES),
];
const adminFilters: readonly Filter[] = [vendorFilter, ...vendorFilters, siteFilter];

const keyOf = ({ _id }: DispatchNote) => _id;
const nameOf = ({ DCNumber }: DispatchNote) => t('dispatch note {DCNumber}', { DCNumber });

/** Fields of the form that no list shows. */
const facts: readonly Column<DispatchNote>[] = [
  text('Driver Name', 'DriverName'),
  text('Driver Contact', 'DriverContact'),
  number('Total Number of Packages', 'totalNoOfPackages'),
  number('Net Weight in Kgs', 'netWeightInKgs'),
  number('Gross Weight in Kgs', 'grossWeightInKgs'),
  text('Buyer Representative', 'buyerRepresentativeId'),
];
const goods = (href: string) => ({ label: 'Goods and transport', href, icon: <IconTruckDelivery size={17} stroke={1.7} /> });
const Peek = peekOf(async () => (await import('./NotePage.tsx')).NotePage);
const History = historyOf('dispatchNote');
const detail = (note: DispatchNote) => (
  <>
    <PaperButton kind="dispatch-note" id={note._id} number={note.DCNumber} />
    <History {...note} />
  </>
);
const linksOf = (isAdmin: boolean) => (note: DispatchNote) => [
  ...(note.PONumber === null
    ? []
    : [
        {
          label: say('Purchase order {PONumber}', { PONumber: note.PONumber }),
          href: urls.purchaseOrder(note.PONumber, isAdmin ? note.userID : undefined),
        },
      ]),
  ...(isAdmin ? [{ label: 'Vendor', href: urls.userProfile(note.userID) }] : []),
];

const addNote: Action = {
  label: 'Add Dispatch Note',
  href: urls.dispatchNoteCreate,
  icon: <IconPlus size={16} />,
  access: dispatchNotes.create.access,
};

/** The delivery challans of a vendor; administrators see those of all vendors. */
export function DispatchNotesPage() {
  const { isAdmin } = useSignedIn();
  const may = useMay();
  const selection = useSelection(keyOf);
  const [taking, setTaking] = useState(false);
  const filters = isAdmin ? adminFilters : vendorFilters;
  const columns = isAdmin ? adminColumns : vendorColumns;
  const shown = useListReader(filters, columns);
  const lines = useGoodsSheet(() => shown().filters['userID']);
  const download = useListDownload({
    operation: dispatchNotes.export,
    columns,
    filters,
    label: 'Download dispatch notes in Excel',
    name: 'Dispatch notes',
  });
  return (
    <ListPage
      title="Dispatch Note"
      operation={dispatchNotes.list}
      views={{ list: 'dispatchNote.list', views: VIEWS['dispatchNote.list'] }}
      columns={columns}
      filters={filters}
      pageSize={DISPATCH_PAGE_SIZE}
      action={addNote}
      menu={[
        {
          label: 'Import e-way bill numbers',
          icon: <IconFileImport size={16} />,
          access: ewayBills.result.access,
          onClick: () => setTaking(true),
        },
        download.entry,
        lines.download,
        lines.upload,
      ]}
      {...(may(ewayBills.file.access)
        ? {
            selection,
            selectionActions: <EwayButton selection={selection} />,
          }
        : {})}
      rowKey={keyOf}
      rowName={nameOf}
      rowActions={(note) => [goods(urls.dispatchGoods(note._id)), edit(urls.dispatchNoteEdit(note._id), dispatchNotes.edit.access)]}
      rowFacts={facts}
      rowLinks={linksOf(isAdmin)}
      rowDocument={Peek}
      rowDetail={detail}
      onDelete={(note) => call(dispatchNotes.remove, { params: { id: note._id } })}
      deleteAccess={dispatchNotes.remove.access}
      deleted={messages.deleted}
      hint="No dispatch notes yet. Add one when goods leave for the buyer."
    >
      {download.window}
      {lines.windows}
      {taking && <EwayResultWindow opened onClose={() => setTaking(false)} />}
    </ListPage>
  );
}

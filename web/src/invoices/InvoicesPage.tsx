import { VIEWS } from '@aapurti/contract/settings/queues';
import { type Invoice, INVOICE_STATES, invoices, isFixed, MATCH_STATES, messages } from '@aapurti/contract/invoices/invoices';
import { indianDay } from '@aapurti/contract/ground/fields';
import { payments } from '@aapurti/contract/payments/payments';
import { say } from '@aapurti/contract/ground/template';
import { IconCashBanknote, IconPlus } from '@tabler/icons-react';
import { t } from '../words/words.ts';

import { userOptions } from '../choose/userOptions.ts';
import { vendorColumn, vendorFilter } from '../choose/vendorColumn.tsx';
import { call } from '../ground/api.ts';
import { historyOf } from '../audit/historyOf.tsx';
import { peekOf } from '../document/peekOf.tsx';
import { code, type Column, date, money, serial, status } from '../list/columns.tsx';
import { dateFilters, type Filter, selectFilter, textFilter, viewFilter } from '../list/filters.ts';
import { ListPage } from '../list/ListPage.tsx';
import { type Selection, useSelected, useSelection } from '../list/selection.ts';
import { edit } from '../list/rowActions.tsx';
import { useListReader } from '../list/useListState.ts';
import { PaperButton } from '../papers/savePaper.tsx';
import { FIGURES, forgetFigures } from '../payments/forgetFigures.ts';
import { useSignedIn } from '../access/session.ts';
import { useMay } from '../access/useMay.ts';
import { useSheetMenu } from '../sheets/useSheetMenu.tsx';
import type { Action } from '../ui/ActionMenu.tsx';
import { urls } from '../urls.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { stateOf } from './balance.ts';
import { MATCH_WORDS } from '../document/statusWords.ts';
import { onDemand } from '../ui/onDemand.tsx';

/** The columns of section 2.8 in its sequence, then the balance. */
const vendorColumns: readonly Column<Invoice>[] = [
  serial('Sr. No'),
  code('PO Number', 'PONumber'),
  date('PO Date', 'PODate', { sortBy: true, extra: true }),
  code('Invoice Number', 'invoiceNumber', { sortBy: true, lead: true }),
  date('Invoice Date', 'invoiceDate', { sortBy: true, brief: true }),
  money('Invoice Value', 'invoiceValue', { sortBy: true, brief: true, card: true }),
  money('CGST Value', 'CGSTValue', { sortBy: true, extra: true }),
  money('SGST Value', 'SGSTValue', { sortBy: true, extra: true }),
  money('IGST Value', 'IGSTValue', { sortBy: true, extra: true }),
  // Stored choices of columns use the label as the name of this column.
  { ...money<Invoice>('Balance', 'balance', { sortBy: true, brief: true }), name: 'Balance' },
  date('Due Date', 'dueDate', { brief: true, card: true }),
  status('Status', (invoice) => stateOf(invoice, indianDay(new Date())), { name: 'State', brief: true }),
  status('Match', ({ matchState }) => MATCH_WORDS[matchState]),
];

const adminColumns: readonly Column<Invoice>[] = vendorColumns.toSpliced(1, 0, vendorColumn);

const STATE_WORDS: Readonly<Record<(typeof INVOICE_STATES)[number], string>> = {
  open: 'Not paid in full',
  dueSoon: 'Due soon',
  overdue: 'Overdue',
  paid: 'Paid',
};
const stateFilter = selectFilter(
  'Status',
  'state',
  INVOICE_STATES.map((value) => ({ value, label: STATE_WORDS[value] })),
);
const matchFilter = selectFilter(
  'Match',
  'match',
  MATCH_STATES.map((value) => ({ value, label: MATCH_WORDS[value].word })),
);
const waitsFilter = viewFilter('For me', 'waits', ['buyer', 'vendor']);
const vendorFilters: readonly Filter[] = [
  ...dateFilters(),
  textFilter('Invoice Number', 'invoiceNumber'),
  stateFilter,
  matchFilter,
  waitsFilter,
];
const adminFilters: readonly Filter[] = [vendorFilter, ...vendorFilters];

const keyOf = ({ _id }: Invoice) => _id;
const nameOf = ({ invoiceNumber }: Invoice) => t('invoice {invoiceNumber}', { invoiceNumber });

// The payments load with the first opened row; the match loads only for an invoice with lines.
const InvoicePayments = onDemand(async () => (await import('./InvoicePayments.tsx')).InvoicePayments, <Spinner height={120} />);
const ApproveInvoices = onDemand(async () => (await import('./ApproveInvoices.tsx')).ApproveInvoices);
const PayInvoices = onDemand(async () => (await import('./PayInvoices.tsx')).PayInvoices);
const InvoiceMatch = onDemand(async () => (await import('./InvoiceMatch.tsx')).InvoiceMatch, <Spinner height={120} />);

const Peek = peekOf(async () => (await import('./InvoicePage.tsx')).InvoicePage);
const History = historyOf('invoice');
const detail = (invoice: Invoice) => (
  <>
    {invoice.matchState !== 'unmatched' && <InvoiceMatch invoice={invoice} />}
    <InvoicePayments invoice={invoice} />
    <PaperButton kind="invoice" id={invoice._id} number={invoice.invoiceNumber} />
    <History {...invoice} />
  </>
);
/** The payment form opens with the invoice and its balance. */
const pay = (invoice: Invoice): Action => ({
  label: 'Record payment',
  href: urls.paymentFor(invoice),
  icon: <IconCashBanknote size={17} stroke={1.7} />,
  access: payments.create.access,
});

const linksOf = (isAdmin: boolean) => (invoice: Invoice) => [
  { label: 'Open invoice', href: urls.document('invoice', invoice._id) },
  ...(invoice.PONumber === null
    ? []
    : [
        {
          label: say('Purchase order {PONumber}', { PONumber: invoice.PONumber }),
          href: urls.purchaseOrder(invoice.PONumber, isAdmin ? invoice.userID : undefined),
        },
      ]),
  { label: 'Payment report', href: isAdmin ? urls.paymentReportOf(invoice.userID) : urls.paymentReport },
  ...(isAdmin ? [{ label: 'Vendor', href: urls.userProfile(invoice.userID) }] : []),
];

const addInvoice: Action = { label: 'Add Invoice', href: urls.invoiceCreate, icon: <IconPlus size={16} />, access: invoices.create.access };

/** Approved invoices stay selected for a user who may pay them, so that the payment is the next click. */
function Approve({ selection, pays }: { selection: Selection<Invoice>; pays: boolean }) {
  const isLeft = useSelected(selection).some(({ matchState }) => matchState !== 'approved');
  if (!isLeft && pays) return null;
  return (
    <ApproveInvoices
      chosen={() => selection.rows.filter(({ matchState }) => !pays || matchState !== 'approved')}
      compact
      onDone={(approved) =>
        pays
          ? selection.set(
              approved.map((invoice) => ({ ...invoice, matchState: 'approved' as const })),
              true,
            )
          : selection.set(approved, false)
      }
    />
  );
}

function Pay({ selection }: { selection: Selection<Invoice> }) {
  return <PayInvoices chosen={() => selection.rows} onPaid={(paid) => selection.set(paid, false)} />;
}

/** A vendor's invoices, or for buyer users the invoices of all vendors. */
export function InvoicesPage() {
  const { isAdmin } = useSignedIn();
  const may = useMay();
  const approves = may('invoiceRelease');
  const pays = isAdmin && may(payments.transfer.access);
  const selection = useSelection(keyOf);
  const filters = isAdmin ? adminFilters : vendorFilters;
  const columns = isAdmin ? adminColumns : vendorColumns;
  const shown = useListReader(filters, columns);
  const sheets = useSheetMenu({
    columns,
    filters,
    calls: invoices,
    list: invoices.list,
    shownIn: FIGURES,
    rows: 'invoices',
    note: 'One row per invoice. An existing invoice number is an error: uploads add invoices and do not change any.',
    templateName: 'sampleInvoiceSheet.xlsx',
    downloadLabel: 'Download',
    downloadName: 'Invoices',
    ...(isAdmin ? { owner: { label: 'Vendor', options: userOptions, initial: () => shown().filters['userID'] } } : {}),
  });

  async function remove({ _id }: Invoice) {
    await call(invoices.remove, { params: { id: _id } });
    await forgetFigures();
  }

  return (
    <ListPage
      title="Invoice"
      operation={invoices.list}
      views={{ list: 'invoice.list', views: VIEWS['invoice.list'] }}
      totals={invoices.totals}
      columns={columns}
      filters={filters}
      action={addInvoice}
      menu={[addInvoice, sheets.template, sheets.download, sheets.upload]}
      {...(approves || pays
        ? {
            selection,
            selectionActions: (
              <>
                {approves && <Approve selection={selection} pays={pays} />}
                {pays && <Pay selection={selection} />}
              </>
            ),
          }
        : {})}
      rowKey={keyOf}
      rowName={nameOf}
      rowActions={(invoice) => [...(invoice.balance > 0 ? [pay(invoice)] : []), edit(urls.invoiceEdit(invoice._id), invoices.edit.access)]}
      rowLinks={linksOf(isAdmin)}
      rowDocument={Peek}
      rowDetail={detail}
      onDelete={remove}
      // The server refuses to delete such an invoice.
      canDelete={(invoice) => !isFixed(invoice)}
      deleteAccess={invoices.remove.access}
      deleted={messages.deleted}
      hint="No invoices yet. Add the first invoice or upload a file."
    >
      {sheets.windows}
    </ListPage>
  );
}

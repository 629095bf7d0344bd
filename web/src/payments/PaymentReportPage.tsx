import { OWN } from '@aapurti/contract/papers/papers';
import { type Payment, PAYMENT_STATES, payments } from '@aapurti/contract/payments/payments';
import { VIEWS } from '@aapurti/contract/settings/queues';
import { IconPlus } from '@tabler/icons-react';

import { historyOf } from '../audit/historyOf.tsx';
import { peekOf } from '../document/peekOf.tsx';
import { dateFilters, viewFilter } from '../list/filters.ts';
import { List } from '../list/ListPage.tsx';
import { useListReader } from '../list/useListState.ts';
import { PaperButton, paperAction } from '../papers/savePaper.tsx';
import { ActionMenu } from '../ui/ActionMenu.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { urls } from '../urls.ts';
import { OutstandingBars } from './OutstandingBars.tsx';
import { OutstandingList } from './OutstandingList.tsx';
import { ownPaymentColumns, paymentColumns, paymentRows } from './reports.ts';
import classes from './Reports.module.css';
import { ReportTabs } from './ReportTabs.tsx';
import { useReportDownloads } from './useReportDownloads.ts';
import { useReportView } from './useReportView.tsx';
import { t } from '../words/words.ts';

const paymentFilters = [...dateFilters(), viewFilter('Status', 'state', PAYMENT_STATES)];
/** The page and sort of the upper table have addresses of their own. */
const TOTALS = 'vendors';

/** Totals by vendor, and all payments. */
export function PaymentReportPage() {
  const view = useReportView();
  const downloads = useReportDownloads(view, { filters: paymentFilters, name: TOTALS });
  const { startDate, endDate } = useListReader(paymentFilters, paymentColumns)().filters;
  const vendor = view.isAdmin ? view.owner['userID'] : OWN;
  const statement =
    vendor === undefined
      ? []
      : [paperAction({ kind: 'statement', id: vendor, number: '', startDate, endDate }, 'Download statement (PDF)')];
  return (
    <>
      <PageHeader
        title="Payment Report"
        action={{ label: 'Add Payment', href: urls.paymentCreate, icon: <IconPlus size={16} />, access: payments.create.access }}
        more={<ActionMenu actions={[downloads.payments, downloads.outstanding, ...statement]} />}
      />
      <ReportTabs />
      {downloads.window}
      {view.bar}
      <OutstandingBars owner={view.owner} hrefOfVendor={view.isAdmin ? view.hrefOfVendor : undefined} />
      <div className={classes.part}>
        <OutstandingList
          name={TOTALS}
          title="Vendor-wise Payment Report"
          view={view}
          beside={<h2 className={classes.title}>{t('Vendor-wise Payment Report')}</h2>}
        />
      </div>
      <h2 className={classes.heading}>{t('Vendor Payment Report')}</h2>
      <List
        title="Vendor Payment Report"
        operation={paymentRows}
        views={{ list: 'payment.report', views: VIEWS['payment.report'] }}
        body={PAYMENT_BODY}
        query={view.owner}
        filters={paymentFilters}
        columns={view.isOne ? ownPaymentColumns : paymentColumns}
        totals={payments.totals}
        rowKey={(row) => row._id}
        rowName={(row) => (row.invoice === null ? t('payment on account') : t('payment on invoice {invoice}', { invoice: row.invoice }))}
        rowDocument={Peek}
        rowDetail={detail}
        hint="No payments yet."
      />
    </>
  );
}

const PAYMENT_BODY = {};

const Peek = peekOf(async () => (await import('./PaymentPage.tsx')).PaymentPage);
const History = historyOf('payment');
const detail = (payment: Payment) => (
  <>
    <PaperButton kind="payment" id={payment._id} number={payment.invoice ?? payment.paymentDate} label="Payment advice (PDF)" />
    <History {...payment} />
  </>
);

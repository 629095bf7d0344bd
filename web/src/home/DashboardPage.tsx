import { accounts, type User } from '@aapurti/contract/vendors/accounts';
import type { Overview } from '@aapurti/contract/home/dashboard';
import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import { type Invoice, invoices, type MatchState } from '@aapurti/contract/invoices/invoices';
import { products, type Product } from '@aapurti/contract/products/products';
import { site } from '@aapurti/contract/settings/site';
import { useQuery } from '@tanstack/react-query';

import { useVendorName } from '../choose/userOptions.ts';
import { Waiting } from '../vendors/Waiting.tsx';
import { ControlsHint } from '../controls/ControlsHint.tsx';
import { call } from '../ground/api.ts';
import { UnseenChanges } from '../audit/UnseenChanges.tsx';
import { OutstandingBars } from '../payments/OutstandingBars.tsx';
import { useSignedIn } from '../access/session.ts';
import { Mono } from '../ui/Mono.tsx';
import { Months } from '../ui/Months.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { SiteNotice } from '../ui/SiteNotice.tsx';
import { urls } from '../urls.ts';
import classes from './DashboardPage.module.css';
import { FirstSteps } from './FirstSteps.tsx';
import { Headline } from './Headline.tsx';
import { OpenOrders } from './OpenOrders.tsx';
import type { Row } from './Rows.tsx';
import { Shortlist } from './Shortlist.tsx';
import { Tiles } from './Tiles.tsx';
import { useOverview } from './useOverview.ts';
import { t } from '../words/words.ts';

const UNAPPROVED = { priceApproval: 'false' };
const unapprovedHref = `${urls.products}?${new URLSearchParams(UNAPPROVED)}`;

/** Amounts owed and due, pending tasks, and counts. */
export function DashboardPage() {
  const { isAdmin } = useSignedIn();
  const overview = useOverview();
  const { data } = overview;
  const { data: news } = useQuery({
    queryKey: [site.notice.id],
    queryFn: async ({ signal }) => (await call(site.notice, { signal })).data,
  });
  return (
    <>
      <PageHeader title="Dashboard" />
      <SiteNotice {...news} />
      {isAdmin && <Waiting />}
      {isAdmin && <ControlsHint />}
      {isAdmin && <UnseenChanges />}
      {data?.steps != null && (
        <div className={classes.panels}>
          <FirstSteps steps={data.steps} />
        </div>
      )}
      {overview.error !== null && data === undefined ? (
        <Panel>
          <NotLoaded query={overview} sign />
        </Panel>
      ) : (
        <>
          <Headline data={data} isAdmin={isAdmin} />
          <div className={classes.panels}>
            <Panel title="Billed and paid by month">
              {data === undefined ? <Spinner height={190} /> : <ByMonth months={data.months} />}
            </Panel>
            <OutstandingBars {...(isAdmin ? { hrefOfVendor: urls.paymentReportOf } : {})} />
          </div>
        </>
      )}
      <div className={classes.panels}>{isAdmin ? <ForAdministrators data={data} /> : <ForVendors data={data} />}</div>
      <Tiles isAdmin={isAdmin} />
    </>
  );
}

function ByMonth({ months }: { months: Overview['months'] }) {
  return (
    <Months
      label="Billed and paid in the last twelve months"
      legend={['Billed', 'Paid']}
      months={months.map(({ month, billed, paid }) => ({ month, values: [billed, paid] }))}
      words={showMoney}
    />
  );
}

function ForAdministrators({ data }: { data: Overview | undefined }) {
  return (
    <>
      <Shortlist
        title="Prices waiting for approval"
        operation={products.list}
        query={UNAPPROVED}
        row={(product) => productRow(product, `${urls.priceReview}?EANCode=${product.EANCode}`)}
        since={data?.waiting?.prices.since}
        href={urls.priceReview}
        empty="All prices are approved."
      />
      {data !== undefined && data.orders.toAnswer.count > 0 && (
        <OpenOrders title="Proposals to decide" orders={data.orders.toAnswer} isAdmin toAnswers empty="" />
      )}
      <StoppedInvoices title="Invoice exceptions" match="exception" isAdmin />
      <OpenOrders title="Late orders" orders={data?.orders.late} isAdmin empty="No orders are overdue." />
      <Shortlist
        title="Vendors waiting for activation"
        operation={accounts.list}
        query={{ status: 'inactive' }}
        row={vendorRow}
        since={data?.waiting?.vendors.since}
        href={urls.usersWithStatus('inactive')}
        empty="No vendors are waiting for activation."
      />
      <OpenOrders title="Unacknowledged orders" orders={data?.orders.toAcknowledge} isAdmin empty="All open orders are acknowledged." />
    </>
  );
}

function ForVendors({ data }: { data: Overview | undefined }) {
  return (
    <>
      <OpenOrders title="Orders to acknowledge" orders={data?.orders.toAcknowledge} empty="All open orders are acknowledged." />
      {data !== undefined && data.orders.toAnswer.count > 0 && (
        <OpenOrders title="Order lines to confirm again" orders={data.orders.toAnswer} toAnswers empty="" />
      )}
      <OpenOrders title="Orders to ship" orders={data?.orders.toShip} empty="No acknowledged orders are waiting to be shipped." />
      {data !== undefined && data.orders.late.count > 0 && <OpenOrders title="Late orders" orders={data.orders.late} empty="" />}
      <StoppedInvoices title="Invoices sent back to you" match="returned" />
      <StoppedInvoices title="Invoice exceptions" match="exception" />
      <Shortlist
        title="Prices waiting for approval"
        operation={products.list}
        query={UNAPPROVED}
        row={(product) => productRow(product, urls.productCreate(product.EANCode))}
        href={unapprovedHref}
        empty={data?.steps?.product === false ? 'You have no products yet.' : 'All your prices are approved.'}
      />
    </>
  );
}

interface StoppedInvoicesProps {
  title: string;
  match: MatchState;
  isAdmin?: boolean;
}

/** Invoices that are not paid before somebody decides about them or corrects them, the oldest first. */
function StoppedInvoices({ title, match, isAdmin = false }: StoppedInvoicesProps) {
  return (
    <Shortlist
      title={title}
      operation={invoices.list}
      query={{ match, sortBy: 'createdAt', sortOrder: 'asc' }}
      row={(invoice) => invoiceRow(invoice, isAdmin)}
      sinceOf={({ createdAt }) => createdAt}
      href={urls.invoicesOfMatch(match)}
    />
  );
}

function invoiceRow(invoice: Invoice, isAdmin: boolean): Row {
  return {
    key: invoice._id,
    href: urls.invoice({ ...invoice, userID: isAdmin ? invoice.userID : undefined }),
    name: invoice.invoiceNumber,
    more: (
      <>
        {isAdmin && <VendorName id={invoice.userID} />}
        <span>{showDate(invoice.invoiceDate)}</span>
      </>
    ),
    aside: showMoney(invoice.invoiceValue),
  };
}

function VendorName({ id }: { id: string }) {
  return <span>{useVendorName(id) ?? '…'}</span>;
}

function vendorRow(user: User): Row {
  return {
    key: user._id,
    // The papers stand there beside what they prove, with the button that activates.
    href: urls.userProfile(user._id),
    name: user.vendor_name,
    more: (
      <>
        <span>
          {user.firstName} {user.lastName}
        </span>
        <span>{user.city}</span>
      </>
    ),
    aside: showDate(user.createdAt),
  };
}

function productRow(product: Product, href: string): Row {
  return {
    key: product._id,
    href,
    name: product.productName,
    more: (
      <>
        <Mono>{product.EANCode}</Mono>
        <span>{t('MRP {MRP}', { MRP: showMoney(product.MRP) })}</span>
        <span>{showDate(product.createdAt)}</span>
        {product.refusal !== null && (
          <span className={classes.refused}>{t('Disapproved: {reason}', { reason: product.refusal.reason })}</span>
        )}
      </>
    ),
    aside: showMoney(product.transferPrice),
  };
}

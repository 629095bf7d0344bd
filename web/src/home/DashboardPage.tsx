import { accounts, type User } from '@aapurti/contract/vendors/accounts';
import { type Overview, dashboard } from '@aapurti/contract/home/dashboard';
import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import { type Invoice, invoices, type MatchState } from '@aapurti/contract/invoices/invoices';
import { products, type Product } from '@aapurti/contract/products/products';
import { site } from '@aapurti/contract/settings/site';
import { type Memo, memos } from '@aapurti/contract/memos/memos';
import type { MemoKind } from '@aapurti/contract/memos/memoMessages';
import { type WaitingPrice, priceReview } from '@aapurti/contract/products/priceReview';
import { type DispatchNote, dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { statements } from '@aapurti/contract/papers/statements';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useVendorName } from '../choose/userOptions.ts';
import { Waiting } from '../vendors/Waiting.tsx';
import { ControlsHint } from '../settings/ControlsHint.tsx';
import { callQuery } from '../ground/callQuery.ts';
import { UnseenChanges } from '../audit/UnseenChanges.tsx';
import { OutstandingBars } from '../payments/OutstandingBars.tsx';
import { useSignedIn } from '../access/session.ts';
import { useMay } from '../access/useMay.ts';
import { useTotals } from '../list/useTotals.ts';
import { Button } from '../ui/Button.tsx';
import { Mono } from '../ui/Mono.tsx';
import { Months } from '../ui/Months.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { SiteNotice } from '../ui/SiteNotice.tsx';
import { refusalWords } from '../products/refusalWords.ts';
import { urls } from '../urls.ts';
import classes from './DashboardPage.module.css';
import { FirstSteps } from './FirstSteps.tsx';
import { Headline } from './Headline.tsx';
import { OpenOrders } from './OpenOrders.tsx';
import type { Row } from './Rows.tsx';
import { Shortlist } from './Shortlist.tsx';
import { Tiles } from './Tiles.tsx';
import { hasNoAnswer, Step, Today } from './Today.tsx';
import { WaitingStatements } from './WaitingStatements.tsx';
import { t } from '../words/words.ts';
import { onDemand } from '../ui/onDemand.tsx';

const disapprovedHref = `${urls.products}?price=disapproved`;

// Loaded only if a licence is about to expire.
const LicenceStrip = onDemand(async () => (await import('../vendors/LicenceStrip.tsx')).LicenceStrip);
// Loaded only if invoices wait for approval. The fallback reserves the space of the button, so that the rows below do not move.
const ApproveInvoices = onDemand(
  async () => (await import('../invoices/ApproveInvoices.tsx')).ApproveInvoices,
  <Button label="Approve" variant="default" size="compact-md" loading />,
);

/** The dashboard: tasks of the day, late orders, amounts owed and due, months and counts, in this order. */
export function DashboardPage() {
  const { isAdmin } = useSignedIn();
  const overview = useOverview();
  const { data } = overview;
  const { data: news } = useQuery(callQuery(site.notice));
  const hasArrived = useHasArrived(overview.isPending);
  return (
    <div className={hasArrived ? undefined : classes.arriving}>
      <PageHeader title="Dashboard" />
      <SiteNotice {...news} />
      {isAdmin && <Waiting />}
      {isAdmin && <ControlsHint />}
      {isAdmin && <UnseenChanges />}
      {data?.licence != null && <LicenceStrip licence={data.licence} />}
      {data?.steps != null && (
        <div className={classes.panels}>
          <FirstSteps steps={data.steps} />
        </div>
      )}
      {overview.error !== null && data === undefined ? (
        <NotLoaded query={overview} sign panel />
      ) : (
        <>
          <div className={classes.today}>
            <Today>{isAdmin ? <ForAdministrators data={data} /> : <ForVendors data={data} />}</Today>
            <div className={classes.late}>
              <OpenOrders title="Late orders" orders={data?.orders.late} isAdmin={isAdmin} empty="No orders are overdue." />
              {isAdmin && (
                <OpenOrders
                  title="Unacknowledged orders"
                  orders={data?.orders.toAcknowledge}
                  isAdmin
                  empty="All open orders are acknowledged."
                />
              )}
            </div>
          </div>
          <Headline data={data} isAdmin={isAdmin} />
          <div className={classes.panels}>
            <Panel title="Billed and paid by month">
              {data === undefined ? <Spinner height={190} /> : <ByMonth months={data.months} />}
            </Panel>
            <OutstandingBars {...(isAdmin ? { hrefOfVendor: urls.paymentReportOf } : {})} />
          </div>
        </>
      )}
      <Tiles isAdmin={isAdmin} />
    </div>
  );
}

/** True once the first responses have arrived; panels that appear one after another would push each other down. */
function useHasArrived(isPending: boolean): boolean {
  const isLoading = useIsFetching({ predicate: hasNoAnswer }) > 0 || isPending;
  const [hasArrived, setHasArrived] = useState(!isLoading);
  if (!isLoading && !hasArrived) setHasArrived(true);
  return hasArrived;
}

function ByMonth({ months }: { months: Overview['months'] }) {
  return (
    <Months
      label="Billed and paid in the last twelve months"
      legend={['Billed', 'Paid']}
      months={months.map(({ month, billed, paid }) => ({ month, values: [billed, paid] }))}
      words={showMoney}
      href={urls.invoicesOfMonth}
    />
  );
}

/** The task groups of the buyer. They match the counts in the menu, and each is shown only to roles that can act on it. */
function ForAdministrators({ data }: { data: Overview | undefined }) {
  const may = useMay();
  const { user } = useSignedIn();
  return (
    <>
      {may('invoiceRelease') && <StoppedInvoices title="Invoices to approve" match="matched" isAdmin step="Approve" />}
      {may('invoiceRelease') && <StoppedInvoices title="Invoice exceptions" match="exception" isAdmin step="Resolve" />}
      {may('orderAnswers') && (
        <OpenOrders
          title="Proposals awaiting decision"
          orders={data?.orders.toAnswer}
          isAdmin
          toAnswers
          step={{ label: 'Review', href: ({ _id }) => urls.orderAnswers(_id) }}
        />
      )}
      {may('receiving') && (
        <Shortlist
          title="Deliveries to receive"
          operation={dispatchNotes.list}
          query={{ state: 'left', ...(user.siteIds.length > 0 ? { site: 'own' } : {}) }}
          row={noteRow}
          href={`${urls.dispatchNotes}?state=left`}
        />
      )}
      {may('memos') && (
        <>
          <WaitingMemos title="Debit memos to accept" kind="debit" side="buyer" />
          <WaitingMemos title="Credit memos to accept" kind="credit" side="buyer" />
        </>
      )}
      {may('priceApproval') && (
        <Shortlist
          title="Prices waiting for approval"
          operation={priceReview.list}
          row={priceRow}
          since={data?.waiting?.prices.since}
          href={urls.priceReview}
        />
      )}
      {may('administrators') && (
        <Shortlist
          title="Vendors waiting for activation"
          operation={accounts.list}
          query={{ status: 'inactive' }}
          row={vendorRow}
          since={data?.waiting?.vendors.since}
          href={urls.usersWithStatus('inactive')}
        />
      )}
    </>
  );
}

function ForVendors({ data }: { data: Overview | undefined }) {
  const may = useMay();
  return (
    <>
      {may('catalogue') && (
        <>
          <OpenOrders
            title="Orders to acknowledge"
            orders={data?.orders.toAcknowledge}
            step={{ label: 'Confirm', href: ({ _id }) => urls.orderAnswers(_id) }}
          />
          <OpenOrders
            title="Order lines to confirm again"
            orders={data?.orders.toAnswer}
            toAnswers
            step={{ label: 'Confirm', href: ({ _id }) => urls.orderAnswers(_id) }}
          />
        </>
      )}
      {may('dispatch') && (
        <OpenOrders
          title="Orders to ship"
          orders={data?.orders.toShip}
          step={{ label: 'Create dispatch note', href: ({ poNumber }) => urls.dispatchNoteFor(poNumber) }}
        />
      )}
      {may('invoices') && (
        <>
          <OpenOrders
            title="Accepted goods to invoice"
            orders={data?.orders.toInvoice ?? undefined}
            href={urls.ordersToInvoice}
            step={{ label: 'Create invoice', href: ({ poNumber }) => urls.invoiceFor(poNumber) }}
          />
          <StoppedInvoices title="Invoices sent back to you" match="returned" step="Correct" />
          <StoppedInvoices title="Invoice exceptions" match="exception" step="Correct" />
        </>
      )}
      {may('memos') && <WaitingMemos title="Claims waiting for your response" kind="debit" side="vendor" />}
      {may(statements.answer.access) && <WaitingStatements />}
      {may('catalogue') && (
        <Shortlist
          title="Prices disapproved"
          operation={products.list}
          query={{ price: 'disapproved' }}
          row={productRow}
          href={disapprovedHref}
        />
      )}
    </>
  );
}

/** The memos that wait for a decision of this side. */
function WaitingMemos({ title, kind, side }: { title: string; kind: MemoKind; side: 'buyer' | 'vendor' }) {
  const totals = useTotals(memos[kind].totals, { waits: side });
  return (
    <Shortlist
      title={title}
      operation={memos[kind].list}
      query={{ waits: side }}
      row={(memo) => memoRow(memo, kind, side === 'buyer')}
      value={totals?.['amount']}
      href={`${kind === 'debit' ? urls.debitMemos : urls.creditMemos}?waits=${side}`}
    />
  );
}

function memoRow(memo: Memo, kind: MemoKind, isBuyers: boolean): Row {
  const { _id, userID, memoNumber, productName, vendorInvoiceRef, memoDate, createdAt, amount } = memo;
  const name = memoNumber ?? productName ?? vendorInvoiceRef ?? t('memo {_id}', { _id });
  const href = urls.document(kind === 'debit' ? 'debitMemo' : 'creditMemo', _id);
  return {
    key: _id,
    href,
    name,
    more: (
      <>
        {isBuyers && <VendorName id={userID} />}
        {vendorInvoiceRef !== null && vendorInvoiceRef !== name && <span>{t('Invoice {number}', { number: vendorInvoiceRef })}</span>}
        <span>{showDate(memoDate ?? createdAt)}</span>
      </>
    ),
    aside: showMoney(amount),
    step: <Step label={isBuyers ? 'Review' : 'Respond to claim'} about={name} href={href} />,
  };
}

interface StoppedInvoicesProps {
  title: string;
  match: MatchState;
  isAdmin?: boolean;
  step: 'Approve' | 'Resolve' | 'Correct';
}

/** Invoices that cannot be paid until someone decides about them or corrects them, the oldest first. */
function StoppedInvoices({ title, match, isAdmin = false, step }: StoppedInvoicesProps) {
  const totals = useTotals(invoices.totals, { match });
  return (
    <Shortlist
      title={title}
      operation={invoices.list}
      query={{ match, sortBy: 'createdAt', sortOrder: 'asc' }}
      row={(invoice) => invoiceRow(invoice, isAdmin, step)}
      sinceOf={({ createdAt }) => createdAt}
      value={totals?.['invoiceValue']}
      href={urls.invoicesOfMatch(match)}
    />
  );
}

function invoiceRow(invoice: Invoice, isAdmin: boolean, step: StoppedInvoicesProps['step']): Row {
  return {
    step:
      step === 'Approve' ? (
        <ApproveInvoices chosen={() => [invoice]} compact about={invoice.invoiceNumber} onDone={() => undefined} />
      ) : (
        <Step
          label={step}
          about={invoice.invoiceNumber}
          href={step === 'Correct' ? urls.invoiceEdit(invoice._id) : urls.invoice({ ...invoice, userID: invoice.userID })}
        />
      ),
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
    // The profile shows the documents next to the values they prove, with the button that activates the vendor.
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
    step: <Step label="Check" about={user.vendor_name} href={urls.userProfile(user._id)} />,
  };
}

/** A product whose price was disapproved, with the reason. */
function productRow(product: Product): Row {
  const { _id, productName, EANCode, refusal, transferPrice } = product;
  return {
    key: _id,
    href: urls.productCreate(EANCode),
    name: productName,
    more: (
      <>
        <Mono>{EANCode}</Mono>
        {refusal !== null && <span className={classes.refused}>{t('Disapproved: {reason}', { reason: refusalWords(refusal) })}</span>}
      </>
    ),
    aside: showMoney(transferPrice),
    step: <Step label="Change price" about={productName} href={urls.productCreate(EANCode)} />,
  };
}

function priceRow(price: WaitingPrice): Row {
  const href = `${urls.priceReview}?EANCode=${price.EANCode}`;
  return {
    key: price._id,
    href,
    name: price.productName,
    more: (
      <>
        <span>{price.vendorName}</span>
        <Mono>{price.EANCode}</Mono>
      </>
    ),
    aside: showMoney(price.transferPrice),
    step: <Step label="Review" about={price.productName} href={href} />,
  };
}

function noteRow(note: DispatchNote): Row {
  return {
    key: note._id,
    href: urls.dispatchNote(note),
    name: note.DCNumber,
    more: (
      <>
        <VendorName id={note.userID} />
        <span>{showDate(note.challanDate)}</span>
      </>
    ),
    aside: t('{count, plural, one {# carton} other {# cartons}}', { count: note.NumberOfCarton ?? 0 }),
    step: <Step label="Receive" about={note.DCNumber} href={urls.receiveFor(note.DCNumber)} />,
  };
}

/** Loads the data of the dashboard's panels: amounts owed and due, and pending tasks. */
function useOverview() {
  return useQuery({ ...callQuery(dashboard.overview), staleTime: 0 });
}

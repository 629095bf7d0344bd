import { accounts, type User } from '@aapurti/contract/accounts';
import { products, type Product } from '@aapurti/contract/products';
import { showDate, showMoney } from '@aapurti/contract/fields';

import { Waiting } from '../accounts/Waiting.tsx';
import { UnseenChanges } from '../audit/UnseenChanges.tsx';
import { OutstandingBars } from '../payments/OutstandingBars.tsx';
import { useSignedIn } from '../session.ts';
import { Mono } from '../ui/Mono.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { urls } from '../urls.ts';
import classes from './DashboardPage.module.css';
import { Shortlist } from './Shortlist.tsx';
import { Tiles } from './Tiles.tsx';

const UNAPPROVED = { priceApproval: 'false' };
const unapprovedHref = `${urls.products}?${new URLSearchParams(UNAPPROVED)}`;

/** What there is, what is new, and what waits for somebody. */
export function DashboardPage() {
  const { isAdmin } = useSignedIn();
  return (
    <>
      <PageHeader title="Dashboard" />
      {isAdmin && <Waiting />}
      {isAdmin && <UnseenChanges />}
      <Tiles isAdmin={isAdmin} />
      <div className={classes.drawing}>
        <OutstandingBars {...(isAdmin ? { hrefOfVendor: urls.paymentReportOf } : {})} />
      </div>
      <div className={classes.lists}>{isAdmin ? <ForAdministrators /> : <ForVendors />}</div>
    </>
  );
}

function ForAdministrators() {
  return (
    <>
      <Shortlist
        title="Vendors waiting for activation"
        operation={accounts.list}
        query={{ status: 'inactive' }}
        rowKey={(user) => user._id}
        row={vendorRow}
        href={urls.usersWithStatus('inactive')}
        empty="Nobody waits: every account is active."
      />
      <Shortlist
        title="Prices waiting for approval"
        operation={products.list}
        query={UNAPPROVED}
        rowKey={(product) => product._id}
        row={(product) => productRow(product, `${unapprovedHref}&EANCode=${product.EANCode}`)}
        href={unapprovedHref}
        empty="Every price is approved."
      />
    </>
  );
}

function ForVendors() {
  return (
    <>
      <Shortlist
        title="Prices waiting for approval"
        operation={products.list}
        query={UNAPPROVED}
        rowKey={(product) => product._id}
        row={(product) => productRow(product, urls.productCreate(product.EANCode))}
        href={unapprovedHref}
        empty="All your prices are approved."
      />
      <Shortlist
        title="Latest products"
        operation={products.list}
        rowKey={(product) => product._id}
        row={(product) => productRow(product, urls.productCreate(product.EANCode))}
        href={urls.products}
        empty="Add your first product under Products."
      />
    </>
  );
}

function vendorRow(user: User) {
  return {
    href: urls.userEdit(user._id),
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

function productRow(product: Product, href: string) {
  return {
    href,
    name: product.productName,
    more: (
      <>
        <Mono>{product.EANCode}</Mono>
        <span>MRP {showMoney(product.MRP)}</span>
        <span>{showDate(product.createdAt)}</span>
      </>
    ),
    aside: showMoney(product.transferPrice),
  };
}

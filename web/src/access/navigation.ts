import {
  IconBarcode,
  IconBuildingStore,
  IconChartBar,
  IconCoinRupee,
  IconDatabase,
  IconDiscount2,
  IconFileInvoice,
  IconFileMinus,
  IconFilePlus,
  IconHistory,
  IconMail,
  IconLayoutDashboard,
  IconReceiptTax,
  IconPackageImport,
  IconReportMoney,
  IconSettings,
  IconShoppingCart,
  IconTags,
  IconTruckDelivery,
  IconTruckReturn,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react';

import { mayDo } from './roles.ts';
import type { Session } from './session.ts';
import { urls } from '../urls.ts';

interface NavItem {
  label: string;
  href: string;
  icon: TablerIcon;
  /** Further addresses that mark this item as current. */
  also?: readonly string[];
}

export interface NavGroup {
  /** Heading of the group, if any. */
  heading?: string;
  items: readonly NavItem[];
}

/**
 * The sidebar of section 2.2: users for administrators, the three business groups for active users, each with further entries after the
 * specification's. For users limited to sites, lists of orders and receipts open with those sites.
 */
export function navigation(session: Pick<Session, 'isAdmin' | 'isActive' | 'user'>): readonly NavGroup[] {
  const { isAdmin, isActive } = session;
  const { purchaseOrders, dispatchNotes, receipts } = session.user.siteIds.length > 0 ? urls.atOwnSites : urls;
  const first: NavItem[] = [{ label: 'Dashboard', href: urls.dashboard, icon: IconLayoutDashboard }];
  if (isAdmin) first.push({ label: 'Users', href: urls.users, icon: IconUsers });
  if (!isActive) return [{ items: first }];
  if (mayDo(session, 'people')) first.push({ label: 'People', href: urls.people, icon: IconUsersGroup });
  return [
    { items: first },
    {
      heading: 'Master Products',
      items: [
        { label: 'Products', href: urls.products, icon: IconBarcode },
        { label: 'Schemes', href: urls.schemes, icon: IconDiscount2 },
        ...(isAdmin ? [{ label: 'Price review', href: urls.priceReview, icon: IconTags }] : []),
      ],
    },
    {
      heading: 'Invoices',
      items: [
        { label: 'Invoice', href: urls.invoices, icon: IconFileInvoice },
        {
          label: 'Payment Report',
          href: urls.paymentReport,
          icon: IconReportMoney,
          also: [urls.paymentCreate, urls.checkPayments, urls.statements, urls.onAccount],
        },
        { label: 'Purchase Returns', href: urls.purchaseReturns, icon: IconTruckReturn },
        { label: 'Debit Memo', href: urls.debitMemos, icon: IconFileMinus },
        { label: 'Credit Memo', href: urls.creditMemos, icon: IconFilePlus },
        { label: 'Outstanding', href: urls.outstandingReport, icon: IconCoinRupee },
      ],
    },
    {
      heading: 'Purchase Orders',
      items: [
        { label: 'Purchase Orders', href: purchaseOrders, icon: IconShoppingCart },
        { label: 'Dispatch Note', href: dispatchNotes, icon: IconTruckDelivery },
        { label: 'Goods receipts', href: receipts, icon: IconPackageImport, also: [urls.receive] },
      ],
    },
    {
      heading: 'Overview',
      items: [
        ...(isAdmin ? [{ label: 'Vendors', href: urls.vendors, icon: IconBuildingStore }] : []),
        { label: 'Reports', href: urls.reports, icon: IconChartBar },
      ],
    },
    ...(isAdmin
      ? [
          {
            heading: 'Setup',
            items: [
              { label: 'Buyer Data', href: urls.buyerData, icon: IconDatabase },
              { label: 'GST Rates', href: urls.gstRates, icon: IconReceiptTax },
              { label: 'E-mails', href: urls.mails, icon: IconMail },
              { label: 'Audit Log', href: urls.auditLog, icon: IconHistory },
              ...(mayDo(session, 'administrators')
                ? [{ label: 'Settings', href: urls.settings, icon: IconSettings, also: [urls.registrations, urls.keys, urls.webhooks] }]
                : []),
            ],
          },
        ]
      : []),
  ];
}

/** The menu item of a page: the longest address that the path starts with, so that a form highlights its list. */
export function activeHref(groups: readonly NavGroup[], pathname: string): string | undefined {
  const path = `${pathname.toLowerCase()}/`;
  const places = groups.flatMap(({ items }) =>
    items.flatMap(({ href, also = [] }) => [href, ...also].map((start) => ({ start: start.replace(/\?.*/, ''), href }))),
  );
  return places.filter(({ start }) => path.startsWith(`${start}/`)).sort((a, b) => b.start.length - a.start.length)[0]?.href;
}

import { indianDay } from '@aapurti/contract/ground/fields';
import {
  IconBarcode,
  IconDiscount2,
  IconFileInvoice,
  IconFileMinus,
  IconFilePlus,
  IconShoppingCart,
  IconTruckDelivery,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';

import { urls } from '../urls.ts';

/** A figure that links to the list it counts. */
interface Figure {
  label: string;
  /** The name of the figure in the counts. */
  count: string;
  href: string;
  /** The list filters by time of entry, as the count does, so the link opens the list with the last ten days. */
  recent?: true;
  /** The amount next to the figure, by its name in the counts. */
  value?: { label: string; count: string };
}

/** A total with its parts. */
export interface Tile {
  icon: TablerIcon;
  total: Figure;
  beside: readonly Figure[];
}

const WINDOW_DAYS = 10;

/** The first of the last ten days in India, including today. */
export function windowStart(now: Date): string {
  return indianDay(new Date(now.getTime() - (WINDOW_DAYS - 1) * 86_400_000));
}

/** The tiles of section 2.4; the labels follow the specification to the letter. */
export function tiles(isAdmin: boolean, now: Date): readonly Tile[] {
  const from = windowStart(now);
  const recent = (figure: Figure) => (figure.recent === true ? { ...figure, href: `${figure.href}?startDate=${from}` } : figure);
  const others = rest.map((tile) => ({ ...tile, beside: tile.beside.map(recent) }));
  return [...(isAdmin ? [users] : []), products(from), ...others];
}

const users: Tile = {
  icon: IconUsers,
  total: { label: 'Total Users', count: 'totalUser', href: urls.users },
  beside: [
    { label: 'Active Users', count: 'activeUser', href: urls.usersWithStatus('active') },
    { label: 'Inactive Users', count: 'inActiveUser', href: urls.usersWithStatus('inactive') },
  ],
};

/** The count and the date filter both use the day of entry. */
function products(from: string): Tile {
  return {
    icon: IconBarcode,
    total: { label: 'Total Products', count: 'totalProduct', href: urls.products },
    beside: [{ label: 'Last 10 days Products', count: 'last10DayProductDetail', href: `${urls.products}?startDate=${from}` }],
  };
}

const rest: readonly Tile[] = [
  {
    icon: IconDiscount2,
    total: { label: 'Total Schemes', count: 'totalSchema', href: urls.schemes },
    beside: [{ label: 'Last 10 days Schemes', count: 'last10DaySchemaDetail', href: urls.schemes }],
  },
  {
    icon: IconShoppingCart,
    total: { label: 'Total Purchase orders', count: 'totalPurchaseOrder', href: urls.purchaseOrders },
    beside: [{ label: 'Last 10 days Purchase Orders', count: 'last10DayPurchaseOrder', href: urls.purchaseOrders }],
  },
  {
    icon: IconTruckDelivery,
    total: { label: 'Total Dispatch Note', count: 'totalDespatch', href: urls.dispatchNotes },
    beside: [{ label: 'Last 10 days dispatch Note', count: 'last10DayDespatch', href: urls.dispatchNotes }],
  },
  {
    icon: IconFileMinus,
    total: { label: 'Total Debit Memo', count: 'totalDebit', href: urls.debitMemos },
    beside: [{ label: 'Last 10 days Debit Memo', count: 'last10DayDebitDetail', href: urls.debitMemos, recent: true }],
  },
  {
    icon: IconFilePlus,
    total: { label: 'Total Credit Memo', count: 'totalCredit', href: urls.creditMemos },
    beside: [{ label: 'Last 10 days Credit Memo', count: 'last10DayCreditDetail', href: urls.creditMemos, recent: true }],
  },
  {
    icon: IconFileInvoice,
    total: {
      label: 'Total Invoice',
      count: 'totalInvoice',
      href: urls.invoices,
      value: { label: 'Total Invoice value', count: 'sumOfTotalInvoice' },
    },
    beside: [
      {
        label: 'Last 10 days invoice',
        count: 'last10DayInvoice',
        href: urls.invoices,
        value: { label: 'Last 10 days invoice value', count: 'sumOfDaysInvoice' },
      },
    ],
  },
];

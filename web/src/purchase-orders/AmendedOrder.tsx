import { showDate, showMoney, showNumber } from '@aapurti/contract/ground/fields';
import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import type { ReactNode } from 'react';

import { type Column, custom } from '../list/columns.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import { Facts, Panel } from '../ui/Panel.tsx';
import { type ChangedLine, changedLines } from './amended.ts';

interface AmendedOrderProps {
  order: PurchaseOrder;
  withdrawn: NonNullable<PurchaseOrder['withdrawn']>;
}

/** The buyer's changes since the acknowledgement. */
export function AmendedOrder({ order, withdrawn: { acknowledgedOn, reference, terms } }: AmendedOrderProps) {
  const changes = changedLines(terms, order);
  return (
    <>
      <Panel title="Changed since acknowledgement">
        <Facts
          items={[
            { label: 'Previously Acknowledged On', value: showDate(acknowledgedOn) },
            { label: "Vendor's Reference", value: reference },
            ...(terms.poDate === order.poDate ? [] : [{ label: 'PO Date', value: both(terms.poDate, order.poDate, showDate) }]),
            ...(terms.deliverBy === order.deliverBy
              ? []
              : [{ label: 'Deliver By', value: both(terms.deliverBy, order.deliverBy, showDate) }]),
            ...(terms.paymentTerms === undefined || terms.paymentTerms === order.paymentTerms
              ? []
              : [{ label: 'Payment Terms', value: both(terms.paymentTerms, order.paymentTerms, (text) => text ?? '–') }]),
          ]}
        />
      </Panel>
      {changes.length > 0 && <PlainTable title="Changed items" columns={COLUMNS} rows={changes} empty="" />}
    </>
  );
}

const COLUMNS: readonly Column<ChangedLine>[] = [
  custom('Item', ({ was, is }) => (is ?? was)?.itemName, { lead: true }),
  custom('Amendment', ({ was, is }) => (was === undefined ? 'Added' : is === undefined ? 'Removed' : 'Changed'), { brief: true }),
  custom('Quantity', ({ was, is }) => both(was?.quantity, is?.quantity, showNumber), { align: 'right', brief: true }),
  custom('MRP', ({ was, is }) => both(was?.mrp, is?.mrp, showMoney), { align: 'right', brief: true }),
  custom('Price', ({ was, is }) => both(was?.price, is?.price, showMoney), { align: 'right', brief: true }),
  custom('Discount', ({ was, is }) => both(was?.discount, is?.discount, showMoney), { align: 'right', brief: true }),
  custom('Total', ({ was, is }) => both(was?.total, is?.total, showMoney), { align: 'right', brief: true }),
];

function both<Value>(was: Value, is: Value, show: (value: Value) => string): ReactNode {
  if (was === is) return show(is);
  if (is === undefined) return <del>{show(was)}</del>;
  if (was === undefined) return show(is);
  return (
    <>
      <del>{show(was)}</del> → {show(is)}
    </>
  );
}

import { showMoney } from '@aapurti/contract/ground/fields';
import type { Decimal } from '@aapurti/contract/ground/numbers';
import type { OrderLine } from '@aapurti/contract/purchase-orders/orders';
import { sumOf, sumsByTax, type TaxSum, taxWords } from '@aapurti/contract/purchase-orders/orderTax';
import { useMemo } from 'react';

import { type Column, custom } from '../list/columns.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import { t } from '../words/words.ts';

interface Row extends TaxSum {
  label: string;
}

type Head = { [K in keyof TaxSum]: TaxSum[K] extends Decimal ? K : never }[keyof TaxSum];

const amount = (label: string, head: Head, brief: boolean) =>
  custom<Row>(label, (row) => (row.label === ALL ? <strong>{rupees(row[head])}</strong> : rupees(row[head])), { align: 'right', brief });

const rupees = (value: Decimal) => showMoney(value.toFixed(2));

const ALL = 'Total';

/** The columns; on a phone, only the taxes that the order has. */
function columnsFor(rows: readonly Row[]): readonly Column<Row>[] {
  const tax = (label: string, head: Head) =>
    amount(
      label,
      head,
      rows.some((row) => !row[head].isZero()),
    );
  return [
    custom('Tax', ({ label }) => (label === ALL ? <strong>{t(label)}</strong> : label), { lead: true }),
    amount('Taxable Value', 'taxable', true),
    tax('CGST', 'cgst'),
    tax('SGST', 'sgst'),
    tax('IGST', 'igst'),
    amount('Cess', 'cess', false),
    amount('Total', 'total', true),
  ];
}

/** The totals of an order, by tax and overall. */
export function OrderTaxes({ lines }: { lines: readonly OrderLine[] }) {
  const rows = useMemo((): Row[] => {
    const sums = sumsByTax(lines).map((sum) => ({ ...sum, label: sum.code === null ? t('No rate') : taxWords(sum.code) }));
    return lines.length === 0 ? [] : [...sums, { ...sumOf(lines), label: ALL }];
  }, [lines]);
  if (rows.length === 0) return null;
  return <PlainTable title="Taxes and totals" columns={columnsFor(rows)} rows={rows} empty="" />;
}

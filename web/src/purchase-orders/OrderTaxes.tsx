import { showMoney } from '@aapurti/contract/fields';
import type { Decimal } from '@aapurti/contract/numbers';
import type { OrderLine } from '@aapurti/contract/orders';
import { sumOf, sumsByTax, type TaxSum } from '@aapurti/contract/orderTax';
import { useMemo } from 'react';

import { type Column, custom } from '../list/columns.tsx';
import { PlainTable } from '../list/PlainTable.tsx';

interface Row extends TaxSum {
  label: string;
}

type Head = { [K in keyof TaxSum]: TaxSum[K] extends Decimal ? K : never }[keyof TaxSum];

const amount = (label: string, head: Head, brief = false) =>
  custom<Row>(label, (row) => (row.label === ALL ? <strong>{rupees(row[head])}</strong> : rupees(row[head])), { align: 'right', brief });

const rupees = (value: Decimal) => showMoney(value.toFixed(2));

const ALL = 'Total';

const columns: readonly Column<Row>[] = [
  custom('Tax', ({ label }) => (label === ALL ? <strong>{label}</strong> : label), { lead: true }),
  amount('Taxable Value', 'taxable', true),
  amount('CGST', 'cgst', true),
  amount('SGST', 'sgst', true),
  amount('IGST', 'igst', true),
  amount('Cess', 'cess', true),
  amount('Total', 'total', true),
];

/** The totals of an order, by tax and overall. */
export function OrderTaxes({ lines }: { lines: readonly OrderLine[] }) {
  const rows = useMemo((): Row[] => {
    const sums = sumsByTax(lines).map((sum) => ({ ...sum, label: sum.code ?? 'No rate stated' }));
    return lines.length === 0 ? [] : [...sums, { ...sumOf(lines), label: ALL }];
  }, [lines]);
  if (rows.length === 0) return null;
  return <PlainTable title="Taxes and totals" columns={columns} rows={rows} empty="" />;
}

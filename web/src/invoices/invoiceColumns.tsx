import type { ProposedLine } from '@aapurti/contract/invoices/invoiceLines';
import type { AgreedTerms } from '@aapurti/contract/invoices/orderFigures';
import { showMoney, showNumber, showPercent } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';

import { differenceColumn, type GridColumn, shownFigure } from '../grid/columns.ts';
import { GridItem, GridUnder } from '../grid/Grid.tsx';
import { removalColumn } from '../grid/removalColumn.tsx';
import { t } from '../words/words.ts';
import { discountOf, figureOf, priceText, taxableOf, type TypedLine, withoutLine, withTerms } from './typedLines.ts';

interface Shown {
  /** The terms of the order and the goods receipts, for the lines that exceed them. */
  agreed: readonly AgreedTerms[];
  readOnly: boolean;
  /** True if a line can be removed, because there are several. */
  isRemovable: boolean;
  /** True if the lines name their orders, because there are several. */
  namesOrder: boolean;
}

/** The columns of an invoice's lines. */
export function invoiceColumns({ agreed, readOnly, isRemovable, namesOrder }: Shown): GridColumn<TypedLine>[] {
  /** The line with its allowed figures, from the proposal or from the check of the invoice; null if no deviation is known. */
  const mayBill = (typed: TypedLine): TypedLine | null => {
    if (isProposed(typed.line)) return { ...typed, quantity: String(typed.line.quantity), unitPrice: priceText(typed.line.unitPrice) };
    const terms = agreed.find(({ line }) => line === typed.number);
    if (terms === undefined) return null;
    return withTerms([typed], terms)[0] ?? { ...typed, quantity: '0' };
  };
  const units = (typed: TypedLine) => {
    const may = mayBill(typed);
    return may === null ? NONE : figureOf(typed.quantity).minus(figureOf(may.quantity));
  };
  const rupees = (typed: TypedLine) => {
    const may = mayBill(typed);
    return may === null ? NONE : taxableOf(typed).minus(taxableOf(may));
  };
  const editable = (set: NonNullable<GridColumn<TypedLine>['set']>) => (readOnly ? {} : { set });
  const columns: GridColumn<TypedLine>[] = [
    {
      key: 'item',
      label: 'Item',
      width: 'rest',
      kind: 'shown',
      value: ({ line }) => line.itemName,
      show: (typed) => (
        <GridItem number={typed.number} name={typed.line.itemName}>
          <GridUnder>{about(typed.line, namesOrder)}</GridUnder>
        </GridItem>
      ),
    },
    {
      key: 'quantity',
      label: 'Quantity',
      width: 80,
      kind: 'figure',
      value: ({ quantity }) => quantity,
      ...editable((typed, quantity) => ({ ...typed, quantity })),
      isChanged: ({ quantity, line }) => !figureOf(quantity).eq(line.quantity),
    },
    { key: 'unit', label: 'Unit', width: 56, kind: 'shown', value: ({ line }) => line.uom ?? '' },
    tinted(differenceColumn({ key: 'difference', label: 'Difference', width: 84 }, units, showNumber), units),
    {
      key: 'unitPrice',
      label: 'Price ₹',
      width: 88,
      kind: 'amount',
      value: ({ unitPrice }) => unitPrice,
      ...editable((typed, unitPrice) => ({ ...typed, unitPrice })),
      isChanged: ({ unitPrice, line }) => !figureOf(unitPrice).eq(line.unitPrice),
    },
    tinted(
      differenceColumn({ key: 'money', label: 'Difference ₹', width: 108 }, rupees, (text) => showMoney(text, '')),
      rupees,
    ),
    shownFigure({ key: 'discount', label: 'Discount ₹', width: 80 }, (typed) => dashed(discountOf(typed)), {
      isOnCard: (typed) => !discountOf(typed).isZero(),
    }),
    shownFigure({ key: 'taxRate', label: 'GST', width: 64 }, ({ line }) =>
      line.taxRate === null ? t('no rate') : showPercent(line.taxRate),
    ),
    shownFigure({ key: 'taxable', label: 'Taxable ₹', width: 104 }, (typed) => showMoney(taxableOf(typed).toFixed(2), '')),
  ];
  return isRemovable ? [...columns, removalColumn(withoutLine)] : columns;
}

const NONE = new Decimal(0);

const isProposed = (line: TypedLine['line']): line is ProposedLine => 'accepted' in line;

const dashed = (amount: Decimal) => (amount.isZero() ? '–' : showMoney(amount.toFixed(2), ''));

/** Marks a difference above the allowed figure in red. A lower one is not an error. */
function tinted(column: GridColumn<TypedLine>, of: (typed: TypedLine) => Decimal): GridColumn<TypedLine> {
  return { ...column, tone: (typed) => (of(typed).gt(0) ? 'bad' : undefined) };
}

function about(line: TypedLine['line'], namesOrder: boolean): string {
  const { poNumber, itemCode, hsnCode } = line;
  const parts = [
    namesOrder && poNumber !== null && t('Order {poNumber}', { poNumber }),
    itemCode,
    hsnCode !== null && t('HSN {hsnCode}', { hsnCode }),
    isProposed(line) &&
      t('{accepted} accepted, {invoiced} already invoiced', { accepted: showNumber(line.accepted), invoiced: showNumber(line.invoiced) }),
  ];
  return parts.filter((part) => part !== null && part !== false).join(' · ');
}

import { ACCEPTANCE_WORDS, ACCEPTANCES } from '@aapurti/contract/purchase-orders/orders';
import { showMoney } from '@aapurti/contract/ground/fields';

import { type GridColumn, shownFigure } from '../grid/columns.ts';
import { removalColumn } from '../grid/removalColumn.tsx';
import { t } from '../words/words.ts';
import { type LineValues, taxableOf, withoutLine } from './typedValues.ts';

/** The columns of an order's lines; a stored order may have goods that were accepted at an earlier price. */
export function orderColumns(isStored: boolean, isRemovable: boolean): GridColumn<LineValues>[] {
  return [
    { key: 'line', label: 'Line', width: 44, kind: 'shown', value: ({ number }) => String(number) },
    {
      key: 'EANCode',
      label: 'EAN Code',
      width: 120,
      kind: 'code',
      isWide: true,
      maxLength: 30,
      value: ({ EANCode }) => EANCode,
      // Another EAN means another item.
      set: (line, EANCode) => ({ ...line, EANCode, itemCode: '', itemName: '', hsnCode: '', uom: '' }),
    },
    { ...text({ key: 'itemName', label: 'Item Name', width: 'rest', kind: 'text', maxLength: 500 }), isWide: true },
    text({ key: 'quantity', label: 'Quantity', width: 68, kind: 'figure' }),
    text({ key: 'price', label: 'Price ₹', width: 70, kind: 'amount' }),
    text({ key: 'MRP', label: 'MRP ₹', width: 68, kind: 'amount' }),
    text({ key: 'caseQuantity', label: 'Case', width: 46, kind: 'figure' }),
    text({ key: 'discountRate', label: 'Discount %', width: 68, kind: 'figure' }),
    text({ key: 'taxRate', label: 'Tax %', width: 48, kind: 'figure' }),
    text({ key: 'cessRate', label: 'Cess %', width: 48, kind: 'figure' }),
    {
      ...text({ key: 'acceptance', label: 'Accepted by', width: 124, kind: 'choice' }),
      choices: () => ACCEPTANCES.map((value) => ({ value, label: t(ACCEPTANCE_WORDS[value]) })),
    },
    ...(isStored ? [FROM_FIRST_PIECE] : []),
    shownFigure({ key: 'taxable', label: 'Taxable ₹', width: 88 }, (line) => showMoney(taxableOf(line)?.toFixed(2), '')),
    ...(isRemovable ? [removalColumn(withoutLine)] : []),
  ];
}

type TextField = Exclude<keyof LineValues, 'number' | 'fromFirstPiece'>;

/** The column of a text that is kept as typed. */
function text(names: Pick<GridColumn<LineValues>, 'label' | 'width' | 'kind' | 'maxLength'> & { key: TextField }): GridColumn<LineValues> {
  return { ...names, value: (line) => line[names.key], set: (line, typed) => ({ ...line, [names.key]: typed }) };
}

const FROM_FIRST_PIECE: GridColumn<LineValues> = {
  key: 'fromFirstPiece',
  label: 'Price also applies to accepted goods',
  width: 80,
  kind: 'choice',
  value: ({ fromFirstPiece }) => (fromFirstPiece ? 'yes' : ''),
  set: (line, typed) => ({ ...line, fromFirstPiece: typed === 'yes' }),
  choices: () => [
    { value: '', label: t('No') },
    { value: 'yes', label: t('Yes') },
  ],
};

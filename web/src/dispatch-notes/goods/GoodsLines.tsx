import { type OpenLine, QUANTITY_BASES } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { BASIS_WORDS, type DispatchKind, MOVEMENTS } from '@aapurti/contract/dispatch-notes/movements';
import { showMoney, showNumber } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { IconCopyPlus, IconTrash } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

import { differenceColumn, type GridColumn, shownFigure } from '../../grid/columns.ts';
import { Grid, GridItem, GridSum, GridUnder } from '../../grid/Grid.tsx';
import { go } from '../../grid/gridKeys.ts';
import { useGrid } from '../../grid/useGrid.ts';
import { useItems } from '../../grid/useItems.ts';
import { t } from '../../words/words.ts';
import { openLinesOf } from '../useGoodsValue.ts';
import {
  figureOf,
  type GoodsRow,
  isLeftOut,
  isOwn,
  leftOf,
  lineKey,
  numbered,
  refusalOf,
  type RefusedRows,
  rowProblem,
  withBatch,
  withOpen,
} from './goodsRows.ts';
import { renumberParts } from './parts.ts';
import { Button, RowButton } from '../../ui/Button.tsx';

const keyOf = ({ no }: GoodsRow) => String(no);

/** The lines of a dispatch note, one per batch: dispatched quantity, cartons and expiry. */
export function GoodsLines({ refused, added }: { refused: RefusedRows; added: { no: number } | null }) {
  const field = useItems<GoodsRow>('lines');
  const { items } = field;
  const [kind] = useWatch({ name: ['kind'] });
  const goesBack = MOVEMENTS[kind as DispatchKind].goods === 'rejected';
  const open = useOpenLines(items);
  const shares = useShares(items);
  const [asksMore, setAsksMore] = useState(false);
  const needsMore = items.some(({ netContent, countryOfOrigin, quantityBasis }) => netContent + countryOfOrigin + quantityBasis !== '');
  const hasMore = asksMore || needsMore;
  const hasOwn = items.some(isOwn);
  const hasOrders = items.some((row) => !isOwn(row));

  const { wanted, addBatch, leaveOut } = useActions();
  const columns = useMemo(
    () => goodsColumns({ open, shares, goesBack, hasOwn, hasOrders, hasMore, addBatch, leaveOut }),
    [open, shares, goesBack, hasOwn, hasOrders, hasMore, addBatch, leaveOut],
  );
  const problemOf = useCallback((row: GoodsRow) => rowProblem(row) ?? refusalOf(row, refused), [refused]);
  const grid = useGrid({ ...field, columns, keyOf, problemOf });
  const { root } = grid;
  useEffect(() => {
    if (wanted !== null) root.current?.querySelector<HTMLElement>(`[data-row="${wanted.no}"] [data-cell="${wanted.cell}"]`)?.focus();
  }, [wanted, root]);

  useEffect(() => {
    const first = added === null ? null : root.current?.querySelector<HTMLInputElement>(`[data-row="${added.no}"] input`);
    if (first) go(first);
  }, [added, root]);

  if (items.length === 0) return null;
  const openOf = (row: GoodsRow) => (shares[lineKey(row)] === undefined ? open.get(lineKey(row)) : undefined);
  return (
    <Grid
      grid={grid}
      label="Lines"
      shortcuts={
        <>
          {hasOrders && (
            <RowButton
              label="Dispatch all open"
              onClick={() =>
                grid.replace((rows) =>
                  rows.map((row) => {
                    const line = openOf(row);
                    return line === undefined ? row : withOpen(row, line, goesBack);
                  }),
                )
              }
            />
          )}
          {!needsMore && (
            <Button
              label="Net content and origin"
              variant="subtle"
              size="xs"
              aria-pressed={asksMore}
              onClick={() => setAsksMore(!asksMore)}
            />
          )}
        </>
      }
      sums={<Sums rows={items} open={open} isValued={!goesBack} />}
    />
  );
}

/** The totals of the lines that are sent: their cartons and value, if known for every line. */
function Sums({ rows, open, isValued }: { rows: readonly GoodsRow[]; open: OpenLines; isValued: boolean }) {
  const sent = rows.filter((row) => !isLeftOut(row));
  const cartons = Decimal.sum(0, ...sent.map((row) => figureOf(row.cartons)));
  const values = isValued ? sent.map((row) => valueOf(row, open)) : [];
  const known = values.filter((value) => value !== null);
  return (
    <>
      <GridSum label="Lines">{showNumber(sent.length)}</GridSum>
      <GridSum label="Cartons">{showNumber(cartons.toFixed())}</GridSum>
      {isValued && known.length === values.length && (
        <GridSum label="Value with GST">{showMoney(Decimal.sum(0, ...known).toFixed(2))}</GridSum>
      )}
    </>
  );
}

/** The value including tax of a row; null while unknown. Own goods are not a supply, so no tax is due. */
function valueOf(row: GoodsRow, open: OpenLines): Decimal | null {
  if (isOwn(row)) return figureOf(row.taxable);
  const line = open.get(lineKey(row));
  if (line === undefined || line.open <= 0) return null;
  return new Decimal(line.openValue).div(line.open).times(figureOf(row.quantity)).toDecimalPlaces(2);
}

type OpenLines = ReturnType<typeof useOpenLines>;

/** Loads the open lines of the rows' orders, by order and line. */
function useOpenLines(rows: readonly GoodsRow[]) {
  const orders = [...new Set(rows.flatMap(({ orderId }) => orderId ?? []))];
  const found = useQueries({
    queries: orders.map(openLinesOf),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  return useMemo(() => new Map(found.map((line) => [lineKey(line), line])), [found]);
}

/** The total quantity of all batches, for lines with several batches. The object stays the same until a total changes. */
function useShares(rows: readonly GoodsRow[]): Readonly<Record<string, string>> {
  const batches = new Map<string, string[]>();
  for (const row of rows) if (!isOwn(row)) batches.set(lineKey(row), [...(batches.get(lineKey(row)) ?? []), row.quantity]);
  const several = [...batches].filter(([, quantities]) => quantities.length > 1);
  const text = JSON.stringify(several.map(([key, quantities]) => [key, Decimal.sum(...quantities.map(figureOf)).toFixed()]));
  return useMemo(() => Object.fromEntries(JSON.parse(text) as [string, string][]), [text]);
}

/** Adds and removes lines; the packages and vehicles that name them follow. `wanted` is the cell that receives the focus afterwards. */
function useActions() {
  const { getValues, setValue } = useFormContext();
  const [wanted, setWanted] = useState<{ no: number; cell: string } | null>(null);
  const change = useCallback(
    (rows: readonly GoodsRow[], to: (no: number) => number | null) => {
      setValue('lines', rows, { shouldDirty: true });
      for (const name of ['packages', 'vehicles'])
        setValue(
          name,
          (getValues(name) as { contents: string }[]).map((each) => ({ ...each, contents: renumberParts(each.contents, to) })),
        );
    },
    [getValues, setValue],
  );
  const addBatch = useCallback(
    ({ no }: GoodsRow) => {
      change(withBatch(getValues('lines') as GoodsRow[], no), (other) => (other > no ? other + 1 : other));
      setWanted({ no: no + 1, cell: 'quantity' });
    },
    [change, getValues],
  );
  const leaveOut = useCallback(
    ({ no }: GoodsRow) => {
      const rows = (getValues('lines') as GoodsRow[]).filter((row) => row.no !== no);
      change(numbered(rows), (other) => (other === no ? null : other > no ? other - 1 : other));
      setWanted({ no: Math.min(no, rows.length), cell: 'act-remove' });
    },
    [change, getValues],
  );
  return { wanted, addBatch, leaveOut };
}

interface ColumnsOf {
  open: OpenLines;
  shares: Readonly<Record<string, string>>;
  goesBack: boolean;
  hasOwn: boolean;
  hasOrders: boolean;
  hasMore: boolean;
  addBatch: (row: GoodsRow) => void;
  leaveOut: (row: GoodsRow) => void;
}

function goodsColumns({ open, shares, goesBack, hasOwn, hasOrders, hasMore, addBatch, leaveOut }: ColumnsOf): GridColumn<GoodsRow>[] {
  const openOf = (row: GoodsRow) => open.get(lineKey(row));
  const left = (row: GoodsRow) => {
    const line = openOf(row);
    return line === undefined ? null : leftOf(line, goesBack);
  };
  const difference = (row: GoodsRow) => {
    const all = left(row);
    return all === null ? new Decimal(0) : new Decimal(shares[lineKey(row)] ?? figureOf(row.quantity)).minus(all);
  };
  const typed = (
    key:
      | 'quantity'
      | 'cartons'
      | 'batch'
      | 'madeOn'
      | 'bestBefore'
      | 'netContent'
      | 'countryOfOrigin'
      | 'itemName'
      | 'hsnCode'
      | 'uom'
      | 'taxable',
    label: string,
    kind: GridColumn<GoodsRow>['kind'],
    width: GridColumn<GoodsRow>['width'],
    more: Partial<GridColumn<GoodsRow>> = {},
  ): GridColumn<GoodsRow> => ({
    key,
    label,
    kind,
    width,
    value: (row) => row[key],
    set: (row, text) => ({ ...row, [key]: text }),
    ...more,
  });
  const own = { isOpen: isOwn, show: () => '–', isOnCard: isOwn };
  return [
    {
      key: 'item',
      label: 'Item',
      width: hasOrders || !hasOwn ? 'rest' : 128,
      kind: 'shown',
      value: ({ itemName }) => itemName,
      show: (row) => <Item row={row} open={openOf(row)} />,
    },
    ...(hasOwn
      ? [
          typed('itemName', 'Name of the goods', 'text', hasOrders ? 180 : 'rest', { ...own, maxLength: 200 }),
          typed('hsnCode', 'HSN Code', 'code', 84, { ...own, maxLength: 8 }),
          typed('uom', 'UOM', 'text', 64, { ...own, maxLength: 30 }),
          typed('taxable', 'Value of the goods', 'amount', 120, own),
        ]
      : []),
    ...(hasOrders
      ? [
          shownFigure<GoodsRow>(
            { key: 'open', label: goesBack ? 'Rejected' : 'Open', width: 96 },
            (row) => (left(row) === null ? '–' : `${showNumber(left(row))} ${row.uom}`.trim()),
            { isOnCard: (row) => !isOwn(row) },
          ),
        ]
      : []),
    typed('quantity', 'Quantity', 'figure', 84, { isChanged: (row) => !isOwn(row) && left(row) !== null && !difference(row).eq(0) }),
    typed('cartons', 'Cartons', 'figure', 72),
    typed('batch', 'Batch', 'code', 112, { maxLength: 50 }),
    typed('madeOn', 'Manufacturing date', 'day', 112),
    typed('bestBefore', 'Best before', 'day', 112),
    ...(hasMore
      ? [
          typed('netContent', 'Net content', 'text', 96, { maxLength: 30 }),
          typed('countryOfOrigin', 'Country of origin', 'text', 112, { maxLength: 60 }),
          {
            key: 'quantityBasis',
            label: 'Exact or provisional',
            width: 128,
            kind: 'choice' as const,
            value: ({ quantityBasis }: GoodsRow) => quantityBasis || 'exact',
            set: (row: GoodsRow, text: string) => ({ ...row, quantityBasis: text }),
            choices: () => QUANTITY_BASES.map((value) => ({ value, label: t(BASIS_WORDS[value]) })),
          },
        ]
      : []),
    ...(hasOrders ? [differenceColumn<GoodsRow>({ key: 'difference', label: 'Difference', width: 88 }, difference, showNumber)] : []),
    {
      key: 'act',
      label: 'Action',
      width: 84,
      kind: 'shown',
      value: () => '',
      actions: (row) => [
        {
          key: 'batch',
          label: t('Another batch of line {no}', { no: row.no }),
          icon: <IconCopyPlus size={17} />,
          run: () => addBatch(row),
        },
        { key: 'remove', label: t('Exclude line {no}', { no: row.no }), icon: <IconTrash size={17} />, run: () => leaveOut(row) },
      ],
    },
  ];
}

function Item({ row, open }: { row: GoodsRow; open: OpenLine | undefined }) {
  const terms = [
    isOwn(row) ? '' : t('Order {number}, line {line}', { number: row.poNumber, line: row.line }),
    open === undefined || open.open === open.ordered
      ? ''
      : t('{open} of {ordered} open', { open: showNumber(open.open), ordered: showNumber(open.ordered) }),
    open?.shelfDays ? t('at least {days} days left on arrival', { days: open.shelfDays }) : '',
  ].filter((part) => part !== '');
  return (
    <GridItem number={row.no} name={isOwn(row) ? t('Own goods') : row.itemName}>
      {terms.length > 0 && <GridUnder>{terms.join(' · ')}</GridUnder>}
    </GridItem>
  );
}

import { LINES_MAX } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import { showMoney } from '@aapurti/contract/ground/fields';
import { isIgst, type Supply } from '@aapurti/contract/ground/gst';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useEffect, useState } from 'react';
import { gtinKey } from '@aapurti/contract/ground/codeKeys';
import { plainCode } from '@aapurti/contract/ground/codes';
import { products } from '@aapurti/contract/products/products';

import { FormSection } from '../form/Form.tsx';
import { Grid, GridSum, GridUnder } from '../grid/Grid.tsx';
import { useGrid, type GridHandle } from '../grid/useGrid.ts';
import { useItems } from '../grid/useItems.ts';
import { t } from '../words/words.ts';
import { orderColumns } from './orderColumns.tsx';
import { emptyLine, lineProblem, type LineValues, totalsOf } from './typedValues.ts';
import { RowButton } from '../ui/Button.tsx';
import { call } from '../ground/api.ts';

const keyOf = ({ number }: LineValues) => String(number);

const ADDED = { item: emptyLine, most: LINES_MAX };

/** The editable lines of an order, with their totals. */
export function OrderLinesField({ supply, isStored }: { supply: Supply | null; isStored: boolean }) {
  const field = useItems<LineValues>('lines');
  const { items } = field;
  const isRemovable = items.length > 1;
  const columns = useMemo(() => orderColumns(isStored, isRemovable), [isStored, isRemovable]);
  const grid = useGrid({ ...field, columns, keyOf, problemOf: lineProblem, added: ADDED });
  const missing = useLookUp(items, grid.replace);
  const noteOf = useCallback(
    (line: LineValues) =>
      line.itemName === '' && missing.has(lookUpKey(line)) ? (
        <GridUnder>{t('No item has this EAN: enter its Item Name.')}</GridUnder>
      ) : null,
    [missing],
  );
  return (
    <FormSection title="Lines">
      <p>{t('Enter free goods on a separate line with price 0.')}</p>
      <div data-span="full">
        <Grid
          grid={grid}
          label="Lines"
          noteOf={noteOf}
          shortcuts={
            <RowButton
              label="Add line"
              leftSection={<IconPlus size={14} />}
              disabled={items.length >= LINES_MAX}
              onClick={() => grid.replace((lines) => [...lines, emptyLine(lines.length + 1)])}
            />
          }
          sums={<Sums lines={items} supply={supply} />}
        />
      </div>
    </FormSection>
  );
}

function Sums({ lines, supply }: { lines: readonly LineValues[]; supply: Supply | null }) {
  const { taxable, tax, cess, value } = useMemo(() => totalsOf(lines, supply), [lines, supply]);
  return (
    <>
      <GridSum label="Taxable value">{showMoney(taxable)}</GridSum>
      <GridSum label={supply === 'untaxed' ? 'No GST' : isIgst(supply) ? 'IGST' : 'CGST and SGST'}>{showMoney(tax)}</GridSum>
      {Number(cess) !== 0 && <GridSum label="Cess">{showMoney(cess)}</GridSum>}
      <GridSum label="Order value">{showMoney(value)}</GridSum>
    </>
  );
}

/** The line and EAN of one look-up: an EAN entered in another line is looked up there. */
const lookUpKey = ({ number, EANCode }: LineValues) => `${number}/${plainCode(EANCode)}`;

/** The delay without typing after which an EAN is looked up. */
const PAUSE = 400;

/**
 * Fills blank fields of lines from the item of their EAN, one line after another, once typing has stopped.
 * @returns the look-ups that found no item.
 */
function useLookUp(lines: readonly LineValues[], replace: GridHandle<LineValues>['replace']): ReadonlySet<string> {
  const [asked, setAsked] = useState<ReadonlySet<string>>(() => new Set());
  const [missing, setMissing] = useState<ReadonlySet<string>>(() => new Set());
  const next = lines.find((line) => line.itemName === '' && /^\d{8,14}$/.test(plainCode(line.EANCode)) && !asked.has(lookUpKey(line)));
  const key = next === undefined ? null : lookUpKey(next);

  useEffect(() => {
    if (key === null) return undefined;
    const ean = key.slice(key.indexOf('/') + 1);
    let isOver = false;
    const timer = setTimeout(() => {
      void call(products.lookUp, { params: { ean } })
        .catch(() => null)
        .then((reply) => {
          if (isOver) return;
          setAsked((before) => new Set(before).add(key));
          const [item, another] = (reply?.data ?? []).filter((each) => gtinKey(each.EANCode ?? '') === gtinKey(ean));
          if (item === undefined) return setMissing((before) => new Set(before).add(key));
          const fill = (line: LineValues): LineValues => ({
            ...line,
            EANCode: ean,
            itemName: item.item_name ?? '',
            ...(another === undefined ? { itemCode: item.item_code ?? '' } : {}),
            hsnCode: item.HSNCode ?? '',
            uom: item.itemUomCode ?? '',
            ...(line.MRP === '' && item.item_mrp !== null ? { MRP: String(item.item_mrp) } : {}),
          });
          replace((all) => all.map((line) => (lookUpKey(line) === key && line.itemName === '' ? fill(line) : line)));
        });
    }, PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [key, replace]);
  return missing;
}

import { LINES_MAX } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import { showMoney } from '@aapurti/contract/ground/fields';
import { isIgst, type Supply } from '@aapurti/contract/ground/gst';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';

import { FormSection } from '../form/Form.tsx';
import { Grid, GridSum, GridUnder } from '../grid/Grid.tsx';
import { useGrid } from '../grid/useGrid.ts';
import { useItems } from '../grid/useItems.ts';
import { t } from '../words/words.ts';
import { orderColumns } from './orderColumns.tsx';
import { emptyLine, lineProblem, type LineValues, totalsOf } from './typedValues.ts';
import { lookUpKey, useLookUp } from './useLookUp.ts';
import { Button } from '../ui/Button.tsx';

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
      <p>{t('Enter free goods as a line of their own with price 0.')}</p>
      <div data-span="full">
        <Grid
          grid={grid}
          label="Lines"
          noteOf={noteOf}
          shortcuts={
            <Button
              label="Add line"
              variant="default"
              size="xs"
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

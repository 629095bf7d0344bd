import { gtinKey } from '@aapurti/contract/ground/codeKeys';
import { plainCode } from '@aapurti/contract/ground/codes';
import { LINES_MAX } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import { ACCEPTANCE_WORDS, ACCEPTANCES } from '@aapurti/contract/purchase-orders/orders';
import { products } from '@aapurti/contract/products/products';
import { showMoney } from '@aapurti/contract/ground/fields';
import { isIgst, type Supply } from '@aapurti/contract/ground/gst';
import { ActionIcon, Button, Checkbox, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';

import { call } from '../ground/api.ts';
import { AmountInput } from '../form/AmountInput.tsx';
import { useField } from '../form/useField.tsx';
import { DROPDOWN } from '../ui/dropdown.ts';
import classes from './OrderLinesField.module.css';
import { emptyLine, lineProblems, type LineValues, linesOf, totalsOf } from './typedValues.ts';
import { t } from '../words/words.ts';

interface Input {
  name: Exclude<keyof LineValues, 'key' | 'itemCode' | 'hsnCode' | 'uom' | 'acceptance' | 'fromFirstPiece'>;
  label: string;
  required?: boolean;
  figure?: boolean;
}

const INPUTS: readonly Input[] = [
  { name: 'EANCode', label: 'EAN Code', required: true },
  { name: 'itemName', label: 'Item Name' },
  { name: 'quantity', label: 'Quantity', required: true, figure: true },
  { name: 'price', label: 'Price ₹', required: true, figure: true },
  { name: 'MRP', label: 'MRP ₹', figure: true },
  { name: 'caseQuantity', label: 'Case', figure: true },
  { name: 'discountRate', label: 'Discount %', figure: true },
  { name: 'taxRate', label: 'Tax %', figure: true },
  { name: 'cessRate', label: 'Cess %', figure: true },
];

/** The editable lines of an order, with their totals; an order that is stored may have goods that were accepted at an earlier price. */
export function OrderLinesField({ supply, isStored }: { supply: Supply | null; isStored: boolean }) {
  const { field, error } = useField({ name: 'lines', label: 'Lines' });
  const { isSubmitted } = useFormState();
  const { getValues } = useFormContext();
  const lines = linesOf(field.value);
  const totals = totalsOf(lines, supply);
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({});

  /** Reads the current lines: the result of a look-up arrives while the user types on. */
  function change(key: string, changes: Partial<LineValues>) {
    field.onChange(linesOf(getValues('lines')).map((line) => (line.key === key ? { ...line, ...changes } : line)));
  }

  /** Fills empty fields from the item of an EAN. */
  async function lookUp(line: LineValues) {
    const ean = plainCode(line.EANCode);
    setMissing((before) => ({ ...before, [line.key]: '' }));
    if (!/^\d{8,14}$/.test(ean) || line.itemName !== '') return;
    const { data } = await call(products.lookUp, { params: { ean } }).catch(() => ({ data: [] }));
    const [item, another] = data.filter((each) => gtinKey(each.EANCode ?? '') === gtinKey(ean));
    if (item === undefined) {
      setMissing((others) => ({ ...others, [line.key]: 'No item has this EAN: enter its Item Name.' }));
      return;
    }
    change(line.key, {
      EANCode: ean,
      itemName: item.item_name ?? '',
      ...(another === undefined ? { itemCode: item.item_code ?? '' } : {}),
      hsnCode: item.HSNCode ?? '',
      uom: item.itemUomCode ?? '',
      ...(line.MRP === '' && item.item_mrp !== null ? { MRP: String(item.item_mrp) } : {}),
    });
  }

  return (
    <fieldset className={classes.lines} aria-describedby={error === undefined ? undefined : 'lines-error'}>
      <legend className={classes.heading}>{t('Lines')}</legend>
      <p className={classes.help}>{t('Enter free goods as a line of their own with price 0.')}</p>
      {lines.map((line, index) => {
        const problems = isSubmitted ? lineProblems(line) : {};
        const number = index + 1;
        return (
          <fieldset key={line.key} className={classes.line} aria-label={t('Line {number}', { number })}>
            <span className={classes.number} aria-hidden>
              {number}
            </span>
            {INPUTS.map(({ name, label, required = false, figure = false }) => {
              const common = {
                className: classes[name] ?? '',
                label: t(label),
                'aria-label': t('{label}, line {number}', { label: t(label), number }),
                withAsterisk: required,
                autoComplete: 'off',
                maxLength: name === 'itemName' ? 500 : 30,
                value: line[name],
                error: t(problems[name] ?? (name === 'itemName' && missing[line.key] !== '' ? missing[line.key] : undefined)),
              };
              return figure ? (
                <AmountInput
                  key={name}
                  {...common}
                  styles={FIGURE}
                  isGrouped={label.endsWith('₹')}
                  onValue={(value) => change(line.key, { [name]: value })}
                />
              ) : (
                <TextInput
                  key={name}
                  {...common}
                  inputMode={name === 'EANCode' ? 'numeric' : 'text'}
                  onChange={(event) =>
                    change(line.key, {
                      [name]: event.currentTarget.value,
                      // Another EAN is another item.
                      ...(name === 'EANCode' ? { itemCode: '', itemName: '', hsnCode: '', uom: '' } : {}),
                    })
                  }
                  onBlur={() => (name === 'EANCode' ? void lookUp(line) : undefined)}
                />
              );
            })}
            <Select
              {...DROPDOWN}
              className={classes.acceptance ?? ''}
              label={t('Accepted by')}
              aria-label={t('{label}, line {number}', { label: t('Accepted by'), number })}
              data={ACCEPTANCES.map((value) => ({ value, label: t(ACCEPTANCE_WORDS[value]) }))}
              value={line.acceptance}
              error={t(problems.acceptance)}
              onChange={(way) => change(line.key, { acceptance: way ?? 'receipt' })}
              allowDeselect={false}
            />
            {isStored && (
              <Checkbox
                className={classes.fromFirstPiece ?? ''}
                label={t('Price also applies to accepted goods')}
                aria-label={t('{label}, line {number}', { label: t('Price also applies to accepted goods'), number })}
                checked={line.fromFirstPiece}
                onChange={(event) => change(line.key, { fromFirstPiece: event.currentTarget.checked })}
              />
            )}
            <span className={classes.total}>
              <span className={classes.totalLabel}>{t('Total')}</span>
              {showMoney(totals.lines[index])}
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              className={classes.remove ?? ''}
              aria-label={t('Remove line {number}', { number })}
              disabled={lines.length === 1}
              onClick={() => field.onChange(lines.filter(({ key }) => key !== line.key))}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </fieldset>
        );
      })}
      {error !== undefined && (
        <p id="lines-error" role="alert" className={classes.error}>
          {t(error)}
        </p>
      )}
      <div className={classes.foot}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          disabled={lines.length >= LINES_MAX}
          onClick={() => field.onChange([...lines, emptyLine()])}
        >
          {t('Add line')}
        </Button>
        <dl className={classes.totals} aria-live="polite">
          <div>
            <dt>{t('Taxable value')}</dt>
            <dd>{showMoney(totals.taxable)}</dd>
          </div>
          <div>
            <dt>{taxWords(supply)}</dt>
            <dd>{showMoney(totals.tax)}</dd>
          </div>
          {Number(totals.cess) !== 0 && (
            <div>
              <dt>{t('Cess')}</dt>
              <dd>{showMoney(totals.cess)}</dd>
            </div>
          )}
          <div>
            <dt>{t('Order value')}</dt>
            <dd className={classes.value}>{showMoney(totals.value)}</dd>
          </div>
        </dl>
      </div>
    </fieldset>
  );
}

const FIGURE = { input: { textAlign: 'right' } } as const;

function taxWords(supply: Supply | null): string {
  if (supply === 'untaxed') return 'No GST';
  return t(isIgst(supply) ? 'IGST' : 'CGST and SGST');
}

import type { InvoiceLine, ProposedLine } from '@aapurti/contract/invoices/invoiceLines';
import { showMoney, showNumber } from '@aapurti/contract/ground/fields';
import { TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';

import { FormSection } from '../form/Form.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { t } from '../words/words.ts';
import classes from './InvoiceLines.module.css';
import { figuresOfTyped, type TypedLine } from './useInvoiceLines.ts';

interface InvoiceLinesProps {
  lines: readonly TypedLine[];
  change: (place: number, given: Partial<Omit<TypedLine, 'line'>>) => void;
  remove: (place: number) => void;
  readOnly: boolean;
}

/** The lines of an invoice. Quantities and prices can be changed, lines taken out. */
export function InvoiceLines({ lines, change, remove, readOnly }: InvoiceLinesProps) {
  const figures = figuresOfTyped(lines);
  return (
    <FormSection title="Lines">
      <ul className={`${classes.list} ${classes.wide}`}>
        {lines.map(({ line, quantity, unitPrice }, index) => (
          <li key={line.no}>
            <fieldset className={classes.line} aria-label={t('Line {no}', { no: index + 1 })}>
              <div className={classes.item}>
                <span className={classes.name}>{line.itemName}</span>
                <span className={classes.under}>{about(line)}</span>
                {'accepted' in line && <span className={classes.under}>{soFar(line as ProposedLine)}</span>}
              </div>
              <TextInput
                label={t('Quantity')}
                inputMode="decimal"
                value={quantity}
                readOnly={readOnly}
                onChange={(event) => change(index, { quantity: event.currentTarget.value })}
              />
              <TextInput
                label={t('Price')}
                inputMode="decimal"
                value={unitPrice}
                readOnly={readOnly}
                onChange={(event) => change(index, { unitPrice: event.currentTarget.value })}
              />
              <div className={classes.figure}>
                {showMoney(figures[index]?.taxable.toFixed(2))}
                <span className={classes.under}>
                  {line.taxRate === null ? t('no rate') : t('GST {rate}%', { rate: showNumber(line.taxRate) })}
                </span>
              </div>
              <div className={classes.remove}>
                {!readOnly && lines.length > 1 && (
                  <IconButton label={`Remove line ${index + 1}`} onClick={() => remove(index)}>
                    <IconTrash size={17} stroke={1.7} />
                  </IconButton>
                )}
              </div>
            </fieldset>
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

function about({ poNumber, hsnCode }: InvoiceLine): string {
  const parts = [poNumber === null ? null : t('Order {poNumber}', { poNumber }), hsnCode === null ? null : t('HSN {hsnCode}', { hsnCode })];
  return parts.filter((part) => part !== null).join(' · ');
}

function soFar({ accepted, invoiced }: ProposedLine): string {
  return t('{accepted} accepted, {invoiced} invoiced before', { accepted: showNumber(accepted), invoiced: showNumber(invoiced) });
}

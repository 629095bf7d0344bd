import { differenceWords, REJECTIONS } from '@aapurti/contract/receipts/receipts';
import { showNumber } from '@aapurti/contract/ground/fields';
import { Select, TextInput } from '@mantine/core';
import { useFormContext, useFormState } from 'react-hook-form';

import { AmountInput } from '../form/AmountInput.tsx';
import { useField } from '../form/useField.tsx';
import { DROPDOWN } from '../ui/dropdown.ts';
import { t } from '../words/words.ts';
import classes from './ReceivedLines.module.css';
import { draftProblem, linesOf, type ReceivedDraft } from './receivedLines.ts';

/** The lines of a delivery: what arrived, and what of it is rejected and why. */
export function ReceivedLinesField() {
  const { field, error } = useField({ name: 'lines', label: 'Lines' });
  const { isSubmitted } = useFormState();
  const { getValues } = useFormContext();
  const lines = linesOf(field.value);

  function change(place: number, changes: Partial<ReceivedDraft>) {
    field.onChange(linesOf(getValues('lines')).map((line, index) => (index === place ? { ...line, ...changes } : line)));
  }

  return (
    <fieldset className={classes.lines} aria-describedby={error === undefined ? undefined : 'lines-error'}>
      <legend className={classes.heading}>{t('Lines')}</legend>
      {lines.map((line, index) => {
        const named = (label: string) => t('{label}, line {number}', { label: t(label), number: index + 1 });
        const common = (label: string) => ({ label: t(label), 'aria-label': named(label), maxLength: 20, isGrouped: false });
        const isRejected = line.rejected !== '' && Number(line.rejected) !== 0;
        const problem = isSubmitted ? draftProblem(lines, line) : null;
        return (
          <fieldset
            key={`${line.orderId}/${line.line}/${index}`}
            className={classes.line}
            aria-label={t('Line {number}', { number: index + 1 })}
          >
            <div className={classes.item}>
              <span className={classes.name}>{line.itemName}</span>
              <span className={classes.terms}>
                {t('Order {poNumber}: {ordered} {uom} ordered, {received} received', {
                  poNumber: line.poNumber,
                  ordered: showNumber(line.ordered),
                  uom: line.uom,
                  received: showNumber(line.received),
                })}
              </span>
              <span className={classes.terms}>{t('Expected now: {count}', { count: showNumber(line.expected) })}</span>
            </div>
            <AmountInput {...common('Arrived')} value={line.quantity} onValue={(quantity) => change(index, { quantity })} />
            <AmountInput {...common('Rejected')} value={line.rejected} onValue={(rejected) => change(index, { rejected })} />
            <TextInput
              label={t('Batch')}
              aria-label={named('Batch')}
              maxLength={50}
              value={line.batch}
              onChange={(event) => change(index, { batch: event.currentTarget.value })}
            />
            {isRejected && (
              <div className={classes.why}>
                <Select
                  {...DROPDOWN}
                  label={t('Reason')}
                  aria-label={named('Reason')}
                  withAsterisk
                  placeholder={t('Choose')}
                  data={Object.entries(REJECTIONS).map(([value, label]) => ({ value, label: t(label) }))}
                  value={line.reason === '' ? null : line.reason}
                  onChange={(reason) => change(index, { reason: (reason ?? '') as ReceivedDraft['reason'] })}
                  allowDeselect={false}
                />
                <TextInput
                  label={t('Remark')}
                  aria-label={named('Remark')}
                  maxLength={500}
                  value={line.remark}
                  onChange={(event) => change(index, { remark: event.currentTarget.value })}
                />
              </div>
            )}
            <Difference line={line} />
            {problem !== null && <p className={classes.error}>{t(problem)}</p>}
          </fieldset>
        );
      })}
      {error !== undefined && (
        <p id="lines-error" role="alert" className={classes.error}>
          {t(error)}
        </p>
      )}
    </fieldset>
  );
}

/** The words for what a line of a dispatch note is short or over by, while it is counted. */
function Difference({ line: { isSent, poNumber, line, uom, expected, quantity } }: { line: ReceivedDraft }) {
  const received = quantity === '' ? 0 : Number(quantity);
  if (!isSent || !Number.isFinite(received)) return null;
  const words = differenceWords({ poNumber, line, uom, sent: expected, received });
  return words === null ? null : <p className={classes.terms}>{t(words)}</p>;
}

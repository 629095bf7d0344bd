import { useAmountInput } from '../form/useAmountInput.ts';
import { useDayText } from '../ui/DateInput.tsx';
import { t } from '../words/words.ts';
import type { GridColumn } from './columns.ts';
import classes from './Grid.module.css';

interface CellProps<Item> {
  column: GridColumn<Item>;
  item: Item;
  part: number;
  /** The name for screen readers: the column and the line. */
  name: string;
  onText: (text: string) => void;
  /** The id of the message, for a wrong cell. */
  wrong: string | undefined;
}

/** The control of an editable cell. All controls are lightweight, because a grid may have thousands. */
export function GridCell<Item>(props: CellProps<Item>) {
  const { column, item, part, name, onText, wrong } = props;
  const value = column.value(item, part);
  const isDim = column.isChanged?.(item, part) === false;
  const common = {
    className: classes.control ?? '',
    'data-cell': column.key,
    'data-dim': isDim || undefined,
    'data-tone': column.tone?.(item, part),
    'aria-label': name,
    'aria-invalid': wrong !== undefined || undefined,
    'aria-describedby': wrong,
    tabIndex: -1,
  };
  if (column.kind === 'choice') {
    const choices = column.choices?.(item, part) ?? [];
    return (
      <select {...common} value={value} onChange={(event) => onText(event.currentTarget.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    );
  }
  const input = {
    ...common,
    autoComplete: 'off',
    maxLength: column.maxLength ?? 20,
    placeholder: column.placeholder?.(item, part),
  };
  if (column.kind === 'day') return <Day {...input} value={value} onText={onText} />;
  if (column.kind === 'amount') return <Amount {...input} value={value} onText={onText} />;
  return (
    <input
      {...input}
      inputMode={column.kind === 'figure' ? 'decimal' : undefined}
      value={value}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}

type InputProps = Omit<React.ComponentProps<'input'>, 'value' | 'onChange' | 'ref'> & { value: string; onText: (text: string) => void };

function Amount({ value, onText, ...rest }: InputProps) {
  return <input {...rest} inputMode="decimal" {...useAmountInput(value, onText)} />;
}

/** A date, entered as DD-MM-YYYY and stored as YYYY-MM-DD. */
function Day({ value, onText, placeholder = t('DD-MM-YYYY'), ...rest }: InputProps) {
  return <input {...rest} inputMode="numeric" placeholder={placeholder} {...useDayText(value, onText)} />;
}

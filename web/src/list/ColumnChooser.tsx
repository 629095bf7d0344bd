import { Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';

import { ALL, nameOf } from './chosenColumns.ts';
import classes from './ColumnChooser.module.css';
import type { Column } from './columns.tsx';
import { leadOf } from './view.ts';
import { t } from '../words/words.ts';
import { Button, RowButton } from '../ui/Button.tsx';

interface ColumnChooserProps<Row> {
  columns: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  /** Null for the list's default. */
  onChoose: (names: string[] | null) => void;
}

/** The choice of a list's columns. The one that names the record always stays. */
export function ColumnChooser<Row>({ columns, shown, onChoose }: ColumnChooserProps<Row>) {
  const lead = leadOf(columns);
  const toggle = (column: Column<Row>, on: boolean) =>
    onChoose(columns.filter((each) => (each === column ? on : shown.includes(each))).map(nameOf));

  return (
    <Popover position="bottom-end" withinPortal trapFocus width={280}>
      <Popover.Target>
        <Button label="Columns" variant="default" icon={IconColumns3} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Columns')}>
        <div className={classes.buttons}>
          <Button label="All columns" size="compact-sm" variant="light" onClick={() => onChoose([ALL])} />
          <RowButton label="Default" compact onClick={() => onChoose(null)} />
        </div>
        <Stack gap="xs" className={classes.columns ?? ''}>
          {columns.map((column) => (
            <Checkbox
              key={column.label}
              size="sm"
              label={t(column.label)}
              checked={shown.includes(column)}
              disabled={column === lead}
              onChange={(event) => toggle(column, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

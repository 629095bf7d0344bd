import { IconTrash } from '@tabler/icons-react';

import { IconButton } from '../ui/IconButton.tsx';
import { type RowAction, useRowActions } from './rowActions.tsx';
import { t } from '../words/words.ts';
import classes from './RowButtons.module.css';

interface RowButtonsProps {
  /** The name of the row, so that twenty 'Edit' buttons are twenty names. */
  name: string;
  actions: readonly RowAction[];
  onDelete?: (() => void) | undefined;
}

/** The icons of a row's Action cell. */
export function RowButtons({ name, actions, onDelete }: RowButtonsProps) {
  const shown = useRowActions(actions);
  return (
    <span className={classes.buttons}>
      {shown.map((action) => {
        const common = { label: `${t(action.label)} ${t(name)}`, hint: action.label, children: action.icon };
        return 'href' in action ? (
          <IconButton key={action.label} href={action.href} {...common} />
        ) : (
          <IconButton key={action.label} onClick={action.onClick} {...common} />
        );
      })}
      {onDelete !== undefined && (
        <IconButton label={t('Delete {name}', { name: t(name) })} hint="Delete" tone="bad" onClick={onDelete}>
          <IconTrash size={17} stroke={1.7} />
        </IconButton>
      )}
    </span>
  );
}

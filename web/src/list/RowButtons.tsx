import { say } from '@aapurti/contract/ground/template';
import { IconDotsVertical, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';

import { type Action, ActionMenu } from '../ui/ActionMenu.tsx';
import { targetOf } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { type RowAction, useRowActions } from './rowActions.tsx';
import { t } from '../words/words.ts';
import classes from './RowButtons.module.css';

interface RowButtonsProps {
  /** The name of the row in the user's language, so that twenty 'Edit' buttons have twenty names. */
  name: string;
  actions: readonly RowAction[];
  onDelete?: (() => void) | undefined;
}

/** The icons of a row's Action cell, and a menu with the actions that cannot be undone. */
export function RowButtons({ name, actions, onDelete }: RowButtonsProps) {
  const shown = useRowActions(actions);
  return (
    <span className={classes.buttons}>
      {shown.map((action) => (
        <IconButton
          key={action.label}
          label={t('{action} {row}', { action: action.label, row: name })}
          hint={action.label}
          {...targetOf(action)}
        >
          {action.icon}
        </IconButton>
      ))}
      {onDelete !== undefined && (
        <RowMenu
          label={say('Actions for {row}', { row: name })}
          actions={[{ label: 'Delete', icon: <IconTrash size={17} stroke={1.7} />, onClick: onDelete }]}
        />
      )}
    </span>
  );
}

/** A plain button until it is pressed, because a page has fifty of these and a menu consists of several components. */
function RowMenu({ label, actions }: { label: string; actions: readonly Action[] }) {
  const [asked, setAsked] = useState(false);
  if (asked) return <ActionMenu label={label} actions={actions} size={32} plain opened />;
  return (
    <IconButton label={label} hint="More actions" menu onClick={() => setAsked(true)}>
      <IconDotsVertical size={17} />
    </IconButton>
  );
}

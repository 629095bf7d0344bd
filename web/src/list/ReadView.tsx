import { Drawer, Group } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';

import { Button, targetOf } from '../ui/Button.tsx';
import { DRAWER_WIDTH } from '../ui/drawer.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { TextLink } from '../ui/Link.tsx';
import { Facts } from '../ui/Panel.tsx';
import { useOnPhone } from '../ui/useOnPhone.ts';
import type { Column } from './columns.tsx';
import { keysAreOn } from './keys.ts';
import { PeekContext } from './peek.ts';
import classes from './ReadView.module.css';
import { type RowAction, useRowActions } from './rowActions.tsx';
import { t } from '../words/words.ts';

/** A record that belongs to the one shown. */
export interface LinkedRecord {
  label: string;
  href: string;
}

interface ReadViewProps<Row> {
  /** The record's name in the middle of a sentence. */
  name: string;
  row: Row;
  columns: readonly Column<Row>[];
  actions: readonly RowAction[];
  onDelete?: (() => void) | undefined;
  linked: readonly LinkedRecord[];
  /** The row's document: its head, its steps and its next step, above the row's fields. */
  document?: ReactNode;
  /** Further parts of the record, for example its history. */
  children?: ReactNode;
  /** Shows the next row of the page, or the previous one; null at the end. */
  next: (() => void) | null;
  previous: (() => void) | null;
  onClose: () => void;
}

/** All fields of one record: a panel next to the list, or a page on a phone. */
export function ReadView<Row>(view: ReadViewProps<Row>) {
  const { name, row, columns, onDelete, linked, document: shown, children, next, previous, onClose } = view;
  const onPhone = useOnPhone();
  const actions = useRowActions(view.actions);

  // Escape first closes dialogs over the record; Mantine would close the record with them.
  useWindowEvent(
    'keydown',
    ({ key, isComposing, target }) => {
      if (key !== 'Escape' || isComposing) return;
      const over =
        target instanceof Element ? target.closest('[role="dialog"]:not([data-read-view]), [data-mantine-stop-propagation="true"]') : null;
      if (over === null) onClose();
    },
    { capture: true },
  );

  function press(event: KeyboardEvent) {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !keysAreOn()) return;
    if (event.key === 'j') next?.();
    if (event.key === 'k') previous?.();
  }

  return (
    <Drawer.Root opened onClose={onClose} closeOnEscape={false} position="right" size={onPhone ? '100%' : DRAWER_WIDTH} onKeyDown={press}>
      <Drawer.Overlay backgroundOpacity={0.15} />
      <Drawer.Content data-read-view>
        <Drawer.Header className={classes.head ?? ''}>
          <Drawer.Title className={classes.title ?? ''}>{capital(name)}</Drawer.Title>
          <span className={classes.steps}>
            {previous !== null && (
              <IconButton label="Previous record" hint="Previous (k)" onClick={previous}>
                <IconChevronUp size={18} />
              </IconButton>
            )}
            {next !== null && (
              <IconButton label="Next record" hint="Next (j)" onClick={next}>
                <IconChevronDown size={18} />
              </IconButton>
            )}
          </span>
          <Drawer.CloseButton aria-label={t('Close')} size={44} data-autofocus />
        </Drawer.Header>
        <Drawer.Body className={classes.body ?? ''}>
          {shown !== undefined && <PeekContext value={{ actions }}>{shown}</PeekContext>}
          {((actions.length > 0 && shown === undefined) || onDelete !== undefined) && (
            <Group gap="xs">
              {(shown === undefined ? actions : []).map((action) => (
                <Button label={action.label} key={action.label} variant="default" leftSection={action.icon} {...targetOf(action)} />
              ))}
              {onDelete !== undefined && (
                <Button label="Delete" onClick={onDelete} variant="default" leftSection={<IconTrash size={17} stroke={1.7} />} />
              )}
            </Group>
          )}
          <Facts
            items={columns
              .filter((column) => column.serial !== true)
              .map((column) => ({ label: column.label, value: column.cell(row, 0) }))}
          />
          {linked.length > 0 && shown === undefined && (
            <section aria-label={t('Linked records')}>
              <h3 className={classes.heading}>{t('Linked records')}</h3>
              <ul className={classes.linked}>
                {linked.map(({ label, href }) => (
                  <li key={label}>
                    <TextLink href={href}>{t(label)}</TextLink>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {children}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** Rows have names for the middle of a sentence. */
function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

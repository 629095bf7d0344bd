import { type RefObject, useState } from 'react';

import { messageOf } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { toast } from '../ui/toast.tsx';
import { asTyped, t } from '../words/words.ts';

interface DeleteQuestionProps<Row> {
  /** The row to delete. */
  row: Row | null;
  setRow: (row: Row | null) => void;
  rowName: (row: Row) => string;
  onDelete: (row: Row) => Promise<unknown>;
  /** The success message. */
  deleted: string;
  /** The id of the list's call. */
  list: string;
  section: RefObject<HTMLElement | null>;
}

/** Asks before a row is deleted, and deletes it. */
export function DeleteQuestion<Row>({ row, setRow, rowName, onDelete, deleted, list, section }: DeleteQuestionProps<Row>) {
  // The name is also needed while the window closes.
  const [asked, setAsked] = useState(row);
  if (row !== null && row !== asked) setAsked(row);

  async function remove(doomed: Row) {
    const failure = await Promise.resolve(onDelete(doomed)).then(() => null, messageOf);
    // Also after a failure, because another user may have deleted the row.
    await renewed([{ id: list }]);
    // The pressed button is gone with its row; otherwise the keyboard focus would start at the top of the page.
    section.current?.focus({ preventScroll: true });
    if (failure === null) toast.success(deleted);
    else toast.error(failure);
  }

  return (
    <ConfirmModal
      opened={row !== null}
      title={asked === null ? 'Delete record' : asTyped(t('Delete {name}', { name: rowName(asked) }))}
      onClose={() => setRow(null)}
      onConfirm={() => (row === null ? undefined : remove(row))}
    />
  );
}

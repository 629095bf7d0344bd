import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';

import { messageOf } from '../api.ts';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { toast } from '../ui/toast.tsx';

interface DeleteQuestionProps<Row> {
  /** The row that is asked about. */
  row: Row | null;
  setRow: (row: Row | null) => void;
  onDelete: (row: Row) => Promise<unknown>;
  /** What is said afterwards. */
  deleted: string;
  /** The id of the list's call. */
  list: string;
  section: RefObject<HTMLElement | null>;
}

/** Asks before a row is deleted, and deletes it. */
export function DeleteQuestion<Row>({ row, setRow, onDelete, deleted, list, section }: DeleteQuestionProps<Row>) {
  const client = useQueryClient();

  async function remove(doomed: Row) {
    const failure = await Promise.resolve(onDelete(doomed)).then(() => null, messageOf);
    // Also after a failure: somebody else may have deleted it.
    await client.invalidateQueries({ queryKey: [list] });
    // The pressed button is gone with its row: without this, the keyboard would start at the top of the page.
    section.current?.focus({ preventScroll: true });
    if (failure === null) toast.success(deleted);
    else toast.error(failure);
  }

  return <ConfirmModal opened={row !== null} onClose={() => setRow(null)} onConfirm={() => (row === null ? undefined : remove(row))} />;
}

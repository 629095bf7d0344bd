import { dispatchGoods, type DispatchGoods } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { dispatchLines } from '@aapurti/contract/dispatch-notes/dispatchLines';
import { dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';

import { userOptions } from '../../choose/userOptions.ts';
import { useSignedIn } from '../../access/session.ts';
import { useLineSheet } from '../../sheets/useLineSheet.tsx';

const SHARED = {
  calls: dispatchLines,
  lists: [dispatchNotes.list.id, dispatchNotes.get.id, dispatchGoods.get.id, dispatchGoods.open.id],
  rows: 'dispatchNotes',
  grouped: true,
  uploadLabel: 'Upload lines',
} as const;

/** The menu entries to download the open lines of all orders and to upload them as lines of dispatch notes. */
export function useGoodsSheet(chosen: () => string | undefined) {
  const { isAdmin } = useSignedIn();
  return useLineSheet({
    ...SHARED,
    query() {
      const userID = chosen();
      return userID === undefined ? {} : { userID };
    },
    note: 'Download the open lines, fill in the DC number and quantity, and upload the file. A new DC number creates a dispatch note; the lines of existing drafts are replaced.',
    downloadLabel: 'Download open lines to dispatch',
    downloadName: 'Lines to send',
    ...(isAdmin ? { owner: { label: 'Vendor', options: userOptions, initial: chosen } } : {}),
  });
}

/** The same menu entries for the lines of one note. */
export function useNoteSheet({ _id: noteId, userID, DCNumber }: DispatchGoods) {
  const { isAdmin } = useSignedIn();
  return useLineSheet({
    ...SHARED,
    query: () => ({ noteId }),
    note: 'Download the lines, change them and upload the file. Its rows replace the lines of this dispatch note.',
    downloadLabel: 'Download lines',
    downloadName: `Lines of ${DCNumber.replaceAll(/[^\p{L}\p{N}-]+/gu, '-')}`,
    ...(isAdmin ? { owner: { label: 'Vendor', options: userOptions, initial: () => userID } } : {}),
  });
}

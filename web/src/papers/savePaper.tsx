import { type PaperKind, paperName, papers } from '@aapurti/contract/papers/papers';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';

import { call, messageOf } from '../ground/api.ts';
import { Button } from '../ui/Button.tsx';
import type { Action } from '../ui/ActionMenu.tsx';
import { saveFile } from '../ui/saveFile.ts';
import { toast } from '../ui/toast.tsx';

interface Wanted {
  kind: PaperKind;
  id: string;
  /** The number for the file's name. */
  number: string;
  /** The version of a dispatched note's document, if not the last. */
  version?: number;
  /** The first day of a statement. */
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/** A document as a PDF. */
export async function paperFile({ kind, id, version, startDate, endDate }: Omit<Wanted, 'number'>): Promise<Blob> {
  return (await call(papers.get, { params: { id }, query: { kind, version, startDate, endDate } })).data;
}

async function savePaper({ number, ...wanted }: Wanted): Promise<void> {
  await paperFile(wanted).then(
    (file) => saveFile(file, paperName(wanted.kind, number)),
    (error: unknown) => toast.error(messageOf(error)),
  );
}

/** Saves a document as a PDF, from a menu or a row's buttons. */
export function paperAction(wanted: Wanted, label = 'Download PDF'): Action {
  return { label, icon: <IconFileTypePdf size={17} stroke={1.7} />, onClick: () => void savePaper(wanted) };
}

type PaperButtonProps = Wanted & {
  label?: string;
  /** The accessible name, if there are several. */
  name?: string;
  /** True for a small button without an icon, in a narrow column. */
  bare?: boolean;
};

/** Saves a document as a PDF, as a button. */
export function PaperButton({ label = 'Download PDF', name, bare = false, ...wanted }: PaperButtonProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      label={label}
      variant="default"
      {...(bare ? {} : { icon: IconFileTypePdf })}
      loading={busy}
      {...(name === undefined ? {} : { 'aria-label': name, size: bare ? 'compact-sm' : 'xs' })}
      onClick={() => {
        setBusy(true);
        void savePaper(wanted).finally(() => setBusy(false));
      }}
    />
  );
}

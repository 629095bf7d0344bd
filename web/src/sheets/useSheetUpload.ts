import { type DateOrder, messages, type SheetDone, type SheetRefusal } from '@aapurti/contract/sheets/sheets';
import { useEffect, useRef, useState } from 'react';

import { ApiError, call, UNREADABLE } from '../ground/api.ts';
import { queryClient } from '../ground/queries.ts';
import type { Option } from '../list/filters.ts';
import { toast } from '../ui/toast.tsx';
import type { MarkOperation, UploadOperation } from './operations.ts';
import type { RowKind } from './rowWords.ts';
import { CHANGED, isAsChosen, sheetFileProblem } from './sheetFile.ts';

/** The facts that a domain declares about its sheet. */
export interface SheetSource {
  upload: UploadOperation;
  /** The call that marks errors; without it, they are only listed. */
  mark?: MarkOperation;
  /** Ids of the lists that show the rows, which reload after an upload. */
  lists: readonly string[];
  rows: RowKind;
  /** True if several rows form one record, so that the check counts records. */
  grouped?: true;
  /** One or two sentences on the effect of an upload on stored records. */
  note?: string;
  csvAllowed?: boolean;
  /** The vendor of the rows, for administrators. */
  owner?: { label: string; options: () => Promise<readonly Option[]>; initial?: () => string | undefined };
}

/** The state of a file: being checked, checked, being stored, stored, or refused. */
export type Upload =
  | { step: 'none'; problem: string | null }
  | { step: 'checking' | 'storing'; file: File; share: number }
  | { step: 'checked' | 'stored'; file: File; done: SheetDone }
  | { step: 'refused'; file: File; refusal: SheetRefusal }
  /** `again` means that the same file may be checked again. */
  | { step: 'failed'; file: File; message: string; again: boolean };

/** The user's answers about the file, which are sent with the file each time. */
export interface SheetAnswers {
  /** Headings of the file with the columns that they mean; null for none. */
  headings: Readonly<Record<string, string | null>>;
  /** Headings of the file with the order of their dates. */
  dateOrder: Readonly<Record<string, DateOrder>>;
}

const NO_ANSWERS: SheetAnswers = { headings: {}, dateOrder: {} };

/** The answers as form fields. */
export function answerFields({ headings, dateOrder }: SheetAnswers): Record<string, string> {
  return {
    ...(Object.keys(headings).length > 0 && { headings: JSON.stringify(headings) }),
    ...(Object.keys(dateOrder).length > 0 && { dateOrder: JSON.stringify(dateOrder) }),
  };
}

const NONE: Upload = { step: 'none', problem: null };
const NOBODY = 'Choose the vendor.';

/**
 * The outcome of a change is unknown without a response: a proxy sends 502 to 504 in place of the server. The server's own 503 has a
 * message that states what is known.
 */
function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || (error.status >= 502 && error.message === UNREADABLE));
}

/** The message for a failed call. If the file has changed on disk, the browser reports only that nothing was sent. */
export async function failureOf(error: unknown, file: File): Promise<string> {
  if (!(await isAsChosen(file))) return CHANGED;
  if (!(error instanceof ApiError)) return messages.failed;
  return Object.values(error.errors)[0] ?? error.message;
}

/**
 * Checks a file without storing anything, and stores it on request. Storing continues when the screen is closed; a toast then shows the
 * result.
 */
export function useSheetUpload(source: SheetSource, onStored: () => void = () => undefined) {
  const [upload, setUpload] = useState<Upload>(NONE);
  const [owner, setOwner] = useState<string | null>(source.owner?.initial?.() ?? null);
  /** The same state as `upload`, but set immediately, because the second click of a double click comes before the next render. */
  const now = useRef(upload);
  const answers = useRef(NO_ANSWERS);
  const running = useRef<AbortController | null>(null);
  /** The screen that shows the upload; null if none does. */
  const region = useRef<HTMLDivElement>(null);

  function set(next: Upload): void {
    now.current = next;
    setUpload(next);
  }

  useEffect(() => () => void (now.current.step === 'checking' && running.current?.abort()), []);

  // Closing the tab cancels an upload that is still being sent.
  const storing = upload.step === 'storing';
  useEffect(() => {
    if (!storing) return undefined;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [storing]);

  async function send(step: 'checking' | 'storing', file: File, userID = owner): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    set({ step, file, share: 0 });
    const trouble = (next: Upload, message: string) => {
      set(next);
      if (step === 'storing' && region.current === null) toast.error(message);
    };
    try {
      if (!(await isAsChosen(file))) throw new Error(CHANGED);
      const { status, data } = await call(source.upload, {
        files: { file },
        body: { ...(userID !== null && { userID }), ...answerFields(answers.current) },
        query: step === 'checking' ? { dryRun: 'true' } : {},
        signal: controller.signal,
        onProgress: (share) => (controller.signal.aborted ? undefined : set({ step, file, share })),
      });
      if (controller.signal.aborted) return;
      if (status === 201) trouble({ step: 'refused', file, refusal: data }, data.message);
      else if (step === 'checking') set({ step: 'checked', file, done: data });
      else {
        set({ step: 'stored', file, done: data });
        toast.success(messages.uploaded);
        onStored();
        refresh();
      }
    } catch (error) {
      if (controller.signal.aborted) return;
      const message = await failureOf(error, file);
      const lost = step === 'storing' && isUnknown(error) && message !== CHANGED;
      const words = lost
        ? 'The server did not respond, so the rows may not be saved. Check the list before you upload them again.'
        : message;
      trouble({ step: 'failed', file, message: words, again: message !== CHANGED }, messages.failed);
      if (lost) refresh();
    }
  }

  function refresh(): void {
    for (const id of source.lists) void queryClient.invalidateQueries({ queryKey: [id] });
  }

  /** Accepts a file unless one is being processed: checks owner, name and size, then sends it for the check. */
  function choose(files: ArrayLike<File>): void {
    const { step } = now.current;
    const [file, second] = [files[0], files[1]];
    if (file === undefined || step === 'checking' || step === 'storing') return;
    const many = second === undefined ? null : 'Choose one file at a time.';
    const nobody = source.owner !== undefined && owner === null ? NOBODY : null;
    const problem = nobody ?? many ?? sheetFileProblem(file, source.csvAllowed === true);
    answers.current = NO_ANSWERS;
    if (problem === null) void send('checking', file);
    else set({ step: 'none', problem });
  }

  /** The owner of the rows is part of the check: after a change of the owner the file is checked again. */
  function chooseOwner(next: string): void {
    const { current } = now;
    if (current.step === 'checking' || current.step === 'storing') return;
    setOwner(next);
    if (current.step === 'none') set({ step: 'none', problem: current.problem === NOBODY ? null : current.problem });
    else if (current.step !== 'stored') void send('checking', current.file, next);
  }

  function checkAgain(): void {
    if (now.current.step === 'failed') void send('checking', now.current.file);
  }

  /** Checks a rejected file again, with the new answers in addition to the earlier ones. */
  function answer({ headings, dateOrder }: SheetAnswers): void {
    if (now.current.step !== 'refused') return;
    const known = answers.current;
    answers.current = { headings: { ...known.headings, ...headings }, dateOrder: { ...known.dateOrder, ...dateOrder } };
    void send('checking', now.current.file);
  }

  function store(): void {
    if (now.current.step === 'checked') void send('storing', now.current.file);
  }

  /** Cancels the upload. The last bytes of a file to be stored may have been sent already, so the message says only what is known. */
  function cancel(): void {
    const { current } = now;
    if (current.step !== 'checking' && current.step !== 'storing') return;
    running.current?.abort();
    if (current.step === 'checking') return set(NONE);
    refresh();
    const message = 'Upload cancelled. Some rows may already be saved: check the list before you upload the file again.';
    set({ step: 'failed', file: current.file, message, again: true });
  }

  /** Opens the screen: clears a finished upload, and takes the owner from the list's filter. */
  function enter(): void {
    if (now.current.step === 'stored') set(NONE);
    if (now.current.step === 'none') setOwner(source.owner?.initial?.() ?? null);
  }

  /** Closes the screen: storing continues, and findings stay. */
  function leave(): void {
    const { step } = now.current;
    if (step === 'checking') running.current?.abort();
    if (step === 'checking' || step === 'failed') set(NONE);
  }

  return { source, upload, owner, chooseOwner, region, choose, checkAgain, answer, answers, store, cancel, enter, leave };
}

export type SheetUploading = ReturnType<typeof useSheetUpload>;

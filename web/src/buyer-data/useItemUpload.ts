import { buyerData } from '@aapurti/contract/buyer-data';
import type { SheetError } from '@aapurti/contract/sheets';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { ApiError, call, messageOf } from '../api.ts';

/** How far a sheet is: chosen and being checked, checked, being stored, stored, or refused. */
export type Upload =
  | { step: 'none' }
  | { step: 'checking' | 'storing'; file: File; share: number }
  | { step: 'checked' | 'stored'; file: File; message: string; remarks: readonly SheetError[] }
  | { step: 'refused'; file: File; message: string; errors: readonly SheetError[]; total: number }
  | { step: 'failed'; file: File; message: string };

/** Checks a sheet without storing anything, then stores it when asked to; either can be cancelled. */
export function useItemUpload() {
  const client = useQueryClient();
  const [upload, setUpload] = useState<Upload>({ step: 'none' });
  const running = useRef<AbortController | null>(null);

  async function send(file: File, dryRun: boolean): Promise<void> {
    const controller = new AbortController();
    running.current?.abort();
    running.current = controller;
    const step = dryRun ? 'checking' : 'storing';
    setUpload({ step, file, share: 0 });
    try {
      const { status, data } = await call(buyerData.importItems, {
        files: { file },
        query: dryRun ? { dryRun: 'true' } : {},
        signal: controller.signal,
        onProgress: (share) => setUpload({ step, file, share }),
      });
      if (controller.signal.aborted) return;
      if (status === 201) setUpload({ step: 'refused', file, message: data.message, errors: data.errors, total: data.totalErrors });
      else {
        setUpload({ step: dryRun ? 'checked' : 'stored', file, message: data.message, remarks: data.remarks });
        if (!dryRun) await client.invalidateQueries({ queryKey: [buyerData.items.id] });
      }
    } catch (error) {
      if (controller.signal.aborted) return;
      const problem = error instanceof ApiError ? (error.errors['file'] ?? error.message) : messageOf(error);
      setUpload({ step: 'failed', file, message: problem });
    }
  }

  function cancel(): void {
    running.current?.abort();
    setUpload({ step: 'none' });
  }

  return { upload, check: (file: File) => void send(file, true), store: (file: File) => void send(file, false), cancel };
}

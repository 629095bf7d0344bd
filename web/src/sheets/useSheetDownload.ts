import { useRef, useState } from 'react';

import { saveFile } from '../ui/saveFile.ts';
import { toast } from '../ui/toast.tsx';

/** A workbook on its way, and how much of it has come, in bytes. */
export interface Download {
  label: string;
  bytes: number;
}

interface Wanted {
  label: string;
  /** What it is saved as. */
  name: string;
  load: (options: { signal: AbortSignal; onReceived: (bytes: number) => void }) => Promise<Blob>;
  /** The words for a failure. */
  failed: (error: unknown) => string | Promise<string>;
}

/** Fetches one workbook at a time and saves it. It goes on when the screen that asked for it is left. */
export function useSheetDownload() {
  const [download, setDownload] = useState<Download | null>(null);
  const running = useRef<AbortController | null>(null);

  async function start({ label, name, load, failed }: Wanted): Promise<void> {
    if (running.current !== null) return;
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setDownload({ label, bytes: 0 });
    try {
      const workbook = await load({ signal, onReceived: (bytes) => setDownload({ label, bytes }) });
      if (!signal.aborted) saveFile(workbook, name);
    } catch (error) {
      if (!signal.aborted) toast.error(await failed(error));
    } finally {
      running.current = null;
      setDownload(null);
    }
  }

  return { download, start, cancel: () => running.current?.abort() };
}

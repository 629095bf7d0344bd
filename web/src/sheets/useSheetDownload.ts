import { useRef, useState } from 'react';

import { saveFile } from '../ui/saveFile.ts';
import { toast } from '../ui/toast.tsx';

/** A workbook during download, and the bytes received so far. */
export interface Download {
  label: string;
  bytes: number;
}

export interface Wanted {
  label: string;
  /** The file name for saving. */
  name: string;
  load: (options: { signal: AbortSignal; follow: (response: Response) => Response }) => Promise<Blob>;
  /** The message for a failure. */
  failed: (error: unknown) => string | Promise<string>;
}

/** The same response, reporting the bytes received so far with each chunk. */
function counted(response: Response, onReceived: (bytes: number) => void): Response {
  let bytes = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      onReceived((bytes += piece.length));
      controller.enqueue(piece);
    },
  });
  return new Response(response.body?.pipeThrough(count) ?? null, response);
}

/** Downloads one workbook at a time and saves it. The download continues when the user leaves the screen. */
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
      const workbook = await load({ signal, follow: (response) => counted(response, (bytes) => setDownload({ label, bytes })) });
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

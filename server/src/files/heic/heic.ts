import { Piscina } from 'piscina';

import { boundedQueue } from '../../process/queue.ts';
import type { HeicAnswer, HeicJob } from './job.ts';

/** The decoder's memory in bytes: about twelve per pixel of the largest picture. */
const BYTES_MAX = 640 * 1024 * 1024;

/** One decoder runs at a time, because each may use that memory. */
const inTurn = boundedQueue(1, 20);

/**
 * Decodes a phone photo in a worker thread that ends afterwards. The image library cannot read HEVC. Its decoder runs as WebAssembly, where
 * a malicious file reaches neither the memory nor the files of the server. The result is `broken` if it takes too long.
 */
export function readHeic(content: Buffer, { pixelsMax, seconds }: { pixelsMax: number; seconds: number }): Promise<HeicAnswer> {
  return inTurn(async () => {
    const limits = { maxThreads: 1, resourceLimits: { maxOldGenerationSizeMb: 128 } };
    const thread = new Piscina<HeicJob, HeicAnswer>({ ...ownProgram(), ...limits, minThreads: 0, atomics: 'disabled' });
    try {
      return await thread.run({ content, pixelsMax, bytesMax: BYTES_MAX }, { signal: AbortSignal.timeout(seconds * 1000) });
    } catch {
      return 'broken';
    } finally {
      await thread.destroy();
    }
  });
}

/** The build puts the thread's file below the server's bundle. When run from source, the thread needs tsx. */
function ownProgram() {
  if (!import.meta.url.endsWith('.ts')) return { filename: new URL('./files/heic/worker.js', import.meta.url).href };
  return { filename: new URL('./worker.ts', import.meta.url).href, execArgv: ['--import', import.meta.resolve('tsx')] };
}

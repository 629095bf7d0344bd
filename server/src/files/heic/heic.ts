import { Piscina } from 'piscina';

import { boundedQueue } from '../../process/queue.ts';
import type { HeicAnswer, HeicJob } from './job.ts';

/** Bytes for the decoder: some twelve a pixel of the largest picture. */
const BYTES_MAX = 640 * 1024 * 1024;

/** One at a time: each may take that memory. */
const inTurn = boundedQueue(1, 20);

/**
 * Decodes the photo of a phone, in a thread that ends with it: the library that reads pictures reads no HEVC, whose decoder runs as
 * WebAssembly, where a hostile file reaches neither the memory nor the files of the server. `broken` also where it takes too long.
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

/** The build puts the thread's file below the server's bundle. From the sources the thread needs tsx. */
function ownProgram() {
  if (!import.meta.url.endsWith('.ts')) return { filename: new URL('./files/heic/worker.js', import.meta.url).href };
  return { filename: new URL('./worker.ts', import.meta.url).href, execArgv: ['--import', import.meta.resolve('tsx')] };
}

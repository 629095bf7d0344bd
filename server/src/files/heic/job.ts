/** The file, and what its decoder may take. */
export interface HeicJob {
  content: Uint8Array;
  pixelsMax: number;
  bytesMax: number;
}

/** The pixels as RGBA, upright; or why there are none. */
export type HeicAnswer = { width: number; height: number; pixels: Uint8ClampedArray<ArrayBuffer> } | 'broken' | 'large';

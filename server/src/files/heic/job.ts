/** The file and the limits of its decoder. */
export interface HeicJob {
  content: Uint8Array;
  pixelsMax: number;
  bytesMax: number;
}

/** The pixels as RGBA, upright, or the reason for having none. */
export type HeicAnswer = { width: number; height: number; pixels: Uint8ClampedArray<ArrayBuffer> } | 'broken' | 'large';

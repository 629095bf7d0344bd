import exported from 'jsbarcode/bin/barcodes/CODE128/CODE128_AUTO.js';

// It is CommonJS, and tools disagree on which of its two wrappings a default import takes off.
const Encoder = 'default' in exported ? exported.default : exported;

/** What scanners read back as it was: printable ASCII, and not so much that the code outgrows a label. */
const ENCODABLE = /^[\x20-\x7e]{1,48}$/;

/** Code 128 as one character a module, 1 for a bar and 0 for a gap, without quiet zones; null where the text can not be encoded. */
export function code128(text: string): string | null {
  return ENCODABLE.test(text) ? new Encoder(text, {}).encode().data : null;
}

/** Bars as [position, length] in modules. */
export function bars(modules: string): [number, number][] {
  return Array.from(modules.matchAll(/1+/g), (run) => [run.index, run[0].length]);
}

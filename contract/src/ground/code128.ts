/**
 * Code 128 (ISO/IEC 15417) for printable ASCII, in the code sets B (one character per symbol) and C (two digits per symbol). A symbol has
 * eleven modules, bars and gaps in turn; the stop has thirteen.
 */

/** The texts that scanners read back unchanged: printable ASCII, and short enough for a label. */
const ENCODABLE = /^[\x20-\x7e]{1,48}$/;

/** Blank modules that scanners need at either end (clause 4.3.6 of the standard). */
export const QUIET = 10;

/** The widths of bars and gaps of each symbol by its value; the last is the stop. */
const WIDTHS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 ' +
  '223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 ' +
  '112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 ' +
  '311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 ' +
  '122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 ' +
  '214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ');

/** Set B counts from the blank. */
const BLANK = 32;
const TO_C = 99;
const TO_B = 100;
/** Function 1, in both sets. */
const FNC1 = 102;
const START_B = 104;
const START_C = 105;
const STOP = 106;
const MODULUS = 103;

/** The values of the symbols from start to stop; null where the text cannot be encoded. */
export function symbols128(text: string): number[] | null {
  if (!ENCODABLE.test(text)) return null;
  return checked(fewest(text));
}

/** The values with check symbol and stop. */
function checked(values: readonly number[]): number[] {
  const check = values.reduce((sum, value, index) => sum + value * Math.max(index, 1), 0) % MODULUS;
  return [...values, check, STOP];
}

/**
 * Start and data in the fewest possible symbols: the shortest encoding of the remaining text, in either set, computed from the end of the
 * text.
 */
function fewest(text: string): number[] {
  let [inB, inC, inCAfter]: [number[], number[], number[]] = [[], [], []];
  for (let index = text.length - 1; index >= 0; index -= 1) {
    if (text[index] === SEPARATOR) {
      [inB, inC, inCAfter] = [[FNC1, ...inB], [FNC1, ...inC], inC];
      continue;
    }
    const letter = [text.charCodeAt(index) - BLANK, ...inB];
    const pair = /^\d\d/.test(text.slice(index)) ? [Number(text.slice(index, index + 2)), ...inCAfter] : null;
    inCAfter = inC;
    inB = pair !== null && pair.length + 1 < letter.length ? [TO_C, ...pair] : letter;
    inC = pair !== null && pair.length <= letter.length + 1 ? pair : [TO_B, ...letter];
  }
  return inC.length <= inB.length ? [START_C, ...inC] : [START_B, ...inB];
}

/** A code as one character per module, 1 for a bar and 0 for a gap, without quiet zones; null if the text cannot be encoded. */
export function code128(text: string): string | null {
  const symbols = symbols128(text);
  return symbols === null ? null : modulesOf(symbols);
}

function modulesOf(symbols: readonly number[]): string {
  return symbols
    .map((value) => Array.from(WIDTHS[value] ?? '', (width, index) => (index % 2 === 0 ? '1' : '0').repeat(Number(width))).join(''))
    .join('');
}

/** An application identifier of GS1 with its data, as ['00', an SSCC]. */
export type Gs1Element = readonly [ai: string, data: string];

/** Characters of GS1 data (set 82) that a batch may have, at most 20. */
export const GS1_TEXT = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/;

/** Data of these has a fixed length, so nothing separates it from the next (GS1 General Specifications, 7.8.5). */
const FIXED = /^(0[0-4]|1[1-9]|20|3[1-6]|41)/;

/** The placeholder for function 1 in a text. */
const SEPARATOR = '\x1d';

/** The values of the symbols of a GS1-128. */
export function symbolsGs1(elements: readonly Gs1Element[]): number[] {
  const data = elements.map(([ai, value], index) => ai + value + (FIXED.test(ai) || index === elements.length - 1 ? '' : SEPARATOR));
  return checked(fewest(SEPARATOR + data.join('')));
}

/** The same as modules. */
export function gs1128(elements: readonly Gs1Element[]): string {
  return modulesOf(symbolsGs1(elements));
}

/** The elements in readable form, with the identifiers in brackets. */
export function gs1Words(elements: readonly Gs1Element[]): string {
  return elements.map(([ai, value]) => `(${ai})${value}`).join('');
}

/** Bars as [position, length] in modules. */
export function bars(modules: string): [number, number][] {
  return Array.from(modules.matchAll(/1+/g), (run) => [run.index, run[0].length]);
}

import type { Codes } from './xml.ts';

const [BLANK, QUOTE, POINT, SLASH, ZERO, NINE, LESS, EQUALS, GREATER, A, Z] = [32, 34, 46, 47, 48, 57, 60, 61, 62, 65, 90] as const;
const [SMALL_C, SMALL_N, SMALL_R, SMALL_S, SMALL_T, SMALL_V] = [99, 110, 114, 115, 116, 118] as const;
/** Longer figures than any program writes are left to the scanner, which has bounds for all. */
const FIGURE_MAX = 32;
/** A number of no more digits is exact without its point. */
const DIGITS_EXACT = 15;
const POWERS = Array.from({ length: DIGITS_EXACT + 1 }, (_, places) => 10 ** places);

/**
 * A cell as spreadsheet programs write nearly all of them: `<c r="B17" s="1" t="s"><v>123</v></c>`, or `<c r="B17" s="1"/>`. Looked at as
 * a whole that takes a third of the time that its tags take one by one. One object serves for all cells, one after another.
 */
export class PlainCell {
  /** From 1. */
  column = 0;
  /** -1 where none is said. */
  style = -1;
  /** Whether the figure is the number of a shared text. */
  isShared = false;
  /** Of digits, perhaps with sign, point and exponent: NaN where they make no number. */
  figure = 0;
  /** Of the figure, in characters; 0 where the cell is empty. */
  length = 0;

  /** Reads what begins at a `<`. Gives where the cell ends, or -1 where it is written in any other way, or not to its end yet. */
  read(codes: Codes, at: number): number {
    if (
      codes[at + 1] !== SMALL_C ||
      codes[at + 2] !== BLANK ||
      codes[at + 3] !== SMALL_R ||
      codes[at + 4] !== EQUALS ||
      codes[at + 5] !== QUOTE
    )
      return -1;
    let place = at + 6;
    let code = codes[place] ?? 0;
    let column = 0;
    for (; code >= A && code <= Z; code = codes[(place += 1)] ?? 0) column = column * 26 + code - A + 1;
    // The row is that of its element.
    while (code >= ZERO && code <= NINE) code = codes[(place += 1)] ?? 0;
    if (code !== QUOTE || column === 0) return -1;
    code = codes[(place += 1)] ?? 0;
    let style = -1;
    let isShared = false;
    if (code === BLANK && codes[place + 1] === SMALL_S) {
      if (codes[place + 2] !== EQUALS || codes[place + 3] !== QUOTE) return -1;
      place += 4;
      style = 0;
      for (code = codes[place] ?? 0; code >= ZERO && code <= NINE; code = codes[(place += 1)] ?? 0) style = style * 10 + code - ZERO;
      if (code !== QUOTE) return -1;
      code = codes[(place += 1)] ?? 0;
    }
    if (code === BLANK) {
      if (codes[place + 1] !== SMALL_T || codes[place + 2] !== EQUALS || codes[place + 3] !== QUOTE) return -1;
      const type = codes[place + 4];
      isShared = type === SMALL_S;
      if ((!isShared && type !== SMALL_N) || codes[place + 5] !== QUOTE) return -1;
      code = codes[(place += 6)] ?? 0;
    }
    let length = 0;
    let figure = 0;
    if (code === SLASH && codes[place + 1] === GREATER) place += 2;
    else {
      if (code !== GREATER || codes[place + 1] !== LESS || codes[place + 2] !== SMALL_V || codes[place + 3] !== GREATER) return -1;
      const from = (place += 4);
      for (code = codes[place] ?? 0; code >= ZERO && code <= NINE; code = codes[(place += 1)] ?? 0) figure = figure * 10 + code - ZERO;
      let digits = place - from;
      let places = 0;
      if (code === POINT) {
        for (code = codes[(place += 1)] ?? 0; code >= ZERO && code <= NINE; code = codes[(place += 1)] ?? 0) {
          figure = figure * 10 + code - ZERO;
          places += 1;
        }
        digits += places;
      }
      const isExact = code === LESS && digits > 0 && digits <= DIGITS_EXACT;
      while (isFigure(code)) code = codes[(place += 1)] ?? 0;
      length = place - from;
      if (length === 0 || length > FIGURE_MAX || code !== LESS || !endsCell(codes, place)) return -1;
      // Both are exact, so what comes of it is the nearest number there is, as `Number` gives it.
      if (isExact) figure /= POWERS[places] ?? Number.NaN;
      else figure = Number(String.fromCharCode(...codes.subarray(from, place)));
      place += 8;
    }
    this.column = column;
    this.style = style;
    this.isShared = isShared;
    this.figure = figure;
    this.length = length;
    return place;
  }
}

/** Of 0 to 9, `+`, `-`, `.`, `E`. */
function isFigure(code: number): boolean {
  return (code >= ZERO && code <= NINE) || code === POINT || code === 45 || code === 43 || code === 69;
}

/** Whether `</v></c>` stands there. */
function endsCell(codes: Codes, at: number): boolean {
  return (
    codes[at + 1] === SLASH &&
    codes[at + 2] === SMALL_V &&
    codes[at + 3] === GREATER &&
    codes[at + 4] === LESS &&
    codes[at + 5] === SLASH &&
    codes[at + 6] === SMALL_C &&
    codes[at + 7] === GREATER
  );
}

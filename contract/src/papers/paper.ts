import type { Translate } from '../ground/template.ts';
import { code128, type Gs1Element, gs1128, gs1Words, QUIET } from '../ground/code128.ts';

/* The content of a document page with its positions, for two renderers: the browser, which prints, and the server, which makes a PDF.
   Lengths are in millimetres, from the top left of the page or block; font sizes are in points. */

/** Label printers have 203 dots per inch, eight per millimetre. */
export const DOT = 1 / 8;

/**
 * "Line width 2, height 45, font size 20" in such dots: a module is 0.25 mm, two whole dots of the printer, so that no bar is blurred or
 * thinner than the next. Such printers cannot print finer bars, nor can many scanners read them. Bars are 5.6 mm high, the text below them
 * 2.5 mm.
 */
export const BARCODE = { module: 2 * DOT, height: 45 * DOT, font: 20 * DOT } as const;
/** The height with the text. */
export const BARCODE_HEIGHT = BARCODE.height + BARCODE.font * 1.25;

const POINT = 25.4 / 72;
/** The line height as a multiple of the font size: enough for Devanagari's marks above and below. */
export const LEADING = 1.35;

/** The millimetres for this many lines. */
export function linesHigh(size: number, lines = 1): number {
  return size * LEADING * POINT * lines;
}

/** The width of bold capitals and digits as a multiple of the font size; only a few are wider. */
const WIDE = 0.66;

/** The size, at most `most`, at which a text fits on one line, because a figure must not be cut. */
export function fitted(words: string, width: number, most: number): number {
  return Math.min(most, Math.floor((width * 10) / (words.length * WIDE * POINT)) / 10);
}

export type Align = 'left' | 'right' | 'center';

/** Text of at most this many lines; a cut text ends in '…'. */
export interface TextPiece {
  kind: 'text';
  x: number;
  y: number;
  width: number;
  text: string;
  size: number;
  /** 1 by default. */
  lines?: number;
  bold?: boolean;
  align?: Align;
}

export function textAt(x: number, y: number, width: number, size: number, words: string, more: Partial<TextPiece> = {}): TextPiece {
  return { kind: 'text', x, y, width, size, text: words, ...more };
}

/** A thin line across. */
interface RulePiece {
  kind: 'rule';
  x: number;
  y: number;
  width: number;
}

/** A Code 128 with its text below and its quiet zones at both sides. */
export interface BarcodePiece {
  kind: 'barcode';
  x: number;
  y: number;
  text: string;
  /** A GS1-128 instead of the text. */
  gs1?: readonly Gs1Element[];
  /** Millimetres, if they differ from `BARCODE`'s. */
  module?: number;
  height?: number;
}

/** The drawing of a barcode; null if its text cannot be encoded. */
export function drawnBarcode({ text, gs1, module = BARCODE.module, height = BARCODE.height }: Omit<BarcodePiece, 'kind' | 'x' | 'y'>) {
  const modules = gs1 === undefined ? code128(text) : gs1128(gs1);
  if (modules === null) return null;
  return { modules, module, height, words: gs1 === undefined ? text : gs1Words(gs1), width: (modules.length + 2 * QUIET) * module };
}

export type Piece = TextPiece | RulePiece | BarcodePiece;

/** Positioned pieces that are kept together on one page. */
export interface Block {
  kind: 'block';
  height: number;
  pieces: readonly Piece[];
  /** The box in whose top left corner the server draws the buyer's logo. */
  logo?: { width: number; height: number };
}

interface Column {
  title: string;
  width: number;
  align?: Align;
}

/** Lines of text below each other, each of at most `lines` lines; or a barcode. */
export type Cell = readonly { text: string; lines?: number; bold?: boolean }[] | { barcode: string };

/** Its headings are repeated on each page; a row is never split. */
export interface Table {
  kind: 'table';
  columns: readonly Column[];
  rows: readonly (readonly Cell[])[];
}

/** The font sizes of a table. */
export const TABLE_SIZE = 7;

export interface PaperSize {
  width: number;
  height: number;
  margin: number;
}

export const A4: PaperSize = { width: 210, height: 297, margin: 10 };
export const LABEL: PaperSize = { width: 100, height: 150, margin: 0 };

/** A document over as many pages as it needs. */
export interface Sheet {
  title: string;
  parts: readonly (Block | Table)[];
  /** The text on each page, next to its number. */
  footer: string;
  /** The text across each page. */
  watermark: string | null;
  /** 'Page {page} of {pages}' in another language than English. */
  pageOf?: string;
}

/** A template with placeholders for the numbers of the page and of all pages. */
export const PAGE_OF = 'Page {page} of {pages}';

/** `pageOf` of a sheet; absent for English, so that stored documents stay identical. */
export function pagesIn(t: Translate): Pick<Sheet, 'pageOf'> {
  const pageOf = t('Page {page} of {pages}', { page: '{page}', pages: '{pages}' });
  return pageOf === PAGE_OF ? {} : { pageOf };
}

/** The width of a text's barcode with its quiet zones; null if it has none. */
export function barcodeWidth(text: string): number | null {
  return drawnBarcode({ text })?.width ?? null;
}

const NOT_ENCODABLE = 'No barcode: it can hold at most 48 letters without accents, digits and symbols.';
const TOO_WIDE = 'No barcode: at a width that scanners can read, it is too wide for the page.';

/** The reason why a text has no barcode of at most this width; null if it has one. */
export function whyNoBarcode(text: string, width: number): string | null {
  const needed = barcodeWidth(text);
  if (needed === null) return NOT_ENCODABLE;
  return needed > width ? TOO_WIDE : null;
}

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import type PDFDocument from 'pdfkit';

import { allowMarksWithoutPlace } from './marks.ts';

/** In the order of their blocks in Unicode, which begin at U+0980 and have 128 letters each. */
const SCRIPTS = ['bengali', 'gurmukhi', 'gujarati', 'oriya', 'tamil', 'telugu', 'kannada', 'malayalam'] as const;
/** Noto Sans as its packages cut it up: each file has the letters of some scripts. Text in yet others (Urdu, Santali, …) shows as empty boxes. */
const SUBSETS = ['latin', 'latin-ext', 'devanagari', ...SCRIPTS] as const;
type Subset = (typeof SUBSETS)[number];
const WEIGHTS = { regular: 400, bold: 600 } as const;
type Weight = keyof typeof WEIGHTS;

/** How far above the line that letters stand on their top is, in parts of their size: of the Latin ones, whose lines all others stand in. */
const ASCENT = 0.896;

/** What the package's own rules say of these files. */
const DEVANAGARI = /[\u0900-\u097f\u1cd0-\u1cf9\u200c-\u200d\u20b9\u25cc\ua830-\ua839\ua8e0-\ua8ff]/u;
const LATIN_EXT =
  /[\u0100-\u0130\u0132-\u0151\u0154-\u02ba\u02bd-\u02c5\u02c7-\u02cc\u02ce-\u02d7\u1e00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff]/u;
/** In the files of all Indian scripts: dandas, and the joiners that belong to the letters around them. */
const SHARED = /[\u0964-\u0965\u200c-\u200d\u25cc]/u;

let files: Promise<Map<string, Buffer>> | undefined;

/** Reads the fonts, once. */
export function readFonts(): Promise<Map<string, Buffer>> {
  files ??= (async () => {
    const { resolve } = createRequire(import.meta.url);
    const all = SUBSETS.flatMap((subset) => (['regular', 'bold'] as const).map((weight) => [subset, weight] as const));
    return new Map(
      await Promise.all(
        all.map(async ([subset, weight]) => {
          const family = `noto-sans-${isScript(subset) ? subset : 'devanagari'}`;
          const file = resolve(`@fontsource/${family}/files/${family}-${subset}-${WEIGHTS[weight]}-normal.woff`);
          return [`${subset} ${weight}`, await readFile(file)] as const;
        }),
      ),
    );
  })();
  return files;
}

/** Text of one file. */
interface Run {
  subset: Subset;
  text: string;
}

const isScript = (subset: Subset) => !subset.startsWith('latin');

/** Cut where another file is needed. A blank, which all have, goes on with what is before it; so does what all Indian scripts share. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const letter of text) {
    const last = runs.at(-1);
    const goesOn = last !== undefined && (letter === ' ' || (isScript(last.subset) && SHARED.test(letter)));
    const subset = goesOn ? last.subset : subsetOf(letter);
    if (last?.subset === subset) last.text += letter;
    else runs.push({ subset, text: letter });
  }
  return runs;
}

function subsetOf(letter: string): Subset {
  if (DEVANAGARI.test(letter)) return 'devanagari';
  if (LATIN_EXT.test(letter)) return 'latin-ext';
  return SCRIPTS[Math.floor(((letter.codePointAt(0) ?? 0) - 0x980) / 128)] ?? 'latin';
}

const GRAPHEMES = new Intl.Segmenter('hi', { granularity: 'grapheme' });
const CUT = '…';

/** Sets text in lines, and draws it, in one document. */
export class Letters {
  readonly #doc: InstanceType<typeof PDFDocument>;
  readonly #widths = new Map<string, number>();

  constructor(doc: InstanceType<typeof PDFDocument>, fonts: ReadonlyMap<string, Buffer>) {
    this.#doc = doc;
    for (const [name, file] of fonts) doc.registerFont(name, file);
  }

  /** The document, about to write what this run is written with. */
  #inFont({ subset }: Run, weight: Weight): InstanceType<typeof PDFDocument> {
    this.#doc.font(`${subset} ${weight}`);
    if (isScript(subset)) allowMarksWithoutPlace((this.#doc as unknown as { _font: { font: unknown } })._font.font);
    return this.#doc;
  }

  /** In points. */
  width(text: string, size: number, weight: Weight): number {
    const key = `${weight} ${text}`;
    let em = this.#widths.get(key);
    if (em === undefined) {
      // Of letters of 100 points: a width grows with its letters.
      em = runsOf(text).reduce((sum, run) => sum + this.#inFont(run, weight).fontSize(100).widthOfString(run.text), 0);
      this.#widths.set(key, em);
    }
    return (em * size) / 100;
  }

  /** Text in at most so many lines of at most this width; what is left out is told by '…'. Words that are too wide are cut between letters. */
  lines(text: string, { width, size, weight, most }: { width: number; size: number; weight: Weight; most: number }): string[] {
    const fits = (line: string) => this.width(line, size, weight) <= width;
    const lines: string[] = [];
    let line = '';
    const words = text
      .normalize('NFC')
      .split(/\s+/)
      .filter((word) => word !== '');
    for (const word of words.flatMap((each) => (fits(each) ? [each] : this.#pieces(each, fits)))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (fits(longer)) line = longer;
      else if (lines.length === most - 1) return [...lines, this.#cut(longer, fits)];
      else {
        lines.push(line);
        line = word;
      }
    }
    return line === '' ? lines : [...lines, line];
  }

  #pieces(word: string, fits: (line: string) => boolean): string[] {
    const pieces: string[] = [];
    let piece = '';
    for (const { segment } of GRAPHEMES.segment(word)) {
      if (piece !== '' && !fits(piece + segment)) {
        pieces.push(piece);
        piece = '';
      }
      piece += segment;
    }
    return [...pieces, piece];
  }

  #cut(text: string, fits: (line: string) => boolean): string {
    const letters = Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);
    while (letters.length > 0 && !fits(`${letters.join('').trimEnd()}${CUT}`)) letters.pop();
    return `${letters.join('').trimEnd()}${CUT}`;
  }

  /** One line with its top at y. In points. */
  draw(line: string, x: number, y: number, size: number, weight: Weight): void {
    let at = x;
    for (const run of runsOf(line)) {
      // All on one line, however high the letters of each script are.
      const write = () =>
        this.#inFont(run, weight)
          .fontSize(size)
          .text(run.text, at, y + ASCENT * size, { lineBreak: false, baseline: 'alphabetic' });
      // Indian scripts are written in another order than they are read in.
      if (isScript(run.subset)) readAs(this.#doc, run.text, write);
      else write();
      at += this.width(run.text, size, weight);
    }
  }
}

/**
 * Says of what is written which text it is: that is what is copied and searched. Inside the text object: where the library itself would
 * put the marks, around it, Poppler reads the text as turned, since by then the letters' size and direction are forgotten.
 */
function readAs(doc: InstanceType<typeof PDFDocument>, text: string, write: () => void): void {
  const add = doc.addContent.bind(doc);
  const hex = Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex');
  doc.addContent = (line: unknown) => {
    if (line === 'ET') add('EMC');
    add(line);
    if (line === 'BT') add(`/Span <</ActualText <${hex}>>> BDC`);
    return doc;
  };
  try {
    write();
  } finally {
    doc.addContent = add;
  }
}

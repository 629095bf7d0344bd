import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';

import { sfntOf } from './sfnt.ts';

/** The scripts in the order of their Unicode blocks, from U+0980, 128 letters each. */
const SCRIPTS = ['bengali', 'gurmukhi', 'gujarati', 'oriya', 'tamil', 'telugu', 'kannada', 'malayalam'] as const;
/** Noto Sans by script, one file each. Other scripts (Urdu, Santali, …) show as empty boxes. */
const SUBSETS = ['latin', 'latin-ext', 'devanagari', ...SCRIPTS] as const;
type Subset = (typeof SUBSETS)[number];
const WEIGHTS = { regular: 400, bold: 600 } as const;
type Weight = keyof typeof WEIGHTS;

/** The Latin ascent relative to the size; all scripts share this baseline. */
const ASCENT = 0.896;

/** The package's own ranges. */
const DEVANAGARI = /[\u0900-\u097f\u1cd0-\u1cf9\u200c-\u200d\u20b9\u25cc\ua830-\ua839\ua8e0-\ua8ff]/u;
const LATIN_EXT =
  /[\u0100-\u0130\u0132-\u0151\u0154-\u02ba\u02bd-\u02c5\u02c7-\u02cc\u02ce-\u02d7\u1e00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff]/u;
/** The characters in the files of all Indian scripts: dandas, and joiners that belong to the letters around them. */
const SHARED = /[\u0964-\u0965\u200c-\u200d\u25cc]/u;

let files: Promise<Map<string, Buffer>> | undefined;

export function readFonts(): Promise<Map<string, Buffer>> {
  files ??= (async () => {
    const { resolve } = createRequire(import.meta.url);
    const all = SUBSETS.flatMap((subset) => (['regular', 'bold'] as const).map((weight) => [subset, weight] as const));
    return new Map(
      await Promise.all(
        all.map(async ([subset, weight]) => {
          const family = `noto-sans-${isScript(subset) ? subset : 'devanagari'}`;
          const file = resolve(`@fontsource/${family}/files/${family}-${subset}-${WEIGHTS[weight]}-normal.woff`);
          return [`${subset} ${weight}`, sfntOf(await readFile(file))] as const;
        }),
      ),
    );
  })();
  return files;
}

interface Run {
  subset: Subset;
  text: string;
}

const isScript = (subset: Subset) => !subset.startsWith('latin');

/** Splits text by font file. Blanks, and signs that Indian scripts share, belong to the preceding run. */
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

export class Letters {
  readonly #doc: InstanceType<typeof PDFDocument>;
  readonly #widths = new Map<string, number>();

  constructor(doc: InstanceType<typeof PDFDocument>, fonts: ReadonlyMap<string, Buffer>) {
    this.#doc = doc;
    for (const [name, file] of fonts) doc.registerFont(name, file);
  }

  #inFont({ subset }: Run, weight: Weight): InstanceType<typeof PDFDocument> {
    this.#doc.font(`${subset} ${weight}`);
    if (isScript(subset)) allowMarksWithoutPlace((this.#doc as unknown as { _font: { font: unknown } })._font.font);
    return this.#doc;
  }

  /** The width in points. */
  width(text: string, size: number, weight: Weight): number {
    const key = `${weight} ${text}`;
    let em = this.#widths.get(key);
    if (em === undefined) {
      // Measured at 100 points; widths are proportional.
      em = runsOf(text).reduce((sum, run) => sum + this.#inFont(run, weight).fontSize(100).widthOfString(run.text), 0);
      this.#widths.set(key, em);
    }
    return (em * size) / 100;
  }

  /** Wraps into at most `most` lines; a truncated text ends in '…'. Words that are too wide break between letters. */
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

  /** One line with its top at y, in points. */
  draw(line: string, x: number, y: number, size: number, weight: Weight): void {
    let at = x;
    for (const run of runsOf(line)) {
      // One baseline for all scripts.
      const write = () =>
        this.#inFont(run, weight)
          .fontSize(size)
          .text(run.text, at, y + ASCENT * size, { lineBreak: false, baseline: 'alphabetic' });
      // Indian scripts are drawn in a different order than they are read.
      if (isScript(run.subset)) readAs(this.#doc, run.text, write);
      else write();
      at += this.width(run.text, size, weight);
    }
  }
}

/**
 * Adds ActualText, which readers copy and search. It goes inside the text object, because around it, where the library puts it, Poppler
 * reads the text as rotated.
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

/** fontkit's processor, by which pdfkit attaches marks. */
interface MarkProcessor {
  applyLookup: (this: MarkProcessor, type: number, table: unknown) => boolean;
  applyAnchor: (this: MarkProcessor, mark: { markAnchor: unknown }, base: unknown, at: number) => void;
}

let isMended = false;
const NOWHERE = new Error('The letter has no place for this mark.');

/**
 * Patches fontkit's shared prototype once. fontkit 2.0 throws on OpenType's NULL anchors, which most words of Malayalam and Punjabi have,
 * instead of trying the next table.
 */
function allowMarksWithoutPlace(font: unknown): void {
  if (isMended) return;
  const { GPOSProcessor: processor } =
    (font as { _layoutEngine: { engine?: { GPOSProcessor?: MarkProcessor } } })._layoutEngine.engine ?? {};
  if (processor === undefined) return;
  isMended = true;
  const marks = Object.getPrototypeOf(processor) as MarkProcessor;
  const { applyLookup, applyAnchor } = marks;
  marks.applyAnchor = function place(mark, base, at) {
    if (base === null || mark.markAnchor === null) throw NOWHERE;
    applyAnchor.call(this, mark, base, at);
  };
  marks.applyLookup = function apply(type, table) {
    try {
      return applyLookup.call(this, type, table);
    } catch (error) {
      if (error === NOWHERE) return false;
      throw error;
    }
  };
}

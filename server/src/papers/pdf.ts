import { setImmediate } from 'node:timers/promises';

import { bars, QUIET } from '@aapurti/contract/ground/code128';
import {
  type Align,
  BARCODE,
  BARCODE_HEIGHT,
  type BarcodePiece,
  barcodeWidth,
  type Block,
  type Cell,
  drawnBarcode,
  LEADING,
  linesHigh,
  PAGE_OF,
  type PaperSize,
  type Piece,
  type Sheet,
  type Table,
  TABLE_SIZE,
  type TextPiece,
} from '@aapurti/contract/papers/paper';
import type { Language } from '@aapurti/contract/ground/languages';
import { format } from '@aapurti/contract/ground/template';
import type PDFDocument from 'pdfkit';

import { boundedQueue } from '../process/queue.ts';
import { Letters, readFonts } from './letters.ts';

/** Points per millimetre. */
const MM = 72 / 25.4;
const RULE = 0.2;
const CELL = { x: 0.8, y: 0.9 } as const;
const FOOTER = 6;
const GREY = '#595959';
const BLACK = '#000000';

/** Drawing takes seconds of CPU: one document at a time, 503 above the queue. */
const oneAtATime = boundedQueue(1, 20);

interface About {
  title: string;
  at: Date;
  /** The language of its text, for screen readers. */
  language: Language;
  /** A PNG or JPEG, for blocks that include one. */
  logo?: Buffer | undefined;
}

/** A page of exactly this size for each list of pieces. */
export function pagesPdf(size: PaperSize, pages: readonly (readonly Piece[])[], about: About): Promise<Buffer> {
  return make(size, about, async (paper) => {
    for (const pieces of pages) {
      paper.addPage();
      for (const piece of pieces) paper.draw(piece, 0, 0);
      // Gives other calls a turn.
      await setImmediate();
    }
  });
}

/** One sheet after another, each with its own page numbers. */
export function sheetPdf(size: PaperSize, given: Sheet | readonly Sheet[], about: About): Promise<Buffer> {
  const sheets = 'parts' in given ? [given] : given;
  return make(size, about, async (paper) => {
    for (const sheet of sheets) await drawSheet(paper, size, sheet, about.logo);
  });
}

async function drawSheet(paper: Paper, size: PaperSize, sheet: Sheet, logo: Buffer | undefined): Promise<void> {
  const flow = new Flow(paper, size, sheet, logo);
  for (const part of sheet.parts) {
    if (part.kind === 'block') flow.block(part);
    else await flow.table(part);
  }
  flow.end();
}

async function make(size: PaperSize, { title, at, language }: About, drawOn: (paper: Paper) => Promise<void>): Promise<Buffer> {
  return oneAtATime(async () => {
    const [{ default: Document }, fonts] = await Promise.all([import('pdfkit'), readFonts()]);
    const doc = new Document({
      size: [size.width * MM, size.height * MM],
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      lang: `${language}-IN`,
      info: { Title: title, Creator: 'Aapurti', CreationDate: at },
    });
    const pieces: Buffer[] = [];
    const ended = new Promise<void>((resolve, reject) => {
      doc.on('data', (piece: Buffer) => pieces.push(piece));
      doc.once('end', resolve);
      doc.once('error', reject);
    });
    printActualSize(doc);
    await drawOn(new Paper(doc, new Letters(doc, fonts)));
    doc.end();
    await ended;
    return Buffer.concat(pieces);
  });
}

/** PDF readers would otherwise shrink a page to printer margins, and its barcodes with it. */
function printActualSize(doc: InstanceType<typeof PDFDocument>): void {
  const { _root: root } = doc as unknown as { _root: { data: Record<string, unknown> } };
  root.data['ViewerPreferences'] = doc.ref({ PrintScaling: 'None' });
}

/** Lengths are in millimetres. */
class Paper {
  readonly doc: InstanceType<typeof PDFDocument>;
  readonly letters: Letters;

  constructor(doc: InstanceType<typeof PDFDocument>, letters: Letters) {
    this.doc = doc;
    this.letters = letters;
  }

  addPage(): void {
    this.doc.addPage();
  }

  draw(piece: Piece, left: number, top: number): void {
    if (piece.kind === 'text') this.#text(piece, left, top);
    else if (piece.kind === 'rule') this.rule(left + piece.x, top + piece.y, piece.width);
    else this.#barcode(piece, left, top);
  }

  rule(x: number, y: number, width: number): void {
    this.doc.rect(x * MM, y * MM, width * MM, RULE * MM).fill(BLACK);
  }

  #text(piece: TextPiece, left: number, top: number): void {
    const lines = this.wrap(piece);
    lines.forEach((line, index) => this.line(line, { ...piece, x: left + piece.x, y: top + piece.y + index * linesHigh(piece.size) }));
  }

  wrap({ text, width, size, bold = false, lines = 1 }: Pick<TextPiece, 'text' | 'width' | 'size' | 'bold' | 'lines'>): string[] {
    return this.letters.lines(text, { width: width * MM, size, weight: bold ? 'bold' : 'regular', most: lines });
  }

  line(line: string, at: { x: number; y: number; width: number; size: number; bold?: boolean; align?: Align; colour?: string }): void {
    const weight = at.bold === true ? 'bold' : 'regular';
    const free = at.width * MM - this.letters.width(line, at.size, weight);
    const shift = at.align === 'right' ? free : at.align === 'center' ? free / 2 : 0;
    this.doc.fillColor(at.colour ?? BLACK);
    // Half of the difference between the portal's leading and the font's goes above.
    this.letters.draw(line, at.x * MM + shift, at.y * MM + ((LEADING - 1.304) / 2) * at.size, at.size, weight);
  }

  #barcode(piece: BarcodePiece, left: number, top: number): void {
    const drawn = drawnBarcode(piece);
    if (drawn === null) return;
    const { modules, module, height, words, width } = drawn;
    const x = left + piece.x;
    const y = top + piece.y;
    for (const [place, length] of bars(modules)) {
      this.doc.rect((x + (QUIET + place) * module) * MM, y * MM, length * module * MM, height * MM);
    }
    this.doc.fill(BLACK);
    this.line(words, { x, y: y + height, width, size: BARCODE.font * MM, align: 'center' });
  }

  /** Light enough to read through, and for scanners to treat as white. */
  watermark(words: string, { width, height }: PaperSize): void {
    const size = 96;
    const wide = this.letters.width(words, size, 'bold');
    this.doc
      .save()
      .rotate(-52, { origin: [(width / 2) * MM, (height / 2) * MM] })
      .fillColor('#b00020', 0.12);
    this.letters.draw(words, (width / 2) * MM - wide / 2, (height / 2) * MM - size * 0.65, size, 'bold');
    this.doc.restore().fillOpacity(1);
  }
}

class Flow {
  readonly #paper: Paper;
  readonly #size: PaperSize;
  readonly #sheet: Sheet;
  readonly #logo: Buffer | undefined;
  #y = Infinity;
  /** The number of pages of the preceding sheets. */
  readonly #before: number;

  constructor(paper: Paper, size: PaperSize, sheet: Sheet, logo: Buffer | undefined) {
    this.#paper = paper;
    this.#size = size;
    this.#sheet = sheet;
    this.#logo = logo;
    this.#before = paper.doc.bufferedPageRange().count;
  }

  get #bottom(): number {
    return this.#size.height - this.#size.margin - FOOTER;
  }

  /** Starts a page if `height` does not fit. */
  #room(height: number): boolean {
    if (this.#y + height <= this.#bottom) return false;
    this.#paper.addPage();
    this.#y = this.#size.margin;
    if (this.#sheet.watermark !== null) this.#paper.watermark(this.#sheet.watermark, this.#size);
    return true;
  }

  block({ height, pieces, logo }: Block): void {
    this.#room(height);
    if (logo !== undefined && this.#logo !== undefined) {
      this.#paper.doc.image(this.#logo, this.#size.margin * MM, this.#y * MM, { fit: [logo.width * MM, logo.height * MM] });
    }
    for (const piece of pieces) this.#paper.draw(piece, this.#size.margin, this.#y);
    this.#y += height;
  }

  async table({ columns, rows }: Table): Promise<void> {
    const heads: Cell[] = columns.map(({ title }) => [{ text: title, bold: true, lines: 2 }]);
    let isFirst = true;
    for (const row of rows) {
      const height = this.#heightOf(columns, row);
      if (this.#room(isFirst ? height + this.#heightOf(columns, heads) : height) || isFirst) {
        this.#row(columns, heads);
        this.#paper.rule(this.#size.margin, this.#y - RULE, this.#size.width - 2 * this.#size.margin);
        isFirst = false;
      }
      this.#row(columns, row);
      // Other calls get a turn between two rows; otherwise each of their database responses waits for the drawing.
      await setImmediate();
    }
  }

  #heightOf(columns: Table['columns'], row: readonly Cell[]): number {
    const heights = row.map((cell, index) => {
      if ('barcode' in cell) return BARCODE_HEIGHT;
      const width = (columns[index]?.width ?? 0) - 2 * CELL.x;
      const lines = cell.reduce((sum, each) => sum + this.#paper.wrap({ ...each, width, size: TABLE_SIZE }).length, 0);
      return linesHigh(TABLE_SIZE, lines);
    });
    return Math.max(...heights) + 2 * CELL.y;
  }

  #row(columns: Table['columns'], row: readonly Cell[]): void {
    let x = this.#size.margin;
    for (const [place, cell] of row.entries()) {
      const { width = 0, align = 'left' } = columns[place] ?? {};
      if ('barcode' in cell) {
        const start = x + (width - (barcodeWidth(cell.barcode) ?? 0)) / 2;
        this.#paper.draw({ kind: 'barcode', x: start, y: this.#y + CELL.y, text: cell.barcode }, 0, 0);
      } else {
        let y = this.#y + CELL.y;
        for (const each of cell) {
          for (const line of this.#paper.wrap({ ...each, width: width - 2 * CELL.x, size: TABLE_SIZE })) {
            this.#paper.line(line, { x: x + CELL.x, y, width: width - 2 * CELL.x, size: TABLE_SIZE, bold: each.bold ?? false, align });
            y += linesHigh(TABLE_SIZE);
          }
        }
      }
      x += width;
    }
    this.#y += this.#heightOf(columns, row);
    this.#paper.rule(this.#size.margin, this.#y - RULE / 2, this.#size.width - 2 * this.#size.margin);
  }

  /** Draws the footers once the number of pages is known. */
  end(): void {
    const { doc } = this.#paper;
    const { start, count } = doc.bufferedPageRange();
    const own = count - this.#before;
    const { margin, width } = this.#size;
    const across = width - 2 * margin;
    for (let page = 0; page < own; page += 1) {
      doc.switchToPage(start + this.#before + page);
      const foot = { x: margin, y: this.#bottom + 1.5, size: TABLE_SIZE, colour: GREY };
      const [line = ''] = this.#paper.wrap({ text: this.#sheet.footer, width: across - 30, size: TABLE_SIZE });
      this.#paper.line(line, { ...foot, width: across });
      this.#paper.line(format(this.#sheet.pageOf ?? PAGE_OF, { page: page + 1, pages: own }), { ...foot, width: across, align: 'right' });
    }
  }
}

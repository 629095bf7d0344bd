import { type Caps, tooLongCell, tooMuchText } from './cells.ts';
import { parseXml } from './xml.ts';

/** Bounds the memory that shared texts take: their letters, and what each costs beside them. */
const TEXT_MAX = 96 * 1024 * 1024;
const STRING_OVERHEAD = 32;

/**
 * The texts that cells refer to by number. Programs number them in the order in which their rows use them, so they are read only as far as
 * the rows have come: the first rows need not wait for the last texts. Fails with a SheetProblem.
 */
export class SharedStrings {
  readonly #texts: string[] = [];
  readonly #parsing: AsyncGenerator<void>;
  #isRead = false;
  #isWanted = true;

  /** With the first texts read. */
  static async open(bytes: AsyncIterable<Buffer>, caps: Caps): Promise<SharedStrings> {
    const strings = new SharedStrings(bytes, caps);
    await strings.readTo(0);
    return strings;
  }

  private constructor(bytes: AsyncIterable<Buffer>, caps: Caps) {
    let text = '';
    let phonetic = false;
    let cost = 0;
    this.#parsing = parseXml(bytes, {
      wantsText: (name) => name === 't' && !phonetic,
      open(name) {
        if (name === 'si') text = '';
        if (name === 'rPh') phonetic = true;
      },
      close: (name, piece) => {
        if (name === 't') text += piece;
        if (text.length > caps.characters) throw tooLongCell(caps, 'A cell');
        if (name === 'rPh') phonetic = false;
        if (name !== 'si') return;
        cost += text.length + STRING_OVERHEAD;
        if (cost > TEXT_MAX) throw tooMuchText();
        if (this.#isWanted) this.#texts.push(unescapeText(text));
      },
    });
  }

  /** Undefined where it has not been read yet, or is not there. */
  at(place: number): string | undefined {
    return this.#texts[place];
  }

  /** Reads on as far as this text; to the end, where it is not there. */
  async readTo(place: number): Promise<void> {
    while (!this.#isRead && this.#texts[place] === undefined) this.#isRead = (await this.#parsing.next()).done === true;
  }

  /** Looks through the texts that no cell asked for: damage among them is damage of the file. */
  async finish(): Promise<void> {
    this.#isWanted = false;
    for await (const _ of this.#parsing);
  }

  /** Lets go of the file. */
  async close(): Promise<void> {
    await this.#parsing.return(undefined);
  }
}

/** Characters that XML cannot hold are written as `_x000D_`, and a text that looks like that as `_x005F_x000D_`. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

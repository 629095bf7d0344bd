import { type Caps, tooLongCell, tooMuchText } from '../cells.ts';
import { readXml } from './xml.ts';

/** Limits the memory of shared texts: their characters, and the overhead of each. */
const TEXT_MAX = 96 * 1024 * 1024;
const STRING_OVERHEAD = 32;

/** True if a property of a text, for example `strike`, is on. */
export function isOn(value: string | undefined): boolean {
  return value === undefined || value === '1' || value === 'true' || value === 'on';
}

/**
 * The texts that cells refer to by number. Texts that are struck through, completely or in part, are added to `struck`.
 * @throws SheetProblem
 */
export async function readSharedStrings(bytes: AsyncIterable<Buffer>, caps: Caps, struck = new Set<number>()): Promise<string[]> {
  const texts: string[] = [];
  let text = '';
  let isPhonetic = false;
  let cost = 0;
  await readXml(bytes, {
    wantsText: (name) => name === 't' && !isPhonetic,
    open(name, attributes) {
      if (name === 'si') text = '';
      if (name === 'strike' && isOn(attributes['val'])) struck.add(texts.length);
      if (name === 'rPh') isPhonetic = true;
    },
    close(name, piece) {
      if (name === 't') text += piece;
      if (text.length > caps.characters) throw tooLongCell(caps, 'A cell');
      if (name === 'rPh') isPhonetic = false;
      if (name !== 'si') return;
      cost += text.length + STRING_OVERHEAD;
      if (cost > TEXT_MAX) throw tooMuchText();
      texts.push(unescapeText(text));
    },
  });
  return texts;
}

/** Decodes `_x000D_`, the format's escape of characters that XML cannot hold. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

import { isAscii } from 'node:buffer';

import { BROKEN, SheetProblem } from './cells.ts';
import { type Attributes, type Codes, type Tag, XmlScanner } from './xmlScanner.ts';

export type { Attributes, Codes, Tag };

/** Element names come without their prefix: some writers put every element of a sheet under `x:`. */
export interface XmlHandlers {
  open?(name: string, attributes: Attributes, tag: Tag): void;
  /** With the text that stands in the element itself, if `wantsText` said so when it began. */
  close?(name: string, text: string, tag: Tag): void;
  wantsText?(name: string): boolean;
  /** Any text, in pieces. */
  text?(piece: string): void;
  /** May take an element inside another, with all that is in it; see the scanner's. */
  whole?(codes: Codes, at: number): number;
  /** Asked after each element: whether nothing more may come before the caller has been given the word, which it has then at once. */
  mustWait?(): boolean;
}

const DEPTH_MAX = 64;
/** A cell of 32,767 characters, each written as an entity of ten bytes, is a third of this. Anything longer is an attack. */
const UNBROKEN_MAX = 1024 * 1024;

/**
 * Parses XML as its bytes come in, and yields after each piece, so that the caller can hand on what its handlers collected.
 * No entity but XML's own five is known, and nothing outside the file is ever fetched.
 */
export async function* parseXml(bytes: AsyncIterable<Buffer>, handlers: XmlHandlers): AsyncGenerator<void> {
  const decode = decoderOfUtf8();
  let depth = 0;
  let sinceTag = 0;
  let text = '';
  let listening = false;
  let isEmpty = true;

  const whole = (codes: Codes, at: number) => {
    const end = handlers.whole?.(codes, at) ?? -1;
    if (end < 0) return end;
    sinceTag = 0;
    if (handlers.mustWait?.() === true) scanner.hold();
    return end;
  };
  const scanner = new XmlScanner({
    open(tag, attributes) {
      depth += 1;
      if (depth > DEPTH_MAX) throw new SheetProblem(BROKEN);
      sinceTag = 0;
      const local = localName(tag.name);
      text = '';
      listening = handlers.wantsText?.(local) ?? false;
      handlers.open?.(local, attributes, tag);
    },
    close(tag) {
      depth -= 1;
      sinceTag = 0;
      handlers.close?.(localName(tag.name), listening ? text : '', tag);
      listening = false;
      if (handlers.mustWait?.() === true) scanner.hold();
    },
    text(piece) {
      if (listening) text += piece;
      handlers.text?.(piece);
    },
    ...(handlers.whole && { whole }),
  });

  for await (const chunk of bytes) {
    isEmpty = false;
    sinceTag += chunk.length;
    const { text: piece, isPlain } = decode(chunk);
    scanner.write(piece, isPlain);
    if (sinceTag > UNBROKEN_MAX) throw new SheetProblem(listening ? 'A cell holds more than 32,767 characters.' : BROKEN);
    yield;
    while (scanner.isHeld) {
      scanner.goOn();
      yield;
    }
  }
  // A part that is not there is no damage: only some parts are needed.
  if (!isEmpty) scanner.close();
}

/** Parses a small part to its end. */
export async function readXml(bytes: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of parseXml(bytes, handlers));
}

/**
 * Decodes UTF-8 that comes in pieces. A piece of nothing but ASCII, as those of most sheets are, becomes a text of a byte a character,
 * which takes half the memory and is made, looked through and handed on in less time.
 */
function decoderOfUtf8(): (piece: Buffer) => { text: string; isPlain: boolean } {
  let decoder: TextDecoder | null = null;
  let isStart = true;
  /** Whether the last piece may have ended within a character. */
  let isOpen = false;
  return (piece) => {
    const isPlain = !isOpen && isAscii(piece);
    // A mark of the byte order is one at the very beginning alone.
    if (!isPlain) decoder ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: !isStart });
    isStart = false;
    isOpen = (piece.at(-1) ?? 0) > LAST_ASCII;
    try {
      return { text: isPlain || decoder === null ? piece.toString('latin1') : decoder.decode(piece, { stream: true }), isPlain };
    } catch (error) {
      throw new SheetProblem(BROKEN, { cause: error });
    }
  };
}

const LAST_ASCII = 0x7f;

/** A name without its prefix. */
export function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

import { BROKEN, SheetProblem } from './cells.ts';
import { type Attributes, type Tag, XmlScanner } from './xmlScanner.ts';

export type { Attributes, Tag };

/** Element names come without their prefix: some writers put every element of a sheet under `x:`. */
export interface XmlHandlers {
  open?(name: string, attributes: Attributes, tag: Tag): void;
  /** With the text that stands in the element itself, if `wantsText` said so when it began. */
  close?(name: string, text: string, tag: Tag): void;
  wantsText?(name: string): boolean;
  /** Any text, in pieces. */
  text?(piece: string): void;
  /** May take an element inside another, with all that is in it; see the scanner's. */
  whole?(xml: string, at: number): number;
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
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let depth = 0;
  let sinceTag = 0;
  let text = '';
  let listening = false;
  let isEmpty = true;

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
    whole(xml, at) {
      const end = handlers.whole?.(xml, at) ?? -1;
      if (end < 0) return end;
      sinceTag = 0;
      if (handlers.mustWait?.() === true) scanner.hold();
      return end;
    },
  });

  for await (const chunk of bytes) {
    isEmpty = false;
    sinceTag += chunk.length;
    scanner.write(decode(decoder, chunk));
    if (sinceTag > UNBROKEN_MAX) throw new SheetProblem('A cell holds more than 32,767 characters.');
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

function decode(decoder: TextDecoder, chunk: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch (error) {
    throw new SheetProblem(BROKEN, { cause: error });
  }
}

/** A name without its prefix. */
export function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

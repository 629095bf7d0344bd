import { SaxesParser } from 'saxes';

import { BROKEN, SheetProblem } from './cells.ts';

export type Attributes = Readonly<Record<string, string>>;

/** An element as it is written, with its prefix. */
export interface Tag {
  readonly name: string;
  readonly isSelfClosing: boolean;
}

/** Element names come without their prefix: some writers put every element of a sheet under `x:`. */
export interface XmlHandlers {
  open?(name: string, attributes: Attributes, tag: Tag): void;
  /** With the text that stands in the element itself, if `wantsText` said so when it began. */
  close?(name: string, text: string, tag: Tag): void;
  wantsText?(name: string): boolean;
  /** Any text, in pieces. */
  text?(piece: string): void;
}

const DEPTH_MAX = 64;
/** A cell of 32,767 characters, each written as an entity of ten bytes, is a third of this. Anything longer is an attack. */
const UNBROKEN_MAX = 1024 * 1024;

/**
 * Parses XML as its bytes come in, and yields after each piece, so that the caller can hand on what its handlers collected.
 * No entity but XML's own five is known, a document type is refused, and nothing outside the file is ever fetched.
 */
export async function* parseXml(bytes: AsyncIterable<Buffer>, handlers: XmlHandlers): AsyncGenerator<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let depth = 0;
  let sinceTag = 0;
  let text = '';
  let isListening = false;
  let isEmpty = true;

  const parser = new SaxesParser({ xmlns: false, position: false, defaultXMLVersion: '1.0', forceXMLVersion: true });
  const refuse = (cause?: unknown): never => {
    throw new SheetProblem(BROKEN, { cause });
  };
  const addText = (piece: string) => {
    if (depth === 0) return;
    if (isListening) text += piece;
    handlers.text?.(piece);
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > DEPTH_MAX) refuse();
    sinceTag = 0;
    const local = localName(tag.name);
    text = '';
    isListening = handlers.wantsText?.(local) ?? false;
    handlers.open?.(local, tag.attributes, tag);
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    sinceTag = 0;
    handlers.close?.(localName(tag.name), isListening ? text : '', tag);
    isListening = false;
  });

  const decode = (piece?: Buffer): string => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined });
    } catch (error) {
      return refuse(error);
    }
  };
  for await (const piece of bytes) {
    isEmpty = false;
    sinceTag += piece.length;
    parser.write(decode(piece));
    if (sinceTag > UNBROKEN_MAX) throw new SheetProblem(isListening ? 'A cell holds more than 32,767 characters.' : BROKEN);
    yield;
  }
  // A part that is absent is no damage: only some parts are needed.
  if (!isEmpty) parser.write(decode()).close();
}

/** Parses a small part to its end. */
export async function readXml(bytes: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of parseXml(bytes, handlers));
}

/** A name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

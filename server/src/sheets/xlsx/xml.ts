import { SaxesParser } from 'saxes';

import { BROKEN, SheetProblem } from '../cells.ts';

export type Attributes = Readonly<Record<string, string>>;

export interface Tag {
  readonly name: string;
  readonly isSelfClosing: boolean;
}

/** Element names have no prefix: some programs write every element under `x:`. */
export interface XmlHandlers {
  open?(name: string, attributes: Attributes, tag: Tag): void;
  /** `text` is the text of the element itself, if `wantsText` returned true for it. */
  close?(name: string, text: string, tag: Tag): void;
  wantsText?(name: string): boolean;
  text?(piece: string): void;
}

const DEPTH_MAX = 64;
/** The most bytes without a tag. A cell of 32,767 characters, each an entity of ten bytes, is a third of this. */
const UNBROKEN_MAX = 1024 * 1024;

/**
 * Parses XML as its bytes come in, and yields after each piece, so that the caller can pass on what its handlers collected. Document types
 * and entities other than XML's own five are rejected; nothing outside the file is read.
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
    if (sinceTag > UNBROKEN_MAX) throw new SheetProblem(isListening ? 'A cell contains more than 32,767 characters.' : BROKEN);
    yield;
  }
  // An absent part does not count as damage, because only some parts are needed.
  if (!isEmpty) parser.write(decode()).close();
}

export async function readXml(bytes: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of parseXml(bytes, handlers));
}

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

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
 * No entity but XML's own five is known, and nothing outside the file is ever fetched.
 */
export async function* parseXml(bytes: AsyncIterable<Buffer>, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let depth = 0;
  let sinceTag = 0;
  let text = '';
  let listening = false;
  let isEmpty = true;

  parser.on('opentag', (tag) => {
    const { name, attributes } = tag;
    depth += 1;
    if (depth > DEPTH_MAX) throw new SheetProblem(BROKEN);
    sinceTag = 0;
    const local = localName(name);
    text = '';
    listening = handlers.wantsText?.(local) ?? false;
    handlers.open?.(local, attributes, tag);
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    sinceTag = 0;
    handlers.close?.(localName(tag.name), listening ? text : '', tag);
    listening = false;
  });
  const hear = (piece: string) => {
    if (listening) text += piece;
    handlers.text?.(piece);
  };
  parser.on('text', hear);
  parser.on('cdata', hear);
  // The handlers' own problems are not errors of the XML: they pass through saxes untouched.
  parser.on('error', (error) => {
    throw new SheetProblem(BROKEN, { cause: error });
  });

  for await (const chunk of bytes) {
    isEmpty = false;
    sinceTag += chunk.length;
    parser.write(decode(decoder, chunk));
    if (sinceTag > UNBROKEN_MAX) throw new SheetProblem('A cell holds more than 32,767 characters.');
    yield;
  }
  // A part that is not there is no damage: only some parts are needed.
  if (!isEmpty) parser.close();
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
  return name.slice(name.indexOf(':') + 1);
}

import { BROKEN, SheetProblem } from './cells.ts';

/** An element as it is written, with its prefix. */
export interface Tag {
  readonly name: string;
  readonly isSelfClosing: boolean;
}

export type Attributes = Readonly<Record<string, string>>;

interface Listener {
  open(tag: Tag, attributes: Attributes): void;
  close(tag: Tag): void;
  /** In pieces, with entities and line ends resolved. */
  text(piece: string): void;
  /** May take an element that begins at this `<` and stands whole in the text: gives where it ends, or -1 to have it scanned. */
  whole?(codes: Codes, at: number): number;
}

/** The codes of a text's characters, with a 0 behind the last: looked at one by one they take a third of the time that a text does. */
export type Codes = Uint8Array | Uint16Array;

/** What no XML may hold. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const NAME = /^[:_\p{L}][-:_.\p{L}\p{N}\p{M}\u00b7]*$/u;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
/** Of an entity, far more than `&#x10ffff;` needs. */
const ENTITY_MAX = 32;
/** Of an element. A root that declares every dialect has some forty. */
const ATTRIBUTES_MAX = 1_000;
/** Names are looked at once. More different ones than any part has are looked at again. */
const NAMES_MAX = 1_000;

const [TAB, LINE, RETURN, BLANK, EXCLAMATION, SLASH, LESS, EQUALS, GREATER, QUESTION] = [9, 10, 13, 32, 33, 47, 60, 61, 62, 63] as const;

function isSpace(code: number): boolean {
  return code === BLANK || code === LINE || code === RETURN || code === TAB;
}

/**
 * Scans XML as its text comes in, several times as fast as a general parser: what Office files never hold, such as a document type
 * with entities of its own, is refused like damage. Fails with a SheetProblem.
 */
export class XmlScanner {
  readonly #listener: Listener;
  /** What is not complete yet. */
  #rest = '';
  /** Of the elements that are open. */
  readonly #path: Tag[] = [];
  #hasRoot = false;
  #names = new Set<string>();
  #isHeld = false;
  #isAscii = true;
  /** Used again for each piece of text. */
  #memory = new ArrayBuffer(0);

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  /** Nobody need say that a chunk is nothing but ASCII, but it is worth it. */
  write(chunk: string, isAscii = false): void {
    this.#isAscii = isAscii && (this.#isAscii || this.#rest === '');
    if (FORBIDDEN.test(chunk)) throw broken();
    if (this.#rest !== '' && this.#rest.startsWith('<') && !chunk.includes('>')) {
      // Nothing of it ends here: looking again, piece by piece, would take the square of its time.
      this.#rest += chunk;
      return;
    }
    this.#scan(this.#rest === '' ? chunk : this.#rest + chunk);
  }

  /** Whoever listens is told no more until `goOn`, which has to come before anything else is written. */
  hold(): void {
    this.#isHeld = true;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  goOn(): void {
    this.#isHeld = false;
    this.#scan(this.#rest);
  }

  #scan(xml: string): void {
    this.#rest = '';
    const codes = this.#listener.whole === undefined ? null : this.#codesOf(xml);
    let at = 0;
    while (at < xml.length) {
      const whole = codes !== null && codes[at] === LESS && this.#path.length > 0 ? (this.#listener.whole?.(codes, at) ?? -1) : -1;
      const next = whole >= 0 ? whole : xml.charCodeAt(at) === LESS ? this.#markup(xml, at) : this.#characters(xml, at);
      if (next < 0 || this.#isHeld) {
        this.#rest = xml.slice(next < 0 ? at : next);
        return;
      }
      at = next;
    }
  }

  close(): void {
    // A blank at the very end may have been waiting for what follows.
    if (this.#rest.trim() !== '' || this.#path.length > 0 || !this.#hasRoot) throw broken();
  }

  /** Each of these gives where it ended, or -1 where that is not there yet. */
  #characters(xml: string, from: number): number {
    const tag = xml.indexOf('<', from);
    let to = tag < 0 ? xml.length : tag;
    if (tag < 0) {
      // An entity or a line end may go on in the next piece.
      const entity = xml.lastIndexOf('&');
      if (entity >= from && xml.length - entity < ENTITY_MAX && !xml.includes(';', entity)) to = entity;
      if (xml.charCodeAt(to - 1) === RETURN) to -= 1;
    }
    if (to === from) return -1;
    this.#text(resolved(xml.slice(from, to)));
    return to;
  }

  #text(piece: string): void {
    if (this.#path.length > 0) this.#listener.text(piece);
    else if (piece.trim() !== '') throw broken();
  }

  #codesOf(xml: string): Codes {
    const bytes = (xml.length + 1) * (this.#isAscii ? 1 : 2);
    if (this.#memory.byteLength < bytes) this.#memory = new ArrayBuffer(2 * bytes);
    Buffer.from(this.#memory).write(xml, this.#isAscii ? 'latin1' : 'utf16le');
    const codes = this.#isAscii ? new Uint8Array(this.#memory, 0, bytes) : new Uint16Array(this.#memory, 0, bytes / 2);
    codes[xml.length] = 0;
    return codes;
  }

  #markup(xml: string, from: number): number {
    if (from + 1 === xml.length) return -1;
    const next = xml.charCodeAt(from + 1);
    if (next === SLASH) return this.#endTag(xml, from);
    if (next === QUESTION) return after(xml, '?>', from + 2);
    if (next === EXCLAMATION) return this.#declaration(xml, from);
    return this.#startTag(xml, from);
  }

  #declaration(xml: string, from: number): number {
    const [COMMENT, CDATA] = ['<!--', '<![CDATA['] as const;
    if (xml.startsWith(COMMENT, from)) return after(xml, '-->', from + COMMENT.length);
    if (xml.startsWith(CDATA, from)) {
      const end = after(xml, ']]>', from + CDATA.length);
      if (end >= 0 && this.#path.length === 0) throw broken();
      if (end >= 0) this.#listener.text(plainLines(xml.slice(from + CDATA.length, end - 3)));
      return end;
    }
    const start = xml.slice(from, from + CDATA.length);
    if (COMMENT.startsWith(start) || CDATA.startsWith(start)) return -1;
    throw broken();
  }

  #endTag(xml: string, from: number): number {
    const end = xml.indexOf('>', from);
    if (end < 0) return -1;
    const tag = this.#path.pop();
    const isRight = tag !== undefined && xml.startsWith(tag.name, from + 2);
    if (!isRight || (end !== from + 2 + tag.name.length && xml.slice(from + 2 + tag.name.length, end).trim() !== '')) throw broken();
    this.#listener.close(tag);
    return end + 1;
  }

  #startTag(xml: string, from: number): number {
    let at = from + 1;
    let code = xml.charCodeAt(at);
    while (at < xml.length && code !== GREATER && code !== SLASH && !isSpace(code)) code = xml.charCodeAt((at += 1));
    if (at >= xml.length) return -1;
    const name = this.#checked(xml.slice(from + 1, at));
    const attributes: Record<string, string> = {};
    for (let count = 0; count <= ATTRIBUTES_MAX; count += 1) {
      const spaced = isSpace(code);
      while (isSpace(code)) code = xml.charCodeAt((at += 1));
      if (at >= xml.length) return -1;
      if (code === GREATER) return this.#opened({ name, isSelfClosing: false }, attributes, at + 1);
      if (code === SLASH) {
        if (at + 1 === xml.length) return -1;
        if (xml.charCodeAt(at + 1) !== GREATER) throw broken();
        return this.#opened({ name, isSelfClosing: true }, attributes, at + 2);
      }
      if (!spaced) throw broken();
      const start = at;
      while (at < xml.length && code !== EQUALS && !isSpace(code) && code !== GREATER) code = xml.charCodeAt((at += 1));
      const attribute = xml.slice(start, at);
      while (isSpace(code)) code = xml.charCodeAt((at += 1));
      if (at >= xml.length) return -1;
      if (code !== EQUALS) throw broken();
      code = xml.charCodeAt((at += 1));
      while (isSpace(code)) code = xml.charCodeAt((at += 1));
      if (at >= xml.length) return -1;
      const quote = xml[at];
      if (quote !== '"' && quote !== "'") throw broken();
      const end = xml.indexOf(quote, at + 1);
      if (end < 0) return -1;
      const value = xml.slice(at + 1, end);
      if (value.includes('<') || Object.hasOwn(attributes, this.#checked(attribute))) throw broken();
      // In a value a line end is a blank; one that is written as an entity stays.
      attributes[attribute] = resolvedEntities(/[\t\n\r]/.test(value) ? plainLines(value).replaceAll(/[\t\n]/g, ' ') : value);
      code = xml.charCodeAt((at = end + 1));
    }
    throw broken();
  }

  #opened(tag: Tag, attributes: Attributes, end: number): number {
    if (this.#path.length === 0 && this.#hasRoot) throw broken();
    this.#hasRoot = true;
    this.#listener.open(tag, attributes);
    if (tag.isSelfClosing) this.#listener.close(tag);
    else this.#path.push(tag);
    return end;
  }

  #checked(name: string): string {
    if (this.#names.has(name)) return name;
    if (!NAME.test(name)) throw broken();
    if (this.#names.size >= NAMES_MAX) this.#names = new Set();
    this.#names.add(name);
    return name;
  }
}

function after(xml: string, end: string, from: number): number {
  const at = xml.indexOf(end, from);
  return at < 0 ? -1 : at + end.length;
}

function resolved(text: string): string {
  return resolvedEntities(plainLines(text));
}

function plainLines(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

function resolvedEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&([^;&]*);?/g, (whole, entity: string) => {
    if (!whole.endsWith(';')) throw broken();
    return entity.startsWith('#') ? character(entity) : (known(entity) ?? fail());
  });
}

function known(entity: string): string | undefined {
  return Object.hasOwn(ENTITIES, entity) ? ENTITIES[entity] : undefined;
}

/** Of `#10` or `#xA`. */
function character(entity: string): string {
  const digits = /^#(?:([0-9]+)|x([0-9a-fA-F]+))$/.exec(entity);
  const code = digits === null ? Number.NaN : digits[1] === undefined ? Number.parseInt(digits[2] ?? '', 16) : Number(digits[1]);
  const isAllowed = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  const made = isAllowed ? String.fromCodePoint(code) : '\0';
  return FORBIDDEN.test(made) ? fail() : made;
}

function fail(): never {
  throw broken();
}

function broken(): SheetProblem {
  return new SheetProblem(BROKEN);
}

var __defProp = Object.defineProperty;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __esm = (fn, res, err) => function __init() {
  if (err) throw err[0];
  try {
    return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
  } catch (e) {
    throw err = [e], e;
  }
};
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};

// server/src/spreadsheets/cells.ts
function cellAddress(column, row) {
  return `${columnLetters(column)}${row}`;
}
function columnLetters(column) {
  const rest = Math.floor((column - 1) / 26);
  return (rest > 0 ? columnLetters(rest) : "") + String.fromCharCode(65 + (column - 1) % 26);
}
function tooMuchText() {
  return new SheetProblem("The workbook holds too much text to be read. Please split it.");
}
function tooManyRows(caps) {
  return new SheetProblem(`The sheet has more than ${caps.rows.toLocaleString("en-IN")} rows. Please split it.`);
}
function tooManyColumns(caps, cell) {
  return new SheetProblem(
    `The sheet has more than ${caps.columns} columns: cell ${cell} is filled. Please delete what lies beyond the table.`
  );
}
function tooLongCell(caps, cell) {
  return new SheetProblem(`${cell} holds more than ${caps.characters.toLocaleString("en-IN")} characters.`);
}
function plainHeading(text) {
  return text.normalize("NFKC").toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");
}
var CAPS, LAST_ROW, BATCH, ANSWERED, BATCH_TEXT, SheetProblem, BROKEN;
var init_cells = __esm({
  "server/src/spreadsheets/cells.ts"() {
    "use strict";
    CAPS = {
      bytes: 50 * 1024 ** 2,
      unpacked: 320 * 1024 ** 2,
      rows: 2e5,
      columns: 100,
      characters: 32767,
      text: 320 * 1024 ** 2,
      seconds: 120
    };
    LAST_ROW = 1048576;
    BATCH = 25;
    ANSWERED = 2;
    BATCH_TEXT = 256 * 1024;
    SheetProblem = class extends Error {
    };
    BROKEN = "The file is damaged or was cut off on its way. Please save it again and upload it anew.";
  }
});

// server/src/spreadsheets/dates.ts
function dateOfSerial(serial, from1904) {
  const day = Math.floor(serial + 1e-6);
  const first = from1904 ? 0 : 1;
  if (day < first || day > LAST_SERIAL || !from1904 && day === 60) return null;
  if (from1904) return isoDay(EPOCH_1904 + day * DAY);
  return isoDay(EPOCH_1900 + (day < 60 ? day + 1 : day) * DAY);
}
function isoDay(instant) {
  return new Date(instant).toISOString().slice(0, 10);
}
var DAY, EPOCH_1900, EPOCH_1904, LAST_SERIAL;
var init_dates = __esm({
  "server/src/spreadsheets/dates.ts"() {
    "use strict";
    DAY = 864e5;
    EPOCH_1900 = Date.UTC(1899, 11, 30);
    EPOCH_1904 = Date.UTC(1904, 0, 1);
    LAST_SERIAL = 109574;
  }
});

// server/src/spreadsheets/plainCell.ts
function isFigure(code) {
  return code >= ZERO && code <= NINE || code === 46 || code === 45 || code === 43 || code === 69;
}
var QUOTE, SLASH, ZERO, NINE, LESS, GREATER, A, Z, FIGURE_MAX, PlainCell;
var init_plainCell = __esm({
  "server/src/spreadsheets/plainCell.ts"() {
    "use strict";
    [QUOTE, SLASH, ZERO, NINE, LESS, GREATER, A, Z] = [34, 47, 48, 57, 60, 62, 65, 90];
    FIGURE_MAX = 32;
    PlainCell = class {
      /** From 1. */
      column = 0;
      /** -1 where none is said. */
      style = -1;
      /** Whether the figure is the number of a shared text. */
      isShared = false;
      /** Digits, perhaps with sign, point and exponent; between these places of the text. They are the same where the cell is empty. */
      from = 0;
      to = 0;
      /** Reads what begins at a `<`. Gives where the cell ends, or -1 where it is written in any other way, or not to its end yet. */
      read(xml, at) {
        if (!xml.startsWith('<c r="', at)) return -1;
        let place = at + 6;
        let code = xml.charCodeAt(place);
        let column = 0;
        for (; code >= A && code <= Z; code = xml.charCodeAt(place += 1)) column = column * 26 + code - A + 1;
        while (code >= ZERO && code <= NINE) code = xml.charCodeAt(place += 1);
        if (code !== QUOTE || column === 0) return -1;
        place += 1;
        let style = -1;
        if (xml.startsWith(' s="', place)) {
          place += 4;
          style = 0;
          for (code = xml.charCodeAt(place); code >= ZERO && code <= NINE; code = xml.charCodeAt(place += 1))
            style = style * 10 + code - ZERO;
          if (code !== QUOTE) return -1;
          place += 1;
        }
        let isShared = false;
        if (xml.startsWith(' t="', place)) {
          isShared = xml.startsWith('s"', place + 4);
          if (!isShared && !xml.startsWith('n"', place + 4)) return -1;
          place += 6;
        }
        let from = place;
        let to = place;
        if (xml.charCodeAt(place) === SLASH && xml.charCodeAt(place + 1) === GREATER) place += 2;
        else {
          if (!xml.startsWith("><v>", place)) return -1;
          from = place += 4;
          while (isFigure(xml.charCodeAt(place))) place += 1;
          if (place === from || place - from > FIGURE_MAX || xml.charCodeAt(place) !== LESS || !xml.startsWith("</v></c>", place)) return -1;
          to = place;
          place += 8;
        }
        this.column = column;
        this.style = style;
        this.isShared = isShared;
        this.from = from;
        this.to = to;
        return place;
      }
    };
  }
});

// server/src/spreadsheets/xmlScanner.ts
function isSpace(code) {
  return code === BLANK || code === LINE || code === RETURN || code === TAB;
}
function after(xml, end, from) {
  const at = xml.indexOf(end, from);
  return at < 0 ? -1 : at + end.length;
}
function resolved(text) {
  return resolvedEntities(plainLines(text));
}
function plainLines(text) {
  return text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text;
}
function resolvedEntities(text) {
  if (!text.includes("&")) return text;
  return text.replaceAll(/&([^;&]*);?/g, (whole, entity) => {
    if (!whole.endsWith(";")) throw broken();
    return entity.startsWith("#") ? character(entity) : known(entity) ?? fail();
  });
}
function known(entity) {
  return Object.hasOwn(ENTITIES, entity) ? ENTITIES[entity] : void 0;
}
function character(entity) {
  const digits = /^#(?:([0-9]+)|x([0-9a-fA-F]+))$/.exec(entity);
  const code = digits === null ? Number.NaN : digits[1] === void 0 ? Number.parseInt(digits[2] ?? "", 16) : Number(digits[1]);
  const isAllowed = code <= 1114111 && !(code >= 55296 && code <= 57343);
  const made = isAllowed ? String.fromCodePoint(code) : "\0";
  return FORBIDDEN.test(made) ? fail() : made;
}
function fail() {
  throw broken();
}
function broken() {
  return new SheetProblem(BROKEN);
}
var FORBIDDEN, NAME, ENTITIES, ENTITY_MAX, ATTRIBUTES_MAX, NAMES_MAX, TAB, LINE, RETURN, BLANK, SLASH2, EQUALS, GREATER2, XmlScanner;
var init_xmlScanner = __esm({
  "server/src/spreadsheets/xmlScanner.ts"() {
    "use strict";
    init_cells();
    FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
    NAME = /^[:_\p{L}][-:_.\p{L}\p{N}\p{M}\u00b7]*$/u;
    ENTITIES = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
    ENTITY_MAX = 32;
    ATTRIBUTES_MAX = 1e3;
    NAMES_MAX = 1e3;
    [TAB, LINE, RETURN, BLANK, SLASH2, EQUALS, GREATER2] = [9, 10, 13, 32, 47, 61, 62];
    XmlScanner = class {
      #listener;
      /** What is not complete yet. */
      #rest = "";
      /** Of the elements that are open. */
      #path = [];
      #hasRoot = false;
      #names = /* @__PURE__ */ new Set();
      #isHeld = false;
      constructor(listener) {
        this.#listener = listener;
      }
      write(chunk) {
        if (FORBIDDEN.test(chunk)) throw broken();
        if (this.#rest !== "" && this.#rest.startsWith("<") && !chunk.includes(">")) {
          this.#rest += chunk;
          return;
        }
        this.#scan(this.#rest === "" ? chunk : this.#rest + chunk);
      }
      /** Whoever listens is told no more until `goOn`, which has to come before anything else is written. */
      hold() {
        this.#isHeld = true;
      }
      get isHeld() {
        return this.#isHeld;
      }
      goOn() {
        this.#isHeld = false;
        this.#scan(this.#rest);
      }
      #scan(xml) {
        this.#rest = "";
        let at = 0;
        while (at < xml.length) {
          const next = xml.startsWith("<", at) ? this.#markup(xml, at) : this.#characters(xml, at);
          if (next < 0 || this.#isHeld) {
            this.#rest = xml.slice(next < 0 ? at : next);
            return;
          }
          at = next;
        }
      }
      close() {
        if (this.#rest.trim() !== "" || this.#path.length > 0 || !this.#hasRoot) throw broken();
      }
      /** Each of these gives where it ended, or -1 where that is not there yet. */
      #characters(xml, from) {
        const tag = xml.indexOf("<", from);
        let to = tag < 0 ? xml.length : tag;
        if (tag < 0) {
          const entity = xml.lastIndexOf("&");
          if (entity >= from && xml.length - entity < ENTITY_MAX && !xml.includes(";", entity)) to = entity;
          if (xml.charCodeAt(to - 1) === RETURN) to -= 1;
        }
        if (to === from) return -1;
        this.#text(resolved(xml.slice(from, to)));
        return to;
      }
      #text(piece) {
        if (this.#path.length > 0) this.#listener.text(piece);
        else if (piece.trim() !== "") throw broken();
      }
      #markup(xml, from) {
        const next = xml[from + 1];
        if (next === void 0) return -1;
        if (next === "/") return this.#endTag(xml, from);
        if (next === "?") return after(xml, "?>", from + 2);
        if (next === "!") return this.#declaration(xml, from);
        const whole = this.#path.length > 0 ? this.#listener.whole?.(xml, from) ?? -1 : -1;
        return whole < 0 ? this.#startTag(xml, from) : whole;
      }
      #declaration(xml, from) {
        const [COMMENT, CDATA] = ["<!--", "<![CDATA["];
        if (xml.startsWith(COMMENT, from)) return after(xml, "-->", from + COMMENT.length);
        if (xml.startsWith(CDATA, from)) {
          const end = after(xml, "]]>", from + CDATA.length);
          if (end >= 0 && this.#path.length === 0) throw broken();
          if (end >= 0) this.#listener.text(plainLines(xml.slice(from + CDATA.length, end - 3)));
          return end;
        }
        const start = xml.slice(from, from + CDATA.length);
        if (COMMENT.startsWith(start) || CDATA.startsWith(start)) return -1;
        throw broken();
      }
      #endTag(xml, from) {
        const end = xml.indexOf(">", from);
        if (end < 0) return -1;
        const tag = this.#path.pop();
        const isRight = tag !== void 0 && xml.startsWith(tag.name, from + 2);
        if (!isRight || end !== from + 2 + tag.name.length && xml.slice(from + 2 + tag.name.length, end).trim() !== "") throw broken();
        this.#listener.close(tag);
        return end + 1;
      }
      #startTag(xml, from) {
        let at = from + 1;
        let code = xml.charCodeAt(at);
        while (at < xml.length && code !== GREATER2 && code !== SLASH2 && !isSpace(code)) code = xml.charCodeAt(at += 1);
        if (at >= xml.length) return -1;
        const name = this.#checked(xml.slice(from + 1, at));
        const attributes = {};
        for (let count = 0; count <= ATTRIBUTES_MAX; count += 1) {
          const spaced = isSpace(code);
          while (isSpace(code)) code = xml.charCodeAt(at += 1);
          if (at >= xml.length) return -1;
          if (code === GREATER2) return this.#opened({ name, isSelfClosing: false }, attributes, at + 1);
          if (code === SLASH2) {
            if (at + 1 === xml.length) return -1;
            if (xml.charCodeAt(at + 1) !== GREATER2) throw broken();
            return this.#opened({ name, isSelfClosing: true }, attributes, at + 2);
          }
          if (!spaced) throw broken();
          const start = at;
          while (at < xml.length && code !== EQUALS && !isSpace(code) && code !== GREATER2) code = xml.charCodeAt(at += 1);
          const attribute = xml.slice(start, at);
          while (isSpace(code)) code = xml.charCodeAt(at += 1);
          if (at >= xml.length) return -1;
          if (code !== EQUALS) throw broken();
          code = xml.charCodeAt(at += 1);
          while (isSpace(code)) code = xml.charCodeAt(at += 1);
          if (at >= xml.length) return -1;
          const quote = xml[at];
          if (quote !== '"' && quote !== "'") throw broken();
          const end = xml.indexOf(quote, at + 1);
          if (end < 0) return -1;
          const value = xml.slice(at + 1, end);
          if (value.includes("<") || Object.hasOwn(attributes, this.#checked(attribute))) throw broken();
          attributes[attribute] = resolvedEntities(/[\t\n\r]/.test(value) ? plainLines(value).replaceAll(/[\t\n]/g, " ") : value);
          code = xml.charCodeAt(at = end + 1);
        }
        throw broken();
      }
      #opened(tag, attributes, end) {
        if (this.#path.length === 0 && this.#hasRoot) throw broken();
        this.#hasRoot = true;
        this.#listener.open(tag, attributes);
        if (tag.isSelfClosing) this.#listener.close(tag);
        else this.#path.push(tag);
        return end;
      }
      #checked(name) {
        if (this.#names.has(name)) return name;
        if (!NAME.test(name)) throw broken();
        if (this.#names.size >= NAMES_MAX) this.#names = /* @__PURE__ */ new Set();
        this.#names.add(name);
        return name;
      }
    };
  }
});

// server/src/spreadsheets/xml.ts
async function* parseXml(bytes, handlers) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let depth = 0;
  let sinceTag = 0;
  let text = "";
  let listening = false;
  let isEmpty = true;
  const scanner = new XmlScanner({
    open(tag, attributes) {
      depth += 1;
      if (depth > DEPTH_MAX) throw new SheetProblem(BROKEN);
      sinceTag = 0;
      const local = localName(tag.name);
      text = "";
      listening = handlers.wantsText?.(local) ?? false;
      handlers.open?.(local, attributes, tag);
    },
    close(tag) {
      depth -= 1;
      sinceTag = 0;
      handlers.close?.(localName(tag.name), listening ? text : "", tag);
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
    }
  });
  for await (const chunk of bytes) {
    isEmpty = false;
    sinceTag += chunk.length;
    scanner.write(decode(decoder, chunk));
    if (sinceTag > UNBROKEN_MAX) throw new SheetProblem("A cell holds more than 32,767 characters.");
    yield;
    while (scanner.isHeld) {
      scanner.goOn();
      yield;
    }
  }
  if (!isEmpty) scanner.close();
}
async function readXml(bytes, handlers) {
  for await (const _ of parseXml(bytes, handlers)) ;
}
function decode(decoder, chunk) {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch (error) {
    throw new SheetProblem(BROKEN, { cause: error });
  }
}
function localName(name) {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
}
var DEPTH_MAX, UNBROKEN_MAX;
var init_xml = __esm({
  "server/src/spreadsheets/xml.ts"() {
    "use strict";
    init_cells();
    init_xmlScanner();
    DEPTH_MAX = 64;
    UNBROKEN_MAX = 1024 * 1024;
  }
});

// server/src/spreadsheets/sharedStrings.ts
function unescapeText(text) {
  if (!text.includes("_x")) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
var TEXT_MAX, STRING_OVERHEAD, SharedStrings;
var init_sharedStrings = __esm({
  "server/src/spreadsheets/sharedStrings.ts"() {
    "use strict";
    init_cells();
    init_xml();
    TEXT_MAX = 96 * 1024 * 1024;
    STRING_OVERHEAD = 32;
    SharedStrings = class _SharedStrings {
      #texts = [];
      #parsing;
      #isRead = false;
      #isWanted = true;
      /** With the first texts read. */
      static async open(bytes, caps) {
        const strings = new _SharedStrings(bytes, caps);
        await strings.readTo(0);
        return strings;
      }
      constructor(bytes, caps) {
        let text = "";
        let phonetic = false;
        let cost = 0;
        this.#parsing = parseXml(bytes, {
          wantsText: (name) => name === "t" && !phonetic,
          open(name) {
            if (name === "si") text = "";
            if (name === "rPh") phonetic = true;
          },
          close: (name, piece) => {
            if (name === "t") text += piece;
            if (text.length > caps.characters) throw tooLongCell(caps, "A cell");
            if (name === "rPh") phonetic = false;
            if (name !== "si") return;
            cost += text.length + STRING_OVERHEAD;
            if (cost > TEXT_MAX) throw tooMuchText();
            if (this.#isWanted) this.#texts.push(unescapeText(text));
          }
        });
      }
      /** Undefined where it has not been read yet, or is not there. */
      at(place) {
        return this.#texts[place];
      }
      /** Reads on as far as this text; to the end, where it is not there. */
      async readTo(place) {
        while (!this.#isRead && this.#texts[place] === void 0) this.#isRead = (await this.#parsing.next()).done === true;
      }
      /** Looks through the texts that no cell asked for: damage among them is damage of the file. */
      async finish() {
        this.#isWanted = false;
        for await (const _ of this.#parsing) ;
      }
      /** Lets go of the file. */
      async close() {
        await this.#parsing.return(void 0);
      }
    };
  }
});

// server/src/spreadsheets/workbook.ts
import { posix } from "node:path";
async function openWorkbook(archive, caps) {
  const root = await relations(archive, "_rels/.rels", "");
  const path = root.find(({ type }) => type === "officeDocument")?.target ?? "xl/workbook.xml";
  if (!archive.has(path) || !path.endsWith(".xml")) throw new SheetProblem(whatElse(archive, path));
  const parts = await relations(archive, relationsPath(path), posix.dirname(path));
  const { sheets, from1904 } = await contents(archive, path);
  const worksheets = new Map(parts.filter(({ type }) => type === "worksheet").map(({ id, target }) => [id, target]));
  const sheet = sheets.filter(({ hidden }) => !hidden).map(({ id }) => worksheets.get(id)).find((target) => target !== void 0);
  if (sheet === void 0) throw new SheetProblem("The workbook has no visible sheet.");
  if (!archive.has(sheet)) throw new SheetProblem(BROKEN);
  const part = (wanted) => parts.find(({ type }) => type === wanted)?.target ?? "";
  const styles = part("styles");
  return {
    path,
    sheet,
    styles,
    from1904,
    kinds: await numberKinds(archive, styles),
    strings: await SharedStrings.open(archive.read(part("sharedStrings")), caps)
  };
}
function whatElse(archive, path) {
  if (path.endsWith(".bin")) return "This is an .xlsb workbook. Please save it as .xlsx.";
  if (archive.has("content.xml") && archive.has("mimetype")) return "This is an OpenDocument file. Please save it as .xlsx.";
  return "This is not an .xlsx workbook.";
}
function relationsPath(path) {
  return `${posix.dirname(path)}/_rels/${posix.basename(path)}.rels`;
}
async function relations(archive, path, folder) {
  const found = [];
  await readXml(archive.read(path), {
    open(name, { Id: id = "", Type: type = "", Target: target = "", TargetMode: mode }) {
      if (name !== "Relationship" || mode === "External") return;
      const full = target.startsWith("/") ? target.slice(1) : posix.join(folder, target);
      found.push({ id, type: type.slice(type.lastIndexOf("/") + 1), target: full });
      if (found.length > PARTS_MAX) throw new SheetProblem(BROKEN);
    }
  });
  return found;
}
async function contents(archive, path) {
  const sheets = [];
  let from1904 = false;
  await readXml(archive.read(path), {
    open(name, attributes) {
      if (name === "workbookPr") from1904 = ["1", "true", "on"].includes(attributes["date1904"] ?? "");
      if (name === "sheet") sheets.push({ id: relationId(attributes), hidden: (attributes["state"] ?? "visible") !== "visible" });
      if (sheets.length > PARTS_MAX) throw new SheetProblem(BROKEN);
    }
  });
  return { sheets, from1904 };
}
function relationId(attributes) {
  return Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1] ?? "";
}
async function numberKinds(archive, path) {
  const formats = /* @__PURE__ */ new Map();
  const styles = [];
  let inCells = false;
  await readXml(archive.read(path), {
    open(name, { numFmtId = "0", formatCode = "" }) {
      if (name === "numFmt") formats.set(numFmtId, formatCode.slice(0, FORMAT_CHARACTERS_MAX));
      if (name === "cellXfs") inCells = true;
      if (name === "xf" && inCells) styles.push(kindOfFormat(Number(numFmtId), formats.get(numFmtId)));
      if (styles.length > STYLES_MAX || formats.size > STYLES_MAX) throw new SheetProblem(BROKEN);
    },
    close(name) {
      if (name === "cellXfs") inCells = false;
    }
  });
  return styles;
}
function kindOfFormat(id, code) {
  if (code === void 0) {
    if (id === 9 || id === 10) return "percent";
    return id >= 14 && id <= 17 || id === 22 || id >= 27 && id <= 31 || id === 36 || id >= 50 && id <= 58 ? "date" : "plain";
  }
  const letters = code.toLowerCase().replaceAll(/\[(h+|m+|s+)\]/g, "h").replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, "");
  if (letters.includes("general")) return "plain";
  if (letters.includes("%")) return "percent";
  return /[yd]/.test(letters) || letters.includes("m") && !/[hs]/.test(letters) ? "date" : "plain";
}
var PARTS_MAX, FORMAT_CHARACTERS_MAX, STYLES_MAX;
var init_workbook = __esm({
  "server/src/spreadsheets/workbook.ts"() {
    "use strict";
    init_cells();
    init_sharedStrings();
    init_xml();
    PARTS_MAX = 1e4;
    FORMAT_CHARACTERS_MAX = 255;
    STYLES_MAX = 1e5;
  }
});

// server/src/spreadsheets/zip.ts
import { pipeline as pipeline2 } from "node:stream";
import { createInflateRaw } from "node:zlib";
import yauzl from "yauzl";
async function openArchive(file, caps) {
  const zip = await orBroken(typeof file === "string" ? yauzl.openPromise(file, { autoClose: false }) : yauzl.fromBufferPromise(file));
  const entries = await orBroken(listEntries(zip));
  const opened = /* @__PURE__ */ new Set();
  let unpacked = 0;
  return {
    has: (path) => entries.has(path.toLowerCase()),
    async *read(path) {
      const entry = entries.get(path.toLowerCase());
      if (entry === void 0) return;
      if (!opened.has(entry)) unpacked += entry.uncompressedSize;
      opened.add(entry);
      if (unpacked > caps.unpacked) throw new SheetProblem("The workbook holds too much to be read. Please split it.");
      yield* unpackEntry(zip, entry);
    },
    parts: () => [...entries.values()].map((entry) => packedPart(zip, entry)),
    close: () => zip.close()
  };
}
async function listEntries(zip) {
  if (zip.entryCount > ENTRIES_MAX) throw new SheetProblem("The workbook has too many parts to be read.");
  const entries = /* @__PURE__ */ new Map();
  const places = [];
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new SheetProblem("The file has a password. Please save it as .xlsx without a password.");
    entries.set(entry.fileName.toLowerCase(), entry);
    places.push({ from: entry.relativeOffsetOfLocalHeader, bytes: LOCAL_HEADER + entry.compressedSize });
  }
  refuseOverlaps(places);
  return entries;
}
function refuseOverlaps(places) {
  places.sort((one, other) => one.from - other.from);
  const overlaps = places.some(({ from, bytes }, index) => from + bytes > (places[index + 1]?.from ?? Number.POSITIVE_INFINITY));
  if (overlaps) throw new SheetProblem(BROKEN);
}
function packedPart(zip, entry) {
  const { fileName, compressionMethod: method, crc32: crc322, compressedSize: packedSize, uncompressedSize: size } = entry;
  return { path: fileName, packed: readEntry(zip, entry), sums: { method, crc32: crc322, packedSize, size } };
}
async function* readEntry(zip, entry) {
  yield* piecesOf(await orBroken(zip.openReadStreamPromise(entry, { decodeFileData: false })));
}
async function* unpackEntry(zip, entry) {
  const { compressionMethod: method, uncompressedSize: size } = entry;
  if (method !== STORED && method !== DEFLATED) throw new SheetProblem(BROKEN);
  const packed = await orBroken(zip.openReadStreamPromise(entry, { decodeFileData: false }));
  const unpacked = method === STORED ? packed : pipeline2(packed, createInflateRaw({ chunkSize: PIECE }), () => void 0);
  let bytes = 0;
  for await (const piece of piecesOf(unpacked)) {
    bytes += piece.length;
    if (bytes > size) throw new SheetProblem(BROKEN);
    yield piece;
  }
  if (bytes !== size) throw new SheetProblem(BROKEN);
}
async function* piecesOf(stream) {
  const pieces2 = stream[Symbol.asyncIterator]();
  try {
    for (; ; ) {
      const piece = await orBroken(pieces2.next());
      if (piece.done === true) return;
      yield piece.value;
    }
  } finally {
    stream.destroy();
  }
}
async function orBroken(work) {
  try {
    return await work;
  } catch (error) {
    throw error instanceof SheetProblem ? error : new SheetProblem(BROKEN, { cause: error });
  }
}
var ENTRIES_MAX, LOCAL_HEADER, STORED, DEFLATED, PIECE;
var init_zip = __esm({
  "server/src/spreadsheets/zip.ts"() {
    "use strict";
    init_cells();
    ENTRIES_MAX = 5e3;
    LOCAL_HEADER = 30;
    [STORED, DEFLATED] = [0, 8];
    PIECE = 64 * 1024;
  }
});

// server/src/spreadsheets/xlsx.ts
async function* readXlsx(file, caps, headings) {
  const archive = await openArchive(file, caps);
  try {
    yield* readRows(archive, await openWorkbook(archive, caps), caps, headings);
  } finally {
    archive.close();
  }
}
async function* readRows(archive, workbook, caps, headings) {
  let batch = [];
  const full = [];
  let weight = 0;
  let total = 0;
  let filled = 0;
  let row = 0;
  let column = 0;
  let cells = [];
  let cell = {};
  const plain = new PlainCell();
  let text = "";
  let isFormula = false;
  let isDone = false;
  let awaited = null;
  let isWanted = null;
  const isLeftOut = () => isWanted !== null && column <= caps.columns && isWanted[column - 1] !== true;
  const put = (value) => {
    if (value === null) return;
    if (column > caps.columns) throw tooManyColumns(caps, cellAddress(column, row));
    while (cells.length < column - 1) cells.push(null);
    cells[column - 1] = value;
    if (typeof value === "string") weight += value.length;
  };
  const putShared = (place) => {
    const shared = strings.at(place);
    if (shared === void 0) awaited = place;
    else put(shared === "" ? null : shared);
  };
  const { strings } = workbook;
  const part = archive.read(workbook.sheet);
  const parsing = parseXml(part, {
    wantsText: (name) => name === "v" || name === "t",
    whole(xml, at) {
      const end = plain.read(xml, at);
      if (end < 0 || plain.column > caps.columns) return -1;
      column = plain.column;
      if (plain.from === plain.to || isLeftOut()) return end;
      const figure = xml.slice(plain.from, plain.to);
      if (plain.isShared) putShared(Number(figure));
      else put(figureValue(plain.style, figure, workbook));
      return end;
    },
    mustWait: () => awaited !== null,
    open(name, attributes) {
      if (name === "row") {
        row = attributes["r"] === void 0 ? row + 1 : Number(attributes["r"]);
        if (!Number.isInteger(row) || row < 1 || row > LAST_ROW) throw new SheetProblem(BROKEN);
        column = 0;
        cells = [];
      } else if (name === "c") {
        cell = attributes;
        column = cell["r"] === void 0 ? column + 1 : columnNumber(cell["r"]);
        text = "";
        isFormula = false;
      } else if (name === "f") isFormula = true;
    },
    close(name, piece) {
      if (name === "v" || name === "t") {
        text += piece;
        if (text.length > caps.characters) throw tooLongCell(caps, `Cell ${cellAddress(column, row)}`);
      } else if (name === "c") {
        if (isLeftOut()) return;
        if (cell["t"] !== "s") put(cellValue(cell, text, isFormula, workbook));
        else if (text !== "") putShared(Number(text));
      } else if (name === "row" && cells.length > 0) {
        filled += 1;
        if (headings !== void 0) isWanted ??= cells.map((each) => typeof each === "string" && headings.has(plainHeading(each)));
        if (filled > caps.rows + 1) throw tooManyRows(caps);
        batch.push({ row, cells });
        if (batch.length < BATCH && weight < BATCH_TEXT) return;
        total += weight;
        if (total > caps.text) throw tooMuchText();
        full.push(batch);
        batch = [];
        weight = 0;
      } else if (name === "sheetData") isDone = true;
    }
  });
  try {
    for await (const _ of parsing) {
      if (awaited !== null) {
        await strings.readTo(awaited);
        if (strings.at(awaited) === void 0) throw new SheetProblem(BROKEN);
        putShared(awaited);
        awaited = null;
      }
      yield* full.splice(0);
      if (!isDone) continue;
      yield batch;
      for await (const _rest of part) ;
      await strings.finish();
      return;
    }
    throw new SheetProblem(BROKEN);
  } finally {
    await strings.close();
  }
}
function cellValue({ t: type = "n", s: style }, text, isFormula, workbook) {
  switch (type) {
    case "str":
    case "inlineStr":
      return text === "" ? null : unescapeText(text);
    case "b":
      return text === "" ? null : text === "1" || text === "true";
    case "e":
      return { error: `The cell shows the error ${text.slice(0, 20) || "#N/A"}.` };
    case "d":
      return text === "" ? null : text.replace(/T.*$/, "");
    default:
      if (text === "")
        return isFormula ? { error: "The cell holds a formula without a stored result. Please open the file in a spreadsheet program and save it." } : null;
      return figureValue(Number(style ?? -1), text, workbook);
  }
}
function figureValue(style, text, { kinds, from1904 }) {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new SheetProblem(BROKEN);
  const kind = kinds[style];
  const date = kind === "date" ? dateOfSerial(value, from1904) : null;
  if (date !== null) return { date };
  if (kind === "percent") return `${Number((value * 100).toPrecision(DIGITS_KEPT))}%`;
  return text.length <= DIGITS_KEPT || Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS_KEPT));
}
function columnNumber(address) {
  let column = 0;
  for (let index = 0; index < address.length; index += 1) {
    const letter = address.charCodeAt(index) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (column < 1 || column > 16384) throw new SheetProblem(BROKEN);
  return column;
}
var DIGITS_KEPT;
var init_xlsx = __esm({
  "server/src/spreadsheets/xlsx.ts"() {
    "use strict";
    init_cells();
    init_dates();
    init_plainCell();
    init_sharedStrings();
    init_workbook();
    init_xml();
    init_zip();
    DIGITS_KEPT = 15;
  }
});

// server/src/spreadsheets/findings.ts
function findingsByRow({ rows, numbers, texts }) {
  const table = texts.split(BETWEEN);
  const order = Uint32Array.from(rows.keys()).sort((one, other) => (rows[one] ?? 0) - (rows[other] ?? 0) || one - other);
  const rowAt = (place) => rows[order[place] ?? 0] ?? 0;
  return (row) => {
    let [from, to] = [0, order.length];
    while (from < to) {
      const middle = from + to >> 1;
      if (rowAt(middle) < row) from = middle + 1;
      else to = middle;
    }
    const found = [];
    for (let place = from; place < order.length && rowAt(place) === row; place += 1) {
      const [column = "", message = ""] = (table[numbers[order[place] ?? 0] ?? 0] ?? "").split(WITHIN);
      found.push({ column, message });
    }
    return found;
  };
}
var BETWEEN, WITHIN, KEPT_TEXT_MAX;
var init_findings = __esm({
  "server/src/spreadsheets/findings.ts"() {
    "use strict";
    BETWEEN = "\0";
    WITHIN = "";
    KEPT_TEXT_MAX = 32 * 1024 * 1024;
  }
});

// server/src/spreadsheets/xmlText.ts
function escapeXml(text) {
  if (/^[ !#-%'-;=?-~]*$/.test(text)) return text;
  return text.replaceAll(UNHOLDABLE, "").replaceAll(MEANINGFUL, (character2) => ENTITY[character2] ?? character2);
}
function escapeAttribute(text) {
  return escapeXml(text).replaceAll("\n", "&#10;").replaceAll("	", "&#9;");
}
function startTag(name, attributes, isEmpty = false) {
  let tag = `<${name}`;
  for (const attribute of Object.keys(attributes)) tag += ` ${attribute}="${escapeAttribute(attributes[attribute] ?? "")}"`;
  return tag + (isEmpty ? "/>" : ">");
}
function endTag(name) {
  return `</${name}>`;
}
var XML, UNHOLDABLE, MEANINGFUL, ENTITY;
var init_xmlText = __esm({
  "server/src/spreadsheets/xmlText.ts"() {
    "use strict";
    XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
    UNHOLDABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
    MEANINGFUL = /[&<>"\r]/g;
    ENTITY = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;" };
  }
});

// server/src/spreadsheets/textCell.ts
function textCell(at, text, style) {
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : "";
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t${space}>${escapeXml(cellText(text))}</t></is></c>`;
}
function cellText(text) {
  const bounded = text.length > CAPS.characters ? `${text.slice(0, CAPS.characters - 1)}\u2026` : text;
  return bounded.includes("_x") ? bounded.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_") : bounded;
}
var init_textCell = __esm({
  "server/src/spreadsheets/textCell.ts"() {
    "use strict";
    init_cells();
    init_xmlText();
  }
});

// server/src/spreadsheets/markSheet.ts
function isFaultsHeading(text) {
  return text === HEADING || text.startsWith(`${HEADING}: `);
}
async function* markedSheet(bytes, marks, styles) {
  const marker = new Marker(marks, styles);
  yield XML;
  for await (const _ of parseXml(bytes, marker)) yield marker.take();
  yield marker.take();
}
var HEADING, COLUMNS_MAX, WIDTH, Marker;
var init_markSheet = __esm({
  "server/src/spreadsheets/markSheet.ts"() {
    "use strict";
    init_cells();
    init_textCell();
    init_xlsx();
    init_xml();
    init_xmlText();
    HEADING = "Faults";
    COLUMNS_MAX = 16384;
    WIDTH = 60;
    Marker = class {
      #marks;
      #styles;
      #out = "";
      /** Of the sheet's elements, such as `x:`. */
      #prefix = "";
      #columnStyles = [];
      #hasWidth = false;
      #inCells = false;
      #row = 0;
      #column = 0;
      #marked = null;
      /** Inside a cell of the column that is written anew. */
      #isDropped = false;
      constructor(marks, styles) {
        this.#marks = marks;
        this.#styles = styles;
      }
      /** What was written since the last time. */
      take() {
        const out = this.#out;
        this.#out = "";
        return out;
      }
      open(local, attributes, tag) {
        if (this.#inCells && local === "c") this.#openCell(attributes, tag);
        else if (this.#inCells && local === "row") this.#openRow(attributes, tag);
        else if (local === "col") this.#openColumn(attributes, tag);
        else if (local === "cols") this.#write(startTag(tag.name, attributes));
        else {
          if (local === "worksheet") this.#prefix = tag.name.slice(0, -local.length);
          if (local === "sheetData") this.#openCells();
          this.#write(startTag(tag.name, local === "dimension" ? this.#widened(attributes) : attributes, tag.isSelfClosing));
        }
      }
      text(piece) {
        this.#write(escapeXml(piece));
      }
      close(local, _, tag) {
        if (local === "col") return;
        if (local === "cols") this.#writeOwnColumn();
        const isMarkedRow = local === "row" && this.#marked !== null;
        if (isMarkedRow) this.#closeMarkedRow();
        if (!tag.isSelfClosing || local === "cols" || isMarkedRow) this.#write(endTag(tag.name));
        if (local === "c") this.#isDropped = false;
        if (local === "sheetData") this.#inCells = false;
      }
      #write(xml) {
        if (this.#isDropped) return;
        if (this.#marked === null) this.#out += xml;
        else {
          const cell = this.#marked.cells.at(-1);
          if (cell !== void 0) cell.xml += xml;
        }
      }
      /** The sheet's extent, with the column of the faults. */
      #widened(attributes) {
        const [, start, last, row] = /^([A-Z]{1,3}\d+)(?::([A-Z]{1,3})(\d+))?$/.exec(attributes["ref"] ?? "") ?? [];
        if (start === void 0 || last === void 0 || row === void 0) return attributes;
        return { ...attributes, ref: `${start}:${columnLetters(Math.max(columnNumber(last), this.#marks.column))}${row}` };
      }
      /** Widths may stand for several columns at once, and no two for the same one. */
      #openColumn(attributes, { name }) {
        const [from, to] = [Number(attributes["min"]), Number(attributes["max"])];
        const { column } = this.#marks;
        if (attributes["style"] !== void 0) this.#columnStyles.push({ from, to, style: attributes["style"] });
        if (this.#columnStyles.length > COLUMNS_MAX) throw new SheetProblem(BROKEN);
        if (to < column) return this.#write(startTag(name, attributes, true));
        if (from < column) this.#write(startTag(name, { ...attributes, max: String(column - 1) }, true));
        this.#writeOwnColumn();
        if (to > column) this.#write(startTag(name, { ...attributes, min: String(Math.max(from, column + 1)) }, true));
      }
      #writeOwnColumn() {
        if (this.#hasWidth) return;
        this.#hasWidth = true;
        const { column } = this.#marks;
        this.#write(startTag(`${this.#prefix}col`, { min: `${column}`, max: `${column}`, width: String(WIDTH), customWidth: "1" }, true));
      }
      #openCells() {
        this.#inCells = true;
        if (this.#hasWidth) return;
        this.#write(startTag(`${this.#prefix}cols`, {}));
        this.#writeOwnColumn();
        this.#write(endTag(`${this.#prefix}cols`));
      }
      #openRow(attributes, tag) {
        this.#row = attributes["r"] === void 0 ? this.#row + 1 : Number(attributes["r"]);
        this.#column = 0;
        const { columns, text } = this.#marks.ofRow(this.#row);
        const isHeading = this.#row === this.#marks.headingRow;
        if (!isHeading && text === "") return this.#write(startTag(tag.name, attributes, tag.isSelfClosing));
        const { spans: _, ...rest } = attributes;
        this.#write(startTag(tag.name, { ...rest, r: String(this.#row) }));
        this.#marked = {
          style: attributes["customFormat"] === void 0 ? void 0 : attributes["s"],
          absent: new Set(columns),
          text: !isHeading ? text : text === "" ? HEADING : `${HEADING}: ${text}`,
          cells: []
        };
      }
      #openCell(attributes, tag) {
        const column = attributes["r"] === void 0 ? this.#column + 1 : columnNumber(attributes["r"]);
        this.#column = column;
        this.#isDropped = column === this.#marks.column && this.#row >= this.#marks.headingRow;
        if (this.#isDropped) return;
        const style = Number(attributes["s"] ?? 0);
        const isFaulty = this.#marked?.absent.delete(column) === true;
        const wanted = isFaulty ? this.#styles.marked(style) : this.#styles.cleared(style);
        if (this.#marked !== null && this.#marked.cells.push({ column, xml: "" }) > COLUMNS_MAX) throw new SheetProblem(BROKEN);
        const address = this.#marked === null ? {} : { r: cellAddress(column, this.#row) };
        this.#write(startTag(tag.name, { ...attributes, ...address, ...wanted !== style && { s: String(wanted) } }, tag.isSelfClosing));
      }
      #closeMarkedRow() {
        if (this.#marked === null) return;
        const { style, absent, text, cells } = this.#marked;
        this.#marked = null;
        const cell = (column2, more, isEmpty) => startTag(`${this.#prefix}c`, { r: cellAddress(column2, this.#row), ...more }, isEmpty);
        for (const column2 of absent) {
          const own = this.#columnStyles.find(({ from, to }) => from <= column2 && column2 <= to)?.style;
          cells.push({ column: column2, xml: cell(column2, { s: String(this.#styles.marked(Number(style ?? own ?? 0))) }, true) });
        }
        const [is, t, c] = ["is", "t", "c"].map((local) => this.#prefix + local);
        const said = `${startTag(is, {})}${startTag(t, {})}${escapeXml(cellText(text))}${endTag(t)}${endTag(is)}${endTag(c)}`;
        const { column } = this.#marks;
        cells.push({ column, xml: cell(column, { s: String(this.#styles.marked(0)), t: "inlineStr" }, false) + said });
        cells.sort((one, other) => one.column - other.column);
        this.#write(cells.map(({ xml }) => xml).join(""));
      }
    };
  }
});

// server/src/spreadsheets/tree.ts
async function readTree(bytes) {
  const document = { name: "", attributes: {}, children: [] };
  const path = [document];
  let count = 0;
  const add = (node) => {
    count += 1;
    if (count > NODES_MAX) throw new SheetProblem(BROKEN);
    path.at(-1)?.children.push(node);
  };
  const parsing = parseXml(bytes, {
    open(_, attributes, { name }) {
      const element = { name, attributes: { ...attributes }, children: [] };
      add(element);
      path.push(element);
    },
    close: () => void path.pop(),
    text: add
  });
  for await (const _ of parsing) ;
  const root = elementsOf(document)[0];
  if (root === void 0) throw new SheetProblem(BROKEN);
  return root;
}
function treeXml(root) {
  return XML + elementXml(root);
}
function elementXml({ name, attributes, children }) {
  if (children.length === 0) return startTag(name, attributes, true);
  const inner = children.map((child2) => typeof child2 === "string" ? escapeXml(child2) : elementXml(child2));
  return startTag(name, attributes) + inner.join("") + endTag(name);
}
function elementsOf(parent) {
  return parent.children.filter((child2) => typeof child2 === "object");
}
function childOf(parent, local) {
  return elementsOf(parent).find(({ name }) => localName(name) === local);
}
function newElement(parent, local, attributes = {}, children = []) {
  return { name: parent.name.slice(0, parent.name.length - localName(parent.name).length) + local, attributes, children };
}
var NODES_MAX;
var init_tree = __esm({
  "server/src/spreadsheets/tree.ts"() {
    "use strict";
    init_cells();
    init_xml();
    init_xmlText();
    NODES_MAX = 1e6;
  }
});

// server/src/spreadsheets/markStyles.ts
function child(parent, local, after2) {
  const existing = childOf(parent, local);
  if (existing !== void 0) return existing;
  const made = newElement(parent, local);
  const following = after2.map((name) => childOf(parent, name)).find((element) => element !== void 0);
  parent.children.splice(following === void 0 ? parent.children.length : parent.children.indexOf(following), 0, made);
  return made;
}
function patternFill(fills, patternType, color) {
  const colors = color === void 0 ? [] : [newElement(fills, "fgColor", { rgb: color })];
  return newElement(fills, "fill", {}, [newElement(fills, "patternFill", { patternType }, colors)]);
}
function isRed(fill) {
  const pattern = fill === void 0 ? void 0 : childOf(fill, "patternFill");
  return (pattern === void 0 ? void 0 : childOf(pattern, "fgColor"))?.attributes["rgb"] === RED;
}
function setCount(list) {
  list.attributes["count"] = String(elementsOf(list).length);
}
var RED, AFTER_FILLS, AFTER_CELLS, MarkStyles;
var init_markStyles = __esm({
  "server/src/spreadsheets/markStyles.ts"() {
    "use strict";
    init_tree();
    RED = "FFFFC7CB";
    AFTER_FILLS = ["borders", "cellStyleXfs", "cellXfs", "cellStyles", "dxfs", "tableStyles", "colors", "extLst"];
    AFTER_CELLS = AFTER_FILLS.slice(3);
    MarkStyles = class {
      #cells;
      #styles;
      #red;
      #isRed;
      /** By style: its twin with the red fill, or without. */
      #marked = /* @__PURE__ */ new Map();
      #cleared = /* @__PURE__ */ new Map();
      constructor(stylesheet) {
        const fills = child(stylesheet, "fills", AFTER_FILLS);
        while (elementsOf(fills).length < 2) fills.children.push(patternFill(fills, elementsOf(fills).length === 0 ? "none" : "gray125"));
        this.#isRed = new Set([...elementsOf(fills).keys()].filter((index) => isRed(elementsOf(fills)[index])).map(String));
        const existing = [...this.#isRed][0];
        if (existing === void 0) fills.children.push(patternFill(fills, "solid", RED));
        this.#red = existing === void 0 ? elementsOf(fills).length - 1 : Number(existing);
        setCount(fills);
        this.#cells = child(stylesheet, "cellXfs", AFTER_CELLS);
        if (elementsOf(this.#cells).length === 0) this.#cells.children.push(newElement(this.#cells, "xf", { numFmtId: "0" }));
        this.#styles = elementsOf(this.#cells);
      }
      /** The same style in red. */
      marked(style) {
        if (this.#isMarked(style)) return style;
        return this.#twin(this.#marked, style, { fillId: String(this.#red), applyFill: "1" });
      }
      /** The same style without the red of an earlier marking. */
      cleared(style) {
        return this.#isMarked(style) ? this.#twin(this.#cleared, style, { fillId: "0", applyFill: "0" }) : style;
      }
      #isMarked(style) {
        const fill = this.#styles[style]?.attributes["fillId"];
        return fill !== void 0 && (this.#isRed.has(fill) || fill === String(this.#red));
      }
      #twin(twins, style, change) {
        const known2 = twins.get(style);
        if (known2 !== void 0) return known2;
        const { name = "xf", attributes = {}, children = [] } = this.#styles[style] ?? this.#styles[0] ?? {};
        const twin = { name, attributes: { ...attributes, ...change }, children };
        this.#cells.children.push(twin);
        const number = this.#styles.push(twin) - 1;
        twins.set(style, number);
        setCount(this.#cells);
        return number;
      }
    };
  }
});

// server/src/spreadsheets/pack.ts
import { pipeline as pipeline3, Readable as Readable2 } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";
async function* packZip(parts) {
  const directory = [];
  let at = 0;
  for await (const part of parts) {
    const name = Buffer.from(part.path);
    const start = at;
    const known2 = "sums" in part ? part.sums : null;
    const flags = known2 === null ? UTF8_NAMES | SUMS_FOLLOW : UTF8_NAMES;
    const local = localHeader(name, flags, known2 ?? { method: DEFLATED2, crc32: 0, packedSize: 0, size: 0 });
    yield local;
    let sums;
    if ("sums" in part) {
      ({ sums } = part);
      yield* part.packed;
      at += local.length + sums.packedSize;
    } else {
      sums = yield* deflate(part.content);
      const after2 = descriptor(sums);
      yield after2;
      at += local.length + sums.packedSize + after2.length;
    }
    if (at > SIZE_MAX || sums.size > SIZE_MAX) throw new Error("the workbook is larger than 4 GB");
    directory.push(directoryEntry(name, flags, sums, start));
  }
  yield* directory;
  yield directoryEnd(directory, at);
}
async function* deflate(content) {
  const sums = { method: DEFLATED2, crc32: 0, packedSize: 0, size: 0 };
  async function* counted() {
    for await (const piece of content) {
      const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
      sums.crc32 = crc32(bytes, sums.crc32);
      sums.size += bytes.length;
      yield bytes;
    }
  }
  const packing = createDeflateRaw({ level: LEVEL, chunkSize: 64 * 1024 });
  pipeline3(Readable2.from(counted()), packing, () => {
  });
  for await (const bytes of packing) {
    sums.packedSize += bytes.length;
    yield bytes;
  }
  return sums;
}
function localHeader(name, flags, sums) {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(67324752, 0);
  writeCommon(head, 4, name, flags, sums);
  return Buffer.concat([head, name]);
}
function directoryEntry(name, flags, sums, start) {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(33639248, 0);
  head.writeUInt16LE(VERSION_NEEDED, 4);
  writeCommon(head, 6, name, flags, sums);
  head.writeUInt32LE(start, 42);
  return Buffer.concat([head, name]);
}
function writeCommon(head, at, name, flags, sums) {
  head.writeUInt16LE(VERSION_NEEDED, at);
  head.writeUInt16LE(flags, at + 2);
  head.writeUInt16LE(sums.method, at + 4);
  head.writeUInt16LE(DATE, at + 8);
  writeSums(head, at + 10, sums);
  head.writeUInt16LE(name.length, at + 22);
}
function descriptor(sums) {
  const after2 = Buffer.alloc(16);
  after2.writeUInt32LE(134695760, 0);
  writeSums(after2, 4, sums);
  return after2;
}
function writeSums(head, at, sums) {
  head.writeUInt32LE(sums.crc32, at);
  head.writeUInt32LE(sums.packedSize, at + 4);
  head.writeUInt32LE(sums.size, at + 8);
}
function directoryEnd(directory, start) {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(101010256, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12
  );
  end.writeUInt32LE(start, 16);
  return end;
}
var DEFLATED2, LEVEL, UTF8_NAMES, SUMS_FOLLOW, VERSION_NEEDED, DATE, SIZE_MAX;
var init_pack = __esm({
  "server/src/spreadsheets/pack.ts"() {
    "use strict";
    DEFLATED2 = 8;
    LEVEL = 3;
    UTF8_NAMES = 2048;
    SUMS_FOLLOW = 8;
    VERSION_NEEDED = 20;
    DATE = 33;
    SIZE_MAX = 4294967295;
  }
});

// server/src/spreadsheets/skeleton.ts
function relationsXml(relations2) {
  const each = relations2.map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`);
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each.join("")}</Relationships>`;
}
function skeleton(sheets) {
  const part = (path, xml) => ({ path, content: [xml] });
  const override = (path, type) => `<Override PartName="/${path}" ContentType="${TYPES}.${type}+xml"/>`;
  return [
    part(
      "[Content_Types].xml",
      [
        `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>`,
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
        '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>',
        override("xl/workbook.xml", "sheet.main"),
        override("xl/styles.xml", "styles"),
        ...sheets.map((_, index) => override(sheetPath(index + 1), "worksheet")),
        ...sheets.map(({ hasNotes }, index) => hasNotes === true ? override(`xl/comments${index + 1}.xml`, "comments") : ""),
        "</Types>"
      ].join("")
    ),
    part("_rels/.rels", relationsXml([["rId1", "officeDocument", "xl/workbook.xml"]])),
    part(
      "xl/workbook.xml",
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets>${sheets.map(({ name, hidden }, index) => {
        const state = hidden === true ? ' state="hidden"' : "";
        return `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${state} r:id="rId${index + 1}"/>`;
      }).join("")}</sheets></workbook>`
    ),
    part(
      "xl/_rels/workbook.xml.rels",
      relationsXml([
        ...sheets.map((_, index) => [`rId${index + 1}`, "worksheet", `worksheets/sheet${index + 1}.xml`]),
        ["styles", "styles", "styles.xml"]
      ])
    ),
    part("xl/styles.xml", XML + STYLES)
  ];
}
var MAIN, OFFICE, PACKAGE, TYPES, STYLES_TYPE, STYLE, STYLE_OF, solid, xf, STYLES, sheetPath;
var init_skeleton = __esm({
  "server/src/spreadsheets/skeleton.ts"() {
    "use strict";
    init_xmlText();
    MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    PACKAGE = "http://schemas.openxmlformats.org/package/2006";
    TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";
    STYLES_TYPE = `${TYPES}.styles+xml`;
    STYLE = { plain: 0, heading: 1, requiredHeading: 2, text: 3, date: 4, amount: 5 };
    STYLE_OF = {
      text: STYLE.text,
      number: STYLE.plain,
      amount: STYLE.amount,
      date: STYLE.date
    };
    solid = (color) => `<fill><patternFill patternType="solid"><fgColor rgb="${color}"/><bgColor indexed="64"/></patternFill></fill>`;
    xf = (numFmtId, fontId = 0, fillId = 0) => `<xf numFmtId="${numFmtId}" fontId="${fontId}" fillId="${fillId}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`;
    STYLES = [
      `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy"/></numFmts>`,
      '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
      '<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
      `${solid("FFE9ECEF")}${solid("FFFFE8B3")}</fills>`,
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
      `<cellXfs count="6">${xf(0)}${xf(49, 1, 2)}${xf(49, 1, 3)}${xf(49)}${xf(164)}${xf(2)}</cellXfs>`,
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    ].join("");
    sheetPath = (number) => `xl/worksheets/sheet${number}.xml`;
  }
});

// server/src/spreadsheets/marking.ts
var marking_exports = {};
__export(marking_exports, {
  markXlsx: () => markXlsx,
  workbookOfText: () => workbookOfText
});
import { posix as posix2 } from "node:path";
import { Readable as Readable3 } from "node:stream";
import { buffer } from "node:stream/consumers";
async function* markXlsx(file, faults, caps) {
  const archive = await openArchive(file, caps);
  try {
    yield* packZip(markedParts(archive, faults, caps));
  } finally {
    archive.close();
  }
}
async function* markedParts(archive, faults, caps) {
  const workbook = await openWorkbook(archive, caps);
  const marks = await marksOf(archive, workbook, faults, caps);
  const { path, stylesheet, others } = await openStyles(archive, workbook);
  const styles = new MarkStyles(stylesheet);
  const rewritten = new Set([workbook.sheet, path, ...others.keys()].map((name) => name.toLowerCase()));
  for (const part of archive.parts()) if (!rewritten.has(part.path.toLowerCase())) yield part;
  yield { path: workbook.sheet, content: markedSheet(archive.read(workbook.sheet), marks, styles) };
  for (const [name, element] of others) yield { path: name, content: [treeXml(element)] };
  yield { path, content: [treeXml(stylesheet)] };
}
async function marksOf(archive, workbook, faults, caps) {
  let headings = { row: 1, cells: [] };
  let width = 0;
  for await (const batch of readRows(archive, workbook, caps)) {
    if (width === 0) headings = batch[0] ?? headings;
    for (const { cells } of batch) width = Math.max(width, cells.length);
  }
  const texts = headings.cells.map((cell) => typeof cell === "string" ? cell : "");
  const earlier = texts.findIndex(isFaultsHeading);
  const plain = texts.map(plainHeading);
  const findings = findingsByRow(faults);
  return {
    headingRow: headings.row,
    column: earlier < 0 ? width + 1 : earlier + 1,
    ofRow(row) {
      const found = findings(row);
      return {
        columns: new Set(found.map((finding) => plain.indexOf(plainHeading(finding.column)) + 1).filter((column) => column > 0)),
        text: found.map(sentenceOf).join(" ")
      };
    }
  };
}
function sentenceOf({ column, message }) {
  return column === "" || message.startsWith(column) ? message : `${column}: ${message}`;
}
async function openStyles(archive, workbook) {
  if (archive.has(workbook.styles)) {
    return { path: workbook.styles, stylesheet: await readTree(archive.read(workbook.styles)), others: /* @__PURE__ */ new Map() };
  }
  const path = workbook.styles === "" ? posix2.join(posix2.dirname(workbook.path), "styles.xml") : workbook.styles;
  const others = /* @__PURE__ */ new Map();
  const add = async (part, local, attributes) => {
    if (!archive.has(part)) return;
    const root = await readTree(archive.read(part));
    root.children.push(newElement(root, local, attributes));
    others.set(part, root);
  };
  const target = { Id: "faultStyles", Type: `${OFFICE}/styles`, Target: `/${path}` };
  if (workbook.styles === "") await add(relationsPath(workbook.path), "Relationship", target);
  await add(CONTENT_TYPES, "Override", { PartName: `/${path}`, ContentType: STYLES_TYPE });
  return { path, stylesheet: await readTree(Readable3.from([Buffer.from(STYLES)])), others };
}
function workbookOfText(batches2) {
  async function* xml() {
    yield `${XML}<worksheet xmlns="${MAIN}"><sheetData>`;
    for await (const batch of batches2) yield batch.map(textRow).join("");
    yield "</sheetData></worksheet>";
  }
  return buffer(packZip([...skeleton([{ name: "Sheet1" }]), { path: sheetPath(1), content: xml() }]));
}
function textRow({ row, cells }) {
  const texts = cells.map((cell, index) => typeof cell === "string" ? textCell(cellAddress(index + 1, row), cell, STYLE.text) : "");
  return `<row r="${row}">${texts.join("")}</row>`;
}
var CONTENT_TYPES;
var init_marking = __esm({
  "server/src/spreadsheets/marking.ts"() {
    "use strict";
    init_cells();
    init_findings();
    init_markSheet();
    init_markStyles();
    init_pack();
    init_skeleton();
    init_textCell();
    init_tree();
    init_workbook();
    init_xlsx();
    init_xmlText();
    init_zip();
    CONTENT_TYPES = "[Content_Types].xml";
  }
});

// server/src/spreadsheets/worker.ts
init_cells();
import { readlinkSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { basename } from "node:path";
import { parentPort } from "node:worker_threads";

// server/src/spreadsheets/csv.ts
init_cells();
import { createReadStream } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { parse } from "csv-parse";
var RECORD_MAX = 1024 * 1024;
async function* readCsv(file, caps) {
  const bytes = typeof file === "string" ? createReadStream(file) : Readable.from(pieces(file));
  const texts = decodeUtf8(bytes);
  const first = await texts.next();
  if (first.done === true) return;
  const delimiter = separatorOf(first.value);
  const records = parse({ delimiter, relax_column_count: true, relax_quotes: true, max_record_size: RECORD_MAX });
  pipeline(Readable.from(boundValues(chain(first.value, texts), delimiter, records.info)), records, () => {
  });
  let batch = [];
  let row = 0;
  let filled = 0;
  for await (const record of explained(records)) {
    row += 1;
    if (row > LAST_ROW) throw tooManyRows(caps);
    const cells = record.map((text) => text === "" ? null : text);
    while (cells.at(-1) === null) cells.pop();
    if (cells.length === 0) continue;
    filled += 1;
    if (filled > caps.rows + 1) throw tooManyRows(caps);
    if (cells.length > caps.columns) throw tooManyColumns(caps, cellAddress(cells.length, row));
    const long = cells.findIndex((text) => text !== null && text.length > caps.characters);
    if (long >= 0) throw tooLongCell(caps, `Cell ${cellAddress(long + 1, row)}`);
    batch.push({ row, cells });
    if (batch.length >= BATCH) {
      yield batch;
      batch = [];
    }
  }
  yield batch;
}
function* pieces(content) {
  const size = 64 * 1024;
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}
async function* chain(first, rest) {
  yield first;
  yield* rest;
}
var VALUES_MAX = 4e6;
async function* boundValues(texts, separator, parser) {
  let finished = 0;
  let values = 0;
  for await (const text of texts) {
    if (parser.records > finished) values = 0;
    finished = parser.records;
    values += text.split(separator).length;
    if (values > VALUES_MAX) throw new SheetProblem("A row has millions of columns. Please delete what lies beyond the table.");
    yield text;
  }
}
var ENCODING = 'The file is not in UTF-8. In Excel choose "CSV UTF-8 (Comma delimited)" when saving, or upload the .xlsx workbook.';
async function* decodeUtf8(bytes) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode2 = (chunk) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== void 0 });
    } catch (error) {
      throw new SheetProblem(ENCODING, { cause: error });
    }
  };
  for await (const chunk of bytes) {
    const text = decode2(chunk);
    if (text.includes("\0"))
      throw new SheetProblem(chunk.includes("\0\0") ? "This is neither a text file nor an .xlsx workbook." : ENCODING);
    yield text;
  }
  yield decode2();
}
function separatorOf(start) {
  const line = /^.*$/m.exec(start.trimStart())?.[0] ?? "";
  const bare = line.replaceAll(/"[^"]*"/g, "");
  const count = (separator) => bare.split(separator).length;
  return [",", ";", "	"].reduce((best, separator) => count(separator) > count(best) ? separator : best);
}
async function* explained(records) {
  const iterator = records[Symbol.asyncIterator]();
  for (; ; ) {
    const next = await iterator.next().catch((error) => {
      throw error instanceof SheetProblem ? error : new SheetProblem(explain(error), { cause: error });
    });
    if (next.done === true) return;
    yield next.value;
  }
}
function explain(error) {
  const { code, lines } = error;
  const where = lines === void 0 ? "" : ` near line ${lines}`;
  if (code === "CSV_QUOTE_NOT_CLOSED" || code === "CSV_MAX_RECORD_SIZE") return `A quotation mark${where} is never closed.`;
  if (code === "CSV_INVALID_CLOSING_QUOTE") return `A quotation mark${where} stands in the middle of a value. Please double it.`;
  return BROKEN;
}

// server/src/spreadsheets/worker.ts
init_xlsx();
function batches(job) {
  const file = typeof job.file === "string" ? job.file : Buffer.from(job.file.buffer, job.file.byteOffset, job.file.byteLength);
  return job.kind === "read" ? fileRows(file, job) : markedFile(file, job, job.faults);
}
async function* markedFile(file, job, faults) {
  const { markXlsx: markXlsx2, workbookOfText: workbookOfText2 } = await Promise.resolve().then(() => (init_marking(), marking_exports));
  const isWorkbook = (await firstBytes(file)).toString("hex").startsWith(ZIP);
  yield* markXlsx2(isWorkbook ? file : await workbookOfText2(fileRows(file, job)), faults, job.caps);
}
var ZIP = "504b0304";
async function* fileRows(file, job) {
  const start = await firstBytes(file);
  if (start.length === 0) throw new SheetProblem("The file is empty.");
  const signature = start.toString("hex");
  if (signature.startsWith(ZIP)) return yield* readXlsx(file, job.caps, job.kind === "read" ? job.headings : void 0);
  if (signature === "d0cf11e0a1b11ae1") throw await compoundProblem(file);
  const isText = job.csvAllowed && /\.(csv|tsv|txt)$/i.test(job.name);
  if (!isText) throw new SheetProblem(`This is not an .xlsx workbook. Please upload an .xlsx${job.csvAllowed ? " or .csv" : ""} file.`);
  yield* readCsv(file, job.caps);
}
async function firstBytes(file) {
  if (typeof file !== "string") return file.subarray(0, 8);
  const handle = await open(file);
  try {
    const start = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return start.buffer.subarray(0, start.bytesRead);
  } finally {
    await handle.close();
  }
}
async function compoundProblem(file) {
  const content = typeof file === "string" ? await readFile(file) : file;
  const isEncrypted = content.includes(Buffer.from("EncryptedPackage", "utf16le"));
  const what = isEncrypted ? "This workbook has a password" : "This is an old .xls workbook";
  return new SheetProblem(`${what}. Please save it as .xlsx without a password.`);
}
var AHEAD = 2 * ANSWERED;
var unanswered = 0;
var wake = () => {
};
async function run(job) {
  const say = (report) => parentPort?.postMessage(report);
  unanswered = 0;
  try {
    for await (const batch of batches(job)) {
      if (batch.length === 0) continue;
      while (unanswered >= AHEAD) await new Promise((resolve) => wake = resolve);
      unanswered += 1;
      say({ batch });
    }
    say({ done: true });
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    say({ problem: error.message });
  }
}
var STEPS_BACK = 10;
function stepBack() {
  try {
    setPriority(Number(basename(readlinkSync("/proc/thread-self"))), STEPS_BACK);
  } catch {
  }
}
stepBack();
parentPort?.on("message", (given) => {
  if (given !== "next") return void run(given);
  unanswered -= ANSWERED;
  wake();
});

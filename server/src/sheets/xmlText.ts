export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Characters that XML 1.0 cannot hold, halves of surrogate pairs among them. */
const UNHOLDABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const MEANINGFUL = /[&<>"\r]/g;
const ENTITY: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** Text as it stands in an element or attribute; what XML cannot hold is dropped. */
export function escapeXml(text: string): string {
  // Most texts of a sheet are plain, and are told by one quick look.
  if (/^[ !#-%'-;=?-~]*$/.test(text)) return text;
  return text.replaceAll(UNHOLDABLE, '').replaceAll(MEANINGFUL, (character) => ENTITY[character] ?? character);
}

/** Blanks other than spaces would come back as spaces. */
function escapeAttribute(text: string): string {
  return escapeXml(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

/** Attributes are escaped here; names are the caller's own. */
export function startTag(name: string, attributes: Readonly<Record<string, string>>, isEmpty = false): string {
  let tag = `<${name}`;
  for (const attribute of Object.keys(attributes)) tag += ` ${attribute}="${escapeAttribute(attributes[attribute] ?? '')}"`;
  return tag + (isEmpty ? '/>' : '>');
}

export function endTag(name: string): string {
  return `</${name}>`;
}

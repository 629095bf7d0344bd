export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Characters that XML 1.0 cannot hold, for example lone surrogates. */
const UNHOLDABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const MEANINGFUL = /[&<>"\r]/g;
const ENTITY: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** Escapes text for an element or attribute, and drops characters that XML cannot hold. */
export function escapeXml(text: string): string {
  // Most texts are plain, and this check is quick.
  if (/^[ !#-%'-;=?-~]*$/.test(text)) return text;
  return text.replaceAll(UNHOLDABLE, '').replaceAll(MEANINGFUL, (character) => ENTITY[character] ?? character);
}

/** Parsers read unescaped line breaks and tabs of an attribute as spaces. */
function escapeAttribute(text: string): string {
  return escapeXml(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

/** Escapes attribute values, not names. */
export function startTag(name: string, attributes: Readonly<Record<string, string>>, isEmpty = false): string {
  let tag = `<${name}`;
  for (const attribute of Object.keys(attributes)) tag += ` ${attribute}="${escapeAttribute(attributes[attribute] ?? '')}"`;
  return tag + (isEmpty ? '/>' : '>');
}

export function endTag(name: string): string {
  return `</${name}>`;
}

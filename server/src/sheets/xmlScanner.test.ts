import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';

import { XmlScanner } from './xmlScanner.ts';

/** What was seen: texts that follow one another are one. */
class Seen {
  readonly events: string[] = [];
  #text = '';

  text(piece: string) {
    this.#text += piece;
  }

  add(event: string) {
    if (this.#text !== '') this.events.push(`text ${JSON.stringify(this.#text)}`);
    this.#text = '';
    this.events.push(event);
  }
}

function scanned(pieces: readonly string[]): string[] | 'broken' {
  const seen = new Seen();
  const scanner = new XmlScanner({
    open: ({ name, isSelfClosing }, attributes) => seen.add(`open ${name} ${isSelfClosing} ${JSON.stringify(attributes)}`),
    close: ({ name }) => seen.add(`close ${name}`),
    text: (piece) => seen.text(piece),
  });
  try {
    for (const piece of pieces) scanner.write(piece);
    scanner.close();
    return seen.events;
  } catch {
    return 'broken';
  }
}

/** The same by a parser that keeps to all of the standard. */
function parsed(xml: string): string[] | 'broken' {
  const seen = new Seen();
  const parser = new SaxesParser();
  let depth = 0;
  parser.on('opentag', ({ name, isSelfClosing, attributes }) => {
    depth += 1;
    seen.add(`open ${name} ${isSelfClosing} ${JSON.stringify(attributes)}`);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    seen.add(`close ${name}`);
  });
  const text = (piece: string) => (depth > 0 ? seen.text(piece) : undefined);
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('error', (error) => {
    throw error;
  });
  try {
    parser.write(xml).close();
    return seen.events;
  } catch {
    return 'broken';
  }
}

function cut(xml: string, places: readonly number[]): string[] {
  const at = [0, ...places.map((place) => place % (xml.length + 1)).sort((one, other) => one - other), xml.length];
  return at.slice(1).map((end, index) => xml.slice(at[index], end));
}

const name = fc.constantFrom('c', 'row', 'x:c', 'v', 'é', 'a-b.c');
const characters = fc.constantFrom(
  'a',
  ' ',
  '\n',
  '\r\n',
  '\r',
  '\t',
  '&amp;',
  '&#10;',
  '&#x20ac;',
  '&lt;',
  'é',
  '🍵',
  '>',
  '"',
  "'",
  '12.5',
);
const written = fc.array(characters, { maxLength: 8 }).map((all) => all.join(''));
const attribute = fc
  .tuple(fc.constantFrom('r', 's', 't', 'xml:space'), written, fc.constantFrom(' ', '\n', '  '))
  .map(([key, value, space]) => `${space}${key}="${value.replaceAll('"', '&quot;')}"`);
const attributes = fc.uniqueArray(attribute, { maxLength: 3, selector: (text) => text.trim().split('=')[0] }).map((all) => all.join(''));
const { element } = fc.letrec<{ element: string; inner: string }>((tie) => ({
  element: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(name, attributes).map(([tag, given]) => `<${tag}${given}/>`),
    fc.tuple(name, attributes, tie('inner')).map(([tag, given, inner]) => `<${tag}${given}>${inner}</${tag} >`),
  ),
  inner: fc
    .array(fc.oneof(tie('element'), written, fc.constantFrom('<!-- <a> -->', '<![CDATA[<b>&amp;\r\n]]>', '<?pi <x> ?>')), { maxLength: 4 })
    .map((all) => all.join('')),
}));
const documents = fc.tuple(fc.constantFrom('', '<?xml version="1.0" encoding="UTF-8"?>\r\n'), element).map((parts) => parts.join(''));
const places = fc.array(fc.nat(), { maxLength: 6 });

describe('it sees what a parser of all XML sees', () => {
  test('whatever the pieces in which it comes', () => {
    fc.assert(
      fc.property(documents, places, (xml, at) => {
        expect(scanned(cut(xml, at))).toEqual(parsed(xml));
      }),
      { numRuns: 1_000 },
    );
  });

  test('and what is damaged is refused, or means the same', () => {
    const damage = fc.tuple(
      fc.nat(),
      fc.constantFrom('', '<', '>', '&', '"', '/', ' ', '\0', '=', ']', '-->', '</c>', '&x;', '&#0;', '<!'),
    );
    fc.assert(
      fc.property(documents, damage, places, (xml, [place, what], at) => {
        const all = [...xml];
        const damaged = all.toSpliced(place % all.length, 1, what).join('');
        const right = parsed(damaged);
        const found = scanned(cut(damaged, at));
        if (right !== 'broken') expect(found).toEqual(right);
      }),
      { numRuns: 2_000 },
    );
  });
});

test.each([
  ['an element that is not closed', '<a><b></b>'],
  ['one that is closed by another', '<a><b></a></b>'],
  ['an end without a start', '<a/></b>'],
  ['two roots', '<a/><b/>'],
  ['text outside', '<a/>b'],
  ['CDATA outside', '<a/><![CDATA[b]]>'],
  ['nothing', ''],
  ['half a tag', '<a b="'],
  ['an attribute twice', '<a b="1" b="2"/>'],
  ['an attribute without quotes', '<a b=1/>'],
  ['an attribute without a value', '<a b/>'],
  ['attributes without a blank between', '<a b="1"c="2"/>'],
  ['a name that is none', '<1/>'],
  ['a tag in a value', '<a b="<"/>'],
  ['an entity of its own', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ['an unknown entity', '<a>&nbsp;</a>'],
  ['an entity of every object', '<a>&constructor;</a>'],
  ['an entity that does not end', '<a>&amp</a>'],
  ['the NUL character', '<a>&#0;</a>'],
  ['half a surrogate pair', '<a>&#xd800;</a>'],
  ['no character at all', '<a>&#x110000;</a>'],
  ['a slash in a tag', '<a / b="1">'],
])('%s is refused', (_, xml) => {
  expect(scanned([xml])).toBe('broken');
  expect(scanned([...xml])).toBe('broken');
});

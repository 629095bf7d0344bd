import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import hindi from '../contract/src/words/hindi.json' with { type: 'json' };
import allowed from './plainEnglish.allowed.json' with { type: 'json' };
import { ODD, SECOND_WORDS, TERMS } from './plainEnglish.mjs';
import specified from './plainEnglish.specified.json' with { type: 'json' };
import { sourcesIn, textsOf } from './texts.mjs';

const root = join(import.meta.dirname, '..');
const texts = Object.keys(hindi);
const isNamed = (text: string) => [...ODD, ...TERMS].some((each) => each.test(text));

test('the specification’s texts are used to the letter', () => {
  const sources = ['web/src', 'contract/src', 'server/src'].flatMap((folder) => sourcesIn(join(root, folder)));
  const said = new Set(sources.flatMap((file: string) => [...textsOf(file).texts]));
  expect(specified.length).toBeGreaterThan(200);
  expect(specified.filter((text) => !said.has(text) && !(text in hindi))).toEqual([]);
});

test('texts are plain English, with one word for a thing', () => {
  const excused = new Set([...specified, ...allowed]);
  expect(texts.filter((text) => !excused.has(text) && isNamed(text))).toEqual([]);
});

test('the notes of the columns of files, which no catalogue contains, are plain English', () => {
  const notes = sourcesIn(join(root, 'server/src')).flatMap((file: string) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/\bnote:\s*(?:'((?:[^'\\]|\\.)+)'|"([^"]+)")/g), ([, one, other]) => one ?? other ?? ''),
  );
  expect(notes.length).toBeGreaterThan(100);
  expect(notes.filter((text: string) => isNamed(text))).toEqual([]);
});

/** Quoted words are a value, a name or a program. */
const unquoted = (text: string) => text.replace(/```[\s\S]*?```|`[^`]*`|\[[\w./-]+\.md\]\([^)]*\)|\]\([^)]*\)/g, '');
const termsIn = (text: string, terms: RegExp[]) => terms.flatMap((each) => each.exec(unquoted(text))?.[0] ?? []);

test('the description of the API has one word for a thing', () => {
  const description = readFileSync(join(root, 'docs/openapi.json'), 'utf8');
  const said = Array.from(
    description.matchAll(/"(?:description|summary)": ("(?:[^"\\]|\\.)*")/g),
    ([, text]) => JSON.parse(text ?? '') as string,
  );
  expect(said.length).toBeGreaterThan(1500);
  expect(said.filter((text) => termsIn(text, TERMS).length > 0)).toEqual([]);
});

test('documents have one word for a thing', () => {
  // The glossary names second words, and the requirements of security quote the names of tests.
  const excused = ['words.md', 'security-requirements.md'];
  const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md') && !excused.includes(name));
  expect(pages.length).toBeGreaterThan(15);
  const found = ['README.md', ...pages.map((name) => `docs/${name}`)].map((name) => [
    name,
    termsIn(readFileSync(join(root, name), 'utf8'), SECOND_WORDS),
  ]);
  expect(found.filter(([, terms]) => terms?.length !== 0)).toEqual([]);
});

test('the list of allowed texts only shrinks: each is still used and still matches an expression', () => {
  expect(allowed.filter((text) => !(text in hindi) || !isNamed(text) || specified.includes(text))).toEqual([]);
  expect(allowed).toEqual(allowed.toSorted((one, two) => (one < two ? -1 : 1)));
});

test.each([
  'This is no e-mail address.',
  'Whom vendors ask',
  'The vendor is told.',
  'Empty: every category',
  'Somebody else has changed this.',
  'Made a new API key',
  'GST 18 %',
  'Load items',
  'Say why it is rejected.',
  'Turn off the second factor',
  'Remove the endpoint',
  'You can switch it on or off.',
  'These notes are cancelled.',
  'Who',
  'Please choose a date.',
  'A transporter id is missing.',
  'Decline the item',
  'Left empty, the order’s.',
  'Of one retail pack.',
  'Needed where the vendor has several.',
])('the check names “%s”', (text) => {
  expect(isNamed(text)).toBe(true);
});

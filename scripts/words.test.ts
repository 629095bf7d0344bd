import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import hindi from '../contract/src/hindi.json' with { type: 'json' };
import { translator } from '../contract/src/translate.ts';
import { sourcesIn, textsOf } from './texts.mjs';

const root = join(import.meta.dirname, '..');
const from = (folder: string) =>
  sourcesIn(join(root, folder)).map((file: string) => ({ file: file.slice(root.length + 1), ...textsOf(file) }));
const web = from('web/src');
const sources = [...web, ...from('contract/src'), ...from('server/src')];
const catalogue: Readonly<Record<string, string>> = hindi;
const translate = translator(catalogue, 'hi');
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name).sort();

test('screens write every text through t()', () => {
  expect(web.flatMap(({ file, bare }) => bare.map((text: string) => `${file}: ${text}`))).toEqual([]);
});

test('every text that a screen or paper translates is in the Hindi catalogue', () => {
  const missing = sources.flatMap(({ file, translated }) =>
    translated.filter((text: string) => !(text in catalogue)).map((text: string) => `${file}: ${text}`),
  );
  expect(missing).toEqual([]);
});

test('every sentence that a statement joins is in the Hindi catalogue', () => {
  const joined = sources.flatMap(({ joined: all }) => [...all]);
  expect(joined).toContain('You have no order {po_number}.');
  // Each sentence as it reads with values in it: one template may be there for many of its kind.
  const missing = joined.filter((text) => {
    const filled = text.replaceAll(/\{(\w+)\}/g, 'X7');
    return translate(filled) === filled;
  });
  expect(missing).toEqual([]);
});

test('every message of the contract is in the Hindi catalogue', async () => {
  const files = readdirSync(join(root, 'contract/src')).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const missing: string[] = [];
  for (const name of files) {
    const { messages = {} } = (await import(join(root, 'contract/src', name))) as { messages?: Record<string, unknown> };
    for (const text of Object.values(messages))
      if (typeof text === 'string' && translate(text.trim()) === text.trim()) missing.push(`${name}: ${text}`);
  }
  expect(missing).toEqual([]);
});

test('the Hindi catalogue holds nothing that no source says', () => {
  const said = new Set(sources.flatMap(({ texts }) => [...texts]));
  // Single words of small letters, which may be anything in a source.
  const written = [...sources.map(({ file }) => file), 'web/index.html'].map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  const isSaid = (text: string) => said.has(text) || [`'${text}'`, `"${text}"`].some((literal) => written.includes(literal));
  expect(Object.keys(catalogue).filter((text) => !isSaid(text))).toEqual([]);
});

test('every Hindi message is an ICU message with the placeholders of its English', () => {
  const wrong = Object.entries(catalogue).filter(([english, message]) => {
    const holes = placeholders(english);
    const filled = translate(english, Object.fromEntries(holes.map((name) => [name, 'x'])));
    return message.trim() === '' || filled.includes('{') || placeholders(message).join() !== holes.join();
  });
  expect(wrong).toEqual([]);
});

test('no text says “can not” in two words', () => {
  expect(Object.keys(catalogue).filter((text) => /can not/.test(text))).toEqual([]);
});

test('no text says “PO” before the number of an order, which begins with it', () => {
  expect(Object.keys(catalogue).filter((text) => /\bPO \{/.test(text))).toEqual([]);
});

test('a word that Hindi has two for is the label of one of them alone', () => {
  // A state of India, days from and to which something counts, holidays, the press of a button.
  const elsewhere = /(status|custom|text|textFilter|selectFilter)\(\s*'(State|To|Change)'|\bt\('(From|To)'\)|confirm="Leave"|title="State"/;
  expect(sources.filter(({ file }) => elsewhere.test(readFileSync(join(root, file), 'utf8'))).map(({ file }) => file)).toEqual([]);
});

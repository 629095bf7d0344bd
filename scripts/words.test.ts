import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';

import hindi from '../contract/src/words/hindi.json' with { type: 'json' };
import { STATE_BY_GST_CODE } from '../contract/src/ground/indian-states.ts';
import { ROLES, roleRefusal } from '../contract/src/access/roles.ts';
import { messages as invoiceMessages } from '../contract/src/invoices/invoices.ts';
import { messages as matchMessages } from '../contract/src/invoices/matching.ts';
import { memoName, messages as memoMessages } from '../contract/src/memos/memoMessages.ts';
import { format, PLACEHOLDER, say, sayWords } from '../contract/src/ground/template.ts';
import { translator, WORDS } from '../contract/src/words/translate.ts';
import { readings } from './readings.ts';
import { sourcesIn, textsOf } from './texts.mjs';

const root = join(import.meta.dirname, '..');
const from = (folder: string) =>
  sourcesIn(join(root, folder)).map((file: string) => ({ file: file.slice(root.length + 1), ...textsOf(file) }));
const web = from('web/src');
const sources = [...web, ...from('contract/src'), ...from('server/src')];
const catalogue: Readonly<Record<string, string>> = hindi;
const translate = translator(catalogue, 'hi');

/** CI rejects a text without Hindi; a developer's machine only lists it, so that English can be written first. */
function expectNone(missing: readonly string[]): void {
  if (process.env['CI'] !== undefined || missing.length === 0) expect(missing).toEqual([]);
  else console.warn(`Without Hindi:\n${missing.join('\n')}`);
}

/** The names of a message's values, of plurals and choices too. */
const placeholders = (message: string) => {
  const names = readings(message).flatMap(({ message: reading, values }) => [
    ...Array.from(reading.matchAll(PLACEHOLDER), ([, name = '']) => name),
    ...Object.keys(values),
  ]);
  return [...new Set(names)].sort();
};

test('screens write every text through t()', () => {
  expect(web.flatMap(({ file, bare }) => bare.map((text: string) => `${file}: ${text}`))).toEqual([]);
});

test('every text that a screen or document translates is in the Hindi catalogue', () => {
  const missing = sources.flatMap(({ file, translated }) =>
    translated.filter((text: string) => !(text in catalogue)).map((text: string) => `${file}: ${text}`),
  );
  expectNone(missing);
});

test('every text with values is made by say() or t(), never by a template literal', () => {
  const shape = (text: string) => text.replaceAll(PLACEHOLDER, '{}');
  const known = new Set(Object.keys(catalogue).map(shape));
  expect(
    sources.flatMap(({ file, spliced }) =>
      spliced
        .filter((text: string) => known.has(shape(text)) && /[a-z]{2}/i.test(text.replaceAll(PLACEHOLDER, '')))
        .map((text: string) => `${file}: ${text}`),
    ),
  ).toEqual([]);
});

test('each sentence is one message, never a translated text joined with more', () => {
  expect(sources.flatMap(({ file, fragments }) => fragments.map((text: string) => `${file}: ${text}`))).toEqual([]);
});

test('a text that a module makes while it is loaded is made by sayOnce(), which never forgets it', () => {
  expect(sources.flatMap(({ file, early }) => early.map((text: string) => `${file}: ${text}`))).toEqual([]);
});

test('a statement returns whole sentences, and makes those with values by said()', () => {
  const sentences = sources.flatMap(({ joined }) => [...joined]);
  expect(sentences.length).toBeGreaterThan(0);
  expect(sentences.filter((text) => text.includes('{'))).toEqual([]);
  expectNone(sentences.filter((text) => !(text in catalogue)));
});

/** Texts that only resemble those of a screen. */
const NO_TEXT: Readonly<Record<string, readonly string[]>> = {
  'web/src/vendors/VendorDocuments.tsx': ['no picture'],
  'web/src/sign-in/providerReturn.ts': ['provider {state}'],
  'web/src/ground/api.ts': ['Aborted', 'X-Total-Count', 'X-Date-Min', 'X-Date-Max'],
  'web/src/papers/printOut.tsx': ['{weight} 10pt {family}'],
  'web/src/purchase-orders/answers/useAnswerSheet.tsx': ['Open lines'],
  'web/src/routes.tsx': ['Shell'],
  'web/src/home/search/SearchButton.tsx': ['Control+K /'],
  'web/src/ui/placeToasts.ts': ['a, button, input, select, textarea'],
  'web/src/grid/Grid.tsx': ['minmax({width}px, 1fr)', 'minmax({width}px, {width}px)'],
  'web/src/grid/gridKeys.ts': [':is(input, select, button)[data-cell]:not(:disabled)', '{CONTROLS}:not([data-cards] [data-off-card] *)'],
  'web/src/access/session.ts': ['A signed-in screen was shown to a visitor.'],
};
/** Sizes, selectors, fonts, queries and names of files. */
const CODE = /\[role=|^size: |^'Inter|^[?&]|^M\{|\}(mm|px|-error|\.jpg|\.xlsx|\?.*)$|^\{prefix\}| faults\.xlsx$/;

test('every text of a screen or of the log is in the Hindi catalogue, whatever translates it', () => {
  const log = sources.filter(({ file }) => /^contract\/src\/words\/audit(Actions|Words)\.ts$/.test(file));
  expect(log).toHaveLength(2);
  // The shape keeps only the place of a placeholder.
  const shape = (text: string) => text.replaceAll(PLACEHOLDER, '{}');
  const known = new Set(Object.keys(catalogue).map(shape));
  const missing = [...web, ...log]
    .filter(({ file }) => !file.endsWith('sampleSchemes.ts'))
    .flatMap(({ file, texts }) =>
      [...texts]
        .filter((text) => /[A-Za-z]{2}/.test(text.replaceAll(/\{\w+\}/g, '')))
        .filter((text) => !known.has(shape(text)) && !CODE.test(text) && !NO_TEXT[file]?.includes(text))
        .map((text) => `${file}: ${text}`),
    );
  expectNone(missing);
});

/** True for a text without a translation of its own, and with the words of a screen where a template has values. */
const isEnglish = (text: string) => !(text in catalogue) && (translate(text) === text || /[a-z]{2,} [a-z]{2,}/i.test(translate(text)));

/** The labels of codes, such as the reasons of a rejection. */
const areLabels = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((label) => typeof label === 'string' && /^[A-Z][a-z]/.test(label));

test('every message and label of the contract is in the Hindi catalogue', async () => {
  const files = readdirSync(join(root, 'contract/src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  const missing: string[] = [];
  for (const name of files) {
    const exported = Object.entries((await import(join(root, 'contract/src', name))) as Record<string, unknown>);
    const messages = exported
      .filter(([each, value]) => /messages$/i.test(each) || areLabels(value))
      .flatMap(([, each]) => Object.values(each as object) as unknown[]);
    // A template matches a message only if no English is left, so 'Row {row}' does not match 'Row of the sheet'.
    for (const text of messages) if (typeof text === 'string' && isEnglish(text.trim())) missing.push(`${name}: ${text}`);
  }
  expectNone(missing);
});

test('the Hindi catalogue contains only texts that a source uses', () => {
  const said = new Set(sources.flatMap(({ texts }) => [...texts]));
  // Single words of small letters, which may be anything in a source.
  const written = [...sources.map(({ file }) => file), 'web/index.html'].map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  const isSaid = (text: string) => said.has(text) || [`'${text}'`, `"${text}"`].some((literal) => written.includes(literal));
  expect(Object.keys(catalogue).filter((text) => !isSaid(text))).toEqual([]);
});

test('every message reads as the ICU library formats it, and its Hindi has the same placeholders', () => {
  const wrong = Object.entries(catalogue).flatMap(([english, message]) => {
    const names = placeholders(english);
    const samples = names.length === 0 ? ['x'] : [0, 1, 2, 12_345, ...(english.includes('#') ? [] : ['1', '1,234', 'approved'])];
    const differ = [
      ['en-IN', english],
      ['hi', message],
    ].filter(([locale, text = '']) =>
      samples.some((value) => {
        const values = Object.fromEntries(names.map((name) => [name, value]));
        return format(text, values, locale) !== String(new IntlMessageFormat(text, locale, undefined, { ignoreTag: true }).format(values));
      }),
    );
    return differ.length > 0 || message.trim() === '' || placeholders(message).join() !== names.join() ? [`${english}: ${message}`] : [];
  });
  expect(wrong).toEqual([]);
});

test('the placeholders for texts of the portal appear in messages, and none is for text that users type', () => {
  const names = new Set(Object.keys(catalogue).flatMap(placeholders));
  expect([...WORDS].filter((name) => !names.has(name))).toEqual([]);
  const typed =
    'by vendor vendorName vendor_name company firstName itemName schemeName fileName name names number numbers reason remark terms value site email address url';
  expect(typed.split(' ').filter((name) => WORDS.has(name))).toEqual([]);
});

test('the message about a missing permission is entirely in Hindi', () => {
  const refusals = Object.keys(ROLES).flatMap((access) =>
    [true, false].flatMap((isBuyers) => roleRefusal(access as keyof typeof ROLES, isBuyers) ?? []),
  );
  expect(refusals.length).toBeGreaterThan(10);
  expect(refusals.map((text) => translate(text)).filter((text) => /[a-z]{2,}/.test(text))).toEqual([]);
});

test('the memos, claims, payments and findings that an error names are fully translated into Hindi', () => {
  const [paid, more] = [invoiceMessages.paidWith('₹1.00', '01-01-2026', 'UTR 7'), say('{count} more', { count: 2 })];
  const memos = [memoName('credit', 'C-1', '', '₹10.00'), memoName('debit', null, '01-01-2026', '₹20.00')];
  const finding = say('Line {no}: {found}; the order has {expected}.', { no: 2, found: '12%', expected: '5%' });
  const refusals = [
    invoiceMessages.paid('7', paid),
    invoiceMessages.paid('7', sayWords([paid, paid, more])),
    invoiceMessages.noted('7', sayWords(memos.slice(0, 1))),
    invoiceMessages.noted('7', sayWords(memos)),
    matchMessages.changedNew(finding),
    matchMessages.changedGone(finding),
    ...memos.flatMap((memo) => [memoMessages.rests(memo), memoMessages.notOpen(memo), memoMessages.isReversed(memo)]),
    memoMessages.answers('7', [say('{value} of {date}', { value: '₹5.00', date: '01-01-2026' }), 'C-1, ₹5.00']),
  ];
  // A word in quotation marks is shown as typed.
  expect(refusals.map((text) => translate(text).replace('"none"', '')).filter((text) => /[a-z]{2,}/.test(text))).toEqual([]);
});

test('no text says “can not” in two words', () => {
  expect(Object.keys(catalogue).filter((text) => /can not/.test(text))).toEqual([]);
});

test('no text says “PO” before an order number, which begins with it', () => {
  expect(Object.keys(catalogue).filter((text) => /\bPO \{/.test(text))).toEqual([]);
});

test('an English word with two Hindi translations is the label of only one of them', () => {
  // A state of India, days from and to which something counts, holidays, the press of a button.
  const elsewhere = /(status|custom|text|textFilter|selectFilter)\(\s*'(State|To|Change)'|\bt\('(From|To)'\)|confirm="Leave"|title="State"/;
  expect(sources.filter(({ file }) => elsewhere.test(readFileSync(join(root, file), 'utf8'))).map(({ file }) => file)).toEqual([]);
});

test('every state of India has a Hindi name', () => {
  expect([...STATE_BY_GST_CODE.values()].map(({ name }) => name).filter((name) => !(name in catalogue))).toEqual([]);
});

test('each thing has one Hindi word, according to the glossary of docs/words.md', () => {
  const [, table = ''] = readFileSync(join(root, 'docs/words.md'), 'utf8').split('## Hindi glossary');
  const glossary = [...table.matchAll(/^\| [^|]+ \| ([^|]+) \| ([^|]*[\u0900-\u097f][^|]*) \| ([^|]*)\|$/gm)];
  expect(glossary.length).toBeGreaterThan(10);
  const mixed = glossary.flatMap(([, said, never = '', rightly = '']) =>
    Object.values(catalogue)
      .filter((message) =>
        never
          .trim()
          .split(', ')
          .some((other) => new RegExp(`(?<![\\u0900-\\u097f])${other}`).test(message.replaceAll(rightly.trim() || '\0', ''))),
      )
      .map((message) => `${said}: ${message}`),
  );
  expect(mixed).toEqual([]);
});

test('approval, acceptance, invoice and challan each have their own Hindi word', () => {
  const texts = Object.entries(catalogue);
  const approved = texts.filter(
    ([english, message]) =>
      /\b(?:un)?approv/i.test(english) && !/accept/i.test(english) && /स्वी(?:कृत|कार)/.test(message.replaceAll(/अस्वी(?:कृत|कार)/g, '')),
  );
  const invoices = texts.filter(([english, message]) => message.includes('चालान') && !/challan/i.test(english));
  expect([...approved, ...invoices]).toEqual([]);
});

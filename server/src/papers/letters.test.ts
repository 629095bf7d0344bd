import PDFDocument from 'pdfkit';
import { beforeAll, describe, expect, test } from 'vitest';

import { Letters, readFonts, runsOf } from './letters.ts';

test.each([
  ['Rice 5 kg', ['latin: Rice 5 kg']],
  ['₹1,249', ['devanagari: ₹', 'latin: 1,249']],
  ['बासमती चावल ५ किलो – 5 kg', ['devanagari: बासमती चावल ५ किलो ', 'latin: – 5 kg']],
  ['Śrī', ['latin-ext: Ś', 'latin: r', 'latin-ext: ī']],
  // The joiner between two letters belongs to their spelling.
  ['क्‍ष', ['devanagari: क्‍ष']],
  // A danda belongs to the script before it, whichever that is.
  ['தமிழ் அரிசி । 5 kg', ['tamil: தமிழ் அரிசி । ', 'latin: 5 kg']],
  ['চাল। চাবল', ['bengali: চাল। চাবল']],
  ['ચોખા చియ్యం', ['gujarati: ચોખા ', 'telugu: చియ్యం']],
  ['ਚੌਲ ଚାଉଳ', ['gurmukhi: ਚੌਲ ', 'oriya: ଚାଉଳ']],
  ['ಅಕ್ಕಿ അരി', ['kannada: ಅಕ್ಕಿ ', 'malayalam: അരി']],
  ['', []],
])('%j is written as %j', (text, runs) => {
  expect(runsOf(text).map((run) => `${run.subset}: ${run.text}`)).toEqual(runs);
});

interface Font {
  layout: (text: string) => { glyphs: { id: number }[] };
}

describe('lines', () => {
  const doc = new PDFDocument({ autoFirstPage: false });
  let letters: Letters;
  beforeAll(async () => {
    letters = new Letters(doc, await readFonts());
  });
  const lines = (text: string, width: number, most: number) => letters.lines(text, { width, size: 10, weight: 'regular', most });

  test.each(['বাসমতী চাল ক্ষীর', 'ਬਾਸਮਤੀ ਚੌਲ', 'બાસમતી ચોખા ક્ષીર', 'ବାସୁମତୀ ଚାଉଳ', 'பாசுமதி அரிசி', 'బాస్మతి బియ్యం', 'ಬಾಸ್ಮತಿ ಅಕ್ಕಿ', 'ബസ്മതി അരി'])(
    'no letter of %s is drawn as an empty box',
    (text) => {
      expect(runsOf(text)).toHaveLength(1);
      for (const weight of ['regular', 'bold'] as const) {
        expect(letters.width(text, 10, weight)).toBeGreaterThan(10);
        const { font } = (doc as unknown as { _font: { font: Font } })._font;
        expect(font.layout(text).glyphs.map(({ id }) => id)).not.toContain(0);
      }
    },
  );

  test('break between words, and end in dots if there is more', () => {
    expect(lines('Premium long grain rice', 60, 9)).toEqual(['Premium', 'long grain', 'rice']);
    expect(lines('Premium long grain rice', 60, 2)).toEqual(['Premium', 'long grain…']);
    expect(lines('  Premium \n long ', 200, 1)).toEqual(['Premium long']);
    expect(lines('', 60, 2)).toEqual([]);
  });

  test('break words that are too wide, but never within a letter', () => {
    expect(lines('x'.repeat(40), 60, 9).join('')).toBe('x'.repeat(40));
    const word = 'क्षत्रिय'.repeat(6);
    const broken = lines(word, 60, 9);
    expect(broken.length).toBeGreaterThan(1);
    expect(broken.join('')).toBe(word);
    for (const line of broken) expect(line).toMatch(/^[क-ह]/);
  });

  test.each(['x'.repeat(300), 'क्षत्रिय ब्राण्ड '.repeat(20), '₹1,23,456.50 '.repeat(20)])('hold all of %j', (text) => {
    for (const line of lines(text, 80, 3)) expect(letters.width(line, 10, 'regular')).toBeLessThanOrEqual(80);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { sourcesIn } from './texts.mjs';

const root = join(import.meta.dirname, '..');

/** The files that format figures, dates, times and lists, each with what it formats. */
const FORMATS: Readonly<Record<string, string>> = {
  'contract/src/ground/fields.ts': 'rupees, prices, figures, per cent and days',
  'contract/src/ground/template.ts': 'the counts and plurals of messages',
  'server/src/audit/log.ts': 'times of the log with their seconds',
  'server/src/payments/verify.ts': 'the hour of the nightly check, which nobody reads',
  'server/src/papers/letters.ts': 'the letters of a text, for line breaks',
  'server/src/sheets/xlsx/formats.ts': 'a cell as the spreadsheet program shows it',
  'server/src/vendors/geography.ts': 'the order of countries',
  'web/src/ui/fileSize.ts': 'megabytes of files',
  'web/src/ui/shortMoney.ts': 'lakhs and crores of tiles',
  'web/src/ui/showInstant.ts': 'times of screens',
  'web/src/ui/showMonth.ts': 'names of months',
  'web/src/vendors/form/placeNames.ts': 'names of countries',
  'web/src/form/chosenFile.ts': 'lists of file types',
};

test('figures, days and lists are formatted in one place', () => {
  const own = ['contract/src', 'server/src', 'web/src']
    .flatMap((folder) => sourcesIn(join(root, folder)))
    .filter((file: string) => /\.toLocale(?!(?:Lower|Upper)Case)\w*String\(|new Intl\.\w+|`₹\$\{/.test(readFileSync(file, 'utf8')))
    .map((file: string) => file.slice(root.length + 1));
  expect(own.filter((file: string) => !(file in FORMATS))).toEqual([]);
});

import { readFile } from 'node:fs/promises';

import hindi from '@aapurti/contract/words/hindi.json' with { type: 'json' };
import { rowMessages } from '@aapurti/contract/sheets/rowMessages';
import { translator } from '@aapurti/contract/words/translate';

import { workbookOf } from '../server/test/workbook.ts';
import { expect, expectAccessible, type Portal, test, inHindi } from './portal.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function fixture(name: string) {
  return { name, mimeType: XLSX, buffer: await readFile(new URL(`../server/test/fixtures/sheets/${name}`, import.meta.url)) };
}

async function invoicesOf(portal: Portal, person: Parameters<Portal['signIn']>[1]) {
  const { body } = await portal.call(person, 'GET', '/api/invoice/get?page=1&pageSize=10');
  return body as { invoiceNumber: string; invoiceDate: string; IGSTValue: number }[];
}

for (const { colorScheme, width, by } of [
  { colorScheme: 'light', width: 1280, by: 'click' },
  { colorScheme: 'dark', width: 360, by: 'keyboard' },
] as const) {
  test(`similar headings are asked about, and read with the answers: ${colorScheme}, ${width} px, by ${by}`, async ({ page, portal }) => {
    const vendor = await portal.newVendor();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await portal.signIn(page, vendor);
    await page.goto('/invoices/invoice');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Upload' }).click();
    await page.locator('input[type=file]').setInputFiles(await fixture('I04-near-headings-PO-No-Inv-Date-IGST.xlsx'));

    const form = page.getByRole('form', { name: 'Questions about the file' });
    const date = form.getByRole('radiogroup', { name: 'Unknown heading Inv Date. Did you mean Invoice Date?' });
    const tax = form.getByRole('radiogroup', { name: 'Unknown heading IGST. Did you mean IGST Value?' });
    const again = form.getByRole('button', { name: 'Check again with these choices' });
    await expect(date).toBeVisible();
    await expect(again).toBeDisabled();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    if (by === 'click') {
      await date.getByRole('radio', { name: 'Yes' }).check();
      await tax.getByRole('radio', { name: 'No, skip this column' }).check();
      await again.click();
    } else {
      await date.getByRole('radio', { name: 'Yes' }).focus();
      await page.keyboard.press('Space');
      await tax.getByRole('radio', { name: 'Yes' }).focus();
      await page.keyboard.press('ArrowDown');
      await again.focus();
      await page.keyboard.press('Enter');
    }
    await expect(page.getByText('1 row is valid: 1 new, 0 changed.')).toBeVisible();
    await expect(page.getByText('I04-near-headings-PO-No-Inv-Date-IGST.xlsx')).toBeVisible();
    const notRead = page.getByRole('region', { name: 'Not read' });
    await expect(notRead.getByRole('row', { name: 'Column IGST No column of this sheet has this heading.' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Upload 1 invoice' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await invoicesOf(portal, vendor)).toMatchObject([{ invoiceNumber: '9201', invoiceDate: '2026-10-03', IGSTValue: null }]);
  });
}

const translate = translator(hindi, 'hi');
const english = translator({}, 'en');
for (const { language, colorScheme, width, say, order, days } of [
  { language: 'en', colorScheme: 'dark', width: 1440, say: english, order: 'Day first', days: ['2026-11-05', '2026-11-06'] },
  {
    language: 'en',
    colorScheme: 'light',
    width: 360,
    say: english,
    order: 'Month first',
    days: ['2026-05-11', '2026-06-11'],
  },
  { language: 'hi', colorScheme: 'light', width: 1440, say: translate, order: 'Day first', days: ['2026-11-05', '2026-11-06'] },
] as const) {
  test(`the question about the order of 05/11/2026 is asked together with a similar heading: ${language}, ${colorScheme}, ${width} px, ${order}`, async ({
    page,
    portal,
  }) => {
    const vendor = await portal.newVendor();
    if (language === 'hi') await inHindi(page);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await portal.signIn(page, vendor);
    await page.goto('/invoices/invoice');
    await page.getByRole('button', { name: say('More actions') }).click();
    await page.getByRole('menuitem', { name: say('Upload') }).click();
    const rows = [
      ['Invoice Number', 'Inv Date', 'Invoice Value'],
      ['9301', '05/11/2026', 118],
      ['9302', '06/11/2026', 118],
    ];
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'sheet.xlsx', mimeType: XLSX, buffer: Buffer.from(await workbookOf(rows)) });
    const form = page.getByRole('form', { name: say('Questions about the file') });
    const again = form.getByRole('button', { name: say('Check again with these choices') });
    const first = form.getByRole('radiogroup', {
      name: say(rowMessages.dayOrMonth('Invoice Date', '05/11/2026')),
    });
    await expect(first).toBeVisible();
    await form.getByRole('radio', { name: say('Yes'), exact: true }).check();
    await expect(again).toBeDisabled();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await first.getByRole('radio', { name: say(order) }).check();
    await again.click();
    await page.getByRole('button', { name: say('Upload {count, plural, one {# invoice} other {# invoices}}', { count: 2 }) }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const stored = await invoicesOf(portal, vendor);
    expect(stored.map(({ invoiceDate }) => invoiceDate).toSorted()).toEqual(days);
  });
}

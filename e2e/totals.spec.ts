import type { Page } from '@playwright/test';

import { DEMO_SIGN_INS } from '../server/src/demo/signIns.ts';
import { expect, test } from './portal.ts';
import { addressesOf } from './screens.ts';

/** Unit prices and daily balances, which have no meaningful sum. */
const OF_ONE =
  /Opening Balance|Closing Balance|MRP|Margin|Net PTR|Transfer Price|Approved|Unit Price|Price Difference|Price change|Last purchase|Lowest other|^(Price|Rate|New price|Old price)\b/i;

/** Tables of documents for comparison, which have no meaningful sum. */
const COMPARED = /^(Invoices with the same value|Orders of this vendor)$/;

/** Tables with a money column but no total below it, and figures that are not right-aligned. */
async function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(
    ([ofOne, compared]) => {
      const MONEY = /^-?₹[\d,]+\.\d\d$/;
      return [...document.querySelectorAll('table')].flatMap((table) => {
        const title = table.querySelector('caption')?.textContent ?? table.getAttribute('aria-label') ?? 'a table';
        // The table is the text of a chart, or its last line is its total.
        if (
          new RegExp(compared).test(title) ||
          table.closest('figure') !== null ||
          /^(Total|All)$/.test(table.querySelector('tbody tr:last-child')?.children[0]?.textContent?.trim() ?? '')
        )
          return [];
        const rows = [...table.querySelectorAll('tbody tr')] as HTMLTableRowElement[];
        const foot = table.querySelector('tfoot tr') as HTMLTableRowElement | null;
        return [...table.querySelectorAll('thead th')].flatMap((head, index) => {
          const label = head.textContent ?? '';
          const cells = rows.map((row) => row.cells[index]).filter((cell) => cell !== undefined);
          const money = cells.filter((cell) => MONEY.test((cell.textContent ?? '').trim()));
          if (money.length === 0) return [];
          const left = money.some((cell) => getComputedStyle(cell).textAlign !== 'right') ? [`${title}: ${label} is not at the right`] : [];
          const isTotalled =
            rows.length < 2 || new RegExp(ofOne, 'i').test(label) || MONEY.test((foot?.cells[index]?.textContent ?? '').trim());
          return isTotalled ? left : [...left, `${title}: ${label} has no total`];
        });
      });
    },
    [OF_ONE.source, COMPARED.source] as const,
  );
}

for (const [who, person] of [
  ['office', 0],
  ['vendor', 1],
] as const) {
  test(`every amount column of ${who} has its total and is right-aligned`, async ({ page, portal }) => {
    await portal.signIn(page, person === 0 ? portal.administrator : { id: '2', ...DEMO_SIGN_INS[1] });
    const faults: string[] = [];
    let totals = 0;
    for (const address of addressesOf(who).filter((each) => !/create|edit|settings|people|keys/.test(each))) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // Parts of a document load one after another; half a second without a request means that all have loaded.
      await page.waitForLoadState('networkidle');
      totals += await page.locator('tfoot').count();
      faults.push(...(await faultsOf(page)).map((fault) => `${address}: ${fault}`));
    }
    expect(faults).toEqual([]);
    expect(totals).toBeGreaterThanOrEqual(5);
  });
}

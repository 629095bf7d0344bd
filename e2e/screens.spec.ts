import { readFile } from 'node:fs/promises';

import { operations } from '@aapurti/contract/operations';
import type { Page } from '@playwright/test';
import * as z from 'zod';

import { DEMO_SIGN_INS } from '../server/src/demo/signIns.ts';
import { misplaced, unfitLabels } from './geometry.ts';
import { smallTargets, withFingers } from './touch.ts';
import { besideEachOther, CHANGED_MOST, changedBlocks, compareKept, type Picture, pictureName, pictureOf } from './pictures.ts';
import { workbookOf } from '../server/test/workbook.ts';
import { enter, expect, expectAccessible, settled, type SignedIn, test } from './portal.ts';
import { addressesOf, FORMS } from './screens.ts';
import { STILL_AT, STILL_SESSIONS, STILL_URL } from './still.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Each look differs from the previous one in only one respect, so that little has to render again. */
const LOOKS = [
  { colorScheme: 'light', width: 1440, height: 900 },
  { colorScheme: 'dark', width: 1440, height: 900 },
  { colorScheme: 'dark', width: 768, height: 1024 },
  { colorScheme: 'light', width: 768, height: 1024 },
  { colorScheme: 'light', width: 360, height: 780 },
  { colorScheme: 'dark', width: 360, height: 780 },
] as const;
/** These addresses show more columns than by default. */
const BY_CHOICE = /\?(?!ageing)/;
/** The number of addresses per test, small enough that both workers end at about the same time. */
const AT_ONCE = 9;

type Who = 'visitor' | 'office' | 'vendor';

/**
 * Checks for the faults that no screen may have at any size: sideways scrolling of the page, console errors, a missing heading, or a
 * different picture.
 */
async function inspect(page: Page, who: Who, addresses: readonly string[]): Promise<void> {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource')) complaints.push(message.text());
  });
  const tops = new Map<number, string>();
  for (const address of addresses) {
    const take = async () => {
      const picture = await lookAt(page, address);
      tops.set(await topOfTitle(page), address);
      return picture;
    };
    expect.soft(await compareKept(pictureName(who, address), take, test.info()), address).toBeNull();
    expect(complaints, `complaints of ${address}`).toEqual([]);
  }
  if (who !== 'visitor') expect([...tops.values()].length, `titles jump between ${[...tops.values()].join(', ')}`).toBe(1);
}

/** The top of the title on a wide screen; it must be the same with and without buttons next to it. */
async function topOfTitle(page: Page): Promise<number> {
  await look(page, LOOKS[0]);
  return page.getByRole('heading', { level: 1 }).evaluate((title) => Math.round(title.getBoundingClientRect().top + window.scrollY));
}

/** Checks the page in every look, with its picture. */
async function lookAt(page: Page, address: string): Promise<Picture> {
  await look(page, LOOKS[0]);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await settled(page);
  await expect(page.getByText('This record does not exist.'), `${address} shows a record of the demo`).toBeHidden();
  const pictures: Picture[] = [];
  for (const each of LOOKS) {
    await look(page, each);
    const where = `${address}, ${each.colorScheme}, ${each.width} px`;
    await expectAccessible(page, where);
    expect(await sidewaysOf(page), `${where} scrolls sideways`).toBeLessThanOrEqual(0);
    await expect.poll(() => misplaced(page), where).toEqual([]);
    await expect.poll(() => unfitLabels(page), where).toEqual([]);
    if (each === LOOKS[0] && !BY_CHOICE.test(address))
      expect(await scrollersOf(page), `${where} hides rows or columns in a scroller of its own`).toEqual([]);
    pictures.push(await pictureOf(page));
  }
  await withFingers(page, async () => {
    const where = `${address}, by touch`;
    expect(await sidewaysOf(page), `${where} scrolls sideways`).toBeLessThanOrEqual(0);
    await expect.poll(() => smallTargets(page), where).toEqual([]);
    await expect.poll(() => misplaced(page), where).toEqual([]);
    await expect.poll(() => unfitLabels(page), where).toEqual([]);
  });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return besideEachOther(pictures);
}

/** The pixels by which the page is wider than its window. */
function sidewaysOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Lists that scroll sideways, and elements that scroll vertically within the page. */
function scrollersOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('main, main :not(textarea)'))
      .filter(
        (each) =>
          each.hasAttribute('data-scrolls') ||
          (/auto|scroll/.test(getComputedStyle(each).overflowY) && each.scrollHeight > each.clientHeight + 1),
      )
      .map(({ className }) => className),
  );
}

/** Renders the same page in another size and colour scheme. */
async function look(page: Page, { colorScheme, width, height }: (typeof LOOKS)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Signs in to the portal with the stopped clock. */
async function enterStill(page: Page, who: Who): Promise<void> {
  await page.clock.setFixedTime(new Date(STILL_AT));
  if (who === 'visitor') return;
  // The picture of the dashboard contains the menu's counts; without this route, every other picture would contain them too.
  await page.route('**/api/dashboard/waiting', (route) =>
    page.url().endsWith('/dashboard') ? route.continue() : route.fulfill({ json: [] }),
  );
  const [office, vendor] = JSON.parse(await readFile(STILL_SESSIONS, 'utf8')) as [SignedIn, SignedIn];
  await enter(page, who === 'office' ? office : vendor);
}

test('the check finds an inaccessible element', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => document.body.append(document.createElement('button')));
  await expect(expectAccessible(page)).rejects.toThrow('button-name');
});

test('a label that does not fit is found', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect(await unfitLabels(page)).toEqual([]);
  await page.evaluate(() => {
    for (const label of document.querySelectorAll('.mantine-Button-label'))
      if (label.textContent === 'Sign in') label.textContent = 'Sign in to the portal of every vendor and of the buyer';
    const heading = document.querySelector('h1')!;
    heading.textContent = 'Sign in to the portal of every vendor';
    Object.assign(heading.style, { overflow: 'hidden', whiteSpace: 'nowrap', width: '120px' });
  });
  expect((await unfitLabels(page)).map((fault) => fault.split(':')[0])).toEqual(['a label is cut', 'a label is cut']);
  await page.addStyleTag({
    content: '.mantine-Button-root { height: auto !important } .mantine-Button-label { white-space: normal !important }',
  });
  expect((await unfitLabels(page)).map((fault) => fault.split(':')[0])).toEqual(['a label is cut', 'a button wraps']);
});

test('an element that is too small for a finger is found', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect(await smallTargets(page), 'a mouse has the dense sizes').not.toEqual([]);
  await withFingers(page, async () => {
    expect(await smallTargets(page)).toEqual([]);
    await page.addStyleTag({ content: '.mantine-Button-root { height: 40px !important; min-height: 0 !important }' });
    expect(await smallTargets(page)).toContainEqual(expect.stringContaining('40 px: Sign in'));
  });
});

test.describe('the portal with the stopped clock', () => {
  test.use({ baseURL: STILL_URL });

  for (const who of ['visitor', 'office', 'vendor'] as const) {
    const addresses = addressesOf(who);
    for (let first = 0; first < addresses.length; first += AT_ONCE) {
      test(`screens of ${who} from the ${first + 1}. on`, async ({ page }) => {
        await enterStill(page, who);
        await inspect(page, who, addresses.slice(first, first + AT_ONCE));
      });
    }
  }

  test('the questions about a file look as before', async ({ page }) => {
    await enterStill(page, 'vendor');
    const rows = [
      ['Invoice Number', 'Inv Date', 'Invoice Value'],
      ['9301', '05/11/2026', 118],
    ];
    const file = { name: 'sheet.xlsx', mimeType: XLSX, buffer: Buffer.from(await workbookOf(rows)) };
    const take = async () => {
      await look(page, LOOKS[0]);
      await page.goto('/invoices/invoice');
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Upload' }).click();
      await page.locator('input[type=file]').setInputFiles(file);
      await expect(page.getByRole('radiogroup')).toHaveCount(2);
      const pictures: Picture[] = [];
      for (const each of LOOKS) {
        await look(page, each);
        await expectAccessible(page, `questions, ${each.colorScheme}, ${each.width} px`);
        pictures.push(await pictureOf(page));
      }
      return besideEachOther(pictures);
    };
    expect(await compareKept('vendor-sheet-questions.webp', take, test.info())).toBeNull();
  });

  test('a moved column is found in a picture, and another smoothing of letters is not', async ({ page }) => {
    // The picture is of the vendor's own list, because names of other vendors on two lines could wrap differently with another font
    // rendering.
    await enterStill(page, 'vendor');
    await page.goto('/invoices/invoice');
    await page.getByRole('row').nth(1).waitFor();
    await settled(page);
    const before = await pictureOf(page);
    const changedBy = async (css: string) => {
      const style = await page.addStyleTag({ content: css });
      const changed = changedBlocks(before, await pictureOf(page));
      await style.evaluate((each: Element) => each.remove());
      return changed;
    };
    expect(await changedBy('/* the same once more */')).toBe(0);
    expect(await changedBy('* { text-rendering: geometricPrecision !important; }')).toBeLessThanOrEqual(CHANGED_MOST);
    expect(await changedBy('th:nth-child(3), td:nth-child(3) { padding-left: 36px !important; }')).toBeGreaterThan(CHANGED_MOST);
    await page.evaluate(() => {
      for (const row of document.querySelectorAll('tr')) row.insertBefore(row.children[4] ?? row, row.children[3] ?? null);
    });
    expect(changedBlocks(before, await pictureOf(page))).toBeGreaterThan(CHANGED_MOST);
  });
});

/** Fields without an input: the form itself sends the version, and a separate dialog asks for the password when needed. */
const NO_INPUT = ['updatedAt', 'currentPassWord'];

for (const who of ['office', 'vendor'] as const) {
  test(`forms of ${who} have an input for every field of their call`, async ({ page, portal }) => {
    await portal.signIn(page, who === 'office' ? portal.administrator : { id: '2', ...DEMO_SIGN_INS[1] });
    const missing: string[] = [];
    for (const [id, { at, also = [], press, not = {} }] of Object.entries(FORMS).filter(([, form]) => form.who === who)) {
      const body = operations.find((each) => each.id === id)?.body ?? z.never();
      const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
      const named: (string | null)[] = [];
      for (const address of [at, ...also]) {
        await page.goto(address);
        if (press !== undefined) await page.getByRole('button', { name: press }).click();
        await page.locator('form [name]').first().waitFor({ state: 'attached' });
        await settled(page);
        named.push(...(await page.locator('form [name]').evaluateAll((inputs) => inputs.map((each) => each.getAttribute('name')))));
      }
      const wanted = Object.keys(properties).filter((field) => !NO_INPUT.includes(field) && not[field] === undefined);
      missing.push(...wanted.filter((field) => !named.includes(field)).map((field) => `${id}: ${field}`));
    }
    expect(missing).toEqual([]);
  });
}

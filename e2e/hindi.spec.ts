import type { Page } from '@playwright/test';

import hindi from '@aapurti/contract/words/hindi.json' with { type: 'json' };
import { rememberAll, type Texts } from '@aapurti/contract/ground/template';
import { translator } from '@aapurti/contract/words/translate';

import { DEMO_SIGN_INS } from '../server/src/demo/signIns.ts';
import { unfitLabels } from './geometry.ts';
import { expect, expectAccessible, inHindi, settled, test } from './portal.ts';
import { addressesOf } from './screens.ts';

const LOOKS = [
  { width: 1440, height: 900, axe: true },
  { width: 360, height: 780, axe: false },
] as const;
const AT_ONCE = 20;

/** Texts that are the same in both languages: terms of law and trade, units, file types, and the portal's name. */
const ALIKE =
  /\b(Aapurti|English|GST|GSTIN|CGST|SGST|IGST|HSN|SAC|EAN|MRP|PAN|IFSC|PIN|UQC|UTR|IRN|NEFT|RTGS|IMPS|UPI|UOM|PO|ERP|PDF|CSV|API|PNG|JPEG|WebP|HEIC|HTML|SSCC|QR|kg|Kgs|MB|kB|DD-MM-YYYY|YYYY-MM-DD|XLSX?|xlsx?|csv|json|Ctrl|Enter|Esc|Tab|FSSAI|ODC|B2B|SMTP|SSO|ERPNext|Odoo|Tryton|CT|TRANSIN|UN|UIN|SEZ|ISD|PTR|SKU|Excel|Chrome|Linux)\b/g;

/**
 * Data that no API response contains: texts of the browser, the samples on a page without sign-in, and the headings of spreadsheets, which
 * stay English.
 */
const MORE_DATA = [
  'DD-MM-YYYY',
  'Playwright',
  'Republic Day',
  'OTH',
  'README',
  'EAN Code',
  'Item Name',
  'Item Code',
  'PO Number',
  'KG, PKT, PETI, CASE',
  'https://login.microsoftonline.com/TENANT/v2.0',
  'https://erp.example.com/aapurti',
  'example.com',
  'example.in',
];

const translate = translator(hindi, 'hi');

/** The strings in API responses, which are data and stay untranslated: as received, and translated if a message contains data. */
function dataOf(page: Page): { words: () => Promise<string[]> } {
  const data = new Set<string>();
  const coming: Promise<void>[] = [];
  const collect = (value: unknown) => {
    // A screen may join the lines of an address.
    if (typeof value === 'string') for (const each of [value, translate(value), ...value.split('\n')]) data.add(each);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  // A response in Hindi can include the messages behind its texts; these messages are not data.
  const answered = (value: unknown) => {
    if (!isWithTexts(value)) return collect(value);
    rememberAll(value.texts);
    collect(value.answer);
  };
  page.on('response', (response) => {
    if (response.url().includes('/api/'))
      coming.push(
        response.json().then(answered, () => {
          // The response is a file, or the next page cut it off.
        }),
      );
  });
  return {
    async words() {
      await Promise.all(coming);
      return [...data];
    },
  };
}

const isWithTexts = (value: unknown): value is { answer: unknown; texts: Texts } =>
  typeof value === 'object' && value !== null && 'answer' in value && 'texts' in value;

/** The words of a screen: text, names for screen readers and placeholders. */
const saidBy = (page: Page) =>
  page.evaluate(() => {
    const said: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (parentElement?.closest('script, style, noscript, code, [lang=en]') === null) said.push(textContent ?? '');
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      // Screen readers ignore a hidden name.
      const hidden = name === 'aria-label' ? ':not([aria-hidden="true"])' : '';
      for (const each of document.querySelectorAll(`[${name}]${hidden}`)) said.push(each.getAttribute(name) ?? '');
    }
    return said.map((text) => text.trim());
  });

/**
 * The English left in a text without its data. Both orders of removal count, because a short datum can be part of an allowed term and an
 * allowed term part of a datum.
 */
function english(text: string, data: readonly string[]): string {
  const withoutData = (of: string) => data.reduce((left, each) => left.replaceAll(each, ' '), of);
  const lefts = [withoutData(text).replaceAll(ALIKE, ' '), withoutData(text.replaceAll(ALIKE, ' '))].map(
    (left) => left.match(/[A-Za-z]{2,}.*[A-Za-z]|[A-Za-z]{3,}/)?.[0] ?? '',
  );
  return lefts.includes('') ? '' : lefts[0]!;
}

/** Navigates as a link would, because a full page load takes three times as long. The sweep in English loads each screen. */
async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('h1')?.setAttribute('data-left', '');
    history.pushState({}, '', to);
  }, address);
  const isThere = await page
    .locator('h1:not([data-left])')
    .waitFor({ timeout: 1_000 })
    .then(
      () => true,
      () => false,
    );
  // The screen is the same as before, or has no client-side navigation.
  if (!isThere) await page.goto(address);
}

for (const who of ['visitor', 'office', 'vendor'] as const) {
  // The sample page of section 2.14 shows invented schemes.
  const addresses = addressesOf(who).filter((address) => address !== '/example');
  for (let first = 0; first < addresses.length; first += AT_ONCE) {
    test(`screens of ${who} in Hindi from the ${first + 1}. on`, async ({ page, portal }) => {
      await inHindi(page);
      if (who === 'office') await portal.signIn(page, portal.administrator);
      if (who === 'vendor') await portal.signIn(page, { id: '2', ...DEMO_SIGN_INS[1] });
      // A cached response has no readable body, and a route turns the cache off.
      await page.route('**/api/**', (route) => route.fallback());
      const data = dataOf(page);
      await page.goto('/');
      for (const address of addresses.slice(first, first + AT_ONCE)) {
        await page.setViewportSize(LOOKS[0]);
        await goTo(page, address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await settled(page);
        const words = [...(await data.words()), ...MORE_DATA, ...address.split(/[^\w-]/)]
          .filter((each) => /[A-Za-z]{2}/.test(each))
          .sort((one, other) => other.length - one.length);
        const left = (await saidBy(page)).filter((text) => english(text, words) !== '' && !words.some((each) => each.includes(text)));
        expect.soft([...new Set(left)], `English on ${address}`).toEqual([]);
        for (const each of LOOKS) {
          await page.setViewportSize(each);
          if (each.axe) await expectAccessible(page, address);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          expect(overflow, `${address} at ${each.width} px scrolls sideways`).toBeLessThanOrEqual(0);
          expect.soft(await unfitLabels(page), `${address} at ${each.width} px`).toEqual([]);
        }
      }
    });
  }
}

test('a new vendor’s first steps are in Hindi', async ({ page, portal }) => {
  await inHindi(page);
  await portal.signIn(page, await portal.newVendor());
  await page.goto('/dashboard');
  const steps = page.getByRole('region', { name: 'पहले कदम' });
  await expect(steps.getByRole('link', { name: 'अपना पहला उत्पाद दर्ज करें' })).toBeVisible();
  await expect(steps).not.toContainText(/[a-z]{4,}/);
});

test('countries and states are named in Hindi, India first', async ({ page, portal }) => {
  await inHindi(page);
  const vendor = await portal.newVendor();
  await portal.signIn(page, vendor);
  await page.goto(`/profile/${vendor.id}`);
  for (const name of ['भारत', 'महाराष्ट्र']) await expect(page.getByText(name, { exact: true })).toBeVisible();
  await page.goto(`/users/edit/${vendor.id}`);
  const country = page.locator('form').getByRole('combobox', { name: translate('Country') });
  await expect(country).toHaveValue('भारत');
  await country.click();
  const options = page.getByRole('option');
  await expect(options.nth(0)).toHaveText('भारत');
  await expect(options.nth(1)).toHaveText(/^अ/);
  await page.getByRole('option', { name: 'नेपाल', exact: true }).click();
  await expect(country).toHaveValue('नेपाल');
});

/** The elements that open a dialog or menu; elements that submit a form, turn a page, sort or navigate are excluded. */
const OPENERS = 'main button:not([type="submit"]):not([aria-sort] *):not([data-list] nav *), header button[aria-haspopup]';
const OPENED = '[role="dialog"], [role="menu"], [role="listbox"], dialog[open]';

/** The state of a screen, so that a screen that a press did not change needs no reload. */
const stateOf = (page: Page) => page.evaluate(() => `${location.href} ${document.querySelector('#root')?.innerHTML}`);

// Each user has only one test, so that a dialog of several screens is opened once.
for (const who of ['office', 'vendor'] as const) {
  test(`dialogs and menus of ${who} in Hindi`, async ({ page, portal }) => {
    test.slow();
    await inHindi(page);
    await portal.signIn(page, who === 'office' ? portal.administrator : { id: '2', ...DEMO_SIGN_INS[1] });
    // No press writes anything, because the server rejects every write.
    const busy = { status: 503, json: { message: 'The server is busy. Please try again.' } };
    await page.route('**/api/**', (route) => {
      const request = route.request();
      const reads =
        /\/(get|search|serviceOrder|purchase_payment)\b/.test(request.url()) ||
        (request.method() === 'GET' && !/sync/i.test(request.url()));
      return reads ? route.continue() : route.fulfill(busy);
    });
    const data = dataOf(page);
    const tried = new Set<string>();
    let opened = 0;
    await page.goto('/');
    for (const address of addressesOf(who)) {
      await goTo(page, address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await settled(page);
      const before = await stateOf(page);
      const names = await page
        .locator(OPENERS)
        .evaluateAll((all) => all.map((each) => (each.getAttribute('aria-label') ?? each.textContent ?? '').trim()));
      for (const [place, name] of names.entries()) {
        // Buttons of other rows or screens are of the same kind if their names differ only by data.
        const kind =
          name
            .match(/[\u0900-\u097f]+/g)
            ?.slice(-2)
            .join(' ') ?? '';
        if (kind === '' || tried.has(kind)) continue;
        tried.add(kind);
        const button = page.locator(OPENERS).nth(place);
        if (!(await button.isEnabled().catch(() => false))) continue;
        await button.click({ timeout: 2_000 }).catch(() => undefined);
        const shown = page.locator(OPENED).filter({ visible: true }).first();
        const isThere = await shown.waitFor({ timeout: 500 }).then(
          () => true,
          () => false,
        );
        if (isThere) {
          opened += 1;
          await settled(page);
          const words = [...(await data.words()), ...MORE_DATA, ...address.split(/[^\w-]/)]
            .filter((each) => /[A-Za-z]{2}/.test(each))
            .sort((one, other) => other.length - one.length);
          const left = (await saidBy(page)).filter((text) => english(text, words) !== '' && !words.some((each) => each.includes(text)));
          expect.soft([...new Set(left)], `English in what “${name}” opens on ${address}`).toEqual([]);
          await page.keyboard.press('Escape');
          await shown.waitFor({ state: 'hidden', timeout: 500 }).catch(() => undefined);
        }
        if ((await stateOf(page)) === before && !(await shown.isVisible())) continue;
        // The screen loads again, because Escape may not close the dialog and the address may have changed.
        await page.goto(address);
        await settled(page);
      }
    }
    expect(opened).toBeGreaterThan(10);
  });
}

test('a user chooses Hindi, and screens, errors and e-mails follow @journey', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  await page.goto('/login');
  await page.getByRole('button', { name: 'हिन्दी' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'साइन इन' })).toBeVisible();
  expect(await page.locator('html').getAttribute('lang')).toBe('hi');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();

  await portal.signIn(page, vendor);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitemradio', { name: 'हिन्दी' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'डैशबोर्ड' })).toBeVisible();
});

import { operations } from '@aapurti/contract/operations';
import type { Page } from '@playwright/test';
import * as z from 'zod';

import { DEMO_SIGN_INS } from '../server/src/demo/signIns.ts';
import { expect, expectAccessible, settled, test } from './portal.ts';
import { addressesOf, FORMS } from './screens.ts';

const LOOKS = [
  { colorScheme: 'light', width: 1440, height: 900, axe: true },
  { colorScheme: 'dark', width: 768, height: 1024, axe: false },
  { colorScheme: 'dark', width: 360, height: 780, axe: true },
] as const;
/** Addresses a test: small enough for both workers to end at about the same time. */
const AT_ONCE = 9;

/** What no screen may do, whatever its size: scroll sideways as a whole, complain in the console, or lack its heading. */
async function inspect(page: Page, addresses: readonly string[]): Promise<void> {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource')) complaints.push(message.text());
  });
  for (const address of addresses) {
    await look(page, LOOKS[0]);
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settled(page);
    await expect(page.getByText('This record does not exist.'), `${address} shows a record of the demo`).toBeHidden();
    for (const each of LOOKS) {
      await look(page, each);
      const where = `${address}, ${each.colorScheme}, ${each.width} px`;
      if (each.axe) await expectAccessible(page, where);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(overflow, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
    }
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(complaints, `complaints of ${address}`).toEqual([]);
  }
}

/** The same page in another size and colours, once it is drawn. */
async function look(page: Page, { colorScheme, width, height }: (typeof LOOKS)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

test('what is not accessible is found', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => document.body.append(document.createElement('button')));
  await expect(expectAccessible(page)).rejects.toThrow('button-name');
});

for (const who of ['visitor', 'office', 'vendor'] as const) {
  const addresses = addressesOf(who);
  for (let first = 0; first < addresses.length; first += AT_ONCE) {
    test(`screens of ${who} from the ${first + 1}. on`, async ({ page, portal }) => {
      if (who === 'office') await portal.signIn(page, portal.administrator);
      if (who === 'vendor') await portal.signIn(page, { id: '2', ...DEMO_SIGN_INS[1] });
      await inspect(page, addresses.slice(first, first + AT_ONCE));
    });
  }
}

/** Sent by the form itself: the version that was read. */
const NO_INPUT = ['updatedAt'];

for (const who of ['office', 'vendor'] as const) {
  test(`forms of ${who} have an input for every field of their call`, async ({ page, portal }) => {
    await portal.signIn(page, who === 'office' ? portal.administrator : { id: '2', ...DEMO_SIGN_INS[1] });
    const missing: string[] = [];
    for (const [id, { at, press, not = {} }] of Object.entries(FORMS).filter(([, form]) => form.who === who)) {
      const body = operations.find((each) => each.id === id)?.body ?? z.never();
      const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
      await page.goto(at);
      if (press !== undefined) await page.getByRole('button', { name: press }).click();
      await page.locator('form [name]').first().waitFor({ state: 'attached' });
      await settled(page);
      const named = await page.locator('form [name]').evaluateAll((inputs) => inputs.map((each) => each.getAttribute('name')));
      const wanted = Object.keys(properties).filter((field) => !NO_INPUT.includes(field) && not[field] === undefined);
      missing.push(...wanted.filter((field) => !named.includes(field)).map((field) => `${id}: ${field}`));
    }
    expect(missing).toEqual([]);
  });
}

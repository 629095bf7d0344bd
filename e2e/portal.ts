import axe from 'axe-core';
import { type APIRequestContext, type Browser, type BrowserContext, expect, type Page, test as base } from '@playwright/test';

import { samplePdf, vendorForm } from '../server/src/demo/factories.ts';
import { DEMO_SIGN_INS } from '../server/src/demo/signIns.ts';
import { encodeNames } from '@aapurti/contract/ground/wire';

export { expect };

export interface Person {
  id: string;
  email: string;
  password: string;
}

export interface Portal {
  /** Creates an active vendor through an administrator's call. */
  newVendor(overrides?: Record<string, unknown>): Promise<Person>;
  administrator: Person;
  /** Invites a user into the company of `inviter`, and accepts; a buyer user may be limited to some sites. */
  newMember(inviter: Person, role: string, siteIds?: readonly string[]): Promise<Person>;
  /** Puts a session into the browser without the form, which has a test of its own. */
  signIn(page: Page, person: Person): Promise<void>;
  /** Calls the API as a user. */
  call(person: Person, method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<{ status: number; body: unknown }>;
}

/**
 * A number that no other test of this run uses. Each of at most eight workers uses every eighth number, and a worker that replaces another
 * starts at the current time, which is ahead of the numbers used before.
 */
let last = (Date.now() % 12_000_000) * 8 + (Number(process.env['TEST_PARALLEL_INDEX'] ?? 0) % 8);
export function serial(): number {
  return (last += 8);
}

const papers = ['panpicture', 'gstpicture', 'cancelledchequepic', 'coincorporation'];

async function token(request: APIRequestContext, { email, password }: Person): Promise<SignedIn> {
  const answer = await request.post('/api/auth/login', { data: { email, passWord: password } });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as SignedIn;
}

export interface SignedIn {
  token: string;
  detail: Record<string, unknown>;
}

/** Stores the response of a sign-in in the browser, as the form does. */
export async function enter(page: Page, session: SignedIn): Promise<void> {
  await page.addInitScript(({ token: given, detail }) => {
    // The script runs only once, so that the next page does not sign in again after a test has signed out.
    if (sessionStorage.getItem('e2e') !== null) return;
    sessionStorage.setItem('e2e', 'signed in');
    const { _id, firstName, lastName, email: address, isAdmin, isActive, membership } = detail;
    const {
      company = '',
      vendorId,
      roles = [],
      siteIds = [],
      boundRoles = [],
    } = (membership ?? {}) as { company?: string; vendorId?: string | null; roles?: string[]; siteIds?: string[]; boundRoles?: string[] };
    localStorage.setItem('token', given);
    localStorage.setItem('userID', String(_id));
    localStorage.setItem(
      'user',
      JSON.stringify({ _id, firstName, lastName, email: address, company, vendorId: vendorId ?? '', roles, siteIds, boundRoles }),
    );
    localStorage.setItem('isAdmin', String(isAdmin));
    localStorage.setItem('isActive', String(isActive));
  }, session);
}

/** The secret in the invitation e-mail to an address. */
export async function invitationFor(request: APIRequestContext, email: string): Promise<string> {
  let secret = '';
  await expect
    .poll(async () => {
      const mails = (await (await request.get('/api/outbox')).json()) as { to: string; text: string }[];
      secret = /\/invitation\/([\w-]+)/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1] ?? '';
      return secret;
    })
    .not.toBe('');
  return secret;
}

/**
 * Extends the life of a toast from three seconds to twenty, because a busy machine can take three seconds between the end of an action and
 * the first check. A test of any other three-second timer would need another way.
 */
function keepToasts(): void {
  const start = window.setTimeout.bind(window);
  const patient = (work: TimerHandler, wait?: number, ...rest: unknown[]) => start(work, wait === 3000 ? 20_000 : wait, ...rest);
  window.setTimeout = patient as typeof window.setTimeout;
  // A toast also does not block clicks on a button below it, because it stays twenty seconds here instead of three.
  document.addEventListener('DOMContentLoaded', () => {
    const style = document.createElement('style');
    style.textContent = '[aria-label="Notifications"] * { pointer-events: none !important; }';
    document.head.append(style);
  });
}

/**
 * Prepares every page of a context. It listens for file choosers from the start: Playwright starts to intercept them asynchronously with
 * the first listener, so a listener added with the click can be too late, and the chooser opens unnoticed.
 */
async function prepare(context: BrowserContext): Promise<void> {
  await context.addInitScript(keepToasts);
  context.on('page', (page) => {
    page.on('filechooser', () => undefined);
    watchTraffic(page);
  });
}

export const test = base.extend<{ portal: Portal }, { browser: Browser }>({
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await open(options);
        await prepare(context);
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
  context: async ({ context }, use) => {
    await prepare(context);
    await use(context);
  },
  portal: async ({ request }, use) => {
    const { email, password } = DEMO_SIGN_INS[0];
    const administrator: Person = { id: '', email, password };
    await use({
      administrator,
      async newVendor(overrides = {}) {
        const form = vendorForm(serial(), { isActive: true, agreesTerms: true, ...overrides });
        const files = Object.fromEntries(
          papers.map((slot) => [slot, { name: `${slot}.pdf`, mimeType: 'application/pdf', buffer: samplePdf(slot) }]),
        );
        const fields = Object.fromEntries(Object.entries(encodeNames(form) as object).map(([name, value]) => [name, String(value)]));
        const session = await token(request, administrator);
        const made = await request.post('/api/auth/create', {
          headers: { authorization: session.token },
          multipart: { ...fields, ...files },
        });
        expect(made.status()).toBe(200);
        const { data } = (await made.json()) as { data: { _id: string } };
        return { id: data._id, email: String(form['email']), password: form.password ?? '' };
      },
      async newMember(inviter, role, siteIds = []) {
        const member = { id: '', email: `${role}${serial()}@example.org`, password: `the ${role} of the mill` };
        const invited = await this.call(inviter, 'POST', '/api/members/invitations', {
          email: member.email,
          role,
          siteIds,
          currentPassWord: inviter.password,
        });
        expect(invited.status).toBe(200);
        const secret = await invitationFor(request, member.email);
        const person = { firstName: 'Meera', lastName: role, mobileNumber: `8${String(serial()).padStart(9, '0').slice(-9)}` };
        const accepted = await request.post('/api/invitations/accept', { data: { secret, ...person, passWord: member.password } });
        expect(accepted.status()).toBe(200);
        return member;
      },
      async signIn(page, person) {
        await enter(page, await token(request, person));
      },
      async call(person, method, path, body) {
        const session = await token(request, person);
        const answer = await request.fetch(path, {
          method,
          headers: { authorization: session.token },
          ...(body === undefined ? {} : { data: body }),
        });
        return { status: answer.status(), body: await answer.json() };
      },
    });
  },
});

/** The number of pending requests of each page, and the time when one last began or ended. */
const traffic = new WeakMap<Page, { open: number; changed: number }>();

function watchTraffic(page: Page): void {
  const seen = { open: 0, changed: Date.now() };
  traffic.set(page, seen);
  const count = (by: 1 | -1) => () => {
    seen.open += by;
    seen.changed = Date.now();
  };
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));
}

const QUIET_MILLISECONDS = 120;

/** Waits until no request has been pending for a moment; 'networkidle' waits for half a second. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await expect
    .poll(
      () => {
        const { open = 0, changed = 0 } = traffic.get(page) ?? {};
        return open <= 0 && Date.now() - changed >= QUIET_MILLISECONDS;
      },
      { intervals: [20] },
    )
    .toBe(true);
}

/** Shows the columns of the specification that a list hides by default; `list` names the list if a screen has two. */
export async function showAllColumns(page: Page, list?: string): Promise<void> {
  const scope = list === undefined ? page : page.getByRole('region', { name: list, exact: true });
  await scope.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('button', { name: 'All columns' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'All columns' })).toBeHidden();
}

/** Checks that axe has no finding of any level once the screen has loaded. */
export async function expectAccessible(page: Page, where = ''): Promise<void> {
  // There is no heading between two screens, and a dialog hides it.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  // axe works in slices: content that loads between two slices causes findings that no user meets.
  await settled(page);
  await expectAccessibleWhileWaiting(page, where);
}

/** Checks the current content only, for a test that delays a response, so that the screen cannot settle. */
export async function expectAccessibleWhileWaiting(page: Page, where = ''): Promise<void> {
  // Colours are checked once their transitions have ended; endless animations change no colour.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter((animation) => animation.effect?.getTiming().iterations !== Infinity);
    return Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)));
  });
  // The source is loaded once per document, because it is half a megabyte.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  });
  expect(found, where).toEqual([]);
}

/** Shows the portal in Hindi. Other tests use the same account at the same time, so the server does not store the language. */
export async function inHindi(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('language', 'hi');
    // The choice was made on the way to the sign-in, so it takes precedence over the user's stored language.
    sessionStorage.setItem('languageChosen', 'hi');
  });
  await page.route('**/api/mail/language', (route) => route.fulfill({ json: { message: '' } }));
}

/** Opens the menu of a row of a list. */
async function openRowMenu(page: Page, row: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${row}`, exact: true }).click();
}

/** Opens the confirmation to delete a row of a list, from its menu. */
export async function askToDelete(page: Page, row: string): Promise<void> {
  await openRowMenu(page, row);
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
}

/** Pastes text like the clipboard of a spreadsheet program. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', given);
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Chooses the vendor of a form. The field is a plain list while there are few users; with many, the list shows those that match. */
export async function chooseVendor(page: Page, company: string): Promise<void> {
  const box = page.getByRole('combobox', { name: 'Vendor', exact: true });
  await box.click();
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  if (await box.isEditable()) await box.fill(company);
  await page.getByRole('option', { name: company }).click();
}

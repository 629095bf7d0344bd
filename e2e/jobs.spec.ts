/** The ten most frequent tasks, each by keyboard alone and by touch on a phone, in English and in Hindi. */
import hindi from '@aapurti/contract/words/hindi.json' with { type: 'json' };
import { translator } from '@aapurti/contract/words/translate';
import type { Browser, Locator, Page } from '@playwright/test';

import { samplePdf, vendorForm } from '../server/src/demo/factories.ts';
import { expect, expectAccessible, inHindi, type Person, type Portal, serial, settled, test } from './portal.ts';

test.use({ actionTimeout: 20_000 });

const PHONE = { width: 360, height: 780 };
/** This exceeds the tab stops of any screen. */
const STOPS_MAX = 160;
const translate = translator(hindi, 'hi');

/** A user on one page, with one way to press, type and choose, and one language. */
interface Hand {
  page: Page;
  /** A text of the screen in this user's language. */
  say: (english: string, values?: Record<string, string | number>) => string;
  press: (goal: Locator) => Promise<void>;
  /** Replaces the content of a field. */
  type: (goal: Locator, text: string) => Promise<void>;
  /** Chooses an option of a native select by its value. */
  pick: (goal: Locator, value: string) => Promise<void>;
  /** Chooses an option of a list that opens. */
  list: (goal: Locator, option: string) => Promise<void>;
  /** Passes a file to an upload button. */
  file: (goal: Locator, name: string) => Promise<void>;
  /** Presses an action of a list's only row, which is in the menu of its card on a phone. */
  rowAction: (name: string) => Promise<void>;
}

type Job = (hand: Hand, portal: Portal, enter: (person: Person | null, address: string) => Promise<void>) => Promise<void>;

const button = ({ page, say }: Hand, name: string) => page.getByRole('button', { name: say(name), exact: true });
const field = ({ page }: Hand, name: string) => page.locator(`form [name="${name}"]`);
const cell = ({ page, say }: Hand, label: string, line: number) =>
  page.getByLabel(say('{label}, line {number}', { label, number: line }), { exact: true });
const sees = ({ page, say }: Hand, text: string, values?: Record<string, number>) =>
  expect(page.getByText(say(text, values)).first()).toBeVisible();

/** Today in India. */
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now());

/** A day of the previous month. */
function lastMonth(): string {
  const [year = 0, month = 0] = today().split('-').map(Number);
  return new Date(Date.UTC(year, month - 2, 15)).toISOString().slice(0, 10);
}

async function made(portal: Portal, person: Person, path: string, body: object, method: 'POST' | 'PUT' = 'POST') {
  const answer = await portal.call(person, method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (answer.body as { data: { _id: string } }).data._id;
}

/** An order of three lines of 100 at ₹50 with 5% tax. */
async function placeOrder(portal: Portal, vendor: Person) {
  const poNumber = `PO/J/${serial()}`;
  const line = { quantity: 100, price: 50, taxRate: 5, hsnCode: '10063020', uom: 'BAG' };
  const lines = [1, 2, 3].map((place) => ({ ...line, itemCode: `J-${place}`, itemName: `Rice ${place}` }));
  const order = { userID: vendor.id, poNumber, poDate: '2026-11-03', deliverBy: '2098-12-01', lines };
  return { poNumber, orderId: await made(portal, portal.administrator, '/api/buyerData/orders/create', order) };
}

/** A dispatched note with all lines of an order. */
async function sendGoods(portal: Portal, vendor: Person, { poNumber, orderId }: { poNumber: string; orderId: string }) {
  const DCNumber = `J/${serial()}`;
  const note = await made(portal, vendor, '/api/desPatchNote/create', { DCNumber, PONumber: poNumber });
  const lines = [1, 2, 3].map((line) => ({ orderId, line, quantity: 100 }));
  await made(portal, vendor, `/api/dispatchGoods/save/${note}`, { kind: 'challan', lines }, 'PUT');
  for (const move of ['ready', 'leave']) await made(portal, vendor, `/api/dispatchGoods/move/${note}`, { move });
  return { DCNumber, note };
}

async function receiveGoods(portal: Portal, order: { orderId: string }, quantity: number) {
  const lines = [{ orderId: order.orderId, line: 1, quantity }];
  await made(portal, portal.administrator, '/api/receipts/create', {
    receiptNumber: `GR/${serial()}`,
    receivedOn: today(),
    noteId: null,
    lines,
  });
}

const addInvoice = (portal: Portal, vendor: Person, more: object) =>
  made(portal, vendor, '/api/invoice/create', { invoiceDate: today(), ...more });

const JOBS: Readonly<Record<string, Job>> = {
  'an order is confirmed: as ordered, in part, and not at all': async (hand, portal, enter) => {
    const vendor = await portal.newVendor();
    const { poNumber } = await placeOrder(portal, vendor);
    await enter(vendor, `/purchase-orders/details/${encodeURIComponent(poNumber)}`);
    await hand.press(hand.page.getByRole('link', { name: hand.say('Confirm order') }).first());
    await hand.press(button(hand, 'All as ordered'));
    await hand.pick(cell(hand, 'Response', 2), 'change');
    await hand.type(cell(hand, 'Confirm', 2), '60');
    await hand.pick(cell(hand, 'Remainder', 2), 'reject');
    await hand.pick(cell(hand, 'Reason', 2), 'unavailable');
    await hand.pick(cell(hand, 'Response', 3), 'reject');
    await hand.pick(cell(hand, 'Reason', 3), 'discontinued');
    await hand.press(button(hand, 'Send confirmation'));
    await sees(hand, 'Confirmation sent.');
  },
  'goods are packed and leave with their challan': async (hand, portal, enter) => {
    const vendor = await portal.newVendor();
    const { poNumber } = await placeOrder(portal, vendor);
    const note = await made(portal, vendor, '/api/desPatchNote/create', { DCNumber: `J/${serial()}`, PONumber: poNumber });
    await enter(vendor, `/purchase-orders/dispatch-note/goods/${note}`);
    await expect(cell(hand, 'Quantity', 1)).toHaveValue('100');
    await hand.type(cell(hand, 'Quantity', 1), '60');
    await hand.type(cell(hand, 'Batch', 1), 'B-7');
    await hand.press(button(hand, 'Save'));
    await sees(hand, 'Goods saved.');
    await hand.press(button(hand, 'Mark as ready'));
    await sees(hand, 'Dispatch note ready.');
    await hand.press(button(hand, 'Mark as dispatched'));
    await sees(hand, 'In transit');
  },
  'goods are received from the note that is on its way': async (hand, portal, enter) => {
    const vendor = await portal.newVendor();
    const { DCNumber } = await sendGoods(portal, vendor, await placeOrder(portal, vendor));
    await enter(portal.administrator, '/purchase-orders/receive');
    await hand.press(hand.page.getByRole('button', { name: hand.say('Receive {number}', { number: DCNumber }), exact: true }));
    await expect(cell(hand, 'Arrived', 1)).toHaveValue('100');
    await hand.type(cell(hand, 'Arrived', 2), '96');
    await hand.type(field(hand, 'receiptNumber'), `GRN/${serial()}`);
    await hand.press(button(hand, 'Save goods receipt'));
    await sees(hand, 'Goods receipt saved.');
  },
  'an invoice is made of an order': async (hand, portal, enter) => {
    const vendor = await portal.newVendor();
    const order = await placeOrder(portal, vendor);
    await made(portal, vendor, `/api/purChaseOrder/acknowledge/${order.orderId}`, {});
    await receiveGoods(portal, order, 80);
    await enter(vendor, `/purchase-orders/details/${encodeURIComponent(order.poNumber)}`);
    await hand.press(hand.page.getByRole('link', { name: hand.say('Create invoice'), exact: true }).first());
    await expect(field(hand, 'invoiceValue')).toHaveValue('4,200.00');
    await hand.type(field(hand, 'invoiceNumber'), String(serial()));
    await hand.press(button(hand, 'Submit'));
    await sees(hand, 'Invoice added successfully');
  },
  'an invoice beyond what was accepted is sent back': async (hand, portal, enter) => {
    const vendor = await portal.newVendor();
    const order = await placeOrder(portal, vendor);
    await receiveGoods(portal, order, 80);
    const sums = { invoiceValue: 5250, CGSTValue: 125, SGSTValue: 125 };
    const id = await addInvoice(portal, vendor, {
      invoiceNumber: String(serial()),
      lines: [{ orderId: order.orderId, line: 1, quantity: 100 }],
      ...sums,
    });
    await enter(portal.administrator, `/invoices/invoice?userID=${vendor.id}&open=${id}`);
    await hand.press(button(hand, 'Send back'));
    const asked = hand.page.getByRole('dialog').filter({ has: hand.page.getByRole('textbox', { name: hand.say('Reason'), exact: true }) });
    await hand.type(asked.getByLabel(hand.say('Reason')), 'Bill 80 bags');
    await hand.press(asked.getByRole('button', { name: hand.say('Send back'), exact: true }));
    await sees(hand, 'Sent back');
  },
  'an invoice is approved in the list': async (hand, portal, enter) => {
    const vendor = await portal.newVendor();
    const order = await placeOrder(portal, vendor);
    await receiveGoods(portal, order, 80);
    const invoiceNumber = String(serial());
    const sums = { invoiceValue: 4200, CGSTValue: 100, SGSTValue: 100 };
    await addInvoice(portal, vendor, { invoiceNumber, lines: [{ orderId: order.orderId, line: 1, quantity: 80 }], ...sums });
    await enter(portal.administrator, `/invoices/invoice?userID=${vendor.id}`);
    await hand.press(hand.page.getByRole('checkbox', { name: new RegExp(invoiceNumber) }));
    await hand.press(button(hand, 'Approve'));
    await hand.press(hand.page.getByRole('dialog').getByRole('button', { name: hand.say('Approve'), exact: true }));
    await sees(hand, '{count, plural, one {Invoice} other {# invoices}} approved.', { count: 1 });
  },
  'three invoices are paid at once': async (hand, portal, enter) => {
    const vendor = await portal.newVendor();
    for (const invoiceValue of ['1000', '500.50', '299.50'])
      await addInvoice(portal, vendor, { invoiceNumber: String(serial()), invoiceValue });
    await enter(portal.administrator, `/invoices/invoice?userID=${vendor.id}`);
    await hand.press(hand.page.getByRole('checkbox', { name: hand.say('Select all rows of this page') }));
    await hand.press(button(hand, 'Pay'));
    const window = hand.page.getByRole('dialog');
    await expect(window.getByText('₹1,800.00').first()).toBeVisible();
    await hand.type(window.getByLabel(hand.say('Payment Reference')), `UTR${serial()}`);
    await hand.press(window.getByRole('button', { name: hand.say('Save'), exact: true }));
    await sees(hand, 'Payment added successfully');
  },
  'a vendor registers with papers': async (hand, _portal, enter) => {
    const form = vendorForm(serial());
    await enter(null, '/register');
    const { page, say } = hand;
    const fill = async (texts: Record<string, unknown>) => {
      for (const [name, text] of Object.entries(texts)) await hand.type(field(hand, name), String(text));
    };
    await fill({ gstin: form['gstin'] });
    // The GST number contains the PAN and the state.
    await expect(page.getByRole('region', { name: say('From your GST number') })).toContainText(String(form['pan']));
    await fill({ vendor_name: `Jobs ${String(form['mobileNumber'])}` });
    await hand.list(page.getByRole('combobox', { name: say('Vendor type') }).first(), say('Millers'));
    await fill({ address_Line1: '12 Mill Road', address_Line2: 'Vashi', city: 'Navi Mumbai', postal_Code: '400703' });
    await hand.press(button(hand, 'Next'));
    await fill({
      firstName: 'Gurpreet',
      lastName: 'Kaur',
      email: form['email'],
      mobileNumber: form['mobileNumber'],
      password: form.password,
    });
    await hand.press(button(hand, 'Next'));
    await hand.press(button(hand, 'Next'));
    for (const name of ['PAN document', 'GST document', 'Cancelled cheque', 'Certificate of incorporation'])
      await hand.file(button(hand, name), `${name}.pdf`);
    await hand.press(page.getByRole('checkbox', { name: /robot|रोबोट/i }));
    await expect(page.getByRole('checkbox', { name: /^(verified|सत्यापित)$/i })).toBeVisible();
    await hand.press(button(hand, 'Create account'));
    await sees(hand, 'User created successfully');
  },
  'waiting prices are approved': async (hand, portal, enter) => {
    const vendor = await portal.newVendor();
    const items = await portal.call(portal.administrator, 'GET', '/api/buyerData/items?page=1&pageSize=20');
    const form = { shelfLifeDays: 90, quantity: 5, MRP: 100, percentage: 20, margin: 20, sellingPrice: 80 };
    for (const { EANCode } of (items.body as { EANCode: string }[]).slice(0, 6))
      await portal.call(vendor, 'POST', '/api/product/create', { EANCode, ...form });
    await enter(portal.administrator, `/master-products/price-review?userID=${vendor.id}`);
    await hand.press(hand.page.getByRole('checkbox', { name: hand.say('Select all rows of this page') }));
    await hand.press(button(hand, 'Approve').first());
    await sees(hand, 'Product approved successfully');
  },
  "a month's statement is agreed": async (hand, portal, enter) => {
    const vendor = await portal.newVendor();
    await addInvoice(portal, vendor, { invoiceNumber: String(serial()), invoiceValue: '1000', invoiceDate: lastMonth() });
    await enter(vendor, '/invoices/statements');
    await hand.press(hand.page.getByRole('button', { name: hand.say('Agree to statement {month}', { month: lastMonth().slice(0, 7) }) }));
    const asked = hand.page.getByRole('dialog');
    await expect(asked).toContainText('₹1,000.00');
    await hand.press(asked.getByRole('button', { name: hand.say('Agree'), exact: true }));
    await sees(hand, 'Statement agreed.');
  },
};

const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: samplePdf(name) });

/** Presses Tab until the element has the focus, and checks that it is visible. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  await expect(goal).toBeVisible();
  let element = await goal.elementHandle();
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    // The element is looked up only once, because a lookup takes longer than a key press; it is looked up again if it was re-rendered.
    const place = await page.evaluate(
      (wanted) => (wanted === null || !wanted.isConnected ? 'gone' : wanted === document.activeElement ? 'focused' : 'elsewhere'),
      element,
    );
    if (place === 'focused') return;
    if (place === 'gone') element = await goal.elementHandle();
    else await page.keyboard.press('Tab');
  }
  throw new Error(`${String(goal)} cannot be reached by Tab`);
}

function keyboard(page: Page, say: Hand['say']): Hand {
  const pressed = async (goal: Locator) => {
    await tabTo(page, goal);
    const isBox = await goal.evaluate((element) => element.matches('input[type=checkbox], [role=checkbox]'));
    await page.keyboard.press(isBox ? 'Space' : 'Enter');
  };
  return {
    page,
    say,
    press: pressed,
    async type(goal, text) {
      await tabTo(page, goal);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(text);
    },
    async pick(goal, value) {
      await tabTo(page, goal);
      // The options begin with Hindi letters, which not every keyboard has, so the test opens the list and uses arrow keys.
      const steps = await goal.evaluate(
        (list: HTMLSelectElement, wanted) => [...list.options].findIndex((option) => option.value === wanted) - list.selectedIndex,
        value,
      );
      await page.keyboard.press('Space');
      for (let step = 0; step < Math.abs(steps); step += 1) await page.keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp');
      await page.keyboard.press('Enter');
      await expect(goal).toHaveValue(value);
    },
    async list(goal, option) {
      await tabTo(page, goal);
      // A searchable list opens when the user types.
      await ((await goal.isEditable()) ? page.keyboard.type(option) : page.keyboard.press('Enter'));
      const wanted = page.getByRole('option', { name: option, exact: true });
      await expect(wanted).toBeVisible();
      while ((await wanted.getAttribute('data-combobox-selected')) === null) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    },
    async file(goal, name) {
      const chooser = page.waitForEvent('filechooser');
      await pressed(goal);
      await (await chooser).setFiles(pdf(name));
    },
    rowAction: async (name) => await pressed(page.getByRole('button', { name: new RegExp(`^${say(name)}`) }).first()),
  };
}

/** Touch: nothing needs hovering, every target is big enough, and the page does not scroll sideways. */
function finger(page: Page, say: Hand['say']): Hand {
  const tap = async (goal: Locator) => {
    await goal.tap();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow, 'scrolls sideways').toBeLessThanOrEqual(0);
  };
  return {
    page,
    say,
    press: tap,
    async type(goal, text) {
      await tap(goal);
      await goal.fill(text);
    },
    async pick(goal, value) {
      await goal.selectOption(value);
    },
    async list(goal, option) {
      await tap(goal);
      const wanted = page.getByRole('option', { name: option, exact: true });
      expect((await wanted.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await tap(wanted);
    },
    async file(goal, name) {
      const chooser = page.waitForEvent('filechooser');
      // The text over the button opens the file chooser too, so the tap is forced.
      await goal.tap({ force: true });
      await (await chooser).setFiles(pdf(name));
    },
    async rowAction(name) {
      await tap(page.locator('[data-row] button[aria-haspopup]').first());
      await tap(page.getByRole('menuitem', { name: new RegExp(`^${say(name)}`) }));
    },
  };
}

async function openPage(browser: Browser, isTouch: boolean): Promise<Page> {
  const context = await browser.newContext(isTouch ? { viewport: PHONE, hasTouch: true } : {});
  return context.newPage();
}

const WAYS = [false, true].flatMap((isTouch) => [false, true].map((isHindi) => ({ isTouch, isHindi })));

for (const [name, job] of Object.entries(JOBS)) {
  for (const { isTouch, isHindi } of WAYS) {
    test(`${name}, ${isTouch ? 'by touch on a phone' : 'by keyboard alone'}, in ${isHindi ? 'Hindi' : 'English'}`, async ({
      browser,
      portal,
    }) => {
      const page = await openPage(browser, isTouch);
      const say: Hand['say'] = (english, values) => {
        if (isHindi) return translate(english, values);
        return translator({}, 'en')(english, values);
      };
      if (isHindi) await inHindi(page);
      const hand = isTouch ? finger(page, say) : keyboard(page, say);
      await job(hand, portal, async (person, address) => {
        if (person !== null) await portal.signIn(page, person);
        await page.goto(address);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await settled(page);
        // The check runs once for each size and once for each language.
        if (isTouch === isHindi) await expectAccessible(page, address);
      });
      await page.context().close();
    });
  }
}

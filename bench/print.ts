/**
 * Labels and package sheet in the browser: what the page's thread does from the click on Print until the browser's print window would open,
 * with data, description, rendering, style, layout and fonts. The goal is for script, as the profiler sees it; beside it stands all of the
 * thread's work, style and layout among it. The pages are those of the production build, on this machine's Chromium.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { type Browser, chromium, type Page } from '@playwright/test';

import { startSession } from '../server/src/accounts/sessions.ts';
import type { Context } from '../server/src/context.ts';
import { makeOrder, makeUser, orderLineOf } from '../server/src/demo/factories.ts';
import { openContext } from '../server/src/openContext.ts';
import { median, onBench, report, settings } from './tools.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const LABELS = 100;
const LINES = 500;
/** Seconds. */
const GOAL = 1;

/** Where no script runs. */
const NOT_SCRIPT = new Set(['(root)', '(idle)', '(program)']);

const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));

/** As the browser's profiler gives it: what ran at each sample, and microseconds since the one before. */
interface Profile {
  nodes: { id: number; callFrame: { functionName: string } }[];
  samples?: number[];
  timeDeltas?: number[];
}

interface Cost {
  /** Seconds of script, and of all that the page's thread did: style and layout as well. */
  script: number;
  task: number;
}

const ORDERS = {
  labels: { number: 'L1', lines: 20, cartons: LABELS / 20 },
  sheet: { number: 'S1', lines: LINES, cartons: 1 },
} as const;

await onBench(async (bench) => {
  execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/build.mjs', import.meta.url))], { stdio: 'ignore' });
  const ctx = await openContext(settings(bench), bench.db, bench.databaseUrl);
  const user = await makeUser(ctx, 1, { vendor_name: 'Annapurna Foods' });
  for (const order of Object.values(ORDERS)) await seed(ctx, user.id, order);
  const token = await startSession(bench.db, user.id, { now: new Date(), address: null, userAgent: null });
  const { url } = await bench.start('portal.ts', settings(bench));
  const browser = await chromium.launch({
    ...(system === undefined ? {} : { executablePath: system }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const costs: Record<keyof typeof ORDERS, Cost[]> = { labels: [], sheet: [] };
  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const what of ['labels', 'sheet'] as const) {
        const cost = await measure(browser, url, { token, id: user.id }, what);
        costs[what].push(cost);
        console.log(`round ${round}: ${what} ${cost.script.toFixed(2)} s of script, ${cost.task.toFixed(2)} s of work in all`);
      }
    }
  } finally {
    await browser.close();
  }
  await ctx.sessions.close();
  report(
    'ready to print in the browser, script (and all work of the page)',
    ([`${LABELS} labels`, `a package sheet of ${LINES} lines`] as const).map((what, place) => {
      const of = place === 0 ? costs.labels : costs.sheet;
      const task = median(of.map((cost) => cost.task));
      const script = median(of.map((cost) => cost.script));
      return { what, goal: `< ${GOAL} s`, reached: `${script.toFixed(2)} s (${task.toFixed(2)} s)`, good: script < GOAL };
    }),
  );
});

async function seed(ctx: Context, vendor: string, { number, lines, cartons }: (typeof ORDERS)[keyof typeof ORDERS]): Promise<void> {
  await makeOrder(ctx, vendor, number, {
    deliveryLocation: 'Nashik distribution centre, MIDC Ambad, Nashik 422010',
    lines: Array.from({ length: lines }, (_, place) =>
      orderLineOf({
        itemName: place % 2 === 0 ? 'बासमती चावल ५ किलो' : 'Basmati Rice Premium 5 kg',
        ean: `890${String(place).padStart(10, '0')}`,
        quantity: String(cartons * 12),
        caseQuantity: '12',
      }),
    ),
  });
}

/** In a page of its own, from where a vendor has the order before them. */
async function measure(
  browser: Browser,
  url: string,
  { token, id }: { token: string; id: string },
  what: keyof typeof ORDERS,
): Promise<Cost> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(
      (session) => {
        for (const [name, value] of Object.entries(session)) localStorage.setItem(name, value);
        window.print = () => document.documentElement.setAttribute('data-printing', '');
      },
      {
        token,
        userID: id,
        isAdmin: 'false',
        isActive: 'true',
        user: JSON.stringify({ _id: id, firstName: 'A', lastName: 'B', email: 'a@b.c' }),
      },
    );
    await page.goto(`${url}/purchase-orders/details/${ORDERS[what].number}`);
    const press = await readyToPrint(page, what);
    await page.waitForLoadState('networkidle');
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable');
    const busy = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
    };
    await cdp.send('Profiler.enable');
    await cdp.send('Profiler.start');
    const before = await busy();
    await press();
    await page.locator('html[data-printing]').waitFor({ state: 'attached' });
    const after = await busy();
    const { profile } = await cdp.send('Profiler.stop');
    const made = await page
      .locator(what === 'labels' ? 'body > div:last-of-type > div' : 'body > div:last-of-type > table:first-of-type > tbody > tr')
      .count();
    if (made !== (what === 'labels' ? LABELS : LINES)) throw new Error(`${made} are ready to print`);
    return { script: scriptOf(profile), task: after - before };
  } finally {
    await context.close();
  }
}

/** Seconds in which script ran or its memory was cleaned up. */
function scriptOf({ nodes, samples = [], timeDeltas = [] }: Profile): number {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.functionName]));
  return samples.reduce((sum, id, place) => sum + (NOT_SCRIPT.has(names.get(id) ?? '') ? 0 : (timeDeltas[place] ?? 0)), 0) / 1_000_000;
}

/** Opens the dialog or menu; what comes back presses Print. */
async function readyToPrint(page: Page, what: keyof typeof ORDERS): Promise<() => Promise<void>> {
  if (what === 'sheet') {
    await page.getByRole('button', { name: 'Generate Package' }).click();
    return () => page.getByRole('menuitem', { name: 'Print' }).click();
  }
  await page.getByRole('button', { name: 'Packing Label' }).click();
  const dialog = page.getByRole('dialog', { name: 'Packing Label' });
  await dialog.getByText(`${LABELS} labels`).waitFor();
  return () => dialog.getByRole('button', { name: 'Print' }).click();
}

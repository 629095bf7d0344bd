import { DEMO_SIGN_INS } from '../server/src/demo/signIns.ts';
import { expect, settled, test } from './portal.ts';
import { addressesOf } from './screens.ts';

/** Forms of new records appear without the data they read, which loads again when it is needed. */
const SHOWS_WITHOUT = /\/(create|receive|opening-balance|advance|set-off)$/;

/** A page of links loads no data. */
const READS_NOTHING = ['/reports'];

const AT_ONCE = 30;
const parts = (['office', 'vendor'] as const).flatMap((who) => {
  const addresses = addressesOf(who).filter((each) => !READS_NOTHING.includes(each));
  return addresses.flatMap((_, first) =>
    first % AT_ONCE === 0 ? [{ who, first, addresses: addresses.slice(first, first + AT_ONCE) }] : [],
  );
});

for (const { who, first, addresses } of parts) {
  test(`screens of ${who} with failing calls show an error, and load when they are tried again, from the ${first + 1}. on`, async ({
    page,
    portal,
  }) => {
    await portal.signIn(page, who === 'office' ? portal.administrator : { id: '2', ...DEMO_SIGN_INS[1] });
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    const main = page.getByRole('main');
    const again = main.getByRole('button', { name: 'Try again' });
    for (const address of addresses) {
      const message = 'The server met a problem.';
      await page.route('**/api/**', (route) => route.fulfill({ status: 500, json: { message } }));
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible();
      const hasForm = SHOWS_WITHOUT.test(address);
      if (hasForm) await expect(main.getByRole('textbox').first(), address).toBeVisible();
      else await expect(main.getByRole('alert').filter({ hasText: message }).first(), address).toBeVisible();
      // The browser reports no end for a response that is cut off here, and the menu counts load last.
      await settled(page);
      await page.unrouteAll({ behavior: 'wait' });
      if (hasForm) continue;
      // Parts of a screen that load later have a retry button of their own.
      await expect(async () => {
        if ((await again.count()) > 0) await again.first().click();
        await expect(again, address).toHaveCount(0, { timeout: 2_000 });
      }).toPass();
      await settled(page);
    }
    expect(complaints).toEqual([]);
  });
}

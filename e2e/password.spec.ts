import { translator } from '@aapurti/contract/words/translate';
import hindi from '@aapurti/contract/words/hindi.json' with { type: 'json' };
import { FRESH_MINUTES, PASSWORD_REQUIRED } from '@aapurti/contract/ground/operation';
import { securityMessages } from '@aapurti/contract/sign-in/security';
import { expect, expectAccessible, test } from './portal.ts';

const inHindi = translator(hindi, 'hi');

for (const { language, width, t } of [
  { language: 'en', width: 1440, t: (text: string) => text },
  { language: 'hi', width: 360, t: inHindi },
])
  test(`a call that needs the password asks for it, repeats itself, and loses nothing (${language}, ${width} px)`, async ({
    page,
    portal,
  }) => {
    const owner = await portal.newVendor();
    await portal.signIn(page, owner);
    await page.addInitScript((chosen) => {
      localStorage.setItem('language', chosen);
      // The choice was made on the way to the sign-in, so it takes precedence over the stored language.
      sessionStorage.setItem('languageChosen', chosen);
    }, language);
    await page.setViewportSize({ width, height: 780 });
    // The server gives this response once the sign-in is FRESH_MINUTES old; the route passes on the call that includes the password.
    await page.route('**/api/webhooks', async (route) => {
      const sent = (route.request().method() === 'POST' ? route.request().postDataJSON() : {}) as { currentPassWord?: string };
      if (route.request().method() !== 'POST' || sent.currentPassWord !== undefined) return route.continue();
      return route.fulfill({ status: 403, json: { message: securityMessages.passwordRequired, code: PASSWORD_REQUIRED } });
    });
    await page.goto('/people/webhooks');
    await page.getByRole('button', { name: t('New webhook') }).click();
    const form = page.getByRole('dialog', { name: t('New webhook') });
    const address = form.getByLabel(t('Address'));
    await address.fill('https://erp.example.invalid/hooks');
    await form.getByRole('button', { name: t('Add webhook') }).click();

    const asked = page.getByRole('dialog', { name: t('Enter your password') });
    await expect(asked).toContainText(t(securityMessages.passwordRequired));
    await expect(asked).toContainText(String(FRESH_MINUTES));
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await asked.getByRole('button', { name: t('Cancel'), exact: true }).click();
    await expect(asked).toBeHidden();
    await expect(address).toHaveValue('https://erp.example.invalid/hooks');

    await form.getByRole('button', { name: t('Add webhook') }).click();
    const password = asked.getByLabel(t('Password'), { exact: true });
    await expect(password).toBeFocused();
    await password.fill('not my password');
    await asked.getByRole('button', { name: t('Continue') }).click();
    await expect(asked.getByText(t(securityMessages.wrongPassword))).toBeVisible();
    await password.fill(owner.password);
    await asked.getByRole('button', { name: t('Continue') }).click();
    await expect(page.getByText(/^whsec_/)).toBeVisible();
    await expect(asked).toBeHidden();
  });

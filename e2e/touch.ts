import type { Page } from '@playwright/test';

/** The sides of what a finger presses, in CSS pixels. */
const LEAST = 44;

/**
 * The controls of the page as it is now that give a finger less than 44 by 44 px, each with its size. Links and codes within a sentence,
 * and those that are a value of a record, are text.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    interface Box {
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    const around = (one: Box, other: Box): Box => ({
      left: Math.min(one.left, other.left),
      top: Math.min(one.top, other.top),
      right: Math.max(one.right, other.right),
      bottom: Math.max(one.bottom, other.bottom),
    });
    /** The box of an element, and of the empty ones before and after it that are laid around it. */
    const boxOf = (element: Element): Box => {
      const own = element.getBoundingClientRect();
      let box: Box = own;
      for (const which of ['::before', '::after']) {
        const style = getComputedStyle(element, which);
        if (style.content === 'none' || style.position !== 'absolute' || getComputedStyle(element).position === 'static') continue;
        const left = own.left + element.clientLeft + Number.parseFloat(style.left);
        const top = own.top + element.clientTop + Number.parseFloat(style.top);
        box = around(box, { left, top, right: left + Number.parseFloat(style.width), bottom: top + Number.parseFloat(style.height) });
      }
      return box;
    };
    const isText = (element: Element) =>
      element.matches('[data-code]') ||
      (element.matches('a') && (getComputedStyle(element).display === 'inline' || element.closest('td, dd') !== null));
    const pressed = 'a[href], button, summary, select, textarea, input:not([type=hidden]), [role="button"], [role="tab"], [role="switch"]';
    const found: string[] = [];
    for (const each of document.querySelectorAll<HTMLElement>(pressed)) {
      if (!each.checkVisibility({ visibilityProperty: true }) || isText(each) || each.closest('[aria-hidden="true"]') !== null) continue;
      const labels = each instanceof HTMLInputElement && /checkbox|radio|file/.test(each.type) ? Array.from(each.labels ?? []) : [];
      // A field within a frame is as large as its frame.
      const boxes = [each.closest('.mantine-PasswordInput-input') ?? each, ...labels].map(boxOf);
      const box = boxes.reduce(around);
      // An input of no size is pressed by its label, and a link above the page comes with the focus.
      const [width, height] = [box.right - box.left, box.bottom - box.top];
      if (width <= 1 || height <= 1 || box.bottom < 0) continue;
      if (width >= least - 0.5 && height >= least - 0.5) continue;
      const words = (each.getAttribute('aria-label') ?? labels[0]?.textContent ?? each.textContent ?? '').trim();
      found.push(`${Math.round(width)} × ${Math.round(height)} px: ${words.slice(0, 60) || each.outerHTML.slice(0, 120)}`);
    }
    return found;
  }, LEAST);
}

/** Does something on a page that fingers use: the style sheets answer to them, and the page is laid out anew. */
export async function withFingers(page: Page, work: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const set = async (enabled: boolean) => {
    await session.send('Emulation.setTouchEmulationEnabled', { enabled });
    await page.waitForFunction((coarse) => matchMedia('(pointer: coarse)').matches === coarse, enabled);
  };
  await set(true);
  await work();
  await set(false);
  await session.detach();
}

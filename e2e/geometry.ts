import type { Page } from '@playwright/test';

/** The misplaced elements of the current page, unscrolled, each with a description and part of its text. */
export function misplaced(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const note = (fault: string, element: Element) => found.push(`${fault}: ${(element.textContent ?? '').slice(0, 60)}`);
    const boxOfText = (text: Node) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return range.getBoundingClientRect();
    };
    for (const table of document.querySelectorAll('table')) {
      const row = table.tBodies[0]?.rows[0];
      if (table.tHead !== null && row !== undefined && table.tHead.getBoundingClientRect().bottom > row.getBoundingClientRect().top + 1)
        note('a head covers the first row', table);
    }
    // Chosen columns may scroll, and so may tables without a column chooser; the default columns of a list must fit.
    for (const region of document.querySelectorAll('[data-list] [data-scrolls]')) note('a list scrolls sideways', region);
    for (const sign of document.querySelectorAll('th button svg')) {
      const label = sign.previousSibling ?? sign.nextSibling;
      if (label === null) continue;
      const [text, mark] = [boxOfText(label), sign.getBoundingClientRect()];
      if (Math.max(mark.left - text.right, text.left - mark.right) > 8 || mark.top > text.bottom || mark.bottom < text.top)
        note('a sort sign is away from its label', sign.closest('th') ?? sign);
    }
    for (const cell of document.querySelectorAll<HTMLElement>('tr[data-row] td')) {
      const isFigure = /^-?₹?[\d,]+(\.\d+)?%?$/.test(cell.innerText.trim());
      const isCode = cell.dataset['serial'] !== undefined || cell.querySelector('[data-code], svg') !== null;
      if (isFigure && !isCode && getComputedStyle(cell).textAlign !== 'right') note('a figure stands at the left', cell);
    }
    // The values of a card are right-aligned on a phone.
    for (const value of document.querySelectorAll('li[data-row] dd')) {
      const walker = document.createTreeWalker(value, NodeFilter.SHOW_TEXT);
      let last: Node | null = null;
      while (walker.nextNode()) last = walker.currentNode;
      const isFramed = value.querySelector('svg, a, button:not([data-code]), [class*="badge"]') !== null;
      if (last === null || isFramed) continue;
      if (value.getBoundingClientRect().right - boxOfText(last).right > 2) note('a value ends before the others', value);
    }
    // Text must end within the padding of its panel, unless an element in between scrolls or clips it.
    for (const panel of document.querySelectorAll<HTMLElement>('[data-panel]')) {
      if (!panel.checkVisibility()) continue;
      const edge = panel.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(panel).paddingRight);
      const texts = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode;
        if ((text.textContent ?? '').trim() === '' || boxOfText(text).right <= edge + 1) continue;
        let above = text.parentElement;
        while (above !== null && above !== panel && getComputedStyle(above).overflowX === 'visible') above = above.parentElement;
        if (above === panel && text.parentElement !== null) note('a text is past its panel', text.parentElement);
      }
    }
    // A narrow column must not break words letter by letter.
    const words = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
      const [text, element] = [(words.currentNode.textContent ?? '').trim(), words.currentNode.parentElement];
      // Elements of one pixel width are only for screen readers.
      if (text === '' || element === null || element.clientWidth === 1) continue;
      const range = document.createRange();
      range.selectNodeContents(words.currentNode);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      const isNarrow = range.getBoundingClientRect().width < 5 * Number.parseFloat(getComputedStyle(element).fontSize);
      if (isNarrow && lines > Math.max(2, text.split(/[\s/–-]+/).length)) note('a word is broken letter by letter', element);
    }
    return found;
  });
}

/** The labels that do not fit: button labels that wrap or are cut, and headings, field labels, column headers and tabs that are cut. */
export function unfitLabels(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const each of document.querySelectorAll('.mantine-Button-root, h1, h2, h3, label, legend, th, [role="tab"]')) {
      const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const [text, element] = [texts.currentNode, texts.currentNode.parentElement];
        const words = (text.textContent ?? '').trim();
        // Elements of one pixel width are only for screen readers.
        if (words === '' || element === null || element.clientWidth === 1) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const box = range.getBoundingClientRect();
        const size = Number.parseFloat(getComputedStyle(element).fontSize);
        if (each.matches('.mantine-Button-root') && box.height > size * 2.2) found.push(`a button wraps: ${words}`);
        for (let above: Element | null = element; above !== null && each.contains(above); above = above.parentElement) {
          const frame = above.getBoundingClientRect();
          if (getComputedStyle(above).overflowX !== 'visible' && (box.right > frame.right + 1 || box.left < frame.left - 1)) {
            found.push(`a label is cut: ${words}`);
            break;
          }
        }
      }
    }
    return found;
  });
}

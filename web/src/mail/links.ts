/** The web links of a mail with their words, each address once. */
export function linksOf(html: string): { label: string; href: string }[] {
  const anchors = new DOMParser().parseFromString(html, 'text/html').querySelectorAll<HTMLAnchorElement>('a[href]');
  const byHref = new Map<string, string>();
  for (const { href, textContent } of anchors) {
    if (/^https?:/i.test(href) && !byHref.has(href)) byHref.set(href, textContent?.trim() || href);
  }
  return Array.from(byHref, ([href, label]) => ({ label, href }));
}

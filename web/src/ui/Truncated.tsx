import { TextLink } from './Link.tsx';
import classes from './Truncated.module.css';

interface TruncatedProps {
  text: string;
  /** Pixels after which it is cut. */
  width?: number | undefined;
  /** Makes it a link. */
  href?: string;
}

/** One for all: a list has many of them. It tells again when the face arrives after the text. */
const sizes = new ResizeObserver((entries) => {
  const measured = entries.map(({ target }) => [target as HTMLElement, target.scrollWidth > target.clientWidth] as const);
  for (const [element, cut] of measured) mark(element, cut);
});

/** Not by drawing it anew: that would set the whole table anew. The keyboard has to reach what only a pop-up shows whole. */
function mark(element: HTMLElement, cut: boolean): void {
  element.toggleAttribute('data-hint', cut);
  if (element.tagName === 'A') return;
  if (cut) element.tabIndex = 0;
  else element.removeAttribute('tabindex');
}

function watch(element: HTMLElement | null) {
  if (element === null) return undefined;
  sizes.observe(element);
  return () => sizes.unobserve(element);
}

/** Text on one line. What does not fit is cut, and then shown whole on hover and on focus by the list around it (`Hints`). */
export function Truncated({ text, width = 220, href }: TruncatedProps) {
  const common = { ref: watch, className: classes.text ?? '', style: { maxWidth: width }, children: text };
  return href === undefined ? <span {...common} /> : <TextLink href={href} {...common} />;
}

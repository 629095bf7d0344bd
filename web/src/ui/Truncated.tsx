import { Tooltip } from '@mantine/core';
import { useCallback, useState } from 'react';

import { TextLink } from './Link.tsx';
import classes from './Truncated.module.css';

interface TruncatedProps {
  text: string;
  /** The width in pixels at which it is cut, or a CSS length. */
  width?: number | string | undefined;
  /** The number of lines; one by default. */
  lines?: 1 | 2 | undefined;
  /** Makes it a link. */
  href?: string;
}

/** Text on one line, or two. Cut text is focusable, and is shown completely on hover and focus. */
export function Truncated({ text, width = 220, lines = 1, href }: TruncatedProps) {
  const [cut, setCut] = useState(false);
  // Sizes also change when the font loads and when the window is resized.
  const watch = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const sizes = new ResizeObserver(() =>
      setCut(
        element.scrollWidth > element.clientWidth || (element.dataset['lines'] === '2' && element.scrollHeight > element.clientHeight + 1),
      ),
    );
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  const common = {
    ref: watch,
    className: classes.text ?? '',
    'data-cut': true,
    'data-lines': lines,
    style: { maxWidth: width },
    children: text,
  };
  const element = href === undefined ? <span {...common} {...(cut ? { tabIndex: 0 } : {})} /> : <TextLink href={href} {...common} />;
  if (!cut) return element;
  return (
    <Tooltip label={text} multiline maw={360}>
      {element}
    </Tooltip>
  );
}

import { Tooltip } from '@mantine/core';
import { useCallback, useState } from 'react';

import { TextLink } from './Link.tsx';
import { t } from '../words/words.ts';
import classes from './Truncated.module.css';

interface TruncatedProps {
  text: string;
  /** Pixels after which it is cut. */
  width?: number | undefined;
  /** Makes it a link. */
  href?: string;
}

/** Text on one line. Text that is cut is focusable, and shown whole on hover and focus. */
export function Truncated({ text, width = 220, href }: TruncatedProps) {
  const [cut, setCut] = useState(false);
  // Sizes also change when the font loads and when the window is resized.
  const watch = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const sizes = new ResizeObserver(() => setCut(element.scrollWidth > element.clientWidth));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  const common = { ref: watch, className: classes.text ?? '', 'data-cut': true, style: { maxWidth: width }, children: text };
  const element = href === undefined ? <span {...common} {...(cut ? { tabIndex: 0 } : {})} /> : <TextLink href={href} {...common} />;
  if (!cut) return element;
  return (
    <Tooltip label={t(text)} multiline maw={360}>
      {element}
    </Tooltip>
  );
}

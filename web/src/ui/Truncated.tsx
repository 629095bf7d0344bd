import { Tooltip } from '@mantine/core';
import { type CSSProperties, useCallback, useState } from 'react';

import { TextLink } from './Link.tsx';
import classes from './Truncated.module.css';

interface TruncatedProps {
  text: string;
  /** Pixels after which it is cut. */
  width?: number | undefined;
  /** Makes it a link. */
  href?: string;
}

/** Text on one line. What does not fit is cut, and then shown whole on hover and on focus. */
export function Truncated({ text, width = 220, href }: TruncatedProps) {
  const [cut, setCut] = useState(false);

  const measure = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    // Also when the face arrives after the text.
    const sizes = new ResizeObserver(() => setCut(element.scrollWidth > element.clientWidth));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);

  const common = { ref: measure, className: classes.text, style: { '--width': `${width}px` } as CSSProperties, children: text };
  const line =
    href !== undefined ? (
      <TextLink href={href} {...common} />
    ) : (
      // The keyboard has to reach what only a pop-up shows whole.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <span {...common} tabIndex={cut ? 0 : undefined} />
    );
  return cut ? (
    <Tooltip label={text} multiline maw={360}>
      {line}
    </Tooltip>
  ) : (
    line
  );
}

import { Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useState } from 'react';

import classes from './IconButton.module.css';
import { SiteLink } from './Link.tsx';
import { t } from '../words/words.ts';

type IconButtonProps = {
  /** Accessible name with its object: 'Edit Basmati 5 kg'. */
  label: string;
  /** Shown on hover and focus. */
  hint?: string;
  tone?: 'bad';
  small?: boolean;
  /** The state of a button that opens a part of the page. */
  expanded?: boolean;
  /** True if it opens a menu. */
  menu?: true;
  children: ReactNode;
} & ({ href: string } | { onClick: () => void });

/** An icon button for lists, with its hint created on demand, because the component library's version consists of several components. */
export function IconButton({ label, hint, tone, small, expanded, menu, children, ...does }: IconButtonProps) {
  const [near, setNear] = useState<HTMLElement | null>(null);
  const [hinted] = useDebouncedValue(near, 300);
  const common = {
    className: classes.button,
    'aria-label': t(label),
    'aria-expanded': expanded,
    'aria-haspopup': menu && ('menu' as const),
    'data-tone': tone,
    'data-small': small,
    onPointerEnter: (event: SyntheticEvent<HTMLElement>) => setNear(event.currentTarget),
    onFocusCapture: (event: SyntheticEvent<HTMLElement>) => setNear(event.currentTarget),
    onPointerLeave: () => setNear(null),
    onBlur: () => setNear(null),
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && setNear(null),
    children,
  };
  return (
    <>
      {'href' in does ? <SiteLink href={does.href} {...common} /> : <button type="button" onClick={does.onClick} {...common} />}
      {hint !== undefined && near !== null && hinted === near && <Tooltip label={t(hint)} target={near} opened />}
    </>
  );
}

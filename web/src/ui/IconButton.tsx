import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './IconButton.module.css';
import { SiteLink } from './Link.tsx';
import { t } from '../words.ts';

type IconButtonProps = {
  /** Accessible name with its object: 'Edit Basmati 5 kg'. */
  label: string;
  /** Shown on hover and focus. */
  hint?: string;
  tone?: 'bad';
  small?: boolean;
  /** For a button that opens a part of the page. */
  expanded?: boolean;
  children: ReactNode;
} & ({ href: string } | { onClick: () => void });

/** An icon button for lists. The component library's is several components, which is slow with some in each row. */
export function IconButton({ label, hint, tone, small, expanded, children, ...does }: IconButtonProps) {
  const common = {
    className: classes.button,
    'aria-label': t(label),
    'aria-expanded': expanded,
    'data-tone': tone,
    'data-small': small,
    children,
  };
  const button = 'href' in does ? <SiteLink href={does.href} {...common} /> : <button type="button" onClick={does.onClick} {...common} />;
  return hint === undefined ? button : <Tooltip label={t(hint)}>{t(button)}</Tooltip>;
}

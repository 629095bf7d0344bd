import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';

import classes from './Link.module.css';

interface SiteLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** The address from `urls`, optionally with a query. */
  href: string;
  /** Stays in the tab order but does not navigate. */
  disabled?: boolean;
  /** False keeps the page's scroll position. */
  resetScroll?: boolean;
}

/**
 * A link within the site: loads the screen's script on hover or focus, and opens without a reload. It is unstyled. The router's own link
 * reads each new address, which delays a list with three links per row.
 */
export function SiteLink({ href, disabled = false, resetScroll = true, children, ...rest }: SiteLinkProps) {
  const router = useRouter();

  function preload(): void {
    const [to = '', query = ''] = href.split('?', 2);
    if (!disabled) void router.preloadRoute({ to, search: Object.fromEntries(new URLSearchParams(query)) });
  }
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    rest.onClick?.(event);
    const isElsewhere = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (disabled || isElsewhere || event.defaultPrevented) return;
    event.preventDefault();
    void router.navigate({ href, resetScroll });
  }
  return (
    <a
      {...rest}
      href={disabled ? undefined : href}
      {...(disabled ? { role: 'link', 'aria-disabled': true } : {})}
      onClick={follow}
      onMouseEnter={preload}
      onFocus={preload}
      onTouchStart={preload}
    >
      {children}
    </a>
  );
}

interface TextLinkProps extends SiteLinkProps {
  underlined?: boolean;
  /** True beside no other text, where a finger has room for it. */
  alone?: boolean;
}

/** A link within running text or a table cell. */
export function TextLink({ underlined, alone, className = '', ...rest }: TextLinkProps) {
  return <SiteLink className={`${classes.text} ${className}`} data-underlined={underlined} data-alone={alone} {...rest} />;
}

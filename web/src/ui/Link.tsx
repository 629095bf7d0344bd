import { type AnyRouter, useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';

import classes from './Link.module.css';

interface SiteLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** From `urls`, with a query where one is wanted. */
  href: string;
  /** Stays where it is in the tab order, and leads nowhere. */
  disabled?: boolean;
  /** False keeps the page where it is scrolled to. */
  resetScroll?: boolean;
  /** Opens it instead of the router, where it is to open in this tab. */
  onOpen?: (() => void) | undefined;
}

/**
 * A link within the site: loads the screen's script on hover or focus, and opens without a reload. Unstyled. The router's own
 * follows each step of the router, to mark itself where it leads to the present page: too much work for the many of a list.
 * Who has a present one marks it with `aria-current`.
 */
export function SiteLink({
  href,
  disabled = false,
  resetScroll = true,
  onOpen,
  onClick,
  onMouseEnter,
  onFocus,
  onTouchStart,
  children,
  ...rest
}: SiteLinkProps) {
  const router = useRouter();
  const load = () => {
    if (!disabled) preload(router, href);
  };

  return (
    // The browser itself makes a click of Enter.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <a
      {...rest}
      // Without an address it is a link by its role alone.
      {...(disabled ? { role: 'link', 'aria-disabled': true } : { href })}
      onMouseEnter={(event) => {
        load();
        onMouseEnter?.(event);
      }}
      onFocus={(event) => {
        load();
        onFocus?.(event);
      }}
      onTouchStart={(event) => {
        load();
        onTouchStart?.(event);
      }}
      onClick={(event) => {
        onClick?.(event);
        if (disabled || !isForThisTab(event)) return;
        event.preventDefault();
        if (onOpen === undefined) void router.navigate({ href, resetScroll });
        else onOpen();
      }}
    >
      {children}
    </a>
  );
}

/** The script of the screen that this one is on is there. */
function preload(router: AnyRouter, href: string): void {
  const [path = '', query = ''] = href.split('?', 2);
  if (path === router.latestLocation.pathname) return;
  // What does not arrive now is asked for again when the link is opened, and then missed.
  router.preloadRoute({ to: path, search: Object.fromEntries(new URLSearchParams(query)) }).catch(() => undefined);
}

/** The browser has its own answer to the other buttons and keys: another tab, another window, a download. */
function isForThisTab(event: MouseEvent): boolean {
  return !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.altKey && !event.ctrlKey && !event.shiftKey;
}

/** A link within running text or a table cell. */
export function TextLink({ underlined, className = '', ...rest }: SiteLinkProps & { underlined?: boolean }) {
  return <SiteLink className={`${classes.text} ${className}`} data-underlined={underlined} {...rest} />;
}

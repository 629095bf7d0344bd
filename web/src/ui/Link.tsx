import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

import classes from './Link.module.css';

interface SiteLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** From `urls`, optionally with a query. */
  href: string;
  /** Stays in the tab order but does not navigate. */
  disabled?: boolean;
  /** False keeps the page's scroll position. */
  resetScroll?: boolean;
}

/** A link within the site: loads the screen's script on hover or focus, and opens without a reload. Unstyled. */
export function SiteLink({ href, ...rest }: SiteLinkProps) {
  const [path = '', query = ''] = href.split('?', 2);
  // `exact`: a list is not the current page while one of its records is. Styles use `aria-current`, not a class.
  return (
    <Link to={path} search={Object.fromEntries(new URLSearchParams(query))} activeOptions={{ exact: true }} activeProps={{}} {...rest} />
  );
}

/** A link within running text or a table cell. */
export function TextLink({ underlined, className = '', ...rest }: SiteLinkProps & { underlined?: boolean }) {
  return <SiteLink className={`${classes.text} ${className}`} data-underlined={underlined} {...rest} />;
}

import { Anchor, type AnchorProps } from '@mantine/core';
import { Link as RouterLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';

interface SiteLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** From `urls`, with a query where one is wanted. */
  href: string;
  /** Stays where it is in the tab order, and leads nowhere. */
  disabled?: boolean;
  /** False keeps the page where it is scrolled to. */
  resetScroll?: boolean;
}

/** A link within the site: loads the screen's script on hover or focus, and opens without a reload. Unstyled. */
export function SiteLink({ href, ...rest }: SiteLinkProps) {
  const [path = '', query = ''] = href.split('?', 2);
  const search = Object.fromEntries(new URLSearchParams(query));
  return <RouterLink to={path} search={search} activeProps={NOTHING} activeOptions={EXACT} {...rest} />;
}

const NOTHING = {};
/** Only a link to the very page is `aria-current`: not one to the list above it, not one to the list's next page. */
const EXACT = { exact: true, includeSearch: true };

/** A link within running text or a table cell. */
export function TextLink({ href, children, ...rest }: AnchorProps & { href: string; children: ReactNode }) {
  return (
    <Anchor component={SiteLink} href={href} inherit underline="hover" {...rest}>
      {children}
    </Anchor>
  );
}

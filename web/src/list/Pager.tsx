import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';

import { memo, type ReactNode } from 'react';

import { SiteLink } from '../ui/Link.tsx';
import classes from './Pager.module.css';

const LINKS_MOST = 5;

/** At most five neighbouring pages, the current one in their middle where possible. */
export function pageWindow(page: number, pages: number): number[] {
  const length = Math.min(LINKS_MOST, pages);
  const start = Math.min(Math.max(1, page - Math.floor(LINKS_MOST / 2)), pages - length + 1);
  return Array.from({ length }, (_, index) => start + index);
}

interface PagerProps {
  /** Of the list: a screen may have two. */
  title: string;
  page: number;
  /** Where it is on its way to, marked at once. */
  wanted: number;
  pageSize: number;
  total: number;
  hrefOf: (page: number) => string;
  open: (page: number) => void;
}

export const Pager = memo(function Pager({ title, page, wanted, pageSize, total, hrefOf, open }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);
  const shown = (value: number) => value.toLocaleString('en-IN');

  return (
    <div className={classes.pager}>
      <output className={classes.words}>
        Showing {shown(from)} to {shown(to)} of {shown(total)} entries
      </output>
      {pages > 1 && (
        <nav aria-label={`Pages of ${title}`}>
          <ul className={classes.links}>
            <li>
              <Step label="Previous page" href={hrefOf(page - 1)} open={() => open(page - 1)} disabled={page <= 1}>
                <IconChevronLeft size={16} aria-hidden />
              </Step>
            </li>
            {pageWindow(page, pages).map((number) => (
              <li key={number}>
                <Step label={`Page ${number}`} href={hrefOf(number)} open={() => open(number)} current={number === wanted}>
                  {shown(number)}
                </Step>
              </li>
            ))}
            <li>
              <Step label="Next page" href={hrefOf(page + 1)} open={() => open(page + 1)} disabled={page >= pages}>
                <IconChevronRight size={16} aria-hidden />
              </Step>
            </li>
          </ul>
        </nav>
      )}
    </div>
  );
});

interface StepProps {
  label: string;
  href: string;
  open: () => void;
  disabled?: boolean;
  current?: boolean;
  children: ReactNode;
}

/** A real link, so that it opens in a tab and can be shared. At the ends it stays in its place, and keeps the focus it has. */
function Step({ label, href, open, disabled = false, current = false, children }: StepProps) {
  return (
    <SiteLink
      href={href}
      onOpen={open}
      className={classes.link}
      aria-label={label}
      aria-current={current ? 'page' : false}
      disabled={disabled}
      tabIndex={0}
    >
      {children}
    </SiteLink>
  );
}

import { showNumber } from '@aapurti/contract/ground/fields';
import { say } from '@aapurti/contract/ground/template';
import { NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { SiteLink } from '../ui/Link.tsx';
import { t } from '../words/words.ts';
import classes from './Pager.module.css';

const LINKS_MOST = 5;

/** The pages around the current one, at most five, with the current one in the middle if possible. */
export function pageWindow(page: number, pages: number): number[] {
  const length = Math.min(LINKS_MOST, pages);
  const start = Math.min(Math.max(1, page - Math.floor(LINKS_MOST / 2)), pages - length + 1);
  return Array.from({ length }, (_, index) => start + index);
}

interface PagerProps {
  /** The title of the list: a screen may have two. */
  title: string;
  page: number;
  /** The position of the first row over all pages, and the number of rows shown; while a page loads, those of the previous page. */
  first: number;
  shown: number;
  pageSize: number;
  total: number;
  hrefOf: (page: number) => string;
  /** The page sizes that a user may choose; by default the page has one size. */
  pageSizes?: readonly number[];
  onPageSize?: (pageSize: number) => void;
}

export function Pager({ title, page, first, shown, pageSize, total, hrefOf, pageSizes = [], onPageSize }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));

  return (
    <div className={classes.pager}>
      <output className={classes.words}>
        {t('Showing {first} to {last} of {total} entries', {
          first: showNumber(first),
          last: showNumber(first + shown - 1),
          total: showNumber(total),
        })}
      </output>
      {total > Math.min(...pageSizes) && (
        <NativeSelect
          size="xs"
          className={classes.size ?? ''}
          aria-label={t('Rows per page of {title}', { title })}
          value={pageSize}
          onChange={(event) => onPageSize?.(Number(event.currentTarget.value))}
          data={pageSizes.map((size) => ({ value: String(size), label: t('{size} rows', { size }) }))}
        />
      )}
      {pages > 1 && (
        <nav aria-label={t('Pages of {title}', { title })}>
          <ul className={classes.links}>
            <li>
              <Step label="Previous page" href={hrefOf(page - 1)} disabled={page <= 1}>
                <IconChevronLeft size={16} aria-hidden />
              </Step>
            </li>
            {pageWindow(page, pages).map((number) => (
              <li key={number}>
                <Step label={say('Page {number}', { number })} href={hrefOf(number)} current={number === page}>
                  {t(showNumber(number))}
                </Step>
              </li>
            ))}
            <li>
              <Step label="Next page" href={hrefOf(page + 1)} disabled={page >= pages}>
                <IconChevronRight size={16} aria-hidden />
              </Step>
            </li>
          </ul>
        </nav>
      )}
    </div>
  );
}

interface StepProps {
  label: string;
  href: string;
  disabled?: boolean;
  current?: boolean;
  children: ReactNode;
}

/** A real link, so that it opens in a tab and can be shared. At the ends it stays in place and keeps the focus. */
function Step({ label, href, disabled = false, current = false, children }: StepProps) {
  return (
    <SiteLink
      href={href}
      resetScroll={false}
      className={classes.link}
      aria-label={t(label)}
      aria-current={current ? 'page' : false}
      disabled={disabled}
      tabIndex={0}
    >
      {children}
    </SiteLink>
  );
}

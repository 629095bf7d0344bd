import { VisuallyHidden } from '@mantine/core';

import classes from './Charts.module.css';
import { t } from '../words/words.ts';
import { SiteLink } from './Link.tsx';
import { showMonth } from './showMonth.ts';

interface Month {
  /** The month, as `2026-11`. */
  month: string;
  values: readonly number[];
}

interface MonthsProps {
  /** Names the drawing. */
  label: string;
  /** One name for each value of a month. */
  legend: readonly string[];
  months: readonly Month[];
  words: (value: number) => string;
  /** The list behind a month, for whoever presses its columns. */
  href: (month: string) => string;
}

const [WIDTH, HEIGHT] = [20, 100];

/** Amounts by month as adjacent columns. A table has the same figures for users who do not see the drawing. */
export function Months({ label, legend, months, words, href }: MonthsProps) {
  const highest = Math.max(...months.flatMap(({ values }) => values), 0);
  const bar = WIDTH / (legend.length + 0.75);
  return (
    <figure aria-label={t(label)}>
      <div className={classes.legend} aria-hidden>
        {legend.map((name, index) => (
          <span key={name} className={classes.key}>
            <svg width="12" height="12">
              <rect className={classes.column} data-shade={index} width="12" height="12" rx="2" />
            </svg>
            {t(name)}
          </span>
        ))}
        <span className={classes.highest}>{t('highest {highest}', { highest: words(highest) })}</span>
      </div>
      <div className={classes.months} aria-hidden>
        {months.map(({ month, values }, place) => (
          <SiteLink
            key={month}
            href={href(month)}
            tabIndex={-1}
            className={classes.month}
            title={`${longName(month)}\n${values.map((value, index) => t('{label}: {value}', { label: legend[index], value: words(value) })).join('\n')}`}
          >
            <svg className={classes.columns} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
              {values.map((value, index) => {
                const height = value <= 0 ? 0 : Math.max((value / highest) * HEIGHT, 1);
                return (
                  <rect
                    key={legend[index]}
                    className={classes.column}
                    data-shade={index}
                    x={bar * (index + 0.375)}
                    y={HEIGHT - height}
                    width={bar * 0.92}
                    height={height}
                  />
                );
              })}
            </svg>
            <span className={classes.name} data-odd={place % 2 === 1 || undefined}>
              {shortName(month)}
            </span>
          </SiteLink>
        ))}
      </div>
      <VisuallyHidden>
        <table>
          <caption>{t(label)}</caption>
          <thead>
            <tr>
              <th scope="col">{t('Month')}</th>
              {legend.map((name) => (
                <th key={name} scope="col">
                  {t(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, values }) => (
              <tr key={month}>
                <th scope="row">{longName(month)}</th>
                {values.map((value, index) => (
                  <td key={legend[index]}>{t(words(value))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}

const shortName = (month: string) => showMonth(month, { month: 'short' });
const longName = (month: string) => showMonth(month, { month: 'long', year: 'numeric' });

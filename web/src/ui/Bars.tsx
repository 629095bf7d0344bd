import { VisuallyHidden } from '@mantine/core';

import classes from './Charts.module.css';
import { SiteLink } from './Link.tsx';
import { listed, t, type Words } from '../words/words.ts';

export interface Bar {
  /** A vendor's name is passed as `asTyped`. */
  label: Words;
  /** One length, or the parts of the bar in the order of the legend. Negative values are not drawn. */
  parts: readonly number[];
  /** The whole as text. */
  value: string;
  href?: string | undefined;
}

interface BarsProps {
  /** Names the drawing. */
  label: string;
  bars: readonly Bar[];
  /** Names of the parts; each bar has as many. */
  legend?: readonly string[];
  /** A part as text, for screen readers. */
  words?: (part: number) => string;
}

/** The height in the drawing's own coordinates, and the gap between parts, in hundredths of the longest bar. */
const [LENGTH, HEIGHT, GAP] = [100, 10, 0.35];

/**
 * Amounts as bars, the longest at full width. It is a list whose text has all figures of the chart, so that nobody depends on lengths or
 * shades.
 */
export function Bars({ label, bars, legend, words }: BarsProps) {
  const longest = Math.max(...bars.map(({ parts }) => sum(parts)), 0);

  return (
    <figure aria-label={t(label)}>
      {legend !== undefined && (
        <figcaption className={classes.legend} aria-hidden>
          {legend.map((name, index) => (
            <span key={name} className={classes.key}>
              <svg width="12" height="12">
                <rect className={classes.part} data-shade={index} width="12" height="12" rx="2" />
              </svg>
              {t(name)}
            </span>
          ))}
        </figcaption>
      )}
      <ul className={classes.bars}>
        {bars.map(({ label: named, parts, value, href }) => (
          <li key={t(named)} className={classes.row}>
            <span className={classes.label}>{href === undefined ? t(named) : <SiteLink href={href}>{t(named)}</SiteLink>}</span>
            <svg className={classes.bar} viewBox={`0 0 ${LENGTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
              <rect className={classes.track} width={LENGTH} height={HEIGHT} />
              {spans(parts, longest).map(({ start, width, shade }) => (
                <rect
                  key={shade}
                  className={classes.part}
                  data-shade={legend === undefined ? 1 : shade}
                  x={start}
                  width={width}
                  height={HEIGHT}
                />
              ))}
            </svg>
            <span className={classes.value}>
              {t(value)}
              {legend !== undefined && words !== undefined && (
                <VisuallyHidden>
                  , {listed(parts.map((part, index) => t('{label}: {value}', { label: legend[index], value: words(part) })))}
                </VisuallyHidden>
              )}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

function sum(parts: readonly number[]): number {
  return parts.reduce((total, part) => total + Math.max(0, part), 0);
}

/** Start and width of each part with a length; wide enough to be visible. */
function spans(parts: readonly number[], longest: number): { start: number; width: number; shade: number }[] {
  if (longest <= 0) return [];
  let start = 0;
  return parts.flatMap((part, shade) => {
    if (part <= 0) return [];
    const width = (part / longest) * LENGTH;
    const span = { start, width: Math.max(width - GAP, GAP), shade };
    start += width;
    return [span];
  });
}

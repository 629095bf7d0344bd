import { bars, code128, QUIET } from '@aapurti/contract/ground/code128';

import classes from './Barcode.module.css';
import { t } from '../words/words.ts';

interface BarcodeProps {
  value: string;
  /** Pixels of one module. */
  width?: number;
  /** Pixels of the bars. */
  height?: number;
  /** Pixels, without the text below the bars. */
  fontSize?: number;
}

/** A Code 128 with its text, dark on white in every colour scheme. Text that Code 128 cannot encode is shown as text only. */
export function Barcode({ value, width = 2, height = 45, fontSize = 20 }: BarcodeProps) {
  const modules = code128(value);
  if (modules === null) return <>{value}</>;
  const across = (modules.length + 2 * QUIET) * width;
  const down = height + fontSize * 1.25;
  const path = bars(modules).map(([at, length]) => `M${(QUIET + at) * width} 0h${length * width}v${height}h-${length * width}z`);

  return (
    <svg
      className={classes.barcode}
      // Makes an inline SVG an image for screen readers.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={t('Barcode {value}', { value })}
      width={across}
      height={down}
      viewBox={`0 0 ${across} ${down}`}
    >
      <path d={path.join('')} shapeRendering="crispEdges" />
      <text x={across / 2} y={height + fontSize} fontSize={fontSize} textAnchor="middle">
        {value}
      </text>
    </svg>
  );
}

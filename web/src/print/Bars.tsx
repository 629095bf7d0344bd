import { bars, code128, QUIET } from '@aapurti/contract/code128';
import { BARCODE, DOT } from '@aapurti/contract/paper';
import { memo } from 'react';
import { t } from '../words.ts';

const UNIT = BARCODE.module / DOT;
const HEIGHT = BARCODE.height / DOT;
const FONT = BARCODE.font / DOT;
const BELOW = FONT * 1.25;

/** A Code 128 for paper, at the size that `BARCODE` says, quiet zones and text included. Nothing if the text cannot be encoded. */
export const Bars = memo(function Bars({
  text,
  x,
  y,
  className,
}: {
  text: string;
  x?: number;
  y?: number;
  className?: string | undefined;
}) {
  const modules = code128(text);
  if (modules === null) return null;
  const across = (modules.length + 2 * QUIET) * UNIT;
  const down = HEIGHT + BELOW;
  const path = bars(modules).map(([at, length]) => `M${(QUIET + at) * UNIT} 0h${length * UNIT}v${HEIGHT}h-${length * UNIT}z`);
  return (
    <svg
      className={className}
      style={x === undefined ? undefined : { left: `${x}mm`, top: `${y}mm` }}
      width={`${across * DOT}mm`}
      height={`${down * DOT}mm`}
      viewBox={`0 0 ${across} ${down}`}
      aria-hidden
    >
      <path d={path.join('')} />
      <text x={across / 2} y={HEIGHT + FONT} fontSize={FONT} textAnchor="middle">
        {t(text)}
      </text>
    </svg>
  );
});

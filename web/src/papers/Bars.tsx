import { bars, QUIET } from '@aapurti/contract/ground/code128';
import { BARCODE, type BarcodePiece, DOT, drawnBarcode } from '@aapurti/contract/papers/paper';
import { memo } from 'react';
import { t } from '../words/words.ts';

const FONT = BARCODE.font / DOT;
const BELOW = FONT * 1.25;

type BarsProps = Omit<BarcodePiece, 'kind' | 'x' | 'y'> & { x?: number; y?: number; className?: string | undefined };

/** A Code 128 for paper, at its size there, quiet zones and text included. Nothing if the text cannot be encoded. */
export const Bars = memo(function Bars({ x, y, className, ...piece }: BarsProps) {
  const drawn = drawnBarcode(piece);
  if (drawn === null) return null;
  const [unit, height, across] = [drawn.module / DOT, drawn.height / DOT, drawn.width / DOT];
  const down = height + BELOW;
  const path = bars(drawn.modules).map(([at, length]) => `M${(QUIET + at) * unit} 0h${length * unit}v${height}h-${length * unit}z`);
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
      <text x={across / 2} y={height + FONT} fontSize={FONT} textAnchor="middle">
        {t(drawn.words)}
      </text>
    </svg>
  );
});

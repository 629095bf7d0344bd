import { encode } from 'uqr';

import classes from './Security.module.css';
import { t } from '../../words/words.ts';

/** Dark on white in every colour scheme, with the quiet zone of four modules that cameras need. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4, ecc: 'M' });
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> would need the drawing as a data address
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t(label)} shapeRendering="crispEdges" className={classes.qr}>
      <rect width={size} height={size} fill="#fff" />
      <path d={modules.join('')} fill="#000" />
    </svg>
  );
}

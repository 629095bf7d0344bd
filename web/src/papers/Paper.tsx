import { type Cell, LEADING, type PaperSize, type Piece, type Sheet, type Table, TABLE_SIZE } from '@aapurti/contract/papers/paper';

import { Bars } from './Bars.tsx';
import classes from './Paper.module.css';

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  // The index is the key: a document does not change while it prints.
  return pieces.map((piece, place) => {
    if (piece.kind === 'barcode') {
      const { kind: _, ...bars } = piece;
      return <Bars key={place} className={classes.barcode} {...bars} />;
    }
    const at = { left: `${piece.x}mm`, top: `${piece.y}mm`, width: `${piece.width}mm` };
    if (piece.kind === 'rule') return <div key={place} className={classes.rule} style={at} />;
    const { text, size, lines = 1, bold = false, align = 'left' } = piece;
    return (
      <div
        key={place}
        className={classes.text}
        style={{
          ...at,
          fontSize: `${size}pt`,
          lineHeight: LEADING,
          fontWeight: bold ? 600 : 400,
          textAlign: align,
          WebkitLineClamp: lines,
        }}
      >
        {text}
      </div>
    );
  });
}

/** One page per piece, a tenth of a millimetre smaller than the paper: the full size would round up to an extra page. */
export function Pages({ size, pages }: { size: PaperSize; pages: readonly (readonly Piece[])[] }) {
  return pages.map((pieces, place) => (
    <div key={place} className={classes.page} style={{ width: `${size.width}mm`, height: `${size.height - 0.1}mm` }}>
      <Pieces pieces={pieces} />
    </div>
  ));
}

/** A document of any number of pages; table headings repeat on each. */
export function PaperSheet({ sheet }: { sheet: Sheet }) {
  return (
    <>
      {sheet.watermark !== null && <div className={classes.watermark}>{sheet.watermark}</div>}
      {sheet.parts.map((part, place) =>
        part.kind === 'table' ? (
          <PaperTable key={place} table={part} />
        ) : (
          <div key={place} className={classes.block} style={{ height: `${part.height}mm` }}>
            <Pieces pieces={part.pieces} />
          </div>
        ),
      )}
    </>
  );
}

function PaperTable({ table: { columns, rows } }: { table: Table }) {
  const aligned = columns.map(({ align = 'left' }) => ({ textAlign: align }) as const);
  return (
    <table className={classes.table} style={{ fontSize: `${TABLE_SIZE}pt`, lineHeight: LEADING }}>
      <colgroup>
        {columns.map(({ title, width }) => (
          <col key={title} style={{ width: `${width}mm` }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ title }, place) => (
            <th key={title} style={aligned[place]}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          <tr key={line}>
            {row.map((cell, place) => (
              <td key={place} style={aligned[place]}>
                <CellContent cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CellContent({ cell }: { cell: Cell }) {
  if ('barcode' in cell) return <Bars text={cell.barcode} />;
  return cell.map(({ text, lines = 1, bold = false }, place) => (
    <span key={place} style={{ WebkitLineClamp: lines, fontWeight: bold ? 600 : 400 }}>
      {text}
    </span>
  ));
}

import { type Cell, LEADING, type PaperSize, type Piece, type Sheet, type Table, TABLE_SIZE } from '@aapurti/contract/papers/paper';

import { Bars } from './Bars.tsx';
import classes from './Paper.module.css';

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  // The index is the key: a document does not change while it prints.
  return pieces.map((piece, index) => {
    if (piece.kind === 'barcode') {
      const { kind: _, ...bars } = piece;
      return <Bars key={index} className={classes.barcode} {...bars} />;
    }
    const at = { left: `${piece.x}mm`, top: `${piece.y}mm`, width: `${piece.width}mm` };
    if (piece.kind === 'rule') return <div key={index} className={classes.rule} style={at} />;
    const { text, size, lines = 1, bold = false, align = 'left' } = piece;
    return (
      <div
        key={index}
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
  return pages.map((pieces, index) => (
    <div key={index} className={classes.page} style={{ width: `${size.width}mm`, height: `${size.height - 0.1}mm` }}>
      <Pieces pieces={pieces} />
    </div>
  ));
}

/** A document of any number of pages; table headings repeat on each. */
export function PaperSheet({ sheet }: { sheet: Sheet }) {
  return (
    <>
      {sheet.watermark !== null && <div className={classes.watermark}>{sheet.watermark}</div>}
      {sheet.parts.map((part, index) =>
        part.kind === 'table' ? (
          <PaperTable key={index} table={part} />
        ) : (
          <div key={index} className={classes.block} style={{ height: `${part.height}mm` }}>
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
          {columns.map(({ title }, index) => (
            <th key={title} style={aligned[index]}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          <tr key={line}>
            {row.map((cell, index) => (
              <td key={index} style={aligned[index]}>
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
  return cell.map(({ text, lines = 1, bold = false }, index) => (
    <span key={index} style={{ WebkitLineClamp: lines, fontWeight: bold ? 600 : 400 }}>
      {text}
    </span>
  ));
}

/** How fontkit, by which pdfkit shapes letters, attaches marks to them. */
interface MarkProcessor {
  applyLookup: (this: MarkProcessor, type: number, table: unknown) => boolean;
  applyAnchor: (this: MarkProcessor, mark: { markAnchor: unknown }, base: unknown, at: number) => void;
}

let isMended = false;
const NOWHERE = new Error('The letter has no place for this mark.');

/**
 * A letter may have no place for a mark: then the font's table does not apply, and the next one is asked (OpenType, "NULL anchor"). fontkit
 * 2.0 fails instead, on most words of Malayalam and Punjabi. Mends all fonts at once, by any one that has such tables.
 * @param font as pdfkit holds it.
 */
export function allowMarksWithoutPlace(font: unknown): void {
  if (isMended) return;
  const { GPOSProcessor: processor } =
    (font as { _layoutEngine: { engine?: { GPOSProcessor?: MarkProcessor } } })._layoutEngine.engine ?? {};
  if (processor === undefined) return;
  isMended = true;
  const marks = Object.getPrototypeOf(processor) as MarkProcessor;
  const { applyLookup, applyAnchor } = marks;
  marks.applyAnchor = function place(mark, base, at) {
    if (base === null || mark.markAnchor === null) throw NOWHERE;
    applyAnchor.call(this, mark, base, at);
  };
  marks.applyLookup = function apply(type, table) {
    try {
      return applyLookup.call(this, type, table);
    } catch (error) {
      if (error === NOWHERE) return false;
      throw error;
    }
  };
}

/** fontkit's processor, by which pdfkit attaches marks. */
interface MarkProcessor {
  applyLookup: (this: MarkProcessor, type: number, table: unknown) => boolean;
  applyAnchor: (this: MarkProcessor, mark: { markAnchor: unknown }, base: unknown, at: number) => void;
}

let isMended = false;
const NOWHERE = new Error('The letter has no place for this mark.');

/**
 * fontkit 2.0 throws on OpenType's NULL anchors, which most words of Malayalam and Punjabi have, where it should try the next table.
 * Patches the shared prototype once.
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

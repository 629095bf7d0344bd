import { childOf, type Element, elementsOf, newElement } from './tree.ts';

/** The fill of a wrong cell. The exact shade identifies the fills of an earlier marking. */
const RED = 'FFFFC7CB';

/** The format prescribes the order of a stylesheet's elements. */
const AFTER_FILLS = ['borders', 'cellStyleXfs', 'cellXfs', 'cellStyles', 'dxfs', 'tableStyles', 'colors', 'extLst'];
const AFTER_CELLS = AFTER_FILLS.slice(3);

/** Adds red cell styles to a stylesheet as they are needed. */
export class MarkStyles {
  readonly #cells: Element;
  readonly #styles: Element[];
  readonly #red: number;
  readonly #isRed: ReadonlySet<string>;
  readonly #marked = new Map<number, number>();
  readonly #cleared = new Map<number, number>();

  constructor(stylesheet: Element) {
    const fills = child(stylesheet, 'fills', AFTER_FILLS);
    // Programs reserve the first two.
    while (elementsOf(fills).length < 2) fills.children.push(patternFill(fills, elementsOf(fills).length === 0 ? 'none' : 'gray125'));
    this.#isRed = new Set([...elementsOf(fills).keys()].filter((index) => isRed(elementsOf(fills)[index])).map(String));
    const existing = [...this.#isRed][0];
    if (existing === undefined) fills.children.push(patternFill(fills, 'solid', RED));
    this.#red = existing === undefined ? elementsOf(fills).length - 1 : Number(existing);
    setCount(fills);
    this.#cells = child(stylesheet, 'cellXfs', AFTER_CELLS);
    if (elementsOf(this.#cells).length === 0) this.#cells.children.push(newElement(this.#cells, 'xf', { numFmtId: '0' }));
    this.#styles = elementsOf(this.#cells);
  }

  /** The same style in red. */
  marked(style: number): number {
    if (this.#isMarked(style)) return style;
    return this.#twin(this.#marked, style, { fillId: String(this.#red), applyFill: '1' });
  }

  /** The same style without the red of an earlier marking. */
  cleared(style: number): number {
    return this.#isMarked(style) ? this.#twin(this.#cleared, style, { fillId: '0', applyFill: '0' }) : style;
  }

  #isMarked(style: number): boolean {
    const fill = this.#styles[style]?.attributes['fillId'];
    return fill !== undefined && (this.#isRed.has(fill) || fill === String(this.#red));
  }

  #twin(twins: Map<number, number>, style: number, change: Record<string, string>): number {
    const known = twins.get(style);
    if (known !== undefined) return known;
    const { name = 'xf', attributes = {}, children = [] } = this.#styles[style] ?? this.#styles[0] ?? {};
    const twin = { name, attributes: { ...attributes, ...change }, children };
    this.#cells.children.push(twin);
    const number = this.#styles.push(twin) - 1;
    twins.set(style, number);
    setCount(this.#cells);
    return number;
  }
}

function child(parent: Element, local: string, after: readonly string[]): Element {
  const existing = childOf(parent, local);
  if (existing !== undefined) return existing;
  const made = newElement(parent, local);
  const following = after.map((name) => childOf(parent, name)).find((element) => element !== undefined);
  parent.children.splice(following === undefined ? parent.children.length : parent.children.indexOf(following), 0, made);
  return made;
}

function patternFill(fills: Element, patternType: string, color?: string): Element {
  const colors = color === undefined ? [] : [newElement(fills, 'fgColor', { rgb: color })];
  return newElement(fills, 'fill', {}, [newElement(fills, 'patternFill', { patternType }, colors)]);
}

function isRed(fill: Element | undefined): boolean {
  const pattern = fill === undefined ? undefined : childOf(fill, 'patternFill');
  return (pattern === undefined ? undefined : childOf(pattern, 'fgColor'))?.attributes['rgb'] === RED;
}

function setCount(list: Element): void {
  list.attributes['count'] = String(elementsOf(list).length);
}

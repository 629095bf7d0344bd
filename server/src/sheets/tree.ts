import { BROKEN, SheetProblem } from './cells.ts';
import { localName, parseXml } from './xml.ts';
import { endTag, escapeXml, startTag, XML } from './xmlText.ts';

/** A small part of a workbook, such as its styles, to be changed and written again. Names keep their prefixes. */
export interface Element {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: (Element | string)[];
}

/** Elements and texts: more than 65,000 cell formats, as many named styles and all that stands in them. They take some 200 MB. */
const NODES_MAX = 600_000;

/** An XML part as a whole, for parts that are small. Fails with a SheetProblem where it is not. */
export async function readTree(bytes: AsyncIterable<Buffer>): Promise<Element> {
  const document: Element = { name: '', attributes: {}, children: [] };
  const path = [document];
  let count = 0;
  const add = (node: Element | string) => {
    count += 1;
    if (count > NODES_MAX) throw new SheetProblem(BROKEN);
    path.at(-1)?.children.push(node);
  };
  const parsing = parseXml(bytes, {
    open(_, attributes, { name }) {
      const element: Element = { name, attributes: { ...attributes }, children: [] };
      add(element);
      path.push(element);
    },
    close: () => void path.pop(),
    text: add,
  });
  for await (const _ of parsing);
  const root = elementsOf(document)[0];
  if (root === undefined) throw new SheetProblem(BROKEN);
  return root;
}

/** The part as XML again. */
export function treeXml(root: Element): string {
  return XML + elementXml(root);
}

function elementXml({ name, attributes, children }: Element): string {
  if (children.length === 0) return startTag(name, attributes, true);
  const inner = children.map((child) => (typeof child === 'string' ? escapeXml(child) : elementXml(child)));
  return startTag(name, attributes) + inner.join('') + endTag(name);
}

/** The elements inside one, without the texts. */
export function elementsOf(parent: Element): Element[] {
  return parent.children.filter((child) => typeof child === 'object');
}

/** The first element inside one with this name, whatever its prefix. */
export function childOf(parent: Element, local: string): Element | undefined {
  return elementsOf(parent).find(({ name }) => localName(name) === local);
}

/** A new element under the parent's own prefix. */
export function newElement(parent: Element, local: string, attributes: Record<string, string> = {}, children: Element[] = []): Element {
  return { name: parent.name.slice(0, parent.name.length - localName(parent.name).length) + local, attributes, children };
}

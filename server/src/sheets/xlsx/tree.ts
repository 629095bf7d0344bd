import { BROKEN, SheetProblem } from '../cells.ts';
import { localName, parseXml } from './xml.ts';
import { endTag, escapeXml, startTag, XML } from './xmlText.ts';

/** An element of a small part, for example the styles, that is changed and written again. Names include their prefixes. */
export interface Element {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: (Element | string)[];
}

/** Enough for 65,000 cell formats and as many named styles, which take about 200 MB. */
const NODES_MAX = 600_000;

/** Reads a whole XML part. @throws SheetProblem if it is too large or damaged. */
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

export function treeXml(root: Element): string {
  return XML + elementXml(root);
}

function elementXml({ name, attributes, children }: Element): string {
  if (children.length === 0) return startTag(name, attributes, true);
  const inner = children.map((child) => (typeof child === 'string' ? escapeXml(child) : elementXml(child)));
  return startTag(name, attributes) + inner.join('') + endTag(name);
}

export function elementsOf(parent: Element): Element[] {
  return parent.children.filter((child) => typeof child === 'object');
}

export function childOf(parent: Element, local: string): Element | undefined {
  return elementsOf(parent).find(({ name }) => localName(name) === local);
}

/** An element with the parent's prefix. */
export function newElement(parent: Element, local: string, attributes: Record<string, string> = {}, children: Element[] = []): Element {
  return { name: parent.name.slice(0, parent.name.length - localName(parent.name).length) + local, attributes, children };
}

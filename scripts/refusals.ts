/**
 * Each refusal of the API as status, code and message: the server's calls that refuse, and the contract's messages that these calls and the
 * schemas use. A change of a refusal is a line in `refusals.txt`, which is reviewed; `npm run openapi` writes it.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { parseSync } from 'vite';

import { commonCodes } from '../contract/src/ground/operation.ts';
import { sourcesIn } from './texts.mjs';
import { root } from './workspace.mjs';

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** The calls that create a refusal: the status, and the argument positions of message and code; `fields` is an object of messages. */
const MAKERS: Readonly<
  Record<string, { status: number | 'first'; message?: number; fields?: true; text?: string; code?: string; codeAt?: number }>
> = {
  Refusal: { status: 'first', message: 1 },
  coded: { status: 'first', message: 1 },
  badRequest: { status: 400, message: 0 },
  notSignedIn: { status: 401, message: 0, text: 'Please sign in.', code: commonCodes.signIn },
  forbidden: { status: 403, message: 0, text: 'You are not allowed to do this.', code: commonCodes.notAllowed },
  notFound: { status: 404, text: 'Not found.', code: commonCodes.notFound },
  conflict: { status: 409, message: 0 },
  stale: { status: 409, text: 'Someone else has changed this record. Review the latest version.', code: commonCodes.stale },
  invalid: { status: 422, message: 0, fields: true, codeAt: 2 },
  invalidParts: { status: 422, message: 1, codeAt: 2 },
  tooMany: { status: 429, message: 1, text: 'Too many attempts.', code: commonCodes.tooMany },
  busy: { status: 503, text: 'The server is busy. Please try again.', code: commonCodes.busy },
};

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const parts = (node: Node): Node[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
const all = (node: Node): Node[] => [node, ...parts(node).flatMap(all)];
function nameOf(node: unknown): string {
  if (!isNode(node)) return 'value';
  const own = node['name'] ?? node['value'];
  return typeof own === 'string' || typeof own === 'number'
    ? String(own)
    : nameOf(node['property'] ?? node['callee'] ?? node['argument'] ?? node['expression']);
}

interface Source {
  nodes: Node[];
  /** The parent of each node. */
  parents: Map<Node, Node>;
  /** The values of names, in order. */
  values: Map<string, Node[]>;
  imports: Map<string, { file: string; name: string }>;
}

const sources = new Map<string, Source>();
function sourceOf(file: string): Source {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const nodes = all(parseSync(file, readFileSync(file, 'utf8')).program as unknown as Node);
  const parents = new Map(nodes.flatMap((node) => parts(node).map((part) => [part, node])));
  const source: Source = { nodes, parents, values: new Map(), imports: new Map() };
  sources.set(file, source);
  const declare = (name: string, value: unknown) => {
    if (isNode(value)) source.values.set(name, [...(source.values.get(name) ?? []), value]);
  };
  for (const node of nodes) {
    if (node.type === 'VariableDeclarator') declare(nameOf(node['id']), node['init']);
    if (node.type === 'FunctionDeclaration') declare(nameOf(node['id']), node);
    if (node.type === 'ImportDeclaration') {
      const from = nameOf(node['source']);
      const target = from.startsWith('@aapurti/contract/')
        ? join(root, 'contract/src', `${from.slice('@aapurti/contract/'.length)}.ts`)
        : from.startsWith('.')
          ? join(dirname(file), from)
          : null;
      if (target === null) continue;
      for (const each of node['specifiers'] as Node[])
        source.imports.set(nameOf(each['local']), { file: target, name: nameOf(each['imported'] ?? each['local']) });
    }
  }
  return source;
}

interface Found {
  node: Node;
  source: Source;
  /** The arguments of the call being followed, by parameter name. */
  given?: ReadonlyMap<string, Found>;
}

/** A finished text, whose first argument is the message. */
const isSaid = (node: Node) => node.type === 'CallExpression' && ['say', 'sayOnce'].includes(nameOf(node['callee']) ?? '');
const isFunction = (node: Node) => /Function/.test(node.type);

/** The functions that contain a node, the innermost first. */
function scopesOf(node: Node, { parents }: Source): Node[] {
  const parent = parents.get(node);
  return parent === undefined ? [] : [...(isFunction(parent) ? [parent] : []), ...scopesOf(parent, { parents } as Source)];
}

/**
 * The value of a name: from the call being followed, or from its last earlier declaration, here or in the file that it is imported from.
 */
function valueOf({ node, source, given }: Found): Found | null {
  const name = nameOf(node);
  const own = given?.get(name);
  if (own !== undefined) return own;
  for (const scope of [...scopesOf(node, source), undefined]) {
    if (scope !== undefined && (scope['params'] as Node[]).flatMap(all).some((each) => each.type === 'Identifier' && nameOf(each) === name))
      return null;
    const declared = (source.values.get(name) ?? []).filter((each) => scopesOf(each, source)[0] === scope);
    const value = (scope === undefined ? declared : declared.filter(({ start }) => start < node.start)).at(-1);
    if (value !== undefined) return { node: value, source };
  }
  const imported = source.imports.get(name);
  if (imported === undefined) return null;
  const there = sourceOf(imported.file);
  const found = there.values.get(imported.name)?.at(-1);
  return found === undefined ? null : { node: found, source: there };
}

const bare = (found: Found): Found =>
  ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'ChainExpression', 'ParenthesizedExpression'].includes(found.node.type)
    ? bare({ ...found, node: found.node['expression'] as Node })
    : found;

/** The possible values of an expression, with names followed as far as possible. */
function reached(given: Found, depth = 0): Found[] {
  const found = bare(given);
  const { node } = found;
  const at = (part: unknown) => (isNode(part) ? reached({ ...found, node: part }, depth + 1) : []);
  if (depth > 12) return [found];
  if (node.type === 'ConditionalExpression') return [...at(node['consequent']), ...at(node['alternate'])];
  if (node.type === 'LogicalExpression') return [...at(node['left']), ...at(node['right'])];
  if (node.type === 'Identifier') {
    const value = valueOf(found);
    return value === null || value.node === node ? [found] : reached(value, depth + 1);
  }
  if (node.type === 'MemberExpression') {
    const held = at(node['object']).filter((each) => each.node.type === 'ObjectExpression');
    const own = held.flatMap((each) =>
      (each.node['properties'] as Node[])
        .filter(
          (property) => property.type === 'Property' && (node['computed'] === true || nameOf(property['key']) === nameOf(node['property'])),
        )
        .flatMap((property) => reached({ ...each, node: property['value'] as Node }, depth + 1)),
    );
    return own.length > 0 ? own : [found];
  }
  if (node.type === 'CallExpression' && !isSaid(node)) {
    const called = at(node['callee']).filter((each) => isFunction(each.node));
    const own = called.flatMap((each) => results(each).flatMap((result) => reached(result, depth + 1)));
    return own.length > 0 ? own : [found];
  }
  return [found];
}

/** The possible return values of a function. */
function results(found: Found): Found[] {
  const body = found.node['body'] as Node;
  if (body.type !== 'BlockStatement') return [{ ...found, node: body }];
  return all(body).flatMap((each) =>
    each.type === 'ReturnStatement' && isNode(each['argument']) ? [{ ...found, node: each['argument'] }] : [],
  );
}

/** The possible texts of an expression, with its values in braces. */
function textsOf(found: Found): string[] {
  return reached(found).flatMap((each) => {
    const { node } = each;
    if (isFunction(node)) return results(each).flatMap(textsOf);
    if (isSaid(node)) return textsOf({ ...each, node: (node['arguments'] as Node[])[0] });
    if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : [];
    if (node.type === 'ObjectExpression')
      return (node['properties'] as Node[]).flatMap((own) => textsOf({ ...each, node: (own['value'] ?? own['argument']) as Node }));
    if (node.type !== 'TemplateLiteral') return [`{${nameOf(node)}}`];
    const holes = node['expressions'] as Node[];
    return [
      (node['quasis'] as Node[])
        .map(
          (quasi, index) => (quasi['value'] as { cooked: string }).cooked + (holes[index] === undefined ? '' : `{${nameOf(holes[index])}}`),
        )
        .join(''),
    ];
  });
}

const row = (status: string, code: string | null, text: string) => `${status} ${code ?? '-'} ${text.replaceAll(/\s+/g, ' ').trim()}`;

/** The rows of a call that creates a refusal; none for any other call. */
function rowsOf(found: Found): string[] {
  const { node } = found;
  const isMade = ['CallExpression', 'NewExpression'].includes(node.type) && Object.hasOwn(MAKERS, nameOf(node['callee']));
  const maker = isMade ? MAKERS[nameOf(node['callee'])] : undefined;
  if (maker === undefined || (node['callee'] as Node).type !== 'Identifier') return [];
  const args = node['arguments'] as Node[];
  const at = (part: Node) => textsOf({ ...found, node: part });
  const given = maker.message === undefined ? undefined : args[maker.message];
  const other = maker.status === 'first' ? args[0] : maker.fields ? args[1] : undefined;
  const status = other === undefined ? String(maker.status) : other.type === 'Literal' ? String(other['value']) : 'several';
  // A form may have a field named `code` too, so such calls declare the argument position of the code.
  const stated =
    maker.codeAt !== undefined
      ? args.slice(maker.codeAt)
      : args.flatMap(all).flatMap((each) => (each.type === 'Property' && nameOf(each['key']) === 'code' ? [each['value'] as Node] : []));
  const codes = stated.length === 0 ? [maker.code ?? null] : stated.flatMap(at);
  const texts = given === undefined ? [maker.text ?? ''] : at(given);
  // If there are several codes and texts, the pairs are unknown here, so each gets a row of its own.
  return codes.length > 1
    ? [...texts.map((text) => row(status, 'several', text)), ...codes.map((code) => row(status, code, 'several'))]
    : texts.flatMap((text) => codes.map((code) => row(status, code, text)));
}

function refusalsOf(source: Source): string[] {
  return source.nodes.flatMap((node) => {
    const own = rowsOf({ node, source });
    if (own.length > 0 || node.type !== 'CallExpression' || (node['callee'] as Node).type !== 'Identifier') return own;
    // A function of the same file that creates one of the arguments.
    const made = valueOf({ node: node['callee'] as Node, source });
    if (made === null || made.source !== source || !isFunction(made.node)) return [];
    const args = node['arguments'] as Node[];
    const given = new Map(
      (made.node['params'] as Node[]).flatMap((each, index) =>
        args[index] === undefined ? [] : [[nameOf(each), { node: args[index], source }] as const],
      ),
    );
    return results({ ...made, given }).flatMap(rowsOf);
  });
}

/** The messages of the contract: members of message objects, and the texts of schemas for invalid values. */
function messagesOf(source: Source): string[] {
  return source.nodes.flatMap((node) => {
    if (node.type === 'VariableDeclarator' && /messages$/i.test(nameOf(node['id'])) && isNode(node['init']))
      return textsOf({ node: node['init'], source }).map((text) => row('any', null, text));
    if (node.type !== 'ObjectExpression') return [];
    const own = (name: string) =>
      (node['properties'] as Node[]).find((each) => each.type === 'Property' && nameOf(each['key']) === name)?.['value'] as
        | Node
        | undefined;
    const code = all(own('params') ?? []).find((each) => each.type === 'Property' && nameOf(each['key']) === 'code');
    const [named] = code === undefined ? [] : textsOf({ node: code['value'] as Node, source });
    return ['error', 'message'].flatMap((name) => {
      const value = own(name);
      return value === undefined
        ? []
        : textsOf({ node: value, source }).map((text) => row('422', named !== undefined && !named.startsWith('{') ? named : null, text));
    });
  });
}

/** The refusals in the server's files of a folder, or in one file. */
export const refusalsIn = (place: string): string[] =>
  (place.endsWith('.ts') ? [join(root, place)] : sourcesIn(join(root, place))).flatMap((file) => refusalsOf(sourceOf(file)));

/**
 * The errors that the server's files of a folder add to rows of an upload, as code and message: `errors.add(row, column, message, code)`.
 */
export const rowFaultsIn = (place: string): string[] =>
  sourcesIn(join(root, place)).flatMap((file) => {
    const source = sourceOf(file);
    return source.nodes.flatMap((node) => {
      const callee = node.type === 'CallExpression' ? (node['callee'] as Node) : node;
      if (callee.type !== 'MemberExpression' || nameOf(callee['object']) !== 'errors' || nameOf(callee['property']) !== 'add') return [];
      if (callee === node) return [];
      const [, , message, code] = node['arguments'] as Node[];
      const codes = code === undefined ? ['-'] : textsOf({ node: code, source });
      return codes.map((each) => `${each} ${message === undefined ? '' : textsOf({ node: message, source }).join(' ')}`);
    });
  });

/** The table, one line per refusal. */
export function tableOfRefusals(): string {
  const files = ['server/src', 'contract/src'].flatMap((folder) => sourcesIn(join(root, folder)));
  const rows = files.flatMap((file) => {
    const source = sourceOf(file);
    return relative(root, file).startsWith('contract') ? messagesOf(source) : refusalsOf(source);
  });
  // A row with only a value contains no information.
  const table = [...new Set(rows)].filter((each) => !/^\S+ - (\{\w*\})?$/.test(each)).sort();
  return `${table.join('\n')}\n`;
}

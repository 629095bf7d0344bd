// The English texts in the sources, which a catalogue of another language must contain. A text with placeholders is a template, for example
// 'Row {row}'; a choice between literals inside it gives a template for each.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';

/** Attributes and properties whose strings are never shown to users. */
const SILENT =
  /^(id|key|href|to|className|class|variant|size|color|c|bg|type|inputMode|autoComplete|role|method|path|kind|align|justify|position|mode|icon|loading|style|styles|value|field|sortBy|queryKey|mutationKey|d|viewBox|fill|stroke|rel|target|as|component|order|tone|look|accept|download|wrap|gap|summary|access|format|pattern|data-.*|aria-labelledby|aria-live|aria-relevant|aria-haspopup|aria-current|templateName|downloadName|with.*|font.*|grid.*|flex.*|text(Align|Transform|Decoration|Wrap)|transition|display|overflow.*|white.*|cursor|border.*|margin.*|padding.*|max.*|min.*|width|height|timeZone|sheetName|fileName|resize|span|inputWrapperOrder)$/;
/** Calls whose texts are for programs. */
const SILENT_CALLS =
  /^(import|require|querySelector|querySelectorAll|closest|getElementById|addEventListener|removeEventListener|getItem|setItem|removeItem|Error|TypeError|RegExp|URL|Set|setAttribute|removeAttribute|matchMedia|Event|CustomEvent|get|set|has|append|NumberFormat|DateTimeFormat|useParam|createStore|lazy|meta|sql|includes|startsWith|endsWith|split|join|replace|replaceAll|getPropertyValue|setProperty|createElement|matches|execute|rows|first|error|warn|log|complain|describe)$/;

const isText = (text) => {
  const words = text.trim();
  if (!/[a-z]{2}/i.test(words.replaceAll(/\{\w+\}/g, ''))) return false;
  if (
    /^[a-z][\w.-]*$/.test(words) ||
    /^[\w-]+\.[\w.-]+$/.test(words) ||
    /[<>]=?[a-z]|^[/#.@]|var\(--|^\w+:\/\/|^--|calc\(|;\S|;$|=>|^\(/.test(words)
  )
    return false;
  if (/^[A-Z][a-z]*[A-Z]\w*$/.test(words) || /^[A-Z_\d]+$/.test(words)) return false;
  return /^[A-Z]/.test(words) || / /.test(words) || /^[^\w]/.test(words);
};

const nameOf = (node) => {
  switch (node?.type) {
    case 'Identifier':
      return node.name;
    case 'MemberExpression':
    case 'StaticMemberExpression':
      return node.property.name === 'length' ? nameOf(node.object) : (node.property.name ?? nameOf(node.object));
    case 'CallExpression':
      return node.arguments.length > 0 ? nameOf(node.arguments[0]) : nameOf(node.callee.object ?? node.callee);
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return nameOf(node.expression);
    case 'LogicalExpression':
    case 'BinaryExpression':
      return nameOf(node.left);
    default:
      return undefined;
  }
};

/** The literals between which an expression chooses; null if it is not such a choice. */
function choices(node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
  if (node.type === 'ConditionalExpression') {
    const [one, other] = [templates(node.consequent), templates(node.alternate)];
    return one && other ? [...one, ...other] : null;
  }
  return node.type === 'TemplateLiteral' ? templates(node) : null;
}

/** The possible templates of an expression; null if it is not a text. */
function templates(node) {
  if (node.type !== 'TemplateLiteral') return choices(node);
  let found = [{ text: '', names: [] }];
  for (const [place, quasi] of node.quasis.entries()) {
    found = found.map((each) => ({ ...each, text: each.text + quasi.value.cooked }));
    const hole = node.expressions[place];
    if (hole === undefined) continue;
    const either = choices(hole);
    found =
      either !== null && found.length * either.length <= 8
        ? found.flatMap((each) => either.map((part) => ({ text: each.text + part, names: each.names })))
        : found.map(({ text, names }) => {
            const plain = nameOf(hole) ?? 'value';
            const name = names.includes(plain) ? `${plain}${names.length + 1}` : plain;
            return { text: `${text}{${name}}`, names: [...names, name] };
          });
  }
  return found.map(({ text }) => text);
}

/** A literal, a call, something in brackets, or a name. `§` is the placeholder for a value of the program. */
const OPERAND = /'((?:[^']|'')*)'|\w+(?:\.\w+)?(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?|\((?:[^()]|\([^()]*\))*\)|§/g;

/** Sentences that an SQL statement joins from words and columns, for example 'Order ' || po_number || ' has no such item.' */
function sentencesOf(statement) {
  const found = [];
  let at = 0;
  for (let part; (part = operandAt(statement, at));) {
    const { start } = part;
    let [text, names] = ['', []];
    for (;;) {
      if (part.words === undefined) {
        const name = names.includes(part.name) ? `${part.name}${names.length + 1}` : part.name;
        names = [...names, name];
        text += `{${name}}`;
      } else text += part.words;
      const joint = /^(?:::\w+)?\s*\|\|\s*/.exec(statement.slice(part.end));
      if (joint === null) break;
      const next = operandAt(statement, part.end + joint[0].length, true);
      if (next === null || next.start !== part.end + joint[0].length) break;
      part = next;
    }
    if (/^[A-Z{\d][^]* [^]*\.$/.test(text)) found.push(text);
    // Nothing was joined to a call, so the texts joined inside it count.
    at = part.start === start && part.words === undefined ? start + Math.max(1, /^\w*/.exec(statement.slice(start))[0].length) : part.end;
  }
  return found;
}

/** A `case` after a joint is one operand; elsewhere its parts are checked. */
function operandAt(statement, at, joined = false) {
  const [choice] = (joined && /^case\b(?:(?!\bcase\b)[^])*?\bend\b/.exec(statement.slice(at))) || [];
  if (choice !== undefined) return { start: at, end: at + choice.length, name: 'which' };
  OPERAND.lastIndex = at;
  const match = OPERAND.exec(statement);
  if (match === null) return null;
  const [whole, words] = match;
  const name = /(\w+)\W*$/.exec(whole)?.[1] ?? 'value';
  return { start: match.index, end: match.index + whole.length, words: words?.replaceAll("''", "'"), name };
}

const tidy = (text) => text.replaceAll(/\s+/g, ' ').trim();

const isTranslated = (node) => node.type === 'CallExpression' && node.callee.name === 't';
const isJoined = ({ expressions, quasis }) => expressions.some(isTranslated) && quasis.some(({ value }) => !/^( · )?$/.test(value.cooked));

/** The literal texts that an expression between tags may show. */
function shownOf(node) {
  if (node.type === 'ConditionalExpression') return [...shownOf(node.consequent), ...shownOf(node.alternate)];
  if (node.type === 'LogicalExpression') return [...shownOf(node.left), ...shownOf(node.right)];
  return node.type === 'Literal' && typeof node.value === 'string' && /[a-z]{2}/i.test(node.value) ? [tidy(node.value)] : [];
}

/**
 * @returns {{ texts: Set<string>, translated: string[], bare: string[], joined: string[], spliced: string[], early: string[], fragments: string[] }} the texts
 * of a file: all of them; those passed to `t` or `say`; those in JSX outside these calls; the sentences of statements; the template literals with
 * values; those that `say` makes while the module loads; and the template literals that join a translated text to something other than further
 * facts (' · ').
 */
export function textsOf(file, source = readFileSync(file, 'utf8')) {
  const program = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file);
  const texts = new Set();
  const bare = [];
  const translated = [];
  const joined = [];
  const spliced = [];
  const early = [];
  const fragments = [];
  let depth = 0;
  const add = (text) => {
    if (isText(text)) texts.add(tidy(text));
  };
  const visit = (node, silent) => {
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) return node.forEach((each) => visit(each, silent));
    if (/^(ImportDeclaration|ExportAllDeclaration|TS(?!As|Satisfies|NonNull)|ExportNamedDeclaration$)/.test(node.type ?? '')) {
      return node.declaration ? visit(node.declaration, silent) : undefined;
    }
    if (/Function/.test(node.type ?? '')) {
      depth += 1;
      for (const part of [node.params, node.body]) visit(part, silent && node.type !== 'ArrowFunctionExpression');
      depth -= 1;
      return;
    }
    switch (node.type) {
      case 'JSXText':
        if (/[a-z]{2}/i.test(node.value)) {
          bare.push(tidy(node.value));
          texts.add(tidy(node.value));
        }
        return;
      case 'JSXElement':
      case 'JSXFragment':
        for (const child of node.children) if (child.type === 'JSXExpressionContainer') bare.push(...shownOf(child.expression));
        return visit([node.openingElement?.attributes, node.children], silent && node.type !== 'JSXElement');
      case 'JSXAttribute':
        // A word in small letters, such as the name of an arrow between two values.
        if (node.name.name === 'aria-label' && /^[a-z]+$/.test(node.value?.value ?? '')) bare.push(node.value.value);
        return visit(node.value, SILENT.test(node.name.name ?? ''));
      case 'Property': {
        const name = node.key.name ?? node.key.value ?? '';
        if (node.computed) visit(node.key, true);
        return visit(node.value, SILENT.test(name));
      }
      case 'BinaryExpression':
        return /^[=!]==?$|^in$/.test(node.operator) ? undefined : (visit(node.left, silent), visit(node.right, silent));
      case 'SwitchCase':
        return visit(node.consequent, silent);
      case 'ThrowStatement':
        return visit(node.argument, false);
      case 'TaggedTemplateExpression':
        if (node.tag.name === 'sql') {
          for (const text of sentencesOf(node.quasi.quasis.map(({ value }) => value.cooked).join('§'))) {
            texts.add(text);
            joined.push(text);
          }
        }
        return visit(node.quasi.expressions, true);
      case 'CallExpression':
      case 'NewExpression': {
        const name = node.callee.name ?? node.callee.property?.name ?? '';
        if (name === 'say' && depth === 0) early.push(...(templates(node.arguments[0]) ?? []));
        if (/^(t|translate|format|say|sayOnce|said|saidIn)$/.test(name) && node.arguments[0]) {
          for (const text of templates(node.arguments[0]) ?? []) {
            texts.add(tidy(text));
            if (/[a-z]{2}/i.test(text.replaceAll(/\{\w+\}/g, ''))) translated.push(tidy(text));
          }
        }
        visit(node.callee, true);
        return visit(node.arguments, SILENT_CALLS.test(name) && name !== 't');
      }
      case 'MemberExpression':
        visit(node.object, true);
        return node.computed ? visit(node.property, true) : undefined;
      case 'Literal':
        return typeof node.value === 'string' && (!silent || /^[A-Z].* .*\.$/.test(node.value)) ? add(node.value) : undefined;
      case 'TemplateLiteral':
        if (isJoined(node)) fragments.push(tidy(source.slice(node.start, node.end)));
        if (node.expressions.length > 0) spliced.push(...(templates(node) ?? []).map(tidy));
        for (const text of templates(node) ?? []) if (!silent || /^[A-Z].* .*\.$/.test(text)) add(text);
        return visit(node.expressions, silent);
      default:
        for (const [name, value] of Object.entries(node))
          if (name !== 'type' && typeof value === 'object') visit(value, silent && node.type !== 'JSXElement');
    }
  };
  visit(program.body, false);
  return { texts, translated, bare, joined, spliced, early, fragments };
}

/** Sources below a folder, without tests. */
export const sourcesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((file) => join(folder, String(file)))
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
    .sort();

import { say } from '@aapurti/contract/ground/template';

import { CONTENT_PATH, SCRIPT_PATH } from './docs.script.ts';
import type { Json, Schema } from './schemas.ts';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description: string;
  schema: Schema;
  example?: string | number | boolean;
}
interface Answer {
  description: string;
  content?: Record<string, { schema: Schema; example?: Json }>;
}
interface Call {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security?: object[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Answer>;
}
interface Described {
  path: string;
  method: string;
  call: Call;
}

/** The API documentation as a page. It is readable without scripts; searching and trying calls need the page's own script. */
export function docsPage(document: Schema): string {
  const paths = document['paths'] as Record<string, Record<string, Schema>>;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method: method.toUpperCase(), call: resolved(call, document) })),
  );
  const groups = document['tags'] as { name: string; description: string }[];
  const schemas = schemasOf(document);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Aapurti API</title>
<style>${STYLE}</style><script src="${SCRIPT_PATH}" defer></script></head><body>
<header><h1>Aapurti API</h1><p>${prose((document['info'] as { description: string }).description)}</p>
<p><a href="${CONTENT_PATH}">OpenAPI 3.1 document</a></p></header>
<search class="scripted"><label for="words">Search calls</label><input id="words" type="search" autocomplete="off" placeholder="invoice, dueDate, 409 …">
<label for="secret">Token or API key, to try calls</label><input id="secret" type="password" autocomplete="off" aria-describedby="secret-words">
<p id="secret-words">It stays on this page and is gone when you leave it.</p><p id="found" role="status"></p></search>
<nav aria-label="Groups">${groups.map(({ name }) => `<a href="#${name}">${name}</a>`).join(' ')}</nav>
<main>${groups.map((group) => groupOf(group, calls, document)).join('\n')}
<section id="schemas"><h2>Records</h2>${Object.entries(schemas)
    .map(([name, schema]) => `<details id="schema-${name}"><summary><h3>${name}</h3></summary>${fieldsTable('Fields', schema)}</details>`)
    .join('\n')}</section></main>
</body></html>`;
}

function groupOf({ name, description }: { name: string; description: string }, calls: readonly Described[], document: Schema): string {
  const own = calls.filter(({ call }) => call.tags[0] === name);
  return `<section id="${name}"><h2>${name}</h2><p>${prose(description)}</p>${own.map((each) => callOf(each, document)).join('\n')}</section>`;
}

function callOf(described: Described, document: Schema): string {
  const { path, method, call } = described;
  const { operationId: id, parameters, requestBody } = call;
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const answers = Object.entries(call.responses);
  return `<details id="${id}" class="call"><summary><h3><span class="method">${method}</span> <code>${escape(path)}</code></h3> <span>${prose(call.summary)}</span></summary>
<p>${prose(call.description)} <a href="#${id}">Link to ${id}</a></p>
${parameters.length > 0 ? table('Parameters', parameters.map(parameterRow)) : ''}
${content === undefined ? '' : fieldsTable(`Body (${type})`, content.schema)}
<h4>Answers</h4>${answers
    .filter(([status]) => status < '3')
    .map(([status, answer]) => answerOf(status, answer, document))
    .join('')}
<h4>Errors</h4><dl>${answers
    .filter(([status]) => status > '3')
    .map(([status, { description }]) => `<dt>${status}</dt><dd>${prose(description)}</dd>`)
    .join('')}</dl>
<h4>With curl</h4><pre tabindex="0" aria-label="curl for ${id}">${escape(curlOf(described, document))}</pre>
${tryOf(described, document)}
</details>`;
}

function answerOf(status: string, { description, content = {} }: Answer, document: Schema): string {
  const [type, given] = Object.entries(content)[0] ?? [];
  if (given === undefined) return `<p><b>${status}</b> ${prose(description)}</p>`;
  const isFile = given.schema['format'] === 'binary';
  const example = given.example ?? sample(given.schema, document);
  const [inline] = [...('items' in given.schema ? insides(given.schema) : []), { inner: given.schema }];
  if (isFile) return `<p><b>${status}</b> ${prose(description)} ${escape(type ?? '')}</p>`;
  return `<p><b>${status}</b> ${prose(description)} ${typeWords(given.schema)}</p>${fieldsTable(say('Fields of {action}', { action: status }), inline?.inner ?? {})}
<pre tabindex="0" aria-label="Example of ${status}">${escape(JSON.stringify(example, null, 2))}</pre>`;
}

type Row = [name: string, type: string, words: string];

const parameterRow = ({ name, in: place, required, description, schema }: Parameter): Row => [
  name,
  `${typeWords(schema)}, in the ${place}${required ? ', required' : ''}`,
  prose(description),
];

function fieldsTable(caption: string, schema: Schema): string {
  const rows = rowsOf(schema, '');
  return rows.length === 0 ? '' : table(caption, rows);
}

/** The fields of an object, and of nested objects that have no schema name. */
function rowsOf(schema: Schema, before: string): Row[] {
  const required = (schema['required'] ?? []) as string[];
  return Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).flatMap(([name, field]) => [
    [
      before + name,
      `${typeWords(field)}${required.includes(name) && before === '' ? ', required' : ''}`,
      prose((field['description'] as string | undefined) ?? ''),
    ] satisfies Row,
    ...insides(field).flatMap(({ inner, mark }) => rowsOf(inner, `${before}${name}${mark}.`)),
  ]);
}

function insides(field: Schema): { inner: Schema; mark: string }[] {
  if (field['properties'] !== undefined) return [{ inner: field, mark: '' }];
  const items = field['items'] as Schema | undefined;
  if (items?.['properties'] !== undefined) return [{ inner: items, mark: '[]' }];
  return ((field['anyOf'] ?? []) as Schema[]).flatMap(insides);
}

function table(caption: string, rows: readonly Row[]): string {
  return `<table><caption>${escape(caption)}</caption><tbody>${rows
    .map(([name, type, words]) => `<tr><th scope="row"><code>${escape(name)}</code></th><td>${type}</td><td>${words}</td></tr>`)
    .join('')}</tbody></table>`;
}

/** The type of a value, as HTML: a name is a link to its fields. */
function typeWords(schema: Schema): string {
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1) ?? '';
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (schema['const'] !== undefined) return `<code>${escape(JSON.stringify(schema['const']))}</code>`;
  const choices = schema['enum'] as Json[] | undefined;
  if (choices !== undefined)
    return choices.map((each) => `<code>${escape(typeof each === 'string' ? each : JSON.stringify(each))}</code>`).join(' or ');
  const branches = (schema['anyOf'] ?? schema['allOf']) as Schema[] | undefined;
  if (branches !== undefined) return [...new Set(branches.map(typeWords))].join(schema['anyOf'] === undefined ? ' with ' : ' or ');
  const types = ([schema['type']].flat() as string[]).filter((type) => type !== undefined);
  return (
    types
      .map((type) => (type === 'array' ? `list of ${typeWords((schema['items'] ?? {}) as Schema)}` : wordOf(type, schema)))
      .join(' or ') || 'any'
  );
}

function wordOf(type: string, { format, maxLength }: Schema): string {
  if (type !== 'string') return type;
  const most = maxLength === undefined ? '' : ` of at most ${JSON.stringify(maxLength)} characters`;
  return (format === undefined ? 'string' : format === 'binary' ? 'file' : escape(JSON.stringify(format).slice(1, -1))) + most;
}

const schemasOf = (document: Schema) => (document['components'] as { schemas: Record<string, Schema> }).schemas;

/** An example of the whole, assembled from the examples of its fields. */
function sample(schema: Schema, document: Schema, depth = 0): Json {
  const reference = schema['$ref'];
  if (typeof reference === 'string')
    return depth > 6 ? {} : sample(schemasOf(document)[reference.split('/').at(-1) ?? ''] ?? {}, document, depth + 1);
  const [example] = (schema['examples'] ?? []) as Json[];
  if (example !== undefined) return example;
  if (schema['const'] !== undefined) return schema['const'];
  if (schema['properties'] !== undefined)
    return Object.fromEntries(
      Object.entries(schema['properties'] as Record<string, Schema>).map(([name, field]) => [name, sample(field, document, depth + 1)]),
    );
  if (schema['items'] !== undefined) return [sample(schema['items'] as Schema, document, depth + 1)];
  const [branch] = (schema['anyOf'] ?? []) as Schema[];
  if (branch !== undefined) return sample(branch, document, depth);
  return schema['type'] === 'object' ? {} : schema['type'] === 'string' ? 'text' : schema['type'] === 'boolean' ? true : 0;
}

/** A body to start from: the required fields, or else all except ids, which belong to other records. */
function sampleBody({ call }: Described, document: Schema): Record<string, Json> | null {
  const schema = Object.values(call.requestBody?.content ?? {})[0]?.schema;
  if (schema === undefined) return null;
  const required = (schema['required'] ?? []) as string[];
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).filter(
    ([name, { format }]) => format !== 'binary' && (required.length > 0 ? required.includes(name) : !/ID$|Id$|^updatedAt$/.test(name)),
  );
  return Object.fromEntries(fields.map(([name, field]) => [name, sample(field, document)]));
}

const filesOf = ({ call }: Described) =>
  Object.entries((call.requestBody?.content['multipart/form-data']?.schema['properties'] ?? {}) as Record<string, Schema>)
    .filter(([, { format }]) => format === 'binary')
    .map(([name]) => name);

/** The curl command, with the address and the key in environment variables, as in docs/integrating.md. */
function curlOf(described: Described, document: Schema): string {
  const { path, method, call } = described;
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const value = ({ example, name }: Parameter) => encodeURIComponent(`${example ?? name}`);
  const inPath = call.parameters.filter((each) => each.in === 'path');
  const query = call.parameters.filter((each) => each.in === 'query' && (each.required || each.name === 'page'));
  const address =
    inPath.reduce((text, each) => text.replace(`{${each.name}}`, value(each)), path) +
    (query.length === 0 ? '' : `?${query.map((each) => `${each.name}=${value(each)}`).join('&')}`);
  const body = sampleBody(described, document);
  const isForm = call.requestBody?.content['multipart/form-data'] !== undefined;
  const form = [
    ...Object.entries(body ?? {}).map(
      ([name, field]) => `-F ${quoted(`${name}=${typeof field === 'string' ? field : JSON.stringify(field)}`)}`,
    ),
    ...filesOf(described).map((name) => `-F ${name}=@${name === 'file' ? 'sheet.xlsx' : `${name}.png`}`),
  ];
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$BASE${address}"`,
    ...(call.security?.length === 0 ? [] : ['-H "Authorization: Bearer $KEY"']),
    ...(call.parameters.some(({ name }) => name === 'Idempotency-Key') ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === null ? [] : isForm ? form : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

function tryOf(described: Described, document: Schema): string {
  const { path, method, call } = described;
  const { operationId: id } = call;
  const body = sampleBody(described, document);
  const field = (name: string, words: string, input: string) =>
    `<p><label for="${id}-${name}">${escape(words)}</label>${input.replace(/^<\w+/, (tag) => `${tag} id="${id}-${name}"`)}</p>`;
  const parameters = call.parameters.map(({ name, in: place, required, example }) =>
    field(
      name,
      `${name}${required ? ' (required)' : ''}`,
      `<input name="${escape(name)}" data-in="${place}"${required ? ' required' : ''} autocomplete="off"${place === 'path' ? ` placeholder="${escape(`${example ?? ''}`)}"` : ''}>`,
    ),
  );
  const text = body === null ? '' : JSON.stringify(body, null, 2);
  const isForm = call.requestBody?.content['multipart/form-data'] !== undefined;
  return `<details class="try scripted"><summary><h4>Try it</h4></summary><form data-method="${method}" data-path="${escape(path)}"${isForm ? ' data-form="true"' : ''}>
${parameters.join('')}${body === null ? '' : field('body', isForm ? 'Fields (JSON)' : 'Body (JSON)', `<textarea name="body" rows="${Math.min(12, text.split('\n').length + 1)}" spellcheck="false">${escape(text)}</textarea>`)}${filesOf(
    described,
  )
    .map((name) => field(name, name, `<input type="file" name="${name}" data-in="file">`))
    .join('')}
<p><button type="submit">Send ${method} to this portal</button></p></form><output aria-live="polite"></output></details>`;
}

/** The call with its parameters and refusals in place of the references to the components. */
function resolved(call: Schema, document: Schema): Call {
  const components = document['components'] as Record<string, Record<string, object>>;
  const target = <T extends object>(part: string, given: T): T =>
    '$ref' in given ? (components[part]?.[String(given.$ref).split('/').at(-1) ?? ''] as T) : given;
  const described = call as unknown as Call;
  return {
    ...described,
    parameters: described.parameters.map((each) => target('parameters', each)),
    responses: Object.fromEntries(Object.entries(described.responses).map(([status, each]) => [status, target('responses', each)])),
  };
}

/** The text as HTML, with text in backticks as code. */
function prose(text: string): string {
  return escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; --ground: #fff; --text: #1b1c1e; --link: #0b4fb3; --line: color-mix(in srgb, currentColor 20%, transparent); --soft: color-mix(in srgb, currentColor 6%, transparent); }
@media (prefers-color-scheme: dark) { :root { --ground: #141517; --text: #e6e7e9; --link: #9fc2ff; } }
html, body, search { background: var(--ground); color: var(--text); }
a { color: var(--link); }
body { max-width: 1000px; margin: 0 auto; padding: 16px; overflow-wrap: anywhere; }
html:not(.scripts) .scripted { display: none; }
[hidden] { display: none !important; }
search { position: sticky; top: 0; z-index: 1; display: grid; grid-template-columns: 1fr 1fr; grid-auto-flow: column; grid-template-rows: repeat(3, auto); gap: 2px 16px; padding: 8px 0; border-bottom: 1px solid var(--line); }
search p { margin: 0; font-size: 13px; }
#found { grid-column: 1; grid-row: 3; }
input, textarea, button { font: inherit; box-sizing: border-box; max-width: 100%; padding: 6px 8px; }
input, textarea { width: 100%; border: 1px solid color-mix(in srgb, currentColor 55%, transparent); border-radius: 6px; }
textarea, pre, code { font-family: ui-monospace, monospace; font-size: 13px; }
label { font-weight: 600; }
nav { margin: 12px 0; }
nav a { display: inline-block; padding: 3px 12px 3px 0; }
:target, .call, section { scroll-margin-top: 110px; }
main details { border: 1px solid var(--line); border-radius: 8px; margin: 8px 0; padding: 6px 12px; }
summary { cursor: pointer; padding: 4px 0; }
h3, h4 { display: inline; font-size: inherit; margin: 0; }
main details > h4 { display: block; margin-top: 12px; }
.method { display: inline-block; min-width: 56px; }
table { border-collapse: collapse; width: 100%; margin: 8px 0; }
caption { text-align: left; font-weight: 600; padding: 4px 0; }
th, td { text-align: left; vertical-align: top; padding: 4px 8px 4px 0; border-top: 1px solid var(--line); }
th { width: 26%; font-weight: 500; }
td:nth-child(2) { width: 26%; }
pre { overflow: auto; max-height: 320px; margin: 8px 0; padding: 8px; border-radius: 6px; background: var(--soft); overflow-wrap: normal; }
dl { display: grid; grid-template-columns: 48px 1fr; gap: 2px 8px; margin: 4px 0; }
dt { font-weight: 600; }
dd { margin: 0; }
.try p { margin: 8px 0; }
output { display: block; }
@media (max-width: 640px) {
  search { position: static; display: block; }
  tr, th, td, td:nth-child(2) { display: block; width: auto; }
  td { border-top: 0; }
  :target, .call, section { scroll-margin-top: 8px; }
}`;

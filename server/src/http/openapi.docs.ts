/** HTML documentation of the API, without scripts. */
export function docsPage(document: Record<string, unknown>): string {
  const paths = document['paths'] as Record<string, Record<string, Described>>;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call: resolved(call, document) })),
  );
  const tags = [...new Set(calls.map(({ call }) => call.tags[0] ?? ''))];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Aapurti API</title>
<style>${STYLE}</style></head><body>
<header><h1>Aapurti API</h1><p>${escape((document['info'] as { description: string }).description)}</p>
<p><a href="/api/openapi.json">OpenAPI 3.1 document</a></p></header>
<nav aria-label="Groups">${tags.map((tag) => `<a href="#${escape(tag)}">${escape(tag)}</a>`).join(' ')}</nav>
<main>${tags
    .map(
      (tag) =>
        `<section id="${escape(tag)}"><h2>${escape(tag)}</h2>${calls
          .filter(({ call }) => call.tags[0] === tag)
          .map(one)
          .join('')}</section>`,
    )
    .join('')}</main>
</body></html>`;
}

/** With its parameters and refusals in the place of references to the components. */
function resolved(call: Described, document: Record<string, unknown>): Described {
  const components = document['components'] as Record<string, Record<string, object>>;
  const target = <T extends object>(part: string, given: T): T =>
    '$ref' in given ? (components[part]?.[String(given.$ref).split('/').at(-1) ?? ''] as T) : given;
  return {
    ...call,
    parameters: call.parameters.map((each) => target('parameters', each)),
    responses: Object.fromEntries(Object.entries(call.responses).map(([status, each]) => [status, target('responses', each)])),
  };
}

interface Described {
  tags: string[];
  summary: string;
  description: string;
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, object> } }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}

function one({ path, method, call }: { path: string; method: string; call: Described }): string {
  const body = Object.entries(call.requestBody?.content ?? {})[0];
  const fields = Object.entries(body?.[1].schema.properties ?? {});
  const answers = Object.entries(call.responses).filter(([status]) => status.startsWith('2'));
  return `<details><summary><span class="method">${method.toUpperCase()}</span> <code>${escape(path)}</code> <span>${escape(call.summary)}</span></summary>
<p>${escape(call.description)}</p>
${
  call.parameters.length > 0
    ? table(
        'Parameters',
        call.parameters.map((each) => [each.name, `${each.in}${each.required ? ', required' : ''}`, each.schema]),
      )
    : ''
}
${
  body === undefined
    ? ''
    : table(
        `Body (${body[0]})`,
        fields.map(([name, schema]) => [name, '', schema]),
      )
}
${answers.map(([status, answer]) => `<h3>${status}: ${escape(answer.description)}</h3><pre tabindex="0">${escape(JSON.stringify(Object.values(answer.content ?? {})[0]?.schema ?? {}, null, 2))}</pre>`).join('')}
</details>`;
}

function table(caption: string, rows: [string, string, object][]): string {
  return `<table><caption>${escape(caption)}</caption><tbody>${rows
    .map(
      ([name, note, schema]) =>
        `<tr><th scope="row"><code>${escape(name)}</code></th><td>${escape(note)}</td><td><code>${escape(JSON.stringify(schema))}</code></td></tr>`,
    )
    .join('')}</tbody></table>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const STYLE = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { max-width: 1000px; margin: 0 auto; padding: 24px 16px; }
nav a { margin-right: 12px; }
details { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 6px; margin: 8px 0; padding: 8px 12px; }
summary { cursor: pointer; }
.method { display: inline-block; min-width: 56px; font-weight: 600; }
table { border-collapse: collapse; width: 100%; margin: 8px 0; }
caption { text-align: left; font-weight: 600; padding: 4px 0; }
th, td { text-align: left; vertical-align: top; padding: 4px 8px; border-top: 1px solid color-mix(in srgb, currentColor 15%, transparent); overflow-wrap: anywhere; }
pre { overflow: auto; max-height: 320px; padding: 8px; border-radius: 6px; background: color-mix(in srgb, currentColor 6%, transparent); }
h3 { font-size: 14px; }`;

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin, Rolldown } from 'vite';

type OutputChunk = Rolldown.OutputChunk;

/** A screen's address, in the router's words ('/users/edit/$id'), and the modules that it shows: its frame and itself. */
interface Page {
  path: string;
  modules: string[];
}

const IMPORT = String.raw`screen\(\(\) => import\('\.(.+?)'\)`;

/** The pages of routes.tsx, read from its text: to run it takes a browser. */
function pagesOf(source: string): Page[] {
  const screens = new Map([...source.matchAll(new RegExp(`const (\\w+) = ${IMPORT}`, 'g'))].map(([, name, file]) => [name, file]));
  const frames = new Map(
    [...source.matchAll(new RegExp(`const (\\w+) = createRoute\\(\\{[^;]*?component: ${IMPORT}`, 'g'))].map(([, name, file]) => [
      name,
      file,
    ]),
  );
  const pages = [...source.matchAll(new RegExp(`\\bpage\\(\\s*(\\w+),\\s*'(/[^']+)',\\s*(?:${IMPORT}|(\\w+))`, 'g'))].map(
    ([, frame, path = '', own, named]) => ({ path, modules: [frames.get(frame), own ?? screens.get(named)] }),
  );
  // A way of writing that the patterns do not know would otherwise cost speed in silence.
  const written = [...source.matchAll(/\bpage\(\s*\w+,\s*'\//g)].length;
  const unread = pages.find(({ modules }) => modules.includes(undefined));
  if (pages.length !== written || unread !== undefined) throw new Error(`documents.ts can not read routes.tsx: ${unread?.path ?? 'page('}`);
  return pages as Page[];
}

/**
 * Writes a document for each screen, which names the screen's scripts and styles: they come together with the entry's, instead of
 * after it has run and asked for them. `documents.json` says which is for which address, and which scripts each takes in all.
 */
export function documents(): Plugin {
  const src = join(import.meta.dirname, 'src');
  return {
    name: 'documents',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') return this.error('index.html is not there yet');
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entry = chunks.filter((chunk) => chunk.isEntry);
      const known = filesOf(entry, bundle);
      const list = pagesOf(readFileSync(join(src, 'routes.tsx'), 'utf8')).map(({ path, modules }) => {
        const roots = modules.map((module) => chunks.find((chunk) => chunk.moduleIds.includes(join(src, module))) ?? this.error(module));
        const files = filesOf(roots, bundle).filter((file) => !known.includes(file));
        const name = path.slice(1).replaceAll('/', '-').replaceAll('$', '');
        this.emitFile({ type: 'asset', fileName: `documents/${name}.html`, source: withLinks(String(index.source), files) });
        return { path, file: `documents/${name}.html`, scripts: [...known, ...files].filter((file) => file.endsWith('.js')) };
      });
      this.emitFile({ type: 'asset', fileName: 'documents.json', source: JSON.stringify(list, null, 1) });
    },
  };
}

/** The chunks with all that they import, and their styles; each file once. */
function filesOf(roots: readonly OutputChunk[], bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>();
  const styles = new Set<string>();
  function add(chunk: OutputChunk) {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const name of chunk.imports) {
      const next = bundle[name];
      if (next?.type === 'chunk') add(next);
    }
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
  }
  roots.forEach(add);
  return [...styles, ...files];
}

function withLinks(html: string, files: readonly string[]): string {
  const links = files.map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" crossorigin href="/${file}">`
      : `<link rel="modulepreload" crossorigin href="/${file}">`,
  );
  return html.replace('</head>', `  ${links.join('\n    ')}\n  </head>`);
}

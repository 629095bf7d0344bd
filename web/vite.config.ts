import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

import { documents } from './documents.ts';

/** `npm run dev` (scripts/dev.mjs) says where the API listens. */
const proxy = { '/api': `http://127.0.0.1:${process.env['API_PORT'] ?? 3000}` };

/**
 * Leaves zod's writer of JSON Schema out of the pages' script: every schema refers to it, and only the server describes the API.
 * It would be 5 kB of the first screen's 200.
 */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  enforce: 'pre',
  transform(code, id) {
    if (!/zod\/v4\/core\/(json-schema-processors|json-schema-generator|to-json-schema)\.js$/.test(id)) return null;
    const names = new Set([...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name));
    return [...names].map((name) => `export const ${name} = () => { throw new Error('zod: ${name} is left out of pages'); };`).join('\n');
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withoutJsonSchema, documents()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Fonts and pictures stay files: the content security policy allows no data: addresses for them.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        // Few files: each costs a slow connection a round trip, and a browser asks one server for six at a time. What every screen needs
        // is one, what the first screen needs besides another, what is around signed-in users a third, what many of their screens share a fourth.
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'], priority: 5 },
            { name: 'first', test: /[\\/](GuestFrame|LoginPage)\.tsx$/, priority: 4 },
            { name: 'shell', test: /[\\/]shell[\\/]Shell\.tsx$/, priority: 3 },
            { name: 'common', minShareCount: 6, priority: 2 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 8_000, priority: 1 },
          ],
        },
      },
    },
  },
  server: { strictPort: true, proxy },
});

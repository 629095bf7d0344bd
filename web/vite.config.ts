import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const api = { target: 'http://127.0.0.1:3000', changeOrigin: false };

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
  plugins: [react(), withoutJsonSchema],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Fonts and pictures stay files: the content security policy allows no data: addresses for them.
    assetsInlineLimit: 0,
  },
  server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: { '/api': api } },
  preview: { host: '127.0.0.1', proxy: { '/api': api } },
});

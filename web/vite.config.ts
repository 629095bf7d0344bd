import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `npm run dev` (scripts/dev.mjs) says where the API listens. */
const proxy = { '/api': `http://127.0.0.1:${process.env['API_PORT'] ?? 3000}` };

const AROUND_TABLES =
  /[\\/]src[\\/]list[\\/](ListPage|FilterBar|FilterSelect|Pager|ColumnChooser|Views|SelectAll|DeleteQuestion|useListQuery|keys|chosenColumns)\./;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
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
            // Not what stands around a list's table: forms have no use for it.
            { name: 'common', test: (id) => !AROUND_TABLES.test(id), minShareCount: 8, priority: 2 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 5_000, priority: 1 },
          ],
        },
      },
    },
  },
  server: { strictPort: true, proxy },
});
